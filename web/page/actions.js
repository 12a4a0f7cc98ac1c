// What a person can do with the puzzle and its marks: every change of the state that can be undone.

import { cleared, ofGenre, resized, withClue } from "./edits.js";
import { noMarks } from "./play/marks.js";
import { contentOf } from "./work.js";

const MOST_UNDONE = 500;

/** Nothing has been asked about the puzzle. */
export const NO_ANSWER = { state: "idle", message: "", solutions: [], unique: null, cycles: null };

/** Return the state of the page with a puzzle that nobody has touched. */
export function freshState(puzzle) {
    return {
        view: "edit",
        puzzle,
        marks: noMarks(puzzle),
        past: [],
        future: [],
        cursor: { row: 0, col: 0 },
        pencil: false,
        edited: false,
        ...unasked(),
    };
}

/** Return the actions on a store's puzzle and marks. */
export function createActions(store) {
    function change({ puzzle, marks }, more = {}, steps = []) {
        store.set((state) => {
            const then = { puzzle: state.puzzle, marks: state.marks };
            return {
                ...restored(state, { puzzle: puzzle ?? state.puzzle, marks: marks ?? state.marks }),
                ...more,
                past: [...state.past, then, ...steps].slice(-MOST_UNDONE),
                future: [],
            };
        });
    }

    function travel(from, to) {
        store.set((state) => {
            if (!state[from].length) {
                return {};
            }
            const then = { puzzle: state.puzzle, marks: state.marks };
            return {
                ...restored(state, state[from].at(-1)),
                [from]: state[from].slice(0, -1),
                [to]: [...state[to], then],
            };
        });
    }

    function edit(puzzle) {
        const { puzzle: before, marks } = store.get();
        if (puzzle !== before) {
            change({ puzzle, marks: isSameGrid(puzzle, before) ? marks : noMarks(puzzle) }, { edited: true });
        }
    }

    return {
        /** Replace the puzzle by another, with the marks and the undo steps of earlier work on it. */
        open(puzzle, { marks = noMarks(puzzle), past = [], edited = false } = {}) {
            change({ puzzle, marks }, { edited, certain: null }, stepsOf(puzzle, past));
        },
        setClue(row, col, clue) {
            edit(withClue(store.get().puzzle, row, col, clue));
        },
        setGenre(genre) {
            const { puzzle } = store.get();
            if (genre !== puzzle.genre) {
                edit(ofGenre(puzzle, genre));
            }
        },
        resize(rows, cols) {
            edit(resized(store.get().puzzle, rows, cols));
        },
        clear() {
            edit(cleared(store.get().puzzle));
        },
        mark(marks) {
            if (marks !== store.get().marks) {
                change({ marks });
            }
        },
        clearMarks() {
            change({ marks: noMarks(store.get().puzzle) });
        },
        undo: () => travel("past", "future"),
        redo: () => travel("future", "past"),
        moveTo(row, col) {
            store.set({ cursor: { row, col } });
        },
        setView(view) {
            store.set({ view });
        },
        setPencil(pencil) {
            store.set({ pencil });
        },
    };
}

/** Return the fields that a change of puzzle or marks has. */
function restored(state, { puzzle, marks }) {
    if (puzzle === state.puzzle) {
        return { marks, hint: null, faults: null };
    }
    const cursor = {
        row: Math.min(state.cursor.row, puzzle.rows - 1),
        col: Math.min(state.cursor.col, puzzle.cols - 1),
    };
    // What was certain is seen, pale, until it is known anew.
    const certain = isSameGrid(puzzle, state.puzzle) && state.certain && { ...state.certain, stale: true };
    return { puzzle, marks, cursor, ...unasked(), certain };
}

/** Return the last steps that belong to this puzzle. */
function stepsOf(puzzle, steps) {
    const content = contentOf(puzzle);
    const other = steps.findLastIndex((step) => contentOf(step.puzzle) !== content);
    return steps.slice(other + 1).map(({ marks }) => ({ puzzle, marks }));
}

function isSameGrid(one, other) {
    return one.genre === other.genre && one.rows === other.rows && one.cols === other.cols;
}

function unasked() {
    return { answer: NO_ANSWER, certain: null, hint: null, faults: null };
}
