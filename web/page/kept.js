// The puzzle that was open last, kept by the browser, so that closing a window loses nothing.

import { read, write } from "./puzzles/json.js";
import { keep, kept } from "./storage.js";

const KEY = "rowloom-puzzle";

/** Keep a puzzle. */
export function keepPuzzle(puzzle) {
    keep(KEY, write(puzzle));
}

/** Return the puzzle that was kept, or null. */
export function keptPuzzle() {
    try {
        return read(kept(KEY));
    } catch {
        return null;  // none was, or it is half done
    }
}
