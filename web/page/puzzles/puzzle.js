// Puzzles of all genres.

/**
 * @typedef {Readonly<{genre: string, name: string, rows: number, cols: number,
 *     clues: ReadonlyArray<ReadonlyArray<?number>>}>} Puzzle
 * `clues[row][col]` is a number, `UNKNOWN`, or null if the cell has no clue. The clues of a Sudoku are its givens.
 *
 * @typedef {ReadonlyArray<string> | ReadonlyArray<ReadonlyArray<number>>} Solution
 * The rows of the grid. In a Sudoku, a row is a list of digits; in all other genres, it is a string of "1" and "0".
 *
 * @typedef {Readonly<{row: ?number, col: ?number, words: string}>} Fault
 * An error in a puzzle. Row and column count from 0; they are null if the error concerns the whole grid.
 */

/** The kinds of genres: the solution is a loop along edges, digits in cells, or shaded cells. */
export const LOOP = "loop", DIGITS = "digits", SHADES = "shades";

const KINDS = { slitherlink: LOOP, slink: LOOP, sudoku: DIGITS, smullyan: SHADES, canal: SHADES };

/** Return the kind of a puzzle's genre. */
export function kindOf({ genre }) {
    return KINDS[genre];
}

/** The maximum number of rows, and of columns: the link protocol has one byte for each of these numbers. */
export const MAX_SIZE = 255;

/** A clue whose value is unknown; it is written `?`. */
export const UNKNOWN = -1;

/**
 * Return a frozen puzzle with a copy of `clues`. Rows that are frozen are not copied, so that after a change of a clue,
 * all other rows are the same objects as before. @returns {Puzzle}
 */
export function createPuzzle(genre, rows, cols, clues, name = "") {
    const copied = Object.freeze(clues.map((line) => (Object.isFrozen(line) ? line : Object.freeze([...line]))));
    return Object.freeze({ genre, name, rows, cols, clues: copied });
}

/** Return a grid as rows; each cell is the result of `cell(row, col)`. */
export function createGrid(rows, cols, cell) {
    return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => cell(row, col)));
}

/** Split a list of cells into rows of `cols` cells. */
export function inRows(cells, cols) {
    return Array.from({ length: cells.length / cols }, (_, row) => cells.slice(row * cols, (row + 1) * cols));
}

/** Return the whole numbers from the first to the last. */
export function range(first, last) {
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Return the name of a cell in messages. Row and column count from 0; in the name, they count from 1. */
export function place(row, col) {
    return `row ${row + 1}, column ${col + 1}`;
}

export function faultText({ row, col, words }) {
    return row === null ? words : `${place(row, col)}: ${words}`;
}

/** Return a fault at a cell; row and column are null for a fault of the whole grid. @returns {Fault} */
export function faultAt(row, col, words) {
    return Object.freeze({ row, col, words });
}

const CLUES = new WeakMap();

/** Return the clues of a puzzle row by row, each as `{row, col, clue}`. The list is shared: it must not be changed. */
export function cluesOf(puzzle) {
    if (!CLUES.has(puzzle)) {
        CLUES.set(puzzle, Object.freeze(puzzle.clues.flatMap((line, row) =>
            line.flatMap((clue, col) => (clue === null ? [] : [{ row, col, clue }])))));
    }
    return CLUES.get(puzzle);
}

// Turns puzzles by 90 degrees, for boards that have room for a puzzle only after it has been turned.

export function turned(puzzle) {
    const { genre, rows, cols, clues, name } = puzzle;
    return createPuzzle(genre, cols, rows, createGrid(cols, rows, (row, col) => clues[rows - 1 - col][row]), name);
}

/** Turn back the rows of a turned puzzle's grid, such as the rows of its solution. */
export function turnedBack(lines) {
    const cols = lines.length, rows = lines[0].length;
    const back = createGrid(rows, cols, (row, col) => lines[col][rows - 1 - row]);
    return Object.freeze(back.map((line) => (typeof lines[0] === "string" ? line.join("") : Object.freeze(line))));
}
