// The places of a grid. A cell is [row, col]. An edge is [row, col, down]: if `down` is false, it is the edge above the
// cell; if `down` is true, it is the edge to the left of the cell. This module also lists the houses of a Sudoku.

import { range } from "./puzzle.js";

/** Return all cells, row by row. The list is shared, so it must not be changed. */
export const cellsOf = perSize((rows, cols) =>
    Array.from({ length: rows * cols }, (_, at) => [Math.floor(at / cols), at % cols]));

/** Return all edges. The list is shared, so it must not be changed. */
export const edges = perSize((rows, cols) => [
    ...cellsOf(rows + 1, cols).map((cell) => [...cell, false]),
    ...cellsOf(rows, cols + 1).map((cell) => [...cell, true]),
]);

/** Return a function that makes a list for a size only once, because a large grid has more than 100,000 edges. */
function perSize(make) {
    const made = new Map();
    return (...sizes) => {
        const size = String(sizes);
        if (!made.has(size)) made.set(size, Object.freeze(make(...sizes)));
        return made.get(size);
    };
}

/** The steps from a cell to the cells that share an edge with it, each as rows to go down and columns to go right. */
export const SIDES = [[-1, 0], [0, -1], [0, 1], [1, 0]];

/** The steps from a cell to all cells that touch it, and to itself. */
export const AROUND = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]));

/** Return for each cell, row by row, the indices of the cells that share an edge with it. */
export const neighbours = perSize((rows, cols) =>
    cellsOf(rows, cols).map(([row, col]) => SIDES.map(([down, right]) => [row + down, col + right])
        .filter((cell) => isInGrid(cell, rows, cols)).map(([row, col]) => row * cols + col)));

export function isInGrid([row, col], rows, cols) {
    return row >= 0 && row < rows && col >= 0 && col < cols;
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

/**
 * Return the houses of a Sudoku, each {name, cells}: the first row, column and box, the second row, and so on. The list
 * is shared, so it must not be changed.
 */
export const houses = perSize((side) => {
    const order = Math.sqrt(side), all = range(0, side - 1);
    return all.flatMap((at) => {
        const top = Math.floor(at / order) * order, left = at % order * order;
        return [
            { name: `row ${at + 1}`, cells: all.map((place) => [at, place]) },
            { name: `column ${at + 1}`, cells: all.map((place) => [place, at]) },
            { name: `box ${at + 1}`, cells: cellsOf(order, order).map(([row, col]) => [top + row, left + col]) },
        ];
    });
});

/** Return the indices of a cell's row, column and box in the list of houses. */
export function housesOf(side, [row, col]) {
    const order = Math.sqrt(side), box = Math.floor(row / order) * order + Math.floor(col / order);
    return [3 * row, 3 * col + 1, 3 * box + 2];
}

/** Return the cells of the three houses of a cell. The cell itself is among them three times. */
export function seenFrom(side, cell) {
    return housesOf(side, cell).flatMap((at) => houses(side)[at].cells);
}

/** Return the digits that no house of a cell contains; `digitOf` returns the digit of a cell, if any. */
export function possibleDigits(side, cell, digitOf) {
    const seen = new Set(seenFrom(side, cell).map(digitOf));
    return range(1, side).filter((digit) => !seen.has(digit));
}
