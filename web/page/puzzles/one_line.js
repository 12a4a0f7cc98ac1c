// Sudokus on one line: all cells, one character each, perhaps among other columns, in a link, or before a remark.

import { checked } from "./codes.js";
import { errorAt, onLine } from "./lines.js";
import { createPuzzle, inRows } from "./puzzle.js";
import { digitsIn } from "./sudoku_symbols.js";

/** The length of a whole grid in one line, and its size. */
const SIZES = new Map([4, 9, 16, 25].map((size) => [size ** 2, size]));

/** The characters of a column that is meant to be a grid. */
const NEARLY_WHOLE = 60;

/** A column of a table, without quotes and brackets. */
const COLUMN = /[^\s,;:|"'`#&=/()[\]{}<>]+/g;

/**
 * Return the first column of a line that may be a whole grid, or undefined.
 *
 * @returns {?{size: number, cells: string, at: number}} `at`: where in the line it begins, from 0.
 */
export function wholeIn(line) {
    for (const { 0: cells, index } of line.matchAll(COLUMN)) {
        const size = SIZES.get(cells.length);
        if (size > 9 || (size && isLikely(cells))) {
            return { size, cells, at: index };
        }
        if (cells.length >= NEARLY_WHOLE && isLikely(cells)) {
            break;  // a damaged grid; its solution may follow
        }
    }
    return undefined;
}

/** Return whether half of a text, or more of it, is digits and empty cells. */
export function isLikely(text) {
    return 2 * (text.match(/[\d.*\-_?xX\u00b7]/g)?.length ?? 0) >= text.length;
}

/** Return the Sudoku in a line; Error if it holds none. @param {import("./lines.js").Line} line */
export function read({ number, text }, name) {
    const { size, cells, at } = wholeIn(text);
    const digits = digitsIn([...cells], size, (index, words) => errorAt(number, at + index + 1, words));
    return onLine(number, () => checked(createPuzzle("sudoku", size, size, inRows(digits, size), name)));
}

/** Return the cells of a Sudoku of up to 9x9, a dot for an empty one. */
export function write(puzzle) {
    if (puzzle.genre !== "sudoku" || puzzle.rows > 9) {
        throw new Error("one line of digits is a Sudoku of up to 9x9");
    }
    return puzzle.clues.flat().map((digit) => digit ?? ".").join("");
}
