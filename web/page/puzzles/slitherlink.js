// Slitherlink: one loop along the edges; a number says how many of its cell's four edges are lines.

import * as loops from "./loops.js";
import { ANY_SIZE, blank, wrongSize, wrongValue } from "./puzzle.js";

const CLUES = Object.freeze([null, 0, 1, 2, 3]);

/** The genre; docs/develop/browser.md describes its members. */
export const slitherlink = Object.freeze({
    id: "slitherlink",
    title: "Slitherlink",
    sizes: ANY_SIZE,
    onBoards: "slitherlink",
    wrongSize: (rows, cols) => wrongSize("Slitherlink", rows, cols),
    blank: (rows, cols, name) => blank(slitherlink, rows, cols, name),
    isClue: (puzzle, value) => CLUES.includes(value),
    clueValues: () => CLUES,
    wrongClue: (puzzle) => wrongValue(puzzle, slitherlink.isClue, "0 to 3 or an empty cell"),
    ...loops,
});
