// What is known of a grid's edges: whether each is a line of the loop between inside and outside.

import { createGrid } from "./puzzle.js";
import { turnedBack } from "./turned.js";

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
