// The panel for solving by hand: check, hint, begin again.

import { element } from "../element.js";
import { rulesOf } from "../genres.js";

/** Return the panel. */
export function createPlayPanel(store, actions, playing) {
    const check = button("check", "Check", playing.check), hint = button("hint", "Hint", playing.hint);
    const rules = element("p", {});
    const told = element("div", { class: "verdict", id: "told" });
    const take = button("take", "Do it", playing.takeHint);
    store.subscribe((state) => {
        take.hidden = !state.hint;
        const what = state.hint ?? state.faults;
        told.hidden = !what;
        told.dataset.state = what?.state ?? "";
        told.replaceChildren(...(what ? [
            what.title ? element("strong", {}, what.title) : null, element("span", {}, what.text),
        ].filter(Boolean) : []));
        rules.textContent = rulesOf(state.puzzle);
    });
    return element("section", { class: "panel", "aria-labelledby": "play-heading" },
        element("h2", { id: "play-heading", class: "spoken" }, "Play"),
        element("div", { class: "row" }, check, hint), told, take, rules);
}

function button(id, text, onclick) {
    return element("button", { class: "button grow", type: "button", id, onclick }, text);
}
