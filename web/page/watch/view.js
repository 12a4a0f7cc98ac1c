// Chooses the view that draws an engine's work.

import { createDigitView } from "./digit_view.js";
import { createLoopView } from "./loop_view.js";
import { createCanalView, createShadeView } from "./shade_view.js";

const VIEWS = {
    deducer: createLoopView, parallel: createDigitView, scan: createDigitView, dynasty: createShadeView,
    canal: createCanalView,
};

/** Return the view that draws pictures of an engine's work into the page's grid: {draw, remove}. */
export function createView(engine, grid, puzzle, isTurned) {
    return VIEWS[engine](grid, puzzle, isTurned);
}
