// Puzzles in the page's address: #puzzle=..., with &solve to solve it at once, and &view=play to play it.

import { hashOf, puzzleOf } from "./puzzles/share.js";
import { decoded } from "./puzzles/unwrap.js";

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
