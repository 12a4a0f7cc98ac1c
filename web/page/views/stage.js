// The stage with the puzzle: its title, undo and redo, the grid, a pad for people without a keyboard, and the keys.

import { canTravel } from "../actions.js";
import { createBoardView } from "../editor/board_view.js";
import { enterDigit, offeredClues } from "../editor/input.js";
import { button, element, icon } from "../element.js";
import { isEmpty } from "../puzzles/marks.js";
import { genreOf } from "../puzzles/genres.js";
import { DIGITS, LOOP, UNKNOWN, cluesOf, kindOf } from "../puzzles/puzzle.js";
import { clueText, factsOf, sizeText } from "../words.js";

/** Fill the stage; `say` sends a text to screen readers. */
export function mountStage(stage, store, actions, say) {
    const title = element("h2", { tabindex: "-1" });
    const undo = travelButton("undo", "Undo", "Ctrl+Z", () => actions.undo());
    const redo = travelButton("redo", "Redo", "Ctrl+Shift+Z", () => actions.redo());
    const clear = button("quiet", { id: "clear", onclick: clearAll }, "Clear");
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
        clear.disabled = playing ? isEmpty(state.marks) : !cluesOf(puzzle).length;
        clear.title = playing ? "Remove all marks" : "Remove all clues";
        if (puzzle !== before.puzzle) {
            document.title = `${genreOf(puzzle).title} ${sizeText(puzzle)} – Rowloom`;
            title.replaceChildren(genreOf(puzzle).title, element("small", {}, factsOf(puzzle).join(" · ")));
            if (!state.edited) caption.scrollIntoView({ block: "nearest" });  // a new puzzle is seen from its top
        }
        undo.disabled = !canTravel(state, "past");
        redo.disabled = !canTravel(state, "future");
        if (puzzle.genre !== before.puzzle?.genre || state.view !== before.view) keys.replaceChildren(...keysOf(state));
    });
}

function travelButton(name, title, keys, onclick) {
    const label = { "aria-label": title, title: `${title} (${keys})` };
    return button("quiet only-icon", { id: name, ...label, onclick }, icon(name));
}

// The pad

/** Return the pad, which is empty in views in which clicks on the grid suffice. */
function createPad(store, actions) {
    const pad = element("div", {
        class: "pad", role: "group", "aria-label": "Enter in the chosen cell",
        onpointerup: () => document.getElementById("board").focus({ preventScroll: true }),
        onpointerdown: (event) => event.preventDefault(),  // so the grid keeps the focus and shows the selected cell
    });
    store.subscribe((state, before) => {
        const { puzzle, view } = state;
        const same = before.puzzle && puzzle.genre === before.puzzle.genre && puzzle.rows === before.puzzle.rows;
        if (!same || view !== before.view) pad.replaceChildren(...buttons(state));
        pad.querySelector("#pencil")?.setAttribute("aria-pressed", state.pencil);
    });

    function buttons({ puzzle, view }) {
        const playing = view === "play";
        if (view === "watch" || playing && kindOf(puzzle) !== DIGITS) return [];
        const enter = playing ? fillIn : setClue;
        return [
            ...offeredClues(puzzle).map((clue) =>
                button("", { "data-enter": clueText(clue), onclick: () => enter(clue) }, clueText(clue))),
            button("", { "aria-label": "Clear the cell", onclick: () => enter(null) }, "⌫"),
            ...(playing ? [button("", { id: "pencil", onclick: togglePencil }, "Pencil")] : []),
        ];
    }

    function togglePencil() {
        actions.setPencil(!store.get().pencil);
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

// Keys

/** Return the parts of the line that explains keys. */
function keysOf({ view, puzzle }) {
    const kind = kindOf(puzzle);
    if (view === "watch") return [];
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
