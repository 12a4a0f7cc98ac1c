// Marks: what a person enters while solving a puzzle. They are lists of values, one for each place in the order of
// `placesOf`. `valuesOf` gives a solution in this form, and the values that all solutions share have this
// form, too. Functions that change marks return new marks.
//
// In a loop puzzle, the places are the edges: each is open, a line or crossed out. In all other puzzles, the places are
// the cells. In a shading puzzle, each cell is open, shaded or marked as unshaded. In a Sudoku, each cell has a digit
// (or 0), and a set of pencil marks with one bit for each digit.

import { cellsOf, edges, isLine } from "./places.js";
import { DIGITS, LOOP, kindOf, range } from "./puzzle.js";

/** The values of places. Lines and shaded cells have the same value, and so do crosses and unshaded cells. */
export const OPEN = 0, LINE = 1, CROSS = 2, SHADED = LINE, UNSHADED = CROSS;

/** Return the places of a puzzle that have values. */
export function placesOf(puzzle) {
    return (kindOf(puzzle) === LOOP ? edges : cellsOf)(puzzle.rows, puzzle.cols);
}

/** Return the index of a cell or an edge in a list of values. */
export function indexOf({ rows, cols }, [row, col, down]) {
    return down ? (rows + 1) * cols + row * (cols + 1) + col : row * cols + col;
}

export function valueAt(puzzle, values, place) {
    return values[indexOf(puzzle, place)];
}

/** Return the values of a solution; `other` is the value of edges without a line, or of cells that are not shaded. */
export function valuesOf(puzzle, solution, other = CROSS) {
    if (kindOf(puzzle) === DIGITS) return solution.flat();
    const isShaded = ([row, col]) => solution[row][col] === "1";
    const isSet = kindOf(puzzle) === LOOP ? (edge) => isLine(solution, edge) : isShaded;
    return placesOf(puzzle).map((place) => (isSet(place) ? LINE : other));
}

export function noMarks(puzzle) {
    const values = placesOf(puzzle).fill(OPEN);
    return kindOf(puzzle) === DIGITS ? { values, pencil: values.map(() => 0n) } : { values };
}

export function isEmpty(marks) {
    return Object.values(marks).every((list) => list.every((mark) => !mark));
}

/** Return whether a value may be in the list of marks with this name. */
export function isMark(puzzle, name, value) {
    if (name === "pencil") return value >= 0n && !(value >> BigInt(puzzle.rows + 1)) && !(value & 1n);
    return Number.isInteger(value) && value >= 0 && value <= (kindOf(puzzle) === DIGITS ? puzzle.rows : CROSS);
}

export function withMark(puzzle, marks, place, value) {
    return { ...marks, values: marks.values.with(indexOf(puzzle, place), value) };
}

/** Return the marks after toggling a pencil mark in a cell. */
export function withPencil(puzzle, marks, cell, digit) {
    const at = indexOf(puzzle, cell);
    return { ...marks, pencil: marks.pencil.with(at, marks.pencil[at] ^ (1n << BigInt(digit))) };
}

export function pencilDigits(puzzle, marks, cell) {
    return range(1, puzzle.rows).filter((digit) => valueAt(puzzle, marks.pencil, cell) >> BigInt(digit) & 1n);
}
