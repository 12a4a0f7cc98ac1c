// Rowloom's own text of every genre.

import * as gridText from "./grid_text.js";
import * as sudokuText from "./sudoku_text.js";

/** Return a puzzle as text that the host reads, too; its name is in the first line. */
export function write(puzzle) {
    return (puzzle.genre === "sudoku" ? sudokuText : gridText).write(puzzle);
}
