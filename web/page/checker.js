// Checks the marks of a person who solves a puzzle, and gives hints.

import { afterStep, nextStep } from "./play/hints.js";
import { noMarks, placesOf } from "./puzzles/marks.js";
import { LOOP, kindOf } from "./puzzles/puzzle.js";
import { isSolved, ruleFaults } from "./puzzles/rules.js";
import { counted, sentence } from "./words.js";

/** Return an object that checks marks and gives hints; it updates the state's `faults` and `hint`. */
export function createChecker(store, actions, solver) {
    store.subscribe((state, before) => {
        if (state.view === "play" && state.marks !== before.marks && isSolved(state.puzzle, state.marks.values)) {
            store.set({ hint: null, faults: SOLVED });
            if (state.answer.cycles === null) solver.solve();  // to show how long the chip takes
        }
    });

    /**
     * Return the values that all solutions share. If they are not known, a board finds them; undefined if no board can.
     */
    async function whatIsCertain() {
        const { puzzle, certain } = store.get();
        if (certain && !certain.stale) return certain;
        return solver.refusal(puzzle) ? undefined : solver.ascertain(puzzle);
    }

    /**
     * If the puzzle is solved, show this; if marks break a rule, show these marks. Otherwise, find the values that all
     * solutions share, pass them to `use`, and set the fields of the state that `use` returns.
     */
    async function respond(use) {
        const { puzzle, marks } = store.get();
        const faults = isSolved(puzzle, marks.values) ? SOLVED : byRules(puzzle, marks);
        if (faults) {
            store.set({ hint: null, faults });
            return;
        }
        let certain;
        try {
            certain = await whatIsCertain();
        } catch (error) {
            store.set({ hint: null, faults: feedback("error", "", sentence(error.message)) });
            return;
        }
        const now = store.get();
        if (now.puzzle === puzzle && now.marks === marks) {
            const isStopped = !certain && !solver.refusal(puzzle);
            const faults = certain?.values === null ? NO_SOLUTION : isStopped ? STOPPED : null;
            store.set(faults ? { hint: null, faults } : use(puzzle, marks, certain));
        }
    }

    function byRules(puzzle, marks) {
        const faults = ruleFaults(puzzle, marks.values);
        if (!faults.length) return null;
        const inPuzzle = ruleFaults(puzzle, noMarks(puzzle).values), [{ words }] = inPuzzle.length ? inPuzzle : faults;
        const { state, title, text } = inPuzzle.length ? NO_SOLUTION : WRONG;
        return {
            state, title, text: text ? `${text.slice(0, -1)}: ${words}.` : sentence(words),
            cells: faults.flatMap(({ cells }) => cells), edges: faults.flatMap((fault) => fault.edges),
        };
    }

    function byCertain(puzzle, marks, certain) {
        const wrong = wrongMarks(puzzle, marks, certain), number = wrong.cells.length + wrong.edges.length;
        return number && {
            ...WRONG, ...wrong,
            text: `${counted(number, "mark")} ${number === 1 ? "is" : "are"} in no solution.`,
        };
    }

    /** Return the fields of the state that a hint changes; `certain` is undefined if no board can solve the puzzle. */
    function hinted(puzzle, marks, certain) {
        const wrong = certain && byCertain(puzzle, marks, certain);
        if (wrong) return { hint: null, faults: wrong };
        const step = nextStep(puzzle, marks, certain);
        return step ? { faults: null, hint: { state: "hint", title: "", ...step } }
            : { hint: null, faults: certain ? NOTHING_LEFT : NO_STEP };
    }

    return {
        check() {
            return respond((puzzle, marks, certain) => ({
                hint: null,
                faults: certain ? byCertain(puzzle, marks, certain) || RIGHT : RULES_ONLY,
            }));
        },

        hint() {
            return respond(hinted);
        },

        takeHint() {
            const { puzzle, hint, marks } = store.get();
            if (hint) actions.mark(afterStep(puzzle, marks, hint));
        },
    };
}

/** Return the marks that contradict the values that all solutions share: {cells, edges}. */
function wrongMarks(puzzle, { values }, certain) {
    const isWrong = (_, at) => values[at] && certain.values[at] && values[at] !== certain.values[at];
    const wrong = placesOf(puzzle).filter(isWrong);
    return kindOf(puzzle) === LOOP ? { ...NOWHERE, edges: wrong } : { ...NOWHERE, cells: wrong };
}

const NOWHERE = { cells: [], edges: [] };

function feedback(state, title, text) {
    return { ...NOWHERE, state, title, text };
}

const SOLVED = feedback("solved", "Solved", "All rules and all clues are satisfied.");
const WRONG = feedback("error", "Something is wrong", "");
const RIGHT = feedback("right", "Right so far", "No mark is wrong.");
const RULES_ONLY = feedback("right", "",
    "No rule is broken so far. The page cannot check more, because no board here can solve the puzzle.");
const STOPPED = feedback("", "", "The search was stopped. No rule is broken so far.");
const NO_SOLUTION = feedback("no-solution", "No solution", "The puzzle itself has no solution.");
const NO_STEP = feedback("right", "", "The rules alone give no hint here, and no board here can solve the puzzle.");
const NOTHING_LEFT = feedback("right", "", "You have marked everything that is the same in all solutions.");
