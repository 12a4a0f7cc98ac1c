// Buttons under the grid that do what digits on the keyboard do.

import { element } from "../element.js";
import { DIGITS, clueText, kindOf } from "../genres.js";
import { offeredClues } from "../editor/clue_input.js";
import { enterDigit } from "../play/digit_input.js";

/** Return the pad; it is empty where a click on the grid says all. */
export function createPad(store, actions) {
    const pad = element("div", {
        class: "pad", role: "group", "aria-label": "Enter in the chosen cell",
        onpointerup: () => document.getElementById("board").focus({ preventScroll: true }),
        onpointerdown: (event) => event.preventDefault(),  // the grid keeps the focus, and shows which cell is chosen
    });
    store.subscribe((state, before) => {
        const { puzzle, view } = state;
        const same = before.puzzle && puzzle.genre === before.puzzle.genre && puzzle.rows === before.puzzle.rows;
        if (!same || view !== before.view) {
            pad.replaceChildren(...buttons(state));
        }
        pad.querySelector("#pencil")?.setAttribute("aria-pressed", state.pencil);
    });

    function buttons({ puzzle, view }) {
        const playing = view === "play";
        if (view === "watch" || playing && kindOf(puzzle) !== DIGITS) {
            return [];
        }
        const enter = playing ? fillIn : setClue;
        const made = offeredClues(puzzle).map((clue) => element("button", {
            class: "button", type: "button", "data-enter": clueText(clue), onclick: () => enter(clue),
        }, clueText(clue)));
        made.push(element("button", {
            class: "button", type: "button", "aria-label": "Clear the cell", onclick: () => enter(null),
        }, "⌫"));
        if (playing) {
            made.push(element("button", {
                class: "button", type: "button", id: "pencil", onclick: () => actions.setPencil(!store.get().pencil),
            }, "Pencil"));
        }
        return made;
    }

    function setClue(clue) {
        const { row, col } = store.get().cursor;
        actions.setClue(row, col, clue);
    }

    function fillIn(digit) {
        const state = store.get();
        enterDigit(state, actions, digit ?? 0, state.pencil, true);
    }

    return pad;
}
