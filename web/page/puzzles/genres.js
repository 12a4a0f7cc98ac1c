// The genres, in the order of the host.

import { canal } from "./canal.js";
import { slink } from "./slink.js";
import { slitherlink } from "./slitherlink.js";
import { smullyan } from "./smullyan.js";
import { sudoku } from "./sudoku.js";

/** All genres by their ids. */
export const GENRES = Object.freeze({ slitherlink, sudoku, slink, smullyan, canal });

/** Names that pzpr has for genres. */
const OTHER_NAMES = { slither: "slitherlink", canalview: "canal" };

/** Return the id of the genre with this name; Error if no genre has it. */
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
