// The actions that change the puzzle and its marks, and the undo and redo of these changes. An undo affects only what
// the view shows: in a view without marks, it reverts the latest change of the puzzle.

import { NO_TIME, UNKNOWN_TIME } from "./play/clock.js";
import { MARK, storeFinger } from "./play/tools.js";
import { noMarks } from "./puzzles/marks.js";
import { GENRES, genreOf } from "./puzzles/genres.js";
import { LOOP, createPuzzle, kindOf } from "./puzzles/puzzle.js";
import { contentOf, isSameGrid } from "./work.js";

/** The answer before the first search. */
export const NO_ANSWER = { state: "idle", message: "", solutions: [], unique: null, cycles: null };

/** Return the state of the page with an unchanged puzzle. */
export function freshState(puzzle) {
    return {
        view: "edit", puzzle, marks: noMarks(puzzle), drawn: null, past: [], future: [], travel: null,
        cursor: { row: 0, col: 0 }, selected: [], tool: MARK, edited: false, time: NO_TIME, ...withoutAnswers(),
    };
}

export function createActions(store) {
    function change({ puzzle, marks }, more = {}, steps = []) {
        store.set((state) => ({
            ...restored(state, { puzzle: puzzle ?? state.puzzle, marks: marks ?? state.marks }),
            ...more,
            ...remembered(state, steps),
        }));
    }

    function travel(words, from, to) {
        store.set((state) => {
            if (state.drawn) {
                return { drawn: null };  // the latest change is an unfinished stroke: undo removes the stroke
            }
            const { past, future, ...then } = travelled(state, from, to) ?? {};
            return then.puzzle ? { ...restored(state, then), past, future, travel: { words } } : {};
        });
    }

    function edit(puzzle) {
        const { puzzle: before, marks } = store.get();
        if (puzzle !== before) {
            change({ puzzle, marks: isSameGrid(puzzle, before) ? marks : noMarks(puzzle) }, { edited: true });
        }
    }

    return {
        /** Replace the puzzle; the new puzzle may have marks and undo steps from earlier work on it. */
        open(puzzle, { marks = noMarks(puzzle), past = [], edited = false, time = NO_TIME } = {}) {
            change({ puzzle, marks }, { edited, time, certain: null }, stepsOf(puzzle, past));
        },
        setClue(row, col, clue) {
            const { puzzle } = store.get();
            const clues = puzzle.clues.with(row, puzzle.clues[row].with(col, clue));
            if (clue !== puzzle.clues[row][col]) edit(withClues(puzzle, clues));
        },
        setGenre(genre) {
            const { puzzle } = store.get();
            if (genre !== puzzle.genre) edit(asGenre(puzzle, genre));
        },
        resize(rows, cols) {
            const { puzzle } = store.get();
            if (rows !== puzzle.rows || cols !== puzzle.cols) edit(resized(puzzle, rows, cols));
        },
        clear() {
            const { puzzle } = store.get();
            edit(genreOf(puzzle).blank(puzzle.rows, puzzle.cols));
        },
        /** Rename the puzzle. Undo does not revert the new name. */
        rename(name) {
            store.set(({ puzzle: { genre, rows, cols, clues }, puzzle: before, past, future }) => {
                const puzzle = createPuzzle(genre, rows, cols, clues, name);
                const renamed = (steps) => steps.map((step) => (step.puzzle === before ? { ...step, puzzle } : step));
                return { puzzle, past: renamed(past), future: renamed(future) };
            });
        },
        mark(marks) {
            if (marks !== store.get().marks) change({ marks });
        },
        clearMarks: () => change({ marks: noMarks(store.get().puzzle) }),
        /** Show marks that include an unfinished stroke; null shows the marks without the stroke. */
        draw: (drawn) => store.set({ drawn }),
        undo: () => travel("Undone", "past", "future"),
        redo: () => travel("Redone", "future", "past"),
        moveTo: (row, col) => store.set({ cursor: { row, col }, selected: [] }),
        /** Select these cells, each [row, col]; the cursor is in the last cell. */
        select(selected) {
            const [row, col] = selected.at(-1);
            store.set({ cursor: { row, col }, selected });
        },
        setView: (view) => store.set({ view, drawn: null }),
        setTool: (tool) => store.set({ tool }),
        /** Choose whether a finger that moves over the grid draws, or scrolls. */
        setFinger(fingerDraws) {
            store.set({ fingerDraws });
            storeFinger(fingerDraws);
        },
    };
}

function resized(puzzle, rows, cols) {
    const made = genreOf(puzzle).blank(rows, cols);
    return withClues(made, made.clues.map((line, row) => line.map((_, col) => {
        const clue = puzzle.clues[row]?.[col] ?? null;
        return genreOf(made).isClue(made, clue) ? clue : null;
    })));
}

