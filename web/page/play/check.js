// What is wrong with marks: by the rules alone, or by what all solutions have in common.

import { isLine } from "../editor/scene.js";
import { DIGITS, LOOP, genreOf, kindOf } from "../genres.js";
import { CROSS, LINE, SHADED, UNSHADED, edgeMark, edges } from "./marks.js";

/** Return the solution that marks make if nothing open is marked any more, or null if they make none yet. */
export function markedSolution(puzzle, marks) {
    const { rows, cols } = puzzle;
    const lines = (length, mark) => Array.from({ length }, (_, at) => mark(at));
    if (kindOf(puzzle) === LOOP) {
        return genreOf(puzzle).solutionOf({
            horizontal: lines(rows + 1, (row) => lines(cols, (col) => edgeMark(marks, cols, [row, col, false]) === LINE)),
            vertical: lines(rows, (row) => lines(cols + 1, (col) => edgeMark(marks, cols, [row, col, true]) === LINE)),
        });
    }
    if (kindOf(puzzle) === DIGITS) {
        const grid = lines(rows, (row) => lines(cols, (col) => puzzle.clues[row][col] ?? marks.digits[row * cols + col]));
        return grid.flat().includes(0) ? null : grid;
    }
    return lines(rows, (row) => lines(cols, (col) => (marks.cells[row * cols + col] === SHADED ? "1" : "0")).join(""));
}

/** Return whether marks solve the puzzle. */
export function isSolved(puzzle, marks) {
    const solution = markedSolution(puzzle, marks);
    return solution !== null && !genreOf(puzzle).violations(puzzle, solution).length;
}

/** Return the marks that cannot be right, by what is certain: {cells, edges}. */
export function wrongMarks(puzzle, marks, values) {
    const { rows, cols } = puzzle;
    const cells = [], wrong = [];
    if (kindOf(puzzle) === LOOP) {
        for (const edge of edges(rows, cols)) {
            const mark = edgeMark(marks, cols, edge);
            const line = certainLine(values, edge);
            if (line !== null && (mark === LINE && !line || mark === CROSS && line)) {
                wrong.push(edge);
            }
        }
    } else {
        for (let row = 0; row < rows; row++) {
            for (let col = 0; col < cols; col++) {
                if (values[row][col] !== "?" && contradicts(puzzle, marks, row, col, values[row][col])) {
                    cells.push([row, col]);
                }
            }
        }
    }
    return { cells, edges: wrong };
}

/** Return whether an edge is part of the loop in all solutions, or of none; null if they differ. */
export function certainLine(values, edge) {
    const [row, col, down] = edge;
    const other = down ? values[row]?.[col - 1] : values[row - 1]?.[col];
    return values[row]?.[col] === "?" || other === "?" ? null : isLine(values, edge);
}

function contradicts(puzzle, marks, row, col, value) {
    const at = row * puzzle.cols + col;
    if (kindOf(puzzle) === DIGITS) {
        return puzzle.clues[row][col] === null && marks.digits[at] !== 0 && String(marks.digits[at]) !== value;
    }
    return marks.cells[at] === SHADED && value === "0" || marks.cells[at] === UNSHADED && value === "1";
}

/** Return how the marks so far break the rules, whatever is marked later: a list of {words, cells, edges}. */
export function ruleFaults(puzzle, marks) {
    return { loop: loopFaults, digits: digitFaults, shades: shadeFaults }[kindOf(puzzle)](puzzle, marks);
}

function loopFaults(puzzle, marks) {
    const { rows, cols } = puzzle;
    const mark = (edge) => edgeMark(marks, cols, edge);
    const faults = [];
    for (let row = 0; row < rows; row++) {
        for (let col = 0; col < cols; col++) {
            const clue = puzzle.clues[row][col];
            const around = edgesOfCell(row, col);
            const lines = around.filter((edge) => mark(edge) === LINE), crosses = around.filter((edge) => mark(edge) === CROSS);
            if (clue !== null && (lines.length > clue || crosses.length > 4 - clue)) {
                const words = lines.length > clue ? `a ${clue} with ${lines.length} lines` : `a ${clue} with ${crosses.length} crosses`;
                faults.push({ words, cells: [[row, col]], edges: lines.length > clue ? lines : [] });
            }
        }
    }
    for (let row = 0; row <= rows; row++) {
        for (let col = 0; col <= cols; col++) {
            const around = edgesOfVertex(row, col, rows, cols);
            const lines = around.filter((edge) => mark(edge) === LINE);
            if (lines.length > 2) {
                faults.push({ words: "the loop branches", cells: [], edges: lines });
            } else if (lines.length === 1 && around.every((edge) => mark(edge) !== 0)) {
                faults.push({ words: "a line leads nowhere", cells: [], edges: lines });
            }
        }
    }
    return faults;
}

/** Return the four edges of a cell. */
export function edgesOfCell(row, col) {
    return [[row, col, false], [row, col, true], [row, col + 1, true], [row + 1, col, false]];
}

/** Return the edges that meet at a vertex, two to four. */
export function edgesOfVertex(row, col, rows, cols) {
    return [
        ...(row > 0 ? [[row - 1, col, true]] : []), ...(row < rows ? [[row, col, true]] : []),
        ...(col > 0 ? [[row, col - 1, false]] : []), ...(col < cols ? [[row, col, false]] : []),
    ];
}

function digitFaults(puzzle, marks) {
    const { rows: side, cols } = puzzle;
    const digit = ([row, col]) => puzzle.clues[row][col] ?? marks.digits[row * cols + col];
    return houses(side).flatMap(({ name, cells }) => {
        const twice = cells.filter((cell) => digit(cell) && cells.some((other) => other !== cell && digit(other) === digit(cell)));
        return twice.length ? [{ words: `${digit(twice[0])} is twice in ${name}`, cells: twice, edges: [] }] : [];
    });
}

/** Return the houses of a Sudoku: {name, cells}. */
export function houses(side) {
    const order = Math.sqrt(side);
    const all = [];
    for (let at = 0; at < side; at++) {
        const places = Array.from({ length: side }, (_, place) => place);
        all.push({ name: `row ${at + 1}`, cells: places.map((place) => [at, place]) });
        all.push({ name: `column ${at + 1}`, cells: places.map((place) => [place, at]) });
        all.push({
            name: `box ${at + 1}`,
            cells: places.map((place) =>
                [Math.floor(at / order) * order + Math.floor(place / order), at % order * order + place % order]),
        });
    }
    return all;
}

function shadeFaults(puzzle, marks) {
    const { genre, rows, cols, clues } = puzzle;
    const isShaded = (row, col) => row < rows && col < cols && marks.cells[row * cols + col] === SHADED;
    const faults = [];
    for (let row = 0; row < rows; row++) {
        for (let col = 0; col < cols; col++) {
            if (!isShaded(row, col)) {
                continue;
            }
            if (genre === "smullyan") {
                for (const other of [[row, col + 1], [row + 1, col]].filter(([down, right]) => isShaded(down, right))) {
                    faults.push({ words: "two knaves share an edge", cells: [[row, col], other], edges: [] });
                }
            } else {
                const block = [[row, col], [row, col + 1], [row + 1, col], [row + 1, col + 1]];
                if (clues[row][col] !== null) {
                    faults.push({ words: "a cell with a number is shaded", cells: [[row, col]], edges: [] });
                } else if (block.every(([down, right]) => isShaded(down, right))) {
                    faults.push({ words: "a 2×2 block is shaded", cells: block, edges: [] });
                }
            }
        }
    }
    return faults;
}
