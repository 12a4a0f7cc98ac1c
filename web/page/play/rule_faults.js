// How marks break the rules, whatever is marked later.

import { kindOf } from "../genres.js";
import { CROSS, LINE, OPEN, SHADED, edgeMark } from "./marks.js";
import { edgesOfCell, edgesOfVertex, houses } from "./places.js";

/** Return how marks break the rules: a list of {words, cells, edges}. */
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
            const [lines, crosses] = [LINE, CROSS].map((one) =>
                edgesOfCell(row, col).filter((edge) => mark(edge) === one));
            if (clue !== null && lines.length > clue) {
                faults.push({ words: `a ${clue} with ${lines.length} lines`, cells: [[row, col]], edges: lines });
            } else if (clue !== null && crosses.length > 4 - clue) {
                faults.push({ words: `a ${clue} with ${crosses.length} crosses`, cells: [[row, col]], edges: [] });
            }
        }
    }
    for (let row = 0; row <= rows; row++) {
        for (let col = 0; col <= cols; col++) {
            const around = edgesOfVertex(row, col, rows, cols);
            const lines = around.filter((edge) => mark(edge) === LINE);
            if (lines.length > 2) {
                faults.push({ words: "the loop branches", cells: [], edges: lines });
            } else if (lines.length === 1 && around.every((edge) => mark(edge) !== OPEN)) {
                faults.push({ words: "a line leads nowhere", cells: [], edges: lines });
            }
        }
    }
    return faults;
}

function digitFaults(puzzle, marks) {
    const { rows: side, cols } = puzzle;
    const digit = ([row, col]) => puzzle.clues[row][col] ?? marks.digits[row * cols + col];
    return houses(side).flatMap(({ name, cells }) => {
        const twice = cells.filter((cell) =>
            digit(cell) && cells.some((other) => other !== cell && digit(other) === digit(cell)));
        return twice.length ? [{ words: `${digit(twice[0])} is twice in ${name}`, cells: twice, edges: [] }] : [];
    });
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
