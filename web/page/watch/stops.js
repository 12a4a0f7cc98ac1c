// The stops of a guide through a recording, and the facts at a stop.

import { DIGITS, LOOP, kindOf } from "../puzzles/puzzle.js";

/**
 * @typedef {{position: number, words: string, changes: [number, number][], fresh: [number, number][],
 *     tried: [number, number][], from: [number, number][], corners: [number, number][], faults: number[]}} Stop
 * A sentence of the guide at a position of the recording. A fact is a place and its value. The places are the cells or,
 * in a loop puzzle, the edges and then the cells; the values are those of marks.js, and INSIDE and OUTSIDE. `changes`
 * are the new facts; the value 0 takes a fact back. `fresh` are those that the sentence names: some facts need no words.
 * `tried` are facts that only follow from an assumption. `from` and `corners` are the cells and the corners of cells that
 * the sentence names, and `faults` are the places of a contradiction.
 */

/** Return the facts before the first stop: a value for each place. */
export function firstFacts(puzzle) {
    const { rows, cols, clues } = puzzle;
    if (kindOf(puzzle) === DIGITS) return Uint8Array.from(clues.flat(), (clue) => clue ?? 0);
    return new Uint8Array(rows * cols + (kindOf(puzzle) === LOOP ? (rows + 1) * cols + rows * (cols + 1) : 0));
}

/** Return the facts at a stop, including those of the stop itself. */
export function factsAt(puzzle, stops, last) {
    const facts = firstFacts(puzzle);
    for (let at = 0; at <= last; at++) {
        for (const [place, value] of stops[at].changes) facts[place] = value;
    }
    return facts;
}
