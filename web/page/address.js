// Puzzles in the page's address: #puzzle=... opens a puzzle, &solve solves it at once, &view=play opens it for play.

import { decoded } from "./puzzles/lines.js";
import { createPuzzle } from "./puzzles/puzzle.js";
import { ending } from "./puzzles/pzpr.js";
import { read } from "./puzzles/read.js";

/** Remove the puzzle from the page's address. Otherwise, a reload would open this puzzle and not the newest work. */
export function leaveAddress() {
    changeEntry(history.state, location.pathname + location.search);
}

/** Change the state, and optionally the address, of the current entry in the tab's history. */
export function changeEntry(state, address) {
    try {
        history.replaceState(state, "", address);
    } catch {
        // Browsers limit how often a page may do this.
    }
}

export function linkOf(puzzle, request) {
    return location.href.replace(/#.*$/, "") + hashOf(puzzle, request);
}

/** Return the hash for a puzzle: the end of its URL (`?slither/5/5/...`) and, if needed, its genre and its name. */
export function hashOf(puzzle, { solve = false, view = "edit" } = {}) {
    const genre = puzzle.genre === "slink" ? "&genre=slink" : "";
    const name = puzzle.name ? `&name=${encodeURIComponent(puzzle.name)}` : "";
    return `#puzzle=?${ending(puzzle)}${genre}${name}${solve ? "&solve" : ""}${view === "edit" ? "" : `&view=${view}`}`;
}

/** Return the values in a hash, by their names. */
export function valuesIn(hash) {
    const parts = hash.replace(/^#/, "").split("&").map((part) => part.split(/=(.*)/s));
    return new Map(parts.map(([name, value]) => [name, decoded(value ?? "")]));
}

/**
 * Return the request in a hash, {puzzle, solve, view}, or null if the hash has no puzzle. `view` may be null. Throws an
 * Error if the hash is invalid.
 */
export function readAddress(hash) {
    const values = valuesIn(hash), view = values.get("view");
    if (!values.has("puzzle")) return null;
    const { puzzle: { genre, rows, cols, clues, name } } = read(values.get("puzzle"), { genre: values.get("genre") });
    return {
        puzzle: createPuzzle(genre, rows, cols, clues, values.get("name") || name),
        solve: values.has("solve"), view: ["edit", "play", "watch"].includes(view) ? view : null,
    };
}
