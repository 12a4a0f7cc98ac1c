// The page: its state, what changes it, and the views that show it.

import { createActions, freshState } from "./actions.js";
import { leaveAddress, readAddress } from "./address.js";
import { AT_REST, createBoards } from "./board/boards.js";
import { GENRES, usualSize } from "./genres.js";
import { createKeeping } from "./kept.js";
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
import { contentOf } from "./work.js";

const place = document.getElementById("place"), status = document.getElementById("status");

applyTheme();
const keeping = createKeeping();
const address = addressed();
const store = createStore({ ...begun(address), certainOn: true, task: null, board: AT_REST, note: null });
const actions = createActions(store);
const boards = createBoards(store);
const solving = createSolving(store, boards);
const opening = createOpening(store, actions, keeping);
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
keeping.watch(store);
store.subscribe(({ puzzle }, before) => {
    if (before.puzzle && puzzle !== before.puzzle && location.hash && !isAddressed(puzzle)) {
        leaveAddress();
    }
});

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

addEventListener("hashchange", () => {
    const asked = addressed();
    const puzzle = asked.puzzle ?? keeping.shown();
    if (puzzle) {
        actions.setView(viewOf(asked, opening.openPuzzle(puzzle)));
    }
    follow(asked);
});
follow(address);

/** Return what the address asks for; if its puzzle cannot be read, `fault` says why. */
function addressed() {
    try {
        return readAddress(location.hash) ?? {};
    } catch (error) {
        return { fault: `The address has no puzzle: ${error.message}.` };
    }
}

function isAddressed(puzzle) {
    const { puzzle: asked } = addressed();
    return asked && contentOf(asked) === contentOf(puzzle);
}

/** Return the first state of the page: with the address's puzzle, or else with the newest work. */
function begun(asked) {
    const work = keeping.take(asked.puzzle) ?? {};
    const puzzle = work.puzzle ?? asked.puzzle ?? GENRES.slitherlink.blank(...usualSize("slitherlink"));
    return { ...freshState(puzzle), ...work, view: viewOf(asked, work) };
}

/** Return the view for a puzzle that was opened: after a reload, and on the way back, as the person left it. */
function viewOf(asked, work) {
    return work.again ? work.view : asked.view ?? work.view ?? "edit";
}

/** Do what else an address asks for. */
function follow({ fault, solve }) {
    if (fault) {
        store.set({ note: { text: fault } });
    }
    if (solve) {
        solving.solve();
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
