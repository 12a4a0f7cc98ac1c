// What the page knows of each genre besides its rules: how it is drawn and played, and what to tell a person.

import { GENRES, genreOf } from "./puzzles/genres.js";
import { UNKNOWN, cluesOf } from "./puzzles/puzzle.js";
import { counted } from "./words.js";

export { GENRES, UNKNOWN, genreOf };

/** How a genre is drawn and played: a loop along edges, digits in cells, or shaded cells. */
export const LOOP = "loop", DIGITS = "digits", SHADES = "shades";

const KINDS = { slitherlink: LOOP, slink: LOOP, sudoku: DIGITS, smullyan: SHADES, canal: SHADES };

const LOOP_RULES = "Draw one loop along the edges. It neither branches nor crosses itself. A number says how many of its"
    + " cell’s four edges are part of the loop.";

const RULES = {
    slitherlink: LOOP_RULES,
    slink: LOOP_RULES,
    sudoku: "Every row, every column and every box holds each digit once.",
    smullyan: "Shade the knaves. No two of them share an edge, and all other cells, the knights, are connected. A"
        + " number counts the knaves in the 3×3 block around its cell: a knight’s is true, a knave’s is false.",
    canal: "Shade the canal: its cells are connected, with no 2×2 block among them. A cell with a number is not shaded;"
        + " it counts the shaded cells that are visible from it in the four directions.",
};

const USUAL_SIZES = { slitherlink: [10, 10], slink: [10, 10], sudoku: [9, 9], smullyan: [8, 8], canal: [8, 8] };

/** Return how puzzles of a genre are drawn and played. */
export function kindOf(puzzle) {
    return KINDS[puzzle.genre];
}

/** Return a genre's rules in short. */
export function rulesOf(puzzle) {
    return RULES[puzzle.genre];
}

/** Return the rows and columns that a new grid of a genre has. */
export function usualSize(genre) {
    return USUAL_SIZES[genre];
}

/** Return a clue as the page shows it; nothing for null. */
export function clueText(clue) {
    return clue === null ? "" : clue === UNKNOWN ? "?" : String(clue);
}

/** Return a size as the page shows it. */
export function sizeText(puzzle) {
    return `${puzzle.rows}×${puzzle.cols}`;
}

/** Return a puzzle's size, its number of clues, and its name unless that begins with the size. */
export function factsOf(puzzle) {
    const clues = counted(cluesOf(puzzle).length, puzzle.genre === "sudoku" ? "given" : "clue");
    const name = puzzle.name.startsWith(`${puzzle.rows}x${puzzle.cols}`) ? "" : puzzle.name;
    return [sizeText(puzzle), clues, name].filter(Boolean);
}
