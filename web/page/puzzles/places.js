// The places of a grid. A cell is [row, col]. An edge is [row, col, down]: if `down` is false, it is the edge above the
// cell; if it is true, the edge to its left. Also the houses of a Sudoku, and the values of marks.

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

/** Return the two cells beside an edge, each [row, col]; one of them may lie outside the grid. */
export function besideEdge([row, col, down]) {
    return down ? [[row, col - 1], [row, col]] : [[row - 1, col], [row, col]];
}

/** Return whether an edge is part of the loop that separates cells with "1" from cells with "0" and the outside. */
export function isLine(solution, edge) {
    const [one, other] = besideEdge(edge).map(([row, col]) => solution[row]?.[col] ?? "0");
    return one !== other;
}

export function edgesOfCell(row, col) {
    return [[row, col, false], [row, col, true], [row, col + 1, true], [row + 1, col, false]];
}

/** Return the two to four edges that meet at a vertex. */
export function edgesOfVertex(row, col, rows, cols) {
    return [
        ...(row > 0 ? [[row - 1, col, true]] : []), ...(row < rows ? [[row, col, true]] : []),
        ...(col > 0 ? [[row, col - 1, false]] : []), ...(col < cols ? [[row, col, false]] : []),
    ];
}

/** Return all edges at both ends of an edge, including the edge itself. */
export function edgesBeside([row, col, down], rows, cols) {
    const ends = [[row, col], down ? [row + 1, col] : [row, col + 1]];
    return ends.flatMap((end) => edgesOfVertex(...end, rows, cols));
}

const HOUSES = new Map();

/** Return the houses of a Sudoku, each {name, cells}: the first row, column and box, the second row, and so on. */
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

/** Return the digits that are missing in all houses of a cell; `digitOf` returns the digit of a cell, if any. */
export function possibleDigits(side, [row, col], digitOf) {
    const order = Math.sqrt(side), box = Math.floor(row / order) * order + Math.floor(col / order);
    const seen = new Set([3 * row, 3 * col + 1, 3 * box + 2].flatMap((at) => houses(side)[at].cells.map(digitOf)));
    return range(1, side).filter((digit) => !seen.has(digit));
}

// Marks

/** Marks of a cell or an edge. */
export const OPEN = 0, LINE = 1, CROSS = 2, SHADED = 1, UNSHADED = 2;

/** Return the mark of an edge; `cols` is the number of columns of the grid. */
export function edgeMark(marks, cols, [row, col, down]) {
    return down ? marks.down[row * (cols + 1) + col] : marks.across[row * cols + col];
}

// Known edges

/**
 * @typedef {Readonly<{horizontal: ReadonlyArray<string>, vertical: ReadonlyArray<string>}>} KnownEdges
 * Each edge has a character: "1" if it is a line, "0" if it is no line, "?" if it is unknown. `horizontal[row][col]` is
 * the edge above a cell; a further row has the edges below the last row. `vertical[row][col]` is the edge to the left
 * of a cell; a further column has the edges to the right of the last column.
 */

/** Return whether a known edge is a line; null if it is unknown. */
export function knownLine({ horizontal, vertical }, [row, col, down]) {
    return { 1: true, 0: false }[(down ? vertical : horizontal)[row][col]] ?? null;
}

/**
 * Return the known edges that follow from known cells.
 *
 * @param {ReadonlyArray<ArrayLike<string>>} values Rows of cells: "1" is inside, "0" is outside, "?" is unknown.
 * @param {(one: number[], other: number[]) => string} [unknown] Returns the character of an edge if one of the cells
 *     beside it is "?"; the upper or left cell comes first.
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
