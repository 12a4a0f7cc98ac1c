// The genres, in the order of the host.

import { canal } from "./canal.js";
import { slink } from "./slink.js";
import { slitherlink } from "./slitherlink.js";
import { smullyan } from "./smullyan.js";
import { sudoku } from "./sudoku.js";

/** All genres by their ids. */
export const GENRES = Object.freeze({ slitherlink, sudoku, slink, smullyan, canal });

/** Other names of genres, which pzpr uses. */
const OTHER_NAMES = { slither: "slitherlink", canalview: "canal" };

/** Return the id of the genre that is called so; Error if there is none. */
export function genreCalled(word) {
    const name = String(word).toLowerCase(), id = OTHER_NAMES[name] ?? name;
    if (!Object.hasOwn(GENRES, id)) {
        throw new Error(`expected one of the genres ${Object.keys(GENRES).join(", ")}, found '${word}'`);
    }
    return id;
}

/** Return the genre of a puzzle. */
export function genreOf(puzzle) {
    return GENRES[puzzle.genre];
}
