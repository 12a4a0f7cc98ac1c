// The view that shows the engine at work.

import { element } from "../element.js";

/** Return the view's panel; `boards` have the simulated board that is watched. */
export function createWatchPanel(store, boards) {
    return element("section", { class: "panel", "aria-labelledby": "watch-heading" },
        element("h2", { id: "watch-heading" }, "Watch"),
        element("p", {}, "Here the engine’s work will be seen, clock by clock."));
}
