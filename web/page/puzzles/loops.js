// The rules of loops, which Slitherlink and Slink share: the lines between the cells inside and those outside.

import { cluesOf, createGrid, faultAt, faultOfAll, misshapen, place } from "./puzzle.js";
import { isColour } from "./regions.js";
import { encodeClues } from "./wire.js";

export { decodeSolution, encodeSolution, solutionBytes } from "./wire.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./puzzle.js").Fault} Fault
 * @typedef {{horizontal: boolean[][], vertical: boolean[][]}} Edges
 * `horizontal[row][col]` is the edge above a cell, or below the last row; `vertical[row][col]` the one left of a cell,
 * or right of the last column.
 */

/** Return the lines of a solution. @param {ReadonlyArray<string>} solution @returns {Edges} */
export function edges(solution) {
    const rows = solution.length, cols = solution[0].length;
    const at = (row, col) => solution[row]?.[col] ?? "0";
    return {
        horizontal: createGrid(rows + 1, cols, (row, col) => at(row - 1, col) !== at(row, col)),
        vertical: createGrid(rows, cols + 1, (row, col) => at(row, col - 1) !== at(row, col)),
    };
}

/** Return how many of a cell's edges are lines. @param {Edges} lines */
export function linesAround({ horizontal, vertical }, row, col) {
    return horizontal[row][col] + horizontal[row + 1][col] + vertical[row][col] + vertical[row][col + 1];
}

/** Return the solution whose lines these are; null if a line has an end. @param {Edges} lines @returns {?string[]} */
export function solutionOf({ horizontal, vertical }) {
    const solution = vertical.map((line) => {
        let colour = 0;
        return line.slice(0, -1).map((isLine) => (colour ^= isLine)).join("");
    });
    const drawn = edges(solution);
    const same = (one, other) => one.every((line, row) => line.every((edge, col) => !edge === !other[row][col]));
    return same(horizontal, drawn.horizontal) && same(vertical, drawn.vertical) ? solution : null;
}

/** Return how a solution breaks the rules. @param {Puzzle} puzzle @returns {Fault[]} */
export function violations(puzzle, solution) {
    const faults = misshapen(puzzle, solution, isColour, "neither '1' (inside) nor '0' (outside)");
    if (faults.length) {
        return faults;
    }
    const drawn = edges(solution);
    for (const { row, col, clue } of cluesOf(puzzle)) {
        const lines = linesAround(drawn, row, col);
        if (lines !== clue) {
            const counted = lines === 1 ? "1 of its edges is a line" : `${lines} of its edges are lines`;
            faults.push(faultAt(row, col, `the clue is ${clue}, but ${counted}`));
        }
    }
    const crossed = crossings(solution);
    const loops = crossed.length ? [] : loopStarts(drawn);
    faults.push(...crossed);
    if (!crossed.length && !loops.length) {
        faults.push(faultOfAll("there is no loop: no cell is inside"));
    }
    if (loops.length > 1) {
        const places = loops.map(({ row, col }) => place(row, col)).join(" and ");
        const words = `there are ${loops.length} loops instead of one, at the upper left corners of ${places}`;
        faults.push(faultAt(loops[1].row, loops[1].col, words));
    }
    return faults;
}

/** Encode a puzzle. */
export function encode(puzzle) {
    return encodeClues(puzzle.clues.flat(), 2);
}

/** Return a fault, at the upper left one of its four cells, for each vertex at which the lines cross. */
function crossings(solution) {
    const faults = [];
    for (let row = 0; row + 1 < solution.length; row++) {
        for (let col = 0; col + 1 < solution[row].length; col++) {
            const [above, below] = [solution[row], solution[row + 1]];
            if (above[col] === below[col + 1] && above[col + 1] === below[col] && above[col] !== below[col]) {
                const columns = `columns ${col + 1} and ${col + 2}`;
                faults.push(faultAt(row, col, `the lines cross between rows ${row + 1} and ${row + 2}, ${columns}`));
            }
        }
    }
    return faults;
}

/** Return the upper left corner of each loop, walking along the lines, which do not cross. */
function loopStarts({ horizontal, vertical }) {
    const unseen = horizontal.map((line) => [...line]);
    const starts = [];
    horizontal.forEach((line, row) => line.forEach((_, col) => {
        if (unseen[row][col]) {
            starts.push({ row, col });
            walk(horizontal, vertical, unseen, row, col);
        }
    }));
    return starts;
}

/** Walk along a loop from a horizontal line, and take note of its horizontal lines. */
function walk(horizontal, vertical, unseen, startRow, startCol) {
    let row = startRow, col = startCol, step = "right";
    do {
        if (step === "right") {
            unseen[row][col++] = false;
        } else if (step === "left") {
            unseen[row][--col] = false;
        } else {
            row += step === "down" ? 1 : -1;
        }
        const along = {
            right: horizontal[row][col],
            left: horizontal[row][col - 1],
            down: vertical[row]?.[col],
            up: vertical[row - 1]?.[col],
        };
        const back = { right: "left", left: "right", down: "up", up: "down" }[step];
        step = Object.keys(along).find((way) => along[way] && way !== back);
    } while (row !== startRow || col !== startCol);
}
