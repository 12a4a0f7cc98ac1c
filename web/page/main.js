// The page: its state, its actions and its views.

import { createActions, freshState } from "./actions.js";
import { leaveAddress, readAddress, valuesIn } from "./address.js";
import { AT_REST, createBoards } from "./board/boards.js";
import { createAutosave } from "./autosave.js";
import { keepOffline } from "./offline.js";
import { createOpener, textOf } from "./opener.js";
import { createChecker } from "./checker.js";
import { FIRST_PUZZLE, createNewPuzzles, storedWish } from "./new_puzzle.js";
import { keepTime, storedTimed } from "./play/clock.js";
import { storedFinger } from "./play/tools.js";
import { read } from "./puzzles/read.js";
import { createSolver } from "./solver.js";
import { mountStatus } from "./status.js";
import { applyTheme } from "./storage.js";
import { createStore } from "./store.js";
import { mountTabs, mountToast, mountTools } from "./views/bar.js";
import { createShareDialog } from "./views/dialogs.js";
import { createNewDialog, mountMaking, mountWelcome } from "./views/new_puzzle.js";
import { createOpenDialog } from "./views/open_dialog.js";
import { createBoardPanel, createPuzzlePanel, createWatchPanel } from "./views/panels.js";
import { createPlayPanel } from "./views/play_panel.js";
import { createSolvePanel } from "./views/solve_panel.js";
import { mountStage } from "./views/stage.js";
import { sentence } from "./words.js";
import { contentOf } from "./work.js";

const place = document.getElementById("place"), status = document.getElementById("status");

applyTheme();
const autosave = createAutosave();
const address = requestInAddress();
const store = createStore({
    ...initialState(address), certainOn: true, wish: storedWish(), isTimed: storedTimed(), fingerDraws: storedFinger(),
    task: null, making: null, board: AT_REST, note: null,
});
const actions = createActions(store);
const boards = createBoards(store);
const solver = createSolver(store, boards);
const opener = createOpener(store, actions, autosave);
const openDialog = createOpenDialog(opener);
const checker = createChecker(store, actions, solver);
const clock = keepTime(store);
const puzzles = createNewPuzzles(store, solver, opener);
const share = createShareDialog(store, actions), another = createNewDialog(store, puzzles);

mountTabs(document.querySelector(".tabs"), store, actions);
mountStage(document.querySelector(".stage"), store, actions, (text) => (place.textContent = text));
mountTools(document.querySelector(".tools"), { open: openDialog, another, share });
mountToast(store);
mountMaking(store, puzzles);
mountWelcome(document.querySelector(".welcome"), store, actions, puzzles);
mountStatus(document.body, store, status);
const panels = {
    edit: [createSolvePanel(store, solver), createPuzzlePanel(store, actions), createBoardPanel(store, boards)],
    play: createPlayPanel(store, { actions, checker, solver, puzzles, clock, share, another }),
    watch: [createWatchPanel(store)],
};
autosave.watch(store);
store.subscribe(({ puzzle, view }, before) => {
    if (view !== before.view) document.querySelector(".side").replaceChildren(...panels[view]);
    if (before.puzzle && puzzle !== before.puzzle && location.hash) {
        const asked = requestInAddress().puzzle;
        if (!asked || contentOf(asked) !== contentOf(puzzle)) leaveAddress();
    }
});

document.addEventListener("keydown", (event) => {
    const command = (event.ctrlKey || event.metaKey) && !event.altKey;
    const field = event.target.closest("input:not([type=checkbox]), textarea, dialog");
    const key = event.key.toLowerCase();
    if (!command || field) return;
    if (key === "z" || key === "y") {
        key === "y" || event.shiftKey ? actions.redo() : actions.undo();
        event.preventDefault();
    } else if (key === "enter") {
        solver.solve();
        event.preventDefault();
    }
});

document.addEventListener("paste", (event) => {
    if (!event.target.closest?.("input, textarea")) {
        openText(event.clipboardData.getData("text/plain"));
        event.preventDefault();
    }
});

document.addEventListener("dragover", (event) => event.preventDefault());

document.addEventListener("drop", async (event) => {
    const [file] = event.dataTransfer.files;
    if (file || !event.target.closest?.("input, textarea")) {
        event.preventDefault();
        try {
            openText(file ? await textOf(file) : event.dataTransfer.getData("text/plain"));
        } catch (error) {
            store.set({ note: { text: sentence(error.message) } });
        }
    }
});

addEventListener("hashchange", () => {
    const asked = requestInAddress();
    const puzzle = asked.puzzle ?? autosave.shown();
    if (puzzle) {
        const work = opener.openPuzzle(puzzle);
        actions.setView(viewOf(asked, work));
    }
    follow(asked);
});
follow(address);
keepOffline();

function openText(text) {
    const wrong = opener.open(text);
    if (wrong?.genres.length) {
        openDialog.ask(text, wrong, (genre) => opener.open(text, genre));
    } else if (wrong) {
        store.set({ note: { text: wrong.words } });
    }
}

/** Return the request in the address; if the puzzle in the address cannot be read, return {fault} with the Error. */
function requestInAddress() {
    try {
        return readAddress(location.hash) ?? {};
    } catch (error) {
        return { fault: error };
    }
}

/** Return the first state of the page, with the puzzle in the address, or else with the newest saved work. */
function initialState(asked) {
    const isNew = !autosave.puzzles().length, work = autosave.take(asked.puzzle) ?? {};
    const puzzle = work.puzzle ?? asked.puzzle ?? read(FIRST_PUZZLE).puzzle;
    const view = viewOf(asked, work);
    return { ...freshState(puzzle), ...work, view, welcome: isNew && view === "play" };
}

/**
 * Return the view in which to open a puzzle. After a reload or the back button, this is the view that was shown before.
 */
function viewOf(asked, work) {
    return work.again ? work.view : asked.view ?? work.view ?? (asked.puzzle ? "edit" : "play");
}

/**
 * Solve the puzzle if the address requests it. If the puzzle in the address cannot be read, show the error; if several
 * genres fit the puzzle, ask for the genre.
 */
function follow({ fault, solve }) {
    if (fault?.genres) {
        const choose = (genre) => (location.hash += `&genre=${genre}`);
        const text = valuesIn(location.hash).get("puzzle");
        openDialog.ask(text, { words: sentence(fault.message), genres: fault.genres }, choose);
    } else if (fault) {
        store.set({ note: { text: `The link has no valid puzzle: ${fault.message}.` } });
    }
    if (solve) solver.solve();
}
