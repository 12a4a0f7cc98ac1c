// The puzzle: its title, undo and redo, the grid, and under it a pad for those without a keyboard.

import { clueCount } from "../edits.js";
import { element, icon } from "../element.js";
import { createBoardView } from "../editor/board_view.js";
import { factsOf, genreOf, sizeText } from "../genres.js";
import { canTravel } from "../history.js";
import { isEmpty } from "../play/marks.js";
import { keysOf } from "./keys.js";
import { createPad } from "./pad.js";

/** Fill the stage; `say` tells a text to screen readers. */
export function mountStage(stage, store, actions, say) {
    const title = element("h2", { tabindex: "-1" });
    const undo = travelButton("undo", "Undo", "Ctrl+Z", () => actions.undo());
    const redo = travelButton("redo", "Redo", "Ctrl+Shift+Z", () => actions.redo());
    const clear = element("button", { class: "button quiet", type: "button", id: "clear", onclick: clearAll },
        "Clear");
    const keys = element("p", { class: "keys for-keyboard" });
    const sheet = element("div", { class: "sheet" }, createBoardView(store, actions, say));
    const caption = element("div", { class: "caption" }, title, clear, undo, redo);
    stage.append(caption, sheet, createPad(store, actions), keys);

    function clearAll() {
        store.get().view === "play" ? actions.clearMarks() : actions.clear();
    }

    store.subscribe((state, before) => {
        const { puzzle } = state;
        const playing = state.view === "play";
        clear.hidden = state.view === "watch";
        clear.disabled = playing ? isEmpty(state.marks) : !clueCount(puzzle);
        clear.title = playing ? "Remove all marks" : "Remove all clues";
        if (puzzle !== before.puzzle) {
            document.title = `${genreOf(puzzle).title} ${sizeText(puzzle)} – Rowloom`;
            title.replaceChildren(genreOf(puzzle).title, element("small", {}, factsOf(puzzle).join(" · ")));
        }
        undo.disabled = !canTravel(state, "past");
        redo.disabled = !canTravel(state, "future");
        if (puzzle.genre !== before.puzzle?.genre || state.view !== before.view) {
            keys.replaceChildren(...keysOf(state));
        }
    });
}

function travelButton(name, title, keys, onclick) {
    return element("button", {
        class: "button quiet only-icon", type: "button", id: name, "aria-label": title, title: `${title} (${keys})`,
        onclick,
    }, icon(name));
}
