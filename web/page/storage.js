// The browser's storage, and the theme that a person chose. Some browsers store nothing and throw an error.

export function getStored(key) {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

/** Store a text, or remove it if it is null; return whether this worked, since the storage may be full or disabled. */
export function setStored(key, text) {
    try {
        text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text);
        return true;
    } catch {
        return false;
    }
}

export function storedKeys(prefix) {
    try {
        return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    } catch {
        return [];
    }
}

// The theme is light or dark; it is the system's theme until a person chooses

const KEY = "rowloom-theme";

export function applyTheme() {
    const chosen = getStored(KEY);
    if (chosen) document.documentElement.dataset.theme = chosen;
}

/** Change to the other theme. If it is the system's theme, it is not stored, so the page follows the system again. */
export function toggleTheme() {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const now = document.documentElement.dataset.theme ?? system;
    const next = now === "dark" ? "light" : "dark";
    if (next === system) {
        delete document.documentElement.dataset.theme;
        setStored(KEY, null);
    } else {
        document.documentElement.dataset.theme = next;
        setStored(KEY, next);
    }
}
