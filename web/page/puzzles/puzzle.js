// What puzzles of all genres share.

/**
 * @typedef {Readonly<{genre: string, name: string, rows: number, cols: number,
 *     clues: ReadonlyArray<ReadonlyArray<?number>>}>} Puzzle
 * `clues[row][col]` is a number, `UNKNOWN`, or null for a cell without one; a Sudoku's clues are its givens.
 *
 * @typedef {ReadonlyArray<string> | ReadonlyArray<ReadonlyArray<number>>} Solution
 * Row by row: of a Sudoku the digits, of every other genre a string of "1" and "0".
 *
 * @typedef {Readonly<{row: ?number, col: ?number, words: string}>} Fault
 * Where something is wrong, from 0, and what; both are null where it is about the whole grid.
 */

/** How a genre is drawn and played: a loop along edges, digits in cells, or shaded cells. */
export const LOOP = "loop", DIGITS = "digits", SHADES = "shades";

const KINDS = { slitherlink: LOOP, slink: LOOP, sudoku: DIGITS, smullyan: SHADES, canal: SHADES };

/** Return how puzzles of a genre are drawn and played. */
export function kindOf({ genre }) {
    return KINDS[genre];
}

/** The most rows, and the most columns: each is one byte on the wire. */
export const MAX_SIZE = 255;

/** A clue of unknown value, which is written `?`. */
export const UNKNOWN = -1;

/** Return a frozen puzzle; `clues` are copied. @returns {Puzzle} */
export function createPuzzle(genre, rows, cols, clues, name = "") {
    const copied = Object.freeze(clues.map((line) => Object.freeze([...line])));
    return Object.freeze({ genre, name, rows, cols, clues: copied });
}

/** Return rows of cells; each holds what `cell(row, col)` returns. */
export function createGrid(rows, cols, cell) {
    return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => cell(row, col)));
}

/** Return cells in rows of `cols` each. */
export function inRows(cells, cols) {
    return Array.from({ length: cells.length / cols }, (_, row) => cells.slice(row * cols, (row + 1) * cols));
}

/** Return the rows of whole numbers from the first to the last. */
export function range(first, last) {
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Name a cell in a message; row and column count from 0 here and from 1 there. */
export function place(row, col) {
    return `row ${row + 1}, column ${col + 1}`;
}

export function faultText({ row, col, words }) {
    return row === null ? words : `${place(row, col)}: ${words}`;
}

/** Return a fault at a cell, or, if that is null, of the whole grid. @returns {Fault} */
export function faultAt(row, col, words) {
    return Object.freeze({ row, col, words });
}

/** Return a puzzle's clues as `{row, col, clue}`, row by row. */
export function cluesOf(puzzle) {
    return puzzle.clues.flatMap((line, row) =>
        line.flatMap((clue, col) => (clue === null ? [] : [{ row, col, clue }])));
}

// Puzzles turned by 90 degrees: one may fit a build that it does not fit upright.

export function turned(puzzle) {
    const { genre, rows, cols, clues, name } = puzzle;
    return createPuzzle(genre, cols, rows, createGrid(cols, rows, (row, col) => clues[rows - 1 - col][row]), name);
}

/** Return rows of a turned puzzle, such as a solution, as those of the puzzle itself. */
export function turnedBack(lines) {
    const cols = lines.length, rows = lines[0].length;
    const back = createGrid(rows, cols, (row, col) => lines[col][rows - 1 - row]);
    return Object.freeze(back.map((line) => (typeof lines[0] === "string" ? line.join("") : Object.freeze(line))));
}
