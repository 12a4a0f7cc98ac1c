// What the browser keeps between visits; some browsers keep nothing, and say so by an error.

/** Return a text that was kept, or null. */
export function kept(key) {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

/** Keep a text, if the browser does; null removes it. */
export function keep(key, text) {
    try {
        text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text);
    } catch {
        // Then the next visit begins afresh.
    }
}
