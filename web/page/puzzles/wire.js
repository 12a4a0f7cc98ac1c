// How puzzles with clues in cells, and solutions of two colours, pass over the link (docs/develop/protocol.md).

import { joined, pack, unpack } from "./bits.js";
import { inRows } from "./puzzle.js";

/**
 * Encode the clues of all cells: which cells have one, then the clues.
 *
 * @param {ReadonlyArray<?number>} clues Row by row; null for a cell without one.
 * @param {number} bits Of a clue.
 * @returns {Uint8Array}
 */
export function encodeClues(clues, bits) {
    return joined(
        pack(clues.map((clue) => (clue === null ? 0 : 1)), 1), pack(clues.filter((clue) => clue !== null), bits));
}

/** Return the length of an encoded solution of two colours. */
export function solutionBytes(puzzle) {
    return Math.ceil(puzzle.rows * puzzle.cols / 8);
}

/** Decode a solution of two colours, one bit a cell; RangeError if the length is wrong. @returns {ReadonlyArray<string>} */
export function decodeSolution(puzzle, data) {
    return Object.freeze(inRows(unpack(data, puzzle.rows * puzzle.cols, 1), puzzle.cols).map((line) => line.join("")));
}

/** Encode a solution of two colours. */
export function encodeSolution(solution) {
    return pack(Array.from(solution.join(""), Number), 1);
}
