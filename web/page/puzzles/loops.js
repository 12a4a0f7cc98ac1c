// Slitherlink and Slink: one loop along the edges; a number says how many of its cell's four edges are lines. A Slink
// has a number in every cell, and boards solve it as a Slitherlink.
// 
// A solution is the cells inside; the lines are between these and those outside.

import {
    blank, cluesOf, createGrid, faultAt, faultOfAll, misshapen, place, turnedBack, wrongSize, wrongValue,
} from "./puzzle.js";
import { isColour } from "./shading.js";
import { decodeSolution, encodeClues, encodeSolution, solutionBytes } from "./wire.js";

const CLUES = Object.freeze([null, 0, 1, 2, 3]);

/** The genre; docs/develop/browser.md describes its members. */
export const slitherlink = Object.freeze({
    id: "slitherlink",
    title: "Slitherlink",
    onBoards: "slitherlink",
    wrongSize: (rows, cols) => wrongSize("Slitherlink", rows, cols),
    blank: (rows, cols, name) => blank(slitherlink, rows, cols, name),
    isClue: (puzzle, value) => CLUES.includes(value),
    clueValues: () => CLUES,
    wrongClue: (puzzle) => wrongValue(puzzle, slitherlink.isClue, "0 to 3 or an empty cell"),
    edges, solutionOf, violations, encode, solutionBytes, decodeSolution, encodeSolution,
});

/** The genre; docs/develop/browser.md describes its members. While one is edited, cells may be empty. */
export const slink = Object.freeze({
    ...slitherlink,
    id: "slink",
    title: "Slink",
    wrongSize: (rows, cols) => wrongSize("Slink", rows, cols),
    blank: (rows, cols, name) => blank(slink, rows, cols, name),
    wrongClue: (puzzle) => slitherlink.wrongClue(puzzle) ?? emptyCell(puzzle),
});

function emptyCell(puzzle) {
    const row = puzzle.clues.findIndex((line) => line.includes(null));
    return row < 0 ? null : faultAt(row, puzzle.clues[row].indexOf(null), "a Slink has a clue in every cell");
}

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

// What is known of edges

/**
 * @typedef {Readonly<{horizontal: ReadonlyArray<string>, vertical: ReadonlyArray<string>}>} KnownEdges
 * A character for each edge, "1" for a line, "0" for none, "?" if it is not known; the rows are as those of `Edges` in
 * loops.js.
 */

/**
 * Return what is known of the edges of cells.
 *
 * @param {ReadonlyArray<ArrayLike<string>>} values Rows of "1" for inside, "0" for outside, "?" for either.
 * @param {(one: number[], other: number[]) => string} [unknown] What is known of the edge between two cells, the upper
 *     or left one first, if both are "?".
 * @returns {KnownEdges}
 */
export function edgesBetween(values, unknown = () => "?") {
    const rows = values.length, cols = values[0].length;
    const at = ([row, col]) => values[row]?.[col] ?? "0";
    const edge = (one, other) => {
        if (at(one) === "?" && at(other) === "?") {
            return unknown(one, other);
        }
        return at(one) === "?" || at(other) === "?" ? "?" : at(one) === at(other) ? "0" : "1";
    };
    const inRows = (grid) => Object.freeze(grid.map((line) => line.join("")));
    return Object.freeze({
        horizontal: inRows(createGrid(rows + 1, cols, (row, col) => edge([row - 1, col], [row, col]))),
        vertical: inRows(createGrid(rows, cols + 1, (row, col) => edge([row, col - 1], [row, col]))),
    });
}

/** Return the edges of a turned grid as those of the grid itself. @param {KnownEdges} edges @returns {KnownEdges} */
export function edgesTurnedBack({ horizontal, vertical }) {
    return Object.freeze({ horizontal: turnedBack(vertical), vertical: turnedBack(horizontal) });
}
