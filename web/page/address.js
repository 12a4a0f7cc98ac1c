// Puzzles in the page's address: #puzzle=..., with &solve to solve it at once, and &view=play to play it.

import { decoded } from "./puzzles/lines.js";
import { createPuzzle } from "./puzzles/puzzle.js";
import { ending } from "./puzzles/pzpr.js";
import { read } from "./puzzles/read.js";

/** Return what an address's fragment asks for: {puzzle, solve, view}, view may be null; null if it has no puzzle. */
export function readAddress(hash) {
    const [, view] = /&view=(\w+)/.exec(hash) ?? [];
    const asked = puzzleOf(hash);
    return asked && { ...asked, view: ["edit", "play", "watch"].includes(view) ? view : null };
}

/** Remove the puzzle from the page's address: otherwise a reload would bring it back over a newer puzzle. */
export function leaveAddress() {
    changeEntry(history.state, location.pathname + location.search);
}

/** Give this entry of the tab's history another state, and maybe another address. */
export function changeEntry(state, address) {
    try {
        history.replaceState(state, "", address);
    } catch {
        // A browser lets a page do that only so often in a while.
    }
}

/** Return the text of the puzzle in an address's fragment. */
export function textIn(hash) {
    return decoded(/[#&]puzzle=([^&]*)/.exec(hash)?.[1] ?? "");
}

/** Return the address of this page with a puzzle in it. */
export function linkOf(puzzle, { solve = false, view = "edit" } = {}) {
    const page = location.href.replace(/#.*$/, "");
    return `${page}${hashOf(puzzle, { solve })}${view === "edit" ? "" : `&view=${view}`}`;
}

/**
 * Return a puzzle as the page's hash.
 *
 * It is the short form of URLs, such as `?slither/5/5/...`, which has no names and takes a Slink for a Slitherlink.
 *
 * @param {import("./puzzles/puzzle.js").Puzzle} puzzle
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
 * @returns {?{puzzle: import("./puzzles/puzzle.js").Puzzle, solve: boolean}}
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
