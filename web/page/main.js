// The page: its state, what changes it, and the views that show it.

import { createActions, freshState } from "./actions.js";
import { readAddress } from "./address.js";
import { AT_REST, createBoards } from "./board/boards.js";
import { GENRES, usualSize } from "./genres.js";
import { keepPuzzle, keptPuzzle } from "./kept.js";
import { createOpening } from "./opening.js";
import { createPlaying } from "./playing.js";
import { createSolving } from "./solving.js";
import { mountStatus } from "./status.js";
import { createStore } from "./store.js";
import { applyTheme } from "./theme.js";
import { createBoardPanel } from "./views/board_panel.js";
import { createMakeDialog } from "./views/make_dialog.js";
import { createOpenDialog } from "./views/open_dialog.js";
import { createPlayPanel } from "./views/play_panel.js";
import { createPuzzlePanel } from "./views/puzzle_panel.js";
import { createShareDialog } from "./views/share_dialog.js";
import { createSolvePanel } from "./views/solve_panel.js";
import { mountStage } from "./views/stage.js";
import { mountTabs } from "./views/tabs.js";
import { mountToast } from "./views/toast.js";
import { mountTools } from "./views/tools.js";
import { createWatchPanel } from "./watch/watch.js";

const place = document.getElementById("place"), status = document.getElementById("status");

applyTheme();
const store = createStore({
    ...freshState(keptPuzzle() ?? GENRES.slitherlink.blank(...usualSize("slitherlink"))),
    certainOn: true, task: null, board: AT_REST, note: null,
});
const actions = createActions(store);
const boards = createBoards(store);
const solving = createSolving(store, boards);
const opening = createOpening(store, actions);
const playing = createPlaying(store, actions, solving);

mountTabs(document.querySelector(".tabs"), store, actions);
mountStage(document.querySelector(".stage"), store, actions, (text) => (place.textContent = text));
mountTools(document.querySelector(".tools"), {
    open: createOpenDialog(opening),
    make: createMakeDialog(store, solving, opening),
    share: createShareDialog(store),
});
mountToast(store);
mountStatus(document.body, store, status);
mountSide(document.querySelector(".side"), {
    edit: [createSolvePanel(store, solving), createPuzzlePanel(store, actions), createBoardPanel(store, boards)],
    play: [createPlayPanel(store, actions, playing)],
    watch: [createWatchPanel(store)],
});
store.subscribe(({ puzzle }, before) => before.puzzle && puzzle !== before.puzzle && keepPuzzle(puzzle));

document.addEventListener("keydown", (event) => {
    const command = (event.ctrlKey || event.metaKey) && !event.altKey;
    const field = event.target.closest("input:not([type=checkbox]), textarea, dialog");
    const key = event.key.toLowerCase();
    if (!command || field) {
        return;
    }
    if (key === "z" || key === "y") {
        key === "y" || event.shiftKey ? actions.redo() : actions.undo();
        event.preventDefault();
    } else if (key === "enter") {
        solving.solve();
        event.preventDefault();
    }
});

document.addEventListener("paste", (event) => {
    if (!event.target.closest?.("input, textarea")) {
        const fault = opening.open(event.clipboardData.getData("text/plain"));
        if (fault) {
            store.set({ note: { text: fault } });
        }
        event.preventDefault();
    }
});

addEventListener("hashchange", openAddress);
openAddress();

/** Open the puzzle in the address, if there is one. */
function openAddress() {
    try {
        const asked = readAddress(location.hash);
        if (asked) {
            actions.open(asked.puzzle);
            actions.setView(asked.view);
            if (asked.solve) {
                solving.solve();
            }
        }
    } catch (error) {
        store.set({ note: { text: `The address has no puzzle: ${error.message}.` } });
    }
}

/** Show the panels of the view that is chosen. */
function mountSide(side, panels) {
    store.subscribe(({ view }, before) => {
        if (view !== before.view) {
            side.replaceChildren(...panels[view]);
        }
    });
}
