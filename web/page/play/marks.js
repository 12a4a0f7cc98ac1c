// The marks that a person makes while solving a puzzle. Marks are values: functions that change marks return new marks.
//
// In loop puzzles, each edge is open, a line or crossed out. In shading puzzles, each cell is open, shaded or marked as
// unshaded. In Sudokus, each cell has a digit (or 0) and a set of pencil marks, which has one bit for each digit.

import { CROSS, LINE, OPEN, SHADED, UNSHADED, edgeMark } from "../puzzles/places.js";
import { DIGITS, LOOP, kindOf } from "../puzzles/puzzle.js";

export { CROSS, LINE, OPEN, SHADED, UNSHADED, edgeMark };

export function noMarks(puzzle) {
    const { rows, cols } = puzzle;
    if (kindOf(puzzle) === LOOP) {
        return { across: new Array((rows + 1) * cols).fill(OPEN), down: new Array(rows * (cols + 1)).fill(OPEN) };
    }
    const cells = new Array(rows * cols).fill(OPEN);
    return kindOf(puzzle) === DIGITS ? { digits: cells, pencil: new Array(rows * cols).fill(0n) } : { cells };
}

export function isEmpty(marks) {
    return Object.values(marks).every((list) => list.every((mark) => !mark));
}

/** Return whether a value may be in the list of marks with this name. */
export function isMark(puzzle, name, value) {
    if (name === "pencil") return value >= 0n && !(value >> BigInt(puzzle.rows + 1)) && !(value & 1n);
    return Number.isInteger(value) && value >= 0 && value <= (name === "digits" ? puzzle.rows : CROSS);
}

export function withEdge(marks, cols, [row, col, down], mark) {
    return down
        ? { ...marks, down: marks.down.with(row * (cols + 1) + col, mark) }
        : { ...marks, across: marks.across.with(row * cols + col, mark) };
}

export function withCell(marks, cols, row, col, mark) {
    return { cells: marks.cells.with(row * cols + col, mark) };
}

export function withDigit(marks, cols, row, col, digit) {
    return { ...marks, digits: marks.digits.with(row * cols + col, digit) };
}

/** Return the marks after a change of a pencil mark in a cell: it is unset if it was set, and set if it was not. */
export function withPencil(marks, cols, row, col, digit) {
    const at = row * cols + col;
    return { ...marks, pencil: marks.pencil.with(at, marks.pencil[at] ^ (1n << BigInt(digit))) };
}

export function pencilDigits(set) {
    const digits = [];
    for (let digit = 1; set >> BigInt(digit); digit++) {
        if (set >> BigInt(digit) & 1n) digits.push(digit);
    }
    return digits;
}
