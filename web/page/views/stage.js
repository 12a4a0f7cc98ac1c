// The stage with the puzzle: its title, undo and redo, the grid, a pad for people without a keyboard, and the keys.

import { canTravel } from "../actions.js";
import { createBoardView } from "../editor/board_view.js";
import { enterDigit, eraseCells, offeredClues } from "../editor/input.js";
import { button, element, icon } from "../element.js";
import { COLOUR, toolOf, toolsOf } from "../play/tools.js";
import { COLOURS, isEmpty } from "../puzzles/marks.js";
import { genreOf } from "../puzzles/genres.js";
import { DIGITS, LOOP, SHADES, UNKNOWN, cluesOf, kindOf } from "../puzzles/puzzle.js";
import { clueText, factsOf, sizeText } from "../words.js";

/** Fill the stage; `say` sends a text to screen readers. */
export function mountStage(stage, store, actions, say) {
    const title = element("h2", { tabindex: "-1" });
    const undo = travelButton("undo", "Undo", "Ctrl+Z", () => actions.undo());
    const redo = travelButton("redo", "Redo", "Ctrl+Shift+Z", () => actions.redo());
    const clear = button("quiet", { id: "clear", onclick: clearAll }, "Clear");
    const keys = element("p", { class: "keys for-keyboard" }), fingers = element("p", { class: "keys for-fingers" });
    const sheet = element("div", { class: "sheet" }, createBoardView(store, actions, say));
    const caption = element("div", { class: "caption" }, title, clear, undo, redo);
    stage.append(caption, sheet, createPad(store, actions), keys, fingers);

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
            document.title = [puzzle.name, `${genreOf(puzzle).title} ${sizeText(puzzle)}`, "Rowloom"]
                .filter(Boolean).join(" – ");
            title.replaceChildren(genreOf(puzzle).title, element("small", {}, factsOf(puzzle).join(" · ")));
            if (!state.edited) caption.scrollIntoView({ block: "nearest" });  // a new puzzle is seen from its top
        }
        undo.disabled = !canTravel(state, "past");
        redo.disabled = !canTravel(state, "future");
        if (puzzle.genre !== before.puzzle?.genre || state.view !== before.view) {
            const parts = keysOf(state).split(/\[(.+?)\]/);
            keys.replaceChildren(...parts.map((part, at) => (at % 2 ? element("kbd", {}, part) : part)));
            fingers.textContent = fingersOf(state);
        }
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
        class: "pad", role: "group", "aria-label": "Enter into the selected cell",
        onpointerup: () => document.getElementById("board").focus({ preventScroll: true }),
        onpointerdown: (event) => event.preventDefault(),  // so the grid keeps the focus and shows the selected cell
    });
    store.subscribe((state, before) => {
        const { puzzle, view } = state, tool = toolOf(state);
        const same = before.puzzle && puzzle.genre === before.puzzle.genre && puzzle.rows === before.puzzle.rows;
        if (!same || view !== before.view || tool !== toolOf(before)) {
            const focused = pad.contains(document.activeElement) ? document.activeElement.id : "";
            pad.replaceChildren(...buttons(state));
            if (focused) document.getElementById(focused)?.focus();
            pad.dataset.playing = view === "play" ? kindOf(puzzle) : "";
        }
        pad.querySelector("#finger")?.setAttribute("aria-pressed", state.fingerDraws);
    });

    function buttons(state) {
        const { puzzle, view } = state, tool = toolOf(state);
        if (view === "watch") return [];
        if (view === "edit") return [...valueButtons(offeredClues(puzzle), setClue), clearButton(() => setClue(null))];
        const values = kindOf(puzzle) !== DIGITS ? [] : [
            ...tool === COLOUR ? COLOURS[DIGITS].map(colourButton) : valueButtons(offeredClues(puzzle), fillIn),
            clearButton(erase),
        ];
        const tools = toolsOf(puzzle).map(([one, name]) => button("", {
            id: `tool-${one}`, "aria-pressed": String(one === tool), onclick: () => actions.setTool(one),
        }, name));
        const words = kindOf(puzzle) === DIGITS ? "Select by finger" : "Draw by finger";
        const finger = button("for-fingers", {
            id: "finger", title: "Otherwise, a finger that moves over the grid scrolls it",
            onclick: () => actions.setFinger(!store.get().fingerDraws),
        }, words);
        return [...values, ...(values.length ? [element("span", { class: "break" })] : []), ...tools, finger];
    }

    function valueButtons(values, enter) {
        return values.map((value) =>
            button("", { "data-enter": clueText(value), onclick: () => enter(value) }, clueText(value)));
    }

    function colourButton(name, at) {
        return button(`swatch ${name}`, { "data-enter": at + 1, "aria-label": name, onclick: () => fillIn(at + 1) },
            String(at + 1));
    }

    function clearButton(onclick) {
        return button("", { "aria-label": "Clear the cell", onclick }, "⌫");
    }

    function setClue(clue) {
        const { row, col } = store.get().cursor;
        actions.setClue(row, col, clue);
    }

    function fillIn(digit) {
        const state = store.get();
        enterDigit(state, actions, digit, toolOf(state), true);
    }

    function erase() {
        eraseCells(store.get(), actions);
    }

    return pad;
}

// Keys

/** Return the line that explains keys, with the keys in brackets. */
function keysOf({ view, puzzle }) {
    if (view === "watch") return "";
    if (view !== "play") {
        const question = genreOf(puzzle).isClue(puzzle, UNKNOWN) ? "[?] unknown number · " : "";
        return `[←] [→] [↑] [↓] move · digits set a clue · ${question}[Delete] clears · [Ctrl] [Enter] solves`;
    }
    return {
        [LOOP]: "[W] [A] [S] [D] draw the line above, left, below, right · with [Shift] a cross"
            + " · [Space] colours the cell · drag from dot to dot · right button: cross",
        [DIGITS]: "Digits fill a cell · with [Shift] at the corners, with [Ctrl] in the middle · [Space] next tool"
            + " · drag, or [Shift] with arrows, to choose several cells",
        [SHADES]: "[Space] next mark · [x] shades · [o] marks as unshaded · drag for many · right button: unshaded",
    }[kindOf(puzzle)];
}

/** Return the line that explains what fingers do in *Play*. */
function fingersOf({ view, puzzle }) {
    if (view !== "play") return "";
    return {
        [LOOP]: "Tap: line, cross, open · hold: cross · two fingers zoom",
        [DIGITS]: "Hold: choose several cells · two fingers zoom",
        [SHADES]: "Tap: shaded, unshaded, open · hold: unshaded · two fingers zoom",
    }[kindOf(puzzle)];
}
