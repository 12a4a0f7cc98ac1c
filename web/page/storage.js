// The browser's storage, and the theme that a person chose. Some browsers refuse to store anything, and throw an error.

/** Return the result of `access`, or the value `otherwise` if the browser refuses access to its storage. */
function attempt(access, otherwise) {
    try {
        return access();
    } catch {
        return otherwise;
    }
}

export function getStored(key) {
    return attempt(() => localStorage.getItem(key), null);
}

/** Store a text, or, if `text` is null, remove the stored text; return false if the storage is full or disabled. */
export function setStored(key, text) {
    return attempt(() => {
        text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text);
        return true;
    }, false);
}

export function storedKeys(prefix) {
    return attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix)), []);
}

// The theme is light or dark; it is the system's theme until a person chooses

const KEY = "rowloom-theme";

export function applyTheme() {
    const chosen = getStored(KEY);
    if (chosen) document.documentElement.dataset.theme = chosen;
}

/**
 * Change to the other theme. If the other theme is the system's theme, store nothing, so that the page follows the
 * system again.
 */
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
