// The genres, in the order of the host.

import { canal } from "./canal.js";
import { slink } from "./slink.js";
import { slitherlink } from "./slitherlink.js";
import { smullyan } from "./smullyan.js";
import { sudoku } from "./sudoku.js";

/** All genres by their ids. */
export const GENRES = Object.freeze({ slitherlink, sudoku, slink, smullyan, canal });

/** Return the genre of a puzzle. */
export function genreOf(puzzle) {
    return GENRES[puzzle.genre];
}