/**
 * Return a puzzle of another genre that replaces `puzzle`. From Slitherlink to Slink, and back, the clues are kept;
 * otherwise, the new puzzle is blank.
 */
function asGenre(puzzle, genre) {
    const { rows, cols } = puzzle, isSameKind = kindOf({ genre }) === kindOf(puzzle);
    if (isSameKind && kindOf(puzzle) === LOOP) return createPuzzle(genre, rows, cols, puzzle.clues, puzzle.name);
    const hasSize = isSameKind && !GENRES[genre].wrongSize(rows, cols);
    return GENRES[genre].blank(...(hasSize ? [rows, cols] : GENRES[genre].usualSize));
}

function withClues({ genre, rows, cols }, clues) {
    return createPuzzle(genre, rows, cols, clues);
}

/** Return the fields that change with the puzzle or its marks. */
function restored(state, { puzzle, marks, cursor: { row, col } = state.cursor }) {
    const cursor = { row: Math.min(row, puzzle.rows - 1), col: Math.min(col, puzzle.cols - 1) };
    const isMoved = cursor.row !== state.cursor.row || cursor.col !== state.cursor.col;
    const selected = puzzle === state.puzzle && !isMoved ? state.selected : [];
    if (puzzle === state.puzzle) return { marks, cursor, selected, drawn: null, hint: null, faults: null };
    // Until the page knows which values are certain now, it shows the values that were certain before, in a pale
    // colour.
    const certain = isSameGrid(puzzle, state.puzzle) && state.certain && { ...state.certain, stale: true };
    return { puzzle, marks, cursor, selected, drawn: null, time: UNKNOWN_TIME, ...withoutAnswers(), certain };
}

/** Return the steps of the latest work on a puzzle: all steps after the last step of any other puzzle. */
function stepsOf(puzzle, steps) {
    const content = contentOf(puzzle);
    const other = steps.findLastIndex((step) => contentOf(step.puzzle) !== content);
    return steps.slice(other + 1).map((step) => ({ ...step, puzzle }));
}

function withoutAnswers() {
    return { answer: NO_ANSWER, certain: null, hint: null, faults: null };
}

// The history

const MOST_UNDONE = 500;

/**
 * Return the history after a change: {past, future}, two lists of steps {puzzle, marks, cursor, number}. In each list,
 * the last element is the next step to undo or to redo. In a view without marks, one undo may revert several steps, and
 * one redo then repeats them all: `number` is how many steps it repeats if this step is the next. If the change opens a
 * puzzle, `steps` are the steps of earlier work on this puzzle.
 */
export function remembered({ past, puzzle, marks, cursor }, steps = []) {
    return { past: [...past, { puzzle, marks, cursor, number: 1 }, ...steps].slice(-MOST_UNDONE), future: [] };
}

export function canTravel(state, from) {
    return nextStep(state, from) !== -1;
}

/**
 * Undo a step (from "past" to "future") or redo a step (from "future" to "past"); return {puzzle, marks, cursor, past,
 * future}, or null if there is no step.
 */
export function travelled(state, from, to) {
    const steps = state[from], next = nextStep(state, from);
    if (next === -1) return null;
    const { puzzle, marks, cursor } = steps[next];
    if (marks === (steps[next + 1] ?? state).marks) {
        // The step changes only clues, so the marks of later steps stay.
        return {
            puzzle, marks: state.marks, cursor,
            [from]: [...steps.slice(0, next), ...steps.slice(next + 1).map((step) => ({ ...step, puzzle }))],
            [to]: [...state[to], { puzzle: state.puzzle, marks: state.marks, cursor, number: 1 }],
        };
    }
    // The step changes marks, too: restore the marks that the puzzle had at that time.
    const together = Math.min(steps.at(-1).number, steps.length);
    const number = state.view === "play" ? 1 : Math.max(steps.length - next, together);
    const left = [...steps], done = [...state[to]];
    let now = state;
    for (let count = 1; count <= number; count++) {
        const step = left.pop();
        done.push({ puzzle: now.puzzle, marks: now.marks, cursor: step.cursor, number: count });
        now = step;
    }
    return { puzzle: now.puzzle, marks: now.marks, cursor: now.cursor, [from]: left, [to]: done };
}

/** Return the index of the next step that changes something that the view shows, or -1. */
function nextStep(state, from) {
    const steps = state[from];
    return state.view === "play"
        ? steps.length - 1
        : steps.findLastIndex(({ puzzle }, at) => puzzle !== (steps[at + 1] ?? state).puzzle);
}
