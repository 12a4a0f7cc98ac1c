// What boards are asked: to solve, to find what is certain, to make puzzles. One thing at a time.

import { NO_ANSWER } from "./actions.js";
import { Symmetry, certain, thin } from "./link/question.js";
import { fullPuzzle } from "./make.js";
import { genreOf } from "./puzzles/genres.js";
import { edgesBetween } from "./puzzles/places.js";
import { LOOP, cluesOf, faultText, kindOf } from "./puzzles/puzzle.js";
import { counted, sentence } from "./words.js";

/** Milliseconds after a change before what is certain is asked for: a person may type on. */
const PAUSE = 150;

/** Cycles after which what is certain is given up: a minute's work of the simulated board. */
const CERTAIN_LIMIT = 20_000_000;

/** Milliseconds in which a simulated board ends a cancelled job. */
const PATIENCE = 3_000;

/** Return what asks the boards, and keeps the state's `answer`, `certain` and `task`. */
export function createSolver(store, boards) {
    let ended = Promise.resolve();  // resolves at the end of the last job
    let leave = () => {};  // ends the wait for the last job
    let session = null;  // where something runs
    let newest = 0;  // the number of what was asked last
    let timer = 0;

    /**
     * Cancel the job that runs, do another when it has ended, and return its outcome.
     *
     * Returns null if something else was asked meanwhile.
     */
    async function ask(kind, puzzle, job, begun = () => {}) {
        stop();
        const number = newest, before = ended;
        const left = new Promise((resolve) => (leave = () => resolve(null)));
        store.set({ task: { kind, progress: null } });
        const outcome = run();
        ended = outcome.then(() => {}, () => {});
        try {
            const found = await Promise.race([outcome, left]);
            return number === newest ? found : null;
        } finally {
            if (number === newest) store.set({ task: null });
        }

        async function run() {
            await before;
            // A board may take long to start, or never do so.
            const opened = number === newest && await Promise.race([boards.sessionFor(puzzle), left]);
            if (!opened || number !== newest) return null;
            session = opened;
            begun();
            try {
                return await session.solve(job, {
                    onprogress: (progress) => number === newest && store.set({ task: { kind, progress } }),
                });
            } finally {
                session = null;
            }
        }
    }

    /** Cancel the job that runs, and do not wait for its outcome. */
    function stop() {
        clearTimeout(timer);
        newest++;
        leave();
        if (session) {
            session.cancel();
            const left = session, waiting = ended;
            const deadline = setTimeout(() => boards.giveUp(left), PATIENCE);
            waiting.then(() => clearTimeout(deadline));
        }
    }

    /** Return why a puzzle cannot be solved as it is, in words; null if it can. */
    function refusal(puzzle) {
        const wrong = genreOf(puzzle).wrongClue(puzzle);
        return wrong ? sentence(faultText(wrong)) : boards.refusal(puzzle);
    }

    function answer(fields) {
        store.set({ answer: { ...NO_ANSWER, ...fields } });
    }

    async function solve() {
        const { puzzle } = store.get();
        if (refusal(puzzle)) return;
        answer({ state: "building" });
        try {
            const job = { puzzle, count: 2, counters: true };
            const outcome = await ask("solve", puzzle, job, () => answer({ state: "solving" }));
            if (outcome && store.get().puzzle === puzzle) answer(answered(outcome));
        } catch (error) {
            if (store.get().puzzle === puzzle) answer({ state: "error", message: sentence(error.message) });
        }
    }

    /**
     * Ask what is certain of a puzzle: {values, edges}, see the state's `certain`.
     *
     * Returns undefined if that is not known: something else was asked meanwhile, or it takes too long.
     */
    async function ascertain(puzzle, limit = 0) {
        // With one solution all of it is certain, which a search proves sooner.
        const found = await ask("certain", puzzle, { puzzle, limit, count: 2 });
        if (found?.status === "no-solution") return { values: null, edges: null };
        if (found?.unique) {
            const values = found.solutions[0].map((row) => Array.from(row, String));
            return { values, edges: kindOf(puzzle) === LOOP ? edgesBetween(values) : null };
        }
        const outcome = found?.status === "solved" && await ask("certain", puzzle, { puzzle, limit, task: certain() });
        return outcome?.status === "solved" ? { values: outcome.certain, edges: outcome.certainEdges } : undefined;
    }

    async function keepCertain() {
        const { puzzle } = store.get();
        try {
            const known = await ascertain(puzzle, CERTAIN_LIMIT);
            if (known && store.get().puzzle === puzzle) {
                store.set({ certain: { ...known, stale: false } });
            }
        } catch {
            // Solving says what is wrong with the board.
        }
    }

    store.subscribe((state, before) => {
        const { puzzle, view, certainOn } = state;
        if (puzzle !== before.puzzle && state.task?.kind === "solve") cancel();
        if (puzzle === before.puzzle && view === before.view && certainOn === before.certainOn) return;
        clearTimeout(timer);
        if (state.task?.kind === "certain" && puzzle !== before.puzzle) cancel();
        const known = state.certain && !state.certain.stale;
        // A puzzle that was only opened may be there to be played.
        if (view === "edit" && certainOn && state.edited && !known && cluesOf(puzzle).length && !refusal(puzzle)) {
            timer = setTimeout(keepCertain, PAUSE);
        }
    });

    function cancel() {
        stop();
        store.set(({ task, answer: now }) => ({
            task: null,
            answer: task?.kind === "solve" ? { ...NO_ANSWER, message: "Cancelled." } : now,
        }));
    }

    return {
        refusal,
        solve,
        cancel,
        ascertain,
        setCertain(on) {
            store.set({ certainOn: on, edited: true, certain: null });
        },

        /** Make a puzzle and open it by `open`; return what went wrong in words, null if nothing did. */
        async make(wish, open) {
            const { puzzle, solution } = fullPuzzle(wish);
            const seed = crypto.getRandomValues(new Uint32Array(1))[0];
            try {
                const task = thin({ solution, seed, symmetry: Symmetry[wish.symmetry], ease: wish.ease });
                const outcome = await ask("make", puzzle, { puzzle, task });
                if (!outcome) return "Cancelled.";
                if (outcome.status !== "solved") return sentence(outcome.message);
                open(outcome.puzzle);
                return null;
            } catch (error) {
                return sentence(error.message);
            }
        },
    };
}

/** Return what the page shows of the outcome of a search for two solutions. */
function answered({ status, message, solutions, unique, cycles, clock, counters, engine }) {
    const state = { solved: "solved", "no-solution": "no-solution", cancelled: "idle" }[status] ?? "error";
    const words = inWords(state, unique, solutions) ?? sentence(message);
    return { state, message: words, solutions, unique, cycles, clock, counters, engine };
}

function inWords(state, unique, solutions) {
    if (state === "no-solution") return "Nothing obeys all rules and all clues.";
    if (state === "solved" && solutions.length > 1) {
        const [first, second] = solutions.map((solution) => solution.map((row) => [...row]).flat());
        const number = first.filter((value, at) => value !== second[at]).length;
        return `Two of them are drawn. They differ in ${counted(number, "cell")}.`;
    }
    return state === "solved" && unique ? "Verified against the rules, here in the page." : null;
}
