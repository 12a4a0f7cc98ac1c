// Puzzles of all genres.

/**
 * @typedef {Readonly<{genre: string, name: string, rows: number, cols: number,
 *     clues: ReadonlyArray<ReadonlyArray<?number>>}>} Puzzle
 * `clues[row][col]` is a number, `UNKNOWN`, or null for a cell without one; a Sudoku's clues are its givens.
 *
 * @typedef {ReadonlyArray<string> | ReadonlyArray<ReadonlyArray<number>>} Solution
 * The rows: digits in a Sudoku, strings of "1" and "0" in all other genres.
 *
 * @typedef {Readonly<{row: ?number, col: ?number, words: string}>} Fault
 * The place of an error, counted from 0, and its description; row and column are null for the whole grid.
 */

/** The kinds of genres: a loop along edges, digits in cells, or shaded cells. */
export const LOOP = "loop", DIGITS = "digits", SHADES = "shades";

const KINDS = { slitherlink: LOOP, slink: LOOP, sudoku: DIGITS, smullyan: SHADES, canal: SHADES };

/** Return the kind of a puzzle's genre. */
export function kindOf({ genre }) {
    return KINDS[genre];
}

/** The most rows and the most columns; each is a byte in the link protocol. */
export const MAX_SIZE = 255;

/** A clue of unknown value, written `?`. */
export const UNKNOWN = -1;

/** Return a frozen puzzle; `clues` are copied. @returns {Puzzle} */
export function createPuzzle(genre, rows, cols, clues, name = "") {
    const copied = Object.freeze(clues.map((line) => Object.freeze([...line])));
    return Object.freeze({ genre, name, rows, cols, clues: copied });
}

/** Return rows of cells with the results of `cell(row, col)`. */
export function createGrid(rows, cols, cell) {
    return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => cell(row, col)));
}

/** Return a list of cells as rows of `cols` each. */
export function inRows(cells, cols) {
    return Array.from({ length: cells.length / cols }, (_, row) => cells.slice(row * cols, (row + 1) * cols));
}

/** Return the whole numbers from the first to the last. */
export function range(first, last) {
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Return the name of a cell in messages; row and column count from 0, and from 1 in the name. */
export function place(row, col) {
    return `row ${row + 1}, column ${col + 1}`;
}

export function faultText({ row, col, words }) {
    return row === null ? words : `${place(row, col)}: ${words}`;
}

/** Return a fault at a cell, or of the whole grid if row and column are null. @returns {Fault} */
export function faultAt(row, col, words) {
    return Object.freeze({ row, col, words });
}

/** Return a puzzle's clues as `{row, col, clue}`, row by row. */
export function cluesOf(puzzle) {
    return puzzle.clues.flatMap((line, row) =>
        line.flatMap((clue, col) => (clue === null ? [] : [{ row, col, clue }])));
}

// Puzzles turned by 90 degrees, for boards that they fit only this way.

export function turned(puzzle) {
    const { genre, rows, cols, clues, name } = puzzle;
    return createPuzzle(genre, cols, rows, createGrid(cols, rows, (row, col) => clues[rows - 1 - col][row]), name);
}

/** Turn rows of a turned puzzle, such as a solution, back. */
export function turnedBack(lines) {
    const cols = lines.length, rows = lines[0].length;
    const back = createGrid(rows, cols, (row, col) => lines[col][rows - 1 - row]);
    return Object.freeze(back.map((line) => (typeof lines[0] === "string" ? line.join("") : Object.freeze(line))));
}
