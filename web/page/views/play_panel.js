// The panel for solving by hand: check, hint, begin again.

import { element } from "../element.js";
import { isEmpty } from "../play/marks.js";

/** Return the panel. */
export function createPlayPanel(store, actions, playing) {
    const check = element("button", { class: "button grow", type: "button", id: "check", onclick: playing.check }, "Check");
    const hint = element("button", { class: "button grow", type: "button", id: "hint", onclick: playing.hint }, "Hint");
    const clear = element("button", { class: "button grow", type: "button", id: "clear-marks", onclick: actions.clearMarks },
        "Begin again");
    const told = element("div", { class: "verdict", id: "told" });
    store.subscribe((state) => {
        const what = state.hint ?? state.faults;
        told.hidden = !what;
        told.dataset.state = what?.state ?? "";
        told.replaceChildren(...(what ? [
            what.title ? element("strong", {}, what.title) : null, element("span", {}, what.text),
        ].filter(Boolean) : []));
        clear.disabled = isEmpty(state.marks);
    });
    return element("section", { class: "panel", "aria-labelledby": "play-heading" },
        element("h2", { id: "play-heading" }, "Play"),
        element("div", { class: "row" }, check, hint), told,
        element("div", { class: "row" }, clear));
}
