// Light or dark: as the system has it, until a person chooses.

import { keep, kept } from "./storage.js";

const KEY = "rowloom-theme";

/** Apply the theme that was chosen before, if one was. */
export function applyTheme() {
    const chosen = kept(KEY);
    if (chosen) {
        document.documentElement.dataset.theme = chosen;
    }
}

/** Change to the other theme; the system's own one is not kept, so that it is followed again. */
export function toggleTheme() {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const now = document.documentElement.dataset.theme ?? system;
    const next = now === "dark" ? "light" : "dark";
    if (next === system) {
        delete document.documentElement.dataset.theme;
        keep(KEY, null);
    } else {
        document.documentElement.dataset.theme = next;
        keep(KEY, next);
    }
}
