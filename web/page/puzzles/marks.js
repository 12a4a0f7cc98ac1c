// Marks: what a person enters while solving a puzzle. Marks are lists of values, one for each place in the order of
// `placesOf`. Solutions (see `valuesOf`) and the values that all solutions share have the same form. Functions that
// change marks return new marks.
//
// In a loop puzzle, the places are the edges: each is open, a line or crossed out. In all other puzzles, the places are
// the cells. In a shading puzzle, each cell is open, shaded or marked as unshaded. In a Sudoku, each cell has a digit
// (or 0), and two sets of small digits, in the middle and at the corners of the cell, with one bit for each digit. In
// loop puzzles and Sudokus, each cell also has a colour: a number from 1, or 0 for no colour.

import { cellsOf, edges, isLine, seenFrom } from "./places.js";
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

/** The names of the lists of small digits in a Sudoku. */
export const SMALL = ["centre", "corner"];

/** The colours that a person may give cells: two sides of a loop, or six colours in a Sudoku. */
export const COLOURS = {
    [LOOP]: ["inside", "outside"], [DIGITS]: ["red", "yellow", "green", "cyan", "blue", "purple"],
};

export function noMarks(puzzle) {
    const kind = kindOf(puzzle), values = new Array(placesOf(puzzle).length).fill(OPEN);
    const colours = kind in COLOURS ? { colours: new Array(puzzle.rows * puzzle.cols).fill(0) } : {};
    const small = kind === DIGITS ? { centre: values.map(() => 0n), corner: values.map(() => 0n) } : {};
    return { values, ...small, ...colours };
}

export function isEmpty(marks) {
    return Object.values(marks).every((list) => list.every((mark) => !mark));
}

/** Return whether a value may be in the list of marks with this name. */
export function isMark(puzzle, name, value) {
    if (SMALL.includes(name)) return value >= 0n && !(value >> BigInt(puzzle.rows + 1)) && !(value & 1n);
    const kind = kindOf(puzzle);
    const most = name === "colours" ? COLOURS[kind].length : kind === DIGITS ? puzzle.rows : CROSS;
    return Number.isInteger(value) && value >= 0 && value <= most;
}

export function withMark(puzzle, marks, place, value) {
    return withMarks(puzzle, marks, [place], value);
}

/** Return the marks with a value at these places, in the list with this name. */
export function withMarks(puzzle, marks, places, value, name = "values") {
    const list = [...marks[name]];
    for (const place of places) list[indexOf(puzzle, place)] = value;
    return { ...marks, [name]: list };
}

/** Return the marks with a digit in these cells; the digit is removed from the small digits in their houses. */
export function withDigit(puzzle, marks, cells, digit) {
    const values = [...marks.values], small = SMALL.map((name) => [name, [...marks[name]]]);
    for (const cell of cells) {
        values[indexOf(puzzle, cell)] = digit;
        for (const other of digit ? seenFrom(puzzle.rows, cell) : []) {
            for (const [, list] of small) list[indexOf(puzzle, other)] &= ~(1n << BigInt(digit));
        }
    }
    return { ...marks, values, ...Object.fromEntries(small) };
}

/** Return the marks after a small digit was added to these cells, or removed if all of them have it. */
export function withSmall(puzzle, marks, name, cells, digit) {
    const list = [...marks[name]], bit = 1n << BigInt(digit), places = cells.map((cell) => indexOf(puzzle, cell));
    const isRemoved = places.every((at) => list[at] & bit);
    for (const at of places) list[at] = isRemoved ? list[at] & ~bit : list[at] | bit;
    return { ...marks, [name]: list };
}

/** Return the marks after a colour was given to these cells, or removed if all of them have it. */
export function withColour(puzzle, marks, cells, colour) {
    const isRemoved = cells.every((cell) => valueAt(puzzle, marks.colours, cell) === colour);
    return withMarks(puzzle, marks, cells, isRemoved ? 0 : colour, "colours");
}

/**
 * Return the marks after Delete: the cells lose their digits. If they have no digits, they lose their small digits; if
 * they have neither, they lose their colours.
 */
export function withoutMarks(puzzle, marks, cells) {
    const names = [["values"], SMALL, ["colours"]].find((all) =>
        all.some((name) => cells.some((cell) => valueAt(puzzle, marks[name], cell)))) ?? [];
    return names.reduce((made, name) => withMarks(puzzle, made, cells, SMALL.includes(name) ? 0n : 0, name), marks);
}

export function smallDigits(puzzle, marks, name, cell) {
    return range(1, puzzle.rows).filter((digit) => valueAt(puzzle, marks[name], cell) >> BigInt(digit) & 1n);
}
