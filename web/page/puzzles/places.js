// Cells of a grid, as [row, col]; edges, as [row, col, down]: the edge above a cell, or with `down` the edge to its
// left; the houses of a Sudoku; and values of marks.

import { createGrid, range } from "./puzzle.js";

export function cellsOf(rows, cols) {
    return Array.from({ length: rows * cols }, (_, at) => [Math.floor(at / cols), at % cols]);
}

export function edges(rows, cols) {
    return [
        ...cellsOf(rows + 1, cols).map((cell) => [...cell, false]),
        ...cellsOf(rows, cols + 1).map((cell) => [...cell, true]),
    ];
}

/** Return the two cells at an edge, as [row, col]; one may lie outside the grid. */
export function besideEdge([row, col, down]) {
    return down ? [[row, col - 1], [row, col]] : [[row - 1, col], [row, col]];
}

/** Return whether an edge is part of the loop that separates "1" from "0"; outside the grid is "0". */
export function isLine(solution, edge) {
    const [one, other] = besideEdge(edge).map(([row, col]) => solution[row]?.[col] ?? "0");
    return one !== other;
}

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

/** Return the edges at both ends of an edge, including this edge. */
export function edgesBeside([row, col, down], rows, cols) {
    const ends = [[row, col], down ? [row + 1, col] : [row, col + 1]];
    return ends.flatMap((end) => edgesOfVertex(...end, rows, cols));
}

const HOUSES = new Map();

/** Return the houses of a Sudoku, {name, cells}: the first row, column and box, then the second ones, and so on. */
export function houses(side) {
    if (!HOUSES.has(side)) {
        const order = Math.sqrt(side), all = range(0, side - 1);
        HOUSES.set(side, all.flatMap((at) => {
            const top = Math.floor(at / order) * order, left = at % order * order;
            return [
                { name: `row ${at + 1}`, cells: all.map((place) => [at, place]) },
                { name: `column ${at + 1}`, cells: all.map((place) => [place, at]) },
                { name: `box ${at + 1}`, cells: cellsOf(order, order).map(([row, col]) => [top + row, left + col]) },
            ];
        }));
    }
    return HOUSES.get(side);
}

/** Return the digits that no cell in the houses of a cell has; `digitOf` returns the digit of a cell, if it has one. */
export function possibleDigits(side, [row, col], digitOf) {
    const order = Math.sqrt(side), box = Math.floor(row / order) * order + Math.floor(col / order);
    const seen = new Set([3 * row, 3 * col + 1, 3 * box + 2].flatMap((at) => houses(side)[at].cells.map(digitOf)));
    return range(1, side).filter((digit) => !seen.has(digit));
}

// Marks

/** Marks of a cell or an edge. */
export const OPEN = 0, LINE = 1, CROSS = 2, SHADED = 1, UNSHADED = 2;

/** Return the mark of an edge in a grid of this number of columns. */
export function edgeMark(marks, cols, [row, col, down]) {
    return down ? marks.down[row * (cols + 1) + col] : marks.across[row * cols + col];
}

// Known edges

/**
 * @typedef {Readonly<{horizontal: ReadonlyArray<string>, vertical: ReadonlyArray<string>}>} KnownEdges
 * A character for each edge: "1" for a line, "0" for no line, "?" if it is unknown. `horizontal[row][col]` is the edge
 * above a cell, or below the last row. `vertical[row][col]` is the edge to the left of a cell, or to the right of the
 * last column.
 */

/** Return whether a known edge is a line; null if it is unknown. */
export function knownLine({ horizontal, vertical }, [row, col, down]) {
    return { 1: true, 0: false }[(down ? vertical : horizontal)[row][col]] ?? null;
}

/**
 * Return the known edges between cells.
 *
 * @param {ReadonlyArray<ArrayLike<string>>} values Rows of "1" for inside, "0" for outside, "?" for unknown.
 * @param {(one: number[], other: number[]) => string} [unknown] Returns the character of the edge between two cells
 *     with "?", the upper or left cell first.
 * @returns {KnownEdges}
 */
export function edgesBetween(values, unknown = () => "?") {
    const rows = values.length, cols = values[0].length;
    const at = ([row, col]) => values[row]?.[col] ?? "0";
    const known = (...edge) => {
        const [one, other] = besideEdge(edge), [left, right] = [at(one), at(other)];
        if (left === "?" && right === "?") return unknown(one, other);
        return left === "?" || right === "?" ? "?" : left === right ? "0" : "1";
    };
    const grid = (rows, cols, down) =>
        Object.freeze(createGrid(rows, cols, (row, col) => known(row, col, down)).map((line) => line.join("")));
    return Object.freeze({ horizontal: grid(rows + 1, cols, false), vertical: grid(rows, cols + 1, true) });
}
