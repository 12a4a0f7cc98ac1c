// Runs jobs on boards, one at a time: solves a puzzle, finds which of its values are certain, or makes a puzzle.

import { NO_ANSWER } from "./actions.js";
import { Symmetry, certain, thin } from "./link/question.js";
import { fullPuzzle, isThinnedOnBoard, seeded, thinnedBySingles } from "./make.js";
import { genreOf } from "./puzzles/genres.js";
import { valuesOf } from "./puzzles/marks.js";
import { cluesOf, faultText } from "./puzzles/puzzle.js";
import { counted, sentence } from "./words.js";

/**
 * Milliseconds from a change until the search for the values that are certain begins. In this time, the person may make
 * more changes.
 */
const PAUSE = 150;

/**
 * The maximum number of cycles of a search for the values that are certain. The simulated board needs about a minute
 * for them.
 */
const CERTAIN_LIMIT = 20_000_000;

/** Milliseconds after which a simulated board is stopped if it has not ended a cancelled job. */
const PATIENCE = 3_000;

/** The maximum number of random solutions to try for one puzzle. */
const ATTEMPTS = 100;

/** Return an object that runs jobs; it updates the state's `answer`, `certain` and `task`. */
export function createSolver(store, boards) {
    let ended = Promise.resolve();  // resolves when the previous job has ended
    let leave = () => {};  // stops waiting for the outcome of the previous job
    let session = null;  // the session of the running job
    let newest = 0;  // the number of the latest job
    let timer = 0;

    /**
     * Cancel the running job, start a new job when the old one has ended, and return the outcome of the new job.
     *
     * If `isSimulated` is set, a simulated board does the job even if a real board is connected. Returns null if the new
     * job was itself replaced by a later job.
     */
    async function ask(kind, job, { isSimulated = false, begun = () => {} } = {}) {
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
            // A board may take a long time to start, or may never start.
            const opened = number === newest && await Promise.race([boards.sessionFor(job.puzzle, isSimulated), left]);
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

    /** Cancel the running job, and do not wait for its outcome. */
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

    /** Return a sentence with the reason why a puzzle cannot be solved now; null if it can be solved. */
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
            const outcome = await ask("solve", job, { begun: () => answer({ state: "solving" }) });
            if (outcome && store.get().puzzle === puzzle) answer(answered(outcome));
        } catch (error) {
            if (store.get().puzzle === puzzle) answer({ state: "error", message: sentence(error.message) });
        }
    }

    /**
     * Find the values that all solutions of a puzzle share, set the state's `certain`, and return {values, cells}.
     *
     * Returns undefined if a later job replaces the search, or if the search takes too long.
     */
    async function ascertain(puzzle, limit = 0) {
        const known = await sharedValues(puzzle, limit);
        if (known && store.get().puzzle === puzzle) store.set({ certain: { ...known, stale: false } });
        return known;
    }

    async function sharedValues(puzzle, limit) {
        // If the solution is unique, all its values are certain. A search for two solutions shows this faster than the
        // task `certain` does.
        const found = await ask("certain", { puzzle, limit, count: 2 });
        if (found?.status === "no-solution") return { values: null, cells: 0 };
        if (found?.unique) return { values: valuesOf(puzzle, found.solutions[0]), cells: puzzle.rows * puzzle.cols };
        const outcome = found?.status === "solved" && await ask("certain", { puzzle, limit, task: certain() });
        return outcome?.status === "solved" ? { values: outcome.certain, cells: outcome.certainCells } : undefined;
    }

    function keepCertain() {
        // If something is wrong with the board, the person will find out when solving the puzzle.
        ascertain(store.get().puzzle, CERTAIN_LIMIT).catch(() => {});
    }

    store.subscribe((state, before) => {
        const { puzzle, view, certainOn } = state;
        if (puzzle !== before.puzzle && state.task?.kind === "solve") cancel();
        if (puzzle === before.puzzle && view === before.view && certainOn === before.certainOn) return;
        clearTimeout(timer);
        if (state.task?.kind === "certain" && puzzle !== before.puzzle) cancel();
        const known = state.certain && !state.certain.stale;
        // If the puzzle was only opened and not edited, the person may want to play it without seeing which values are
        // certain.
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

        /**
         * Make a puzzle with one solution. `thin` describes `ease` and `symmetry`; `seed` has 32 bits. If
         * `isSimulated` is set, a simulated board makes the puzzle, which then depends only on the parameters. Return
         * null if a later job ends this job. Throw an Error if no puzzle was made.
         */
        async make({ genre, rows, cols, name, seed, ease, symmetry, isSimulated }) {
            const random = seeded(seed);
            for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
                const { puzzle: full, solution } = fullPuzzle({ genre, rows, cols, name }, random);
                const order = Math.floor(random() * 2 ** 32);
                const task = isThinnedOnBoard(full)
                    ? thin({ solution, seed: order, symmetry: Symmetry[symmetry], ease }) : null;
                const puzzle = !task && genre === "sudoku" ? thinnedBySingles(full, random) : full;
                const outcome = await ask("make", { puzzle, task, count: 2 }, { isSimulated });
                if (!outcome || outcome.status === "cancelled") return null;
                if (outcome.status === "error") throw new Error(outcome.message);
                if (outcome.unique) return outcome.puzzle;
            }
            throw new Error("no such puzzle was found: choose another size or difficulty");
        },
    };
}

/** Return the answer to show for the outcome of a search for two solutions. */
function answered({ status, message, solutions, unique, cycles, clock, counters, engine }) {
    const state = { solved: "solved", "no-solution": "no-solution", cancelled: "idle" }[status] ?? "error";
    const words = inWords(state, unique, solutions) ?? sentence(message);
    return { state, message: words, solutions, unique, cycles, clock, counters, engine };
}

function inWords(state, unique, solutions) {
    if (state === "no-solution") return "No grid satisfies all rules and all clues.";
    if (state === "solved" && solutions.length > 1) {
        const [first, second] = solutions.map((solution) => solution.map((row) => [...row]).flat());
        const number = first.filter((value, at) => value !== second[at]).length;
        return `Two of them are drawn. They differ in ${counted(number, "cell")}.`;
    }
    return state === "solved" && unique ? "Verified against the rules, here in the page." : null;
}
