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

/** The most rows, and the most columns: each is one byte on the wire. */
export const MAX_SIZE = 255;

/** A clue of unknown value, which is written `?`. */
export const UNKNOWN = -1;

/**
 * Return a frozen puzzle; `clues` are copied.
 *
 * @param {string} genre
 * @param {number} rows
 * @param {number} cols
 * @param {ReadonlyArray<ReadonlyArray<?number>>} clues
 * @param {string} [name]
 * @returns {Puzzle}
 */
export function createPuzzle(genre, rows, cols, clues, name = "") {
    const copied = Object.freeze(clues.map((line) => Object.freeze([...line])));
    return Object.freeze({ genre, name, rows, cols, clues: copied });
}

/**
 * Return rows of cells that hold what a function of row and column returns.
 *
 * @template T
 * @param {number} rows
 * @param {number} cols
 * @param {(row: number, col: number) => T} cell
 * @returns {T[][]}
 */
export function createGrid(rows, cols, cell) {
    return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => cell(row, col)));
}

/**
 * Return cells in rows of `cols` each.
 *
 * @template T
 * @param {ReadonlyArray<T>} cells
 * @param {number} cols
 * @returns {T[][]}
 */
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

/** Return a fault in words, behind its place if it is at a cell. @param {Fault} fault */
export function faultText({ row, col, words }) {
    return row === null ? words : `${place(row, col)}: ${words}`;
}

/** Return a fault at a cell. @returns {Fault} */
export function faultAt(row, col, words) {
    return Object.freeze({ row, col, words });
}

/** Return a fault of the whole grid. @returns {Fault} */
export function faultOfAll(words) {
    return faultAt(null, null, words);
}

/** Return a puzzle's clues as `{row, col, clue}`, row by row. */
export function cluesOf(puzzle) {
    return puzzle.clues.flatMap((line, row) =>
        line.flatMap((clue, col) => (clue === null ? [] : [{ row, col, clue }])));
}

/**
 * Return how a solution's shape or a cell of it is wrong.
 *
 * @param {Puzzle} puzzle
 * @param {Solution} solution
 * @param {(cell: unknown) => boolean} isCell Whether a cell may hold this.
 * @param {string} otherwise What a cell is that may not.
 * @returns {Fault[]}
 */
export function misshapen(puzzle, solution, isCell, otherwise) {
    if (!Array.isArray(solution) || solution.length !== puzzle.rows) {
        return [faultOfAll(`expected a solution of ${puzzle.rows} rows, found ${solution?.length ?? "none"}`)];
    }
    const faults = [];
    solution.forEach((line, row) => {
        if (line.length !== puzzle.cols) {
            faults.push(faultOfAll(`row ${row + 1}: expected ${puzzle.cols} cells, found ${line.length}`));
        }
        [...line].forEach((cell, col) => {
            if (!isCell(cell)) {
                faults.push(faultAt(row, col, `${JSON.stringify(cell)} is ${otherwise}`));
            }
        });
    });
    return faults;
}

/** Return why no grid has this size, in words; null if one has. */
export function wrongSize(title, rows, cols) {
    for (const [count, what] of [[rows, "rows"], [cols, "columns"]]) {
        if (!(Number.isInteger(count) && count >= 1 && count <= MAX_SIZE)) {
            return `a ${title} has 1 to ${MAX_SIZE} ${what}, not ${count}`;
        }
    }
    return null;
}

/** Return the first clue that a genre has not, as a fault; null if there is none. @returns {?Fault} */
export function wrongValue(puzzle, isClue, expected) {
    for (const { row, col, clue } of cluesOf(puzzle)) {
        if (!isClue(puzzle, clue)) {
            return faultAt(row, col, `${clue} is no clue; expected ${expected}`);
        }
    }
    return null;
}

/** Return a puzzle of a genre without clues; RangeError if it has none of this size. @returns {Puzzle} */
export function blank(genre, rows, cols, name = "") {
    const wrong = genre.wrongSize(rows, cols);
    if (wrong) {
        throw new RangeError(wrong);
    }
    return createPuzzle(genre.id, rows, cols, createGrid(rows, cols, () => null), name);
}

// Puzzles turned by 90 degrees: one may fit a build that it does not fit upright.

/** Return a puzzle turned clockwise. */
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
