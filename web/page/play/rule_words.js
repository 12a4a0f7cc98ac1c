// What the rules of shading share: findings, clashes, and how they name cells.
//
// A rule is a function of the cells' marks, row by row. It yields findings and clashes, and reads the marks anew after
// each, since whoever takes a finding may mark it. A *finding* is {found, from, say}: `found` are [cell, mark] of open
// cells, `from` the cells from which they follow, `say` returns the reason. A *clash*, {clash, from}, is what cannot be:
// `clash` returns words that go on from "if that were so".

import { clueText } from "../genres.js";
import { place } from "../puzzles/puzzle.js";
import { SHADED } from "./marks.js";

/** Return a cell's place in words. */
export function placeOf({ cols }, at) {
    return place(Math.floor(at / cols), at % cols);
}

/** Return a clue with its place, such as "5 at row 1, column 2". */
export function clueAt(puzzle, at) {
    return `${clueText(puzzle.clues.flat()[at])} at ${placeOf(puzzle, at)}`;
}

/** Return what was found in words, such as "row 1, column 2 is shaded". */
export function foundText(puzzle, found) {
    const ofShade = (isShaded) => found.filter(([, mark]) => (mark === SHADED) === isShaded).map(([at]) => at);
    return [[ofShade(true), "shaded"], [ofShade(false), "unshaded"]]
        .filter(([cells]) => cells.length)
        .map(([cells, shade]) => cells.length === 1
            ? `${placeOf(puzzle, cells[0])} is ${shade}`
            : `${cells.length} open cells are ${shade}`)
        .join(", and ");
}

/** Return, for each cell, those that share an edge with it. */
export function neighboursOf({ rows, cols }) {
    return Array.from({ length: rows * cols }, (_, at) => [
        ...(at >= cols ? [at - cols] : []), ...(at % cols > 0 ? [at - 1] : []),
        ...(at % cols < cols - 1 ? [at + 1] : []), ...(at < (rows - 1) * cols ? [at + cols] : []),
    ]);
}
