// Sudoku of every order N: each of the digits 1 to N² once in every row, every column and every box of N x N cells.

import { blank, cluesOf, faultAt, inRows, misshapen, place, range, wrongValue } from "./puzzle.js";
import { crc32, joined, pack, unpack } from "./wire.js";

/** The orders that there are: the digits of larger ones do not fit into a byte. */
export const ORDERS = Object.freeze(range(2, 15));

/** The most rows of a puzzle that fits into one message. */
const LARGEST_WHOLE = 16;
const DIGIT_BITS = 4;

/** The genre; docs/develop/browser.md describes its members. */
export const sudoku = Object.freeze({
    id: "sudoku",
    title: "Sudoku",
    onBoards: "sudoku",
    wrongSize: (rows, cols) => (rows === cols && ORDERS.some((order) => order ** 2 === rows)
        ? null : `a Sudoku is 4x4, 9x9, 16x16 and so on up to 225x225, not ${rows}x${cols}`),
    blank: (rows, cols, name) => blank(sudoku, rows, cols, name),
    isClue: (puzzle, value) => value === null || isDigit(puzzle.rows, value),
    clueValues: (puzzle) => [null, ...range(1, puzzle.rows)],
    wrongClue: (puzzle) => wrongValue(puzzle, sudoku.isClue, `1 to ${puzzle.rows} or an empty cell`)
        ?? clashes(puzzle.clues)[0] ?? null,
    violations,
    encode,
    solutionBytes: (puzzle) => (puzzle.rows > LARGEST_WHOLE ? 0 : Math.ceil((puzzle.rows - 1) ** 2 * DIGIT_BITS / 8)),
    decodeSolution,
    cells: cellsOf,
    decodeCells,
    encodeSolution: (solution) =>
        pack(solution.slice(0, -1).flatMap((line) => line.slice(0, -1).map((digit) => digit - 1)), DIGIT_BITS),
});

function isDigit(size, value) {
    return Number.isInteger(value) && value >= 1 && value <= size;
}

function violations(puzzle, solution) {
    const size = puzzle.rows;
    const faults = misshapen(puzzle, solution, (cell) => isDigit(size, cell), `no digit from 1 to ${size}`);
    if (faults.length) {
        return faults;
    }
    for (const { row, col, clue } of cluesOf(puzzle)) {
        const digit = solution[row][col];
        if (digit !== clue) {
            faults.push(faultAt(row, col, `the given is ${clue}, but the solution has ${digit}`));
        }
    }
    return [...faults, ...clashes(solution)];
}

/** Return a fault for each cell whose digit its house has already, house by house; null clashes with nothing. */
function clashes(grid) {
    const size = grid.length, order = Math.sqrt(size);
    const faults = [];
    for (const index of range(0, size - 1)) {
        const top = Math.floor(index / order) * order, left = index % order * order;
        faults.push(
            ...clashesIn(grid, "row", (at) => [index, at]),
            ...clashesIn(grid, "column", (at) => [at, index]),
            ...clashesIn(grid, "box", (at) => [top + Math.floor(at / order), left + at % order]),
        );
    }
    return faults;
}

function clashesIn(grid, house, cellAt) {
    const seen = new Map(), faults = [];
    for (let at = 0; at < grid.length; at++) {
        const [row, col] = cellAt(at), digit = grid[row][col];
        if (digit === null) {
            continue;
        }
        if (seen.has(digit)) {
            const both = `in ${place(...seen.get(digit))} and in ${place(row, col)}`;
            faults.push(faultAt(row, col, `${digit} stands twice in a ${house}: ${both}`));
        } else {
            seen.set(digit, [row, col]);
        }
    }
    return faults;
}

/** Return the cells row by row, one a byte, as they are stored piece by piece. */
function cellsOf(puzzle) {
    return Uint8Array.from(puzzle.clues.flat(), (digit) => digit ?? 0);
}

/** Return the grid whose cells were fetched piece by piece, one a byte; RangeError if their number is wrong. */
function decodeCells(puzzle, data) {
    const size = puzzle.rows;
    if (data.length !== size * size) {
        throw new RangeError(`a ${size}x${size} solution is ${size * size} bytes long, not ${data.length}`);
    }
    return Object.freeze(inRows([...data], size).map(Object.freeze));
}

/**
 * Encode a puzzle as docs/develop/protocol.md has it: which cells are given, then their digits less 1.
 *
 * The encoding of a puzzle that is too large for a message is the CRC-32 of its cells.
 */
function encode(puzzle) {
    if (puzzle.rows > LARGEST_WHOLE) {
        const crc = crc32(cellsOf(puzzle));
        return Uint8Array.from([0, 8, 16, 24], (shift) => crc >>> shift & 0xFF);
    }
    const cells = puzzle.clues.flat(), givens = cells.filter((digit) => digit !== null);
    const isGiven = cells.map((digit) => (digit === null ? 0 : 1));
    return joined(pack(isGiven, 1), pack(givens.map((digit) => digit - 1), DIGIT_BITS));
}

/** Decode a solution: all digits, less 1, but those of the last row and column, which follow from the others. */
function decodeSolution(puzzle, data) {
    const size = puzzle.rows, all = size * (size + 1) / 2;
    const missing = (digits) => all - digits.reduce((sum, digit) => sum + digit, 0);
    const digits = unpack(data, (size - 1) ** 2, DIGIT_BITS).map((digit) => digit + 1);
    const rows = inRows(digits, size - 1).map((line) => [...line, missing(line)]);
    rows.push(range(0, size - 1).map((col) => missing(rows.map((line) => line[col]))));
    return Object.freeze(rows.map(Object.freeze));
}
