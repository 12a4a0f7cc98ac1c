// The message that a board is looking for what all solutions have in common, with a button to cancel the search.

import { button, element } from "../element.js";
import { searchText } from "../words.js";

/** Milliseconds until the message appears; most searches are shorter. */
const PATIENCE = 600;

/** Return the element with the message for one view. */
export function createWaiting(store, solver, view) {
    const words = element("p", { role: "status" }), progress = element("p", { class: "wide" });
    const sign = element("div", { class: "waiting", hidden: true }, words,
        button("", { "data-stops": view, onclick: solver.cancel }, "Cancel"),
        element("div", { class: "meter" }), progress);
    let timer = 0;

    function show() {
        sign.hidden = false;
        words.textContent = "Looking for what all solutions have in common …";
    }

    store.subscribe((state, before) => {
        const [isWaiting, wasWaiting] = [state, before].map((one) => one.task?.kind === "certain" && one.view === view);
        progress.textContent = isWaiting ? searchText(state.task.progress) : "";
        if (isWaiting === wasWaiting) return;
        clearTimeout(timer);
        if (isWaiting) {
            timer = setTimeout(show, PATIENCE);
        } else {
            sign.hidden = true;
            words.textContent = "";
        }
    });
    return sign;
}
