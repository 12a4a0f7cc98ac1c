// How each engine's work is drawn, and what the colours mean.

import { createDigitView } from "./digit_view.js";
import { createLoopView } from "./loop_view.js";

const VIEWS = { deducer: createLoopView, parallel: createDigitView };

/** Return what draws pictures of an engine's work into the page's grid: {draw, remove}. */
export function createView(engine, grid, puzzle) {
    return VIEWS[engine](grid, puzzle);
}

/** What the signs on the grid mean, by engine: how each looks, and words. */
export const SIGNS = {
    deducer: [
        ["shapes", "how the loop may still pass a corner"],
        ["crossed", "crossed out in this step"],
        ["line", "a line: all shapes that are left have it"],
        ["cross", "no line"],
        ["inside", "inside the loop"],
        ["outside", "outside"],
        ["trial", "what follows from an assumption"],
        ["sweep", "the window of two rows"],
        ["flood", "a flood: reached from inside, from outside"],
    ],
    parallel: [
        ["candidate", "digits that are still possible"],
        ["crossed-digit", "crossed out in this step"],
        ["found", "settled for certain"],
        ["trial-digit", "settled if the guess is right"],
        ["guessed", "a guess"],
        ["wrong", "a contradiction"],
    ],
};
