// Whether marks solve a puzzle, and which contradict what all solutions have in common.

import { DIGITS, LOOP, SHADES, genreOf, kindOf } from "../genres.js";
import { createGrid } from "../puzzles/puzzle.js";
import { CROSS, LINE, SHADED, UNSHADED, edgeMark } from "./marks.js";
import { cellsOf, edges, knownLine } from "./places.js";

/** Return the solution that marks make if nothing open is marked any more, or null if they make none yet. */
function markedSolution(puzzle, marks) {
    const { rows, cols } = puzzle;
    if (kindOf(puzzle) === LOOP) {
        const isMarked = (down) => (row, col) => edgeMark(marks, cols, [row, col, down]) === LINE;
        return genreOf(puzzle).solutionOf({
            horizontal: createGrid(rows + 1, cols, isMarked(false)),
            vertical: createGrid(rows, cols + 1, isMarked(true)),
        });
    }
    if (kindOf(puzzle) === DIGITS) {
        const grid = createGrid(rows, cols, (row, col) => puzzle.clues[row][col] ?? marks.digits[row * cols + col]);
        return grid.flat().includes(0) ? null : grid;
    }
    const shades = createGrid(rows, cols, (row, col) => (marks.cells[row * cols + col] === SHADED ? "1" : "0"));
    return shades.map((line) => line.join(""));
}

/** Return whether marks solve the puzzle. */
export function isSolved(puzzle, marks) {
    const solution = markedSolution(puzzle, marks);
    return solution !== null && !genreOf(puzzle).violations(puzzle, solution).length;
}

/** Return the marks that cannot be right, by what is certain, see hint.js: {cells, edges}. */
export function wrongMarks(puzzle, marks, { values, edges: known }) {
    const { rows, cols } = puzzle;
    if (kindOf(puzzle) === LOOP) {
        const wrong = { true: CROSS, false: LINE };
        const isWrong = (edge) => edgeMark(marks, cols, edge) === wrong[knownLine(known, edge)];
        return { cells: [], edges: [...edges(rows, cols)].filter(isWrong) };
    }
    if (kindOf(puzzle) === SHADES) {
        const wrong = { 0: SHADED, 1: UNSHADED };
        const isWrong = ([row, col]) => marks.cells[row * cols + col] === wrong[values[row][col]];
        return { cells: cellsOf(rows, cols).filter(isWrong), edges: [] };
    }
    const isWrong = ([row, col]) => {
        const digit = marks.digits[row * cols + col], value = values[row][col];
        return puzzle.clues[row][col] === null && digit !== 0 && value !== "?" && String(digit) !== value;
    };
    return { cells: cellsOf(rows, cols).filter(isWrong), edges: [] };
}
