// Slink: a Slitherlink with a number in every cell, which boards solve as a Slitherlink.

import { blank, faultAt, wrongSize } from "./puzzle.js";
import { slitherlink } from "./slitherlink.js";

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
