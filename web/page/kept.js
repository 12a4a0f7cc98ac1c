// The puzzle that was open last, kept by the browser, so that closing a window loses nothing.

import { GENRES } from "./genres.js";
import { createPuzzle } from "./puzzles/puzzle.js";
import { keep, kept } from "./storage.js";

const KEY = "rowloom-puzzle";

/** Keep a puzzle, which may be half done. */
export function keepPuzzle(puzzle) {
    keep(KEY, JSON.stringify(puzzle));
}

/** Return the puzzle that was kept, or null. */
export function keptPuzzle() {
    try {
        const { genre, rows, cols, clues, name } = JSON.parse(kept(KEY));
        const puzzle = createPuzzle(genre, rows, cols, clues, name);
        const isRow = (line) => line.length === cols && line.every((clue) => GENRES[genre].isClue(puzzle, clue));
        return !GENRES[genre].wrongSize(rows, cols) && clues.length === rows && clues.every(isRow) ? puzzle : null;
    } catch {
        return null;  // there is none, or it is from another version of the page
    }
}
