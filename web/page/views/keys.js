// Which keys do what, in a line under the grid.

import { element } from "../element.js";
import { DIGITS, LOOP, UNKNOWN, genreOf, kindOf } from "../genres.js";

/** Return the line's parts, of a view of a genre. */
export function keysOf({ view, puzzle }) {
    const kind = kindOf(puzzle);
    if (view === "watch") {
        return [];
    }
    if (view !== "play") {
        const question = genreOf(puzzle).isClue(puzzle, UNKNOWN) ? [key("?"), " an unknown number · "] : [];
        return [key("←"), " ", key("→"), " ", key("↑"), " ", key("↓"), " move · digits set · ", ...question,
            key("Delete"), " clears · ", key("Ctrl"), " ", key("Enter"), " solves"];
    }
    if (kind === LOOP) {
        return [key("W"), " ", key("A"), " ", key("S"), " ", key("D"), " draw the line above, left, below, right · ",
            "with ", key("Shift"), " a cross · drag from dot to dot"];
    }
    if (kind === DIGITS) {
        return ["Digits fill in · with ", key("Shift"), " as pencil marks · ", key("Space"), " pencil on and off · ",
            key("Delete"), " clears"];
    }
    return [key("Space"), " shades, marks as unshaded, opens · ", key("x"), " shades · ", key("o"), " marks · ",
        "drag for many"];
}

function key(name) {
    return element("kbd", {}, name);
}
