// A puzzle in the address of the page: `#puzzle=...`, with `&solve` where it is to be solved at once.

import { createPuzzle } from "./puzzle.js";
import { read } from "./read.js";
import { decoded } from "./unwrap.js";
import { ending } from "./urls.js";

/**
 * Return a puzzle as the page's hash.
 *
 * It is the short form of URLs, such as `?slither/5/5/...`, which has no names and takes a Slink for a Slitherlink.
 *
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {{solve?: boolean}} [options]
 */
export function hashOf(puzzle, { solve = false } = {}) {
    const genre = puzzle.genre === "slink" ? "&genre=slink" : "";
    const name = puzzle.name ? `&name=${encodeURIComponent(puzzle.name)}` : "";
    return `#puzzle=?${ending(puzzle)}${genre}${name}${solve ? "&solve" : ""}`;
}

/**
 * Return what a hash asks for; null if it has no puzzle.
 *
 * @param {string} hash As `location.hash`; its puzzle may be anything that `read` reads.
 * @returns {?{puzzle: import("./puzzle.js").Puzzle, solve: boolean}}
 * @throws {Error} If the puzzle cannot be read; the message says why.
 */
export function puzzleOf(hash) {
    const parts = hash.replace(/^#/, "").split("&").map((part) => part.split(/=(.*)/s));
    const values = new Map(parts.map(([key, value]) => [key, decoded(value ?? "")]));
    if (!values.has("puzzle")) {
        return null;
    }
    const { puzzle } = read(values.get("puzzle"), { genre: values.get("genre") });
    const { genre, rows, cols, clues, name } = puzzle;
    return { puzzle: createPuzzle(genre, rows, cols, clues, values.get("name") || name), solve: values.has("solve") };
}
