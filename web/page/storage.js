// What the browser keeps between visits; some browsers keep nothing, and say so by an error.

/** Return a text that was kept, or null. */
export function kept(key) {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

/** Keep a text, or remove it if it is null; return whether that worked: the storage may be full, or switched off. */
export function keep(key, text) {
    try {
        text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text);
        return true;
    } catch {
        return false;
    }
}

/** Return the keys that begin so. */
export function keptKeys(prefix) {
    try {
        return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    } catch {
        return [];
    }
}
