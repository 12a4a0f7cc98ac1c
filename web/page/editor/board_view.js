// The grid as a person uses it: drawn from the state, moved over by arrow keys, clicked, and told to screen readers.

import { element } from "../element.js";
import { kindOf } from "../genres.js";
import { digitInput } from "../play/digit_input.js";
import { loopInput } from "../play/loop_input.js";
import { shadeInput } from "../play/shade_input.js";
import { clueInput } from "./clue_input.js";
import { createGrid, pointIn } from "./grid.js";
import { sceneOf } from "./scene.js";
import { spokenCell, spokenGrid } from "./spoken.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const PLAYED = { loop: loopInput, digits: digitInput, shades: shadeInput };

/** The fields that the scene is made of. */
const SEEN = ["puzzle", "marks", "view", "cursor", "answer", "certain", "certainOn", "edited", "hint", "faults"];

/** Of a view in which nothing is changed. */
const noInput = { key: () => false, press: () => null };

/** Return what turns keys and clicks into changes, of a view of a genre. */
function inputOf({ view, puzzle }) {
    return { edit: clueInput, play: PLAYED[kindOf(puzzle)], watch: noInput }[view];
}

/** Return the element of the grid; `say` tells a text to screen readers. */
export function createBoardView(store, actions, say) {
    const grid = createGrid();
    const board = element("div", {
        class: "board", tabindex: "0", role: "application", "aria-roledescription": "puzzle grid", id: "board",
        onkeydown: onKey, onpointerdown: onPress, onpointermove: onDrag, onpointerup: stop, onpointercancel: stop,
        oncontextmenu: (event) => event.preventDefault(),
        onfocus: () => say(spoken(store.get())),
    }, grid.svg);
    let stroke = null;

    function onKey(event) {
        const state = store.get();
        if (inputOf(state).key(event, state, actions) || moved(event, state)) {
            event.preventDefault();
            grid.svg.querySelector(".cursor").scrollIntoView({ block: "nearest", inline: "nearest" });
            say(spoken(store.get()));
        }
    }

    function moved(event, { cursor, puzzle }) {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return false;
        }
        let { row, col } = cursor;
        if (event.key in STEPS && !event.shiftKey) {
            const [down, right] = STEPS[event.key];
            row = Math.min(Math.max(row + down, 0), puzzle.rows - 1);
            col = Math.min(Math.max(col + right, 0), puzzle.cols - 1);
        } else if (event.key === "Home" || event.key === "End") {
            col = event.key === "Home" ? 0 : puzzle.cols - 1;
        } else if (event.key === "PageUp" || event.key === "PageDown") {
            row = event.key === "PageUp" ? 0 : puzzle.rows - 1;
        } else {
            return false;
        }
        actions.moveTo(row, col);
        return true;
    }

    function onPress(event) {
        const state = store.get();
        const at = pointIn(grid.svg, state.puzzle.rows, state.puzzle.cols, event.clientX, event.clientY);
        stroke = inputOf(state).press(at, event, state, actions);
        if (event.pointerType === "touch") {
            stroke = null;  // there, dragging scrolls the page
        }
    }

    function onDrag(event) {
        if (stroke && event.buttons) {
            const state = store.get();
            const at = pointIn(grid.svg, state.puzzle.rows, state.puzzle.cols, event.clientX, event.clientY);
            inputOf(state).drag?.(at, stroke, state, actions);
        }
    }

    function stop() {
        stroke = null;
    }

    store.subscribe((state, before) => {
        if (changed(state, before, SEEN)) {
            grid.draw(sceneOf(state));
            board.setAttribute("aria-label", spokenGrid(state));
        }
        if (changed(state, before, ["puzzle", "view"])) {
            board.dataset.genre = state.puzzle.genre;
            board.dataset.playing = state.view === "play" ? kindOf(state.puzzle) : "";
        }
        board.classList.toggle("is-stale", Boolean(state.certain?.stale));
    });
    return board;
}

/** Return what a screen reader says of the cell under the cursor. */
function spoken(state) {
    return spokenCell(state, sceneOf(state), inputOf(state).spoken?.(state));
}

function changed(now, before, fields) {
    return fields.some((field) => now[field] !== before[field]);
}
