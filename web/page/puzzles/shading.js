// What the genres share in which some cells of a grid are shaded; a solution has "1" for these.

import { UNKNOWN, ANY_SIZE, blank, faultAt, place, wrongSize, wrongValue } from "./puzzle.js";
import { regionStarts } from "./regions.js";
import { decodeSolution, encodeClues, encodeSolution, solutionBytes } from "./wire.js";

/** The largest clue: a cell of a picture has room for three digits. */
export const LARGEST_CLUE = 999;

/**
 * Return the members that all shading genres share; `genre` is the whole of one.
 *
 * `packed` says how boards take its clues, {bits, clue}: the bits of each, and what returns a clue as it is sent, null
 * if it is not.
 */
export function shadingGenre(id, title, genre, packed) {
    const isClue = (puzzle, value) =>
        value === null || (Number.isInteger(value) && value >= UNKNOWN && value <= LARGEST_CLUE);
    return {
        id,
        title,
        sizes: ANY_SIZE,
        onBoards: id,
        wrongSize: (rows, cols) => wrongSize(title, rows, cols),
        blank: (rows, cols, name) => blank(genre(), rows, cols, name),
        isClue,
        wrongClue: (puzzle) => wrongValue(puzzle, isClue, `a number from 0 to ${LARGEST_CLUE}, '?' or an empty cell`),
        encode: (puzzle) => encodeClues(puzzle.clues.flat().map(packed.clue), packed.bits),
        solutionBytes,
        decodeSolution,
        encodeSolution,
    };
}

/** Return a fault if the cells of one colour, called `what`, are in several regions. */
export function connectionFaults(solution, colour, what) {
    const starts = regionStarts(solution, colour);
    if (starts.length < 2) {
        return [];
    }
    const places = starts.map(({ row, col }) => place(row, col)).join(" and ");
    const words = `the ${what} cells are in ${starts.length} regions instead of one, which begin at ${places}`;
    return [faultAt(starts[1].row, starts[1].col, words)];
}
