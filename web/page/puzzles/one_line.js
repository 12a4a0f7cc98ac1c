// Sudokus on one line: all cells, one character each.

import { checked } from "./codes.js";
import { createPuzzle, inRows } from "./puzzle.js";
import { digitsIn } from "./sudoku_symbols.js";

/** The length of a whole grid in one line, and its size. */
const SIZES = new Map([4, 9, 16, 25].map((size) => [size ** 2, size]));

/** Return the size of the grid that a line holds all of, perhaps with a remark behind it; undefined if it is none. */
export function sizeOf(line) {
    return SIZES.get(line.trim().split(/\s/, 1)[0].length);
}

/** Return the Sudoku in a line; Error if it holds none. */
export function read(line, name = "") {
    const size = sizeOf(line), characters = [...line.trim().split(/\s/, 1)[0]];
    return checked(createPuzzle("sudoku", size, size, inRows(digitsIn(characters, size), size), name));
}

/** Return the cells of a Sudoku of up to 9x9, a dot for an empty one. */
export function write(puzzle) {
    if (puzzle.genre !== "sudoku" || puzzle.rows > 9) {
        throw new Error("one line of digits is a Sudoku of up to 9x9");
    }
    return puzzle.clues.flat().map((digit) => digit ?? ".").join("");
}
