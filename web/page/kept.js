// The puzzle that was open last, kept by the browser, so that closing a window loses nothing.

import { read } from "./puzzles/read.js";

const KEY = "rowloom-puzzle";

/** Keep a puzzle. */
export function keepPuzzle({ genre, name, rows, cols, clues }) {
    const cells = clues.map((row) => row.map((clue) => (clue === -1 ? "?" : clue)));
    localStorage.setItem(KEY, JSON.stringify({ genre, name, rows, cols, [genre === "sudoku" ? "cells" : "clues"]: cells }));
}

/** Return the puzzle that was kept, or null. */
export function keptPuzzle() {
    try {
        return read(localStorage.getItem(KEY)).puzzle;
    } catch {
        return null;  // none was, or by a version of the page with other puzzles
    }
}
