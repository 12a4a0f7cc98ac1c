// New puzzles. A *wish* is what a person has chosen for new puzzles: their genre, size, difficulty and symmetry. The
// next puzzle is made while the person plays. Today's puzzle is the same for everybody.

import { isRunning } from "./play/clock.js";
import { GENRES } from "./puzzles/genres.js";
import { getStored, setStored } from "./storage.js";
import { sentence } from "./words.js";

/** The sizes that are offered, as rows and columns, by genre. */
export const SIZES = {
    slitherlink: [[5, 5], [7, 7], [10, 10], [15, 10], [20, 15]],
    sudoku: [[4, 4], [9, 9], [16, 16]],
    slink: [[5, 5], [7, 7], [10, 10], [15, 10]],
    smullyan: [[5, 5], [6, 6], [8, 8], [10, 10]],
    canal: [[5, 5], [6, 6], [8, 8], [10, 10]],
};

/** The wish until the person chooses. Its fields are parameters of `solver.make`, which also has a seed and a name. */
const FIRST_WISH = { genre: "slitherlink", rows: 7, cols: 7, ease: 2, symmetry: "NONE" };

/** The puzzle of a first visit: it is small, and needs no board. */
export const FIRST_PUZZLE = "?slither/7/7/2d7ahbg3726ba2716d6277chc";

const KEY = "rowloom-new-puzzle";

/** Milliseconds of play until the next puzzle is made. */
const PAUSE = 2_000;

const NOTHING = { wish: null, puzzle: null };

export function storedWish() {
    try {
        return withSize({ ...FIRST_WISH, ...JSON.parse(getStored(KEY)) });
    } catch {
        return FIRST_WISH;
    }
}

/** Return the wish; if its size is not offered for its genre, replace the size by the genre's usual size. */
function withSize(wish) {
    const isOffered = SIZES[wish.genre].some(([rows, cols]) => rows === wish.rows && cols === wish.cols);
    const [rows, cols] = isOffered ? [wish.rows, wish.cols] : GENRES[wish.genre].usualSize;
    return { ...wish, rows, cols };
}

/** Return an object that makes and opens puzzles; while it makes a puzzle that was requested, it sets `making`. */
export function createNewPuzzles(store, solver, opener) {
    let ahead = NOTHING;  // the wish, and the promise, of the puzzle that is made in advance
    let timer = 0;

    function random(wish) {
        return solver.make({ ...wish, seed: crypto.getRandomValues(new Uint32Array(1))[0] });
    }

    /** Open the puzzle that `make` promises, unless it is null or the person requests another puzzle first. */
    async function open(make) {
        const making = {}, isCurrent = () => store.get().making === making;
        store.set({ making });
        try {
            const puzzle = await make(isCurrent);
            if (puzzle && isCurrent()) opener.openPuzzle(puzzle);
        } catch (error) {
            if (isCurrent()) store.set({ note: { text: sentence(error.message) } });
        } finally {
            if (isCurrent()) store.set({ making: null });
        }
    }

    function makeAhead() {
        timer = 0;
        const { wish, task, time } = store.get();
        if (task || !isRunning(time)) return;
        const begun = ahead = { wish, puzzle: random(wish).catch(() => undefined) };
        begun.puzzle.then((puzzle) => {
            if (puzzle === null && ahead === begun) ahead = NOTHING;  // another job took the board: try again later
        });
    }

    store.subscribe(({ wish, task, time }) => {
        if (!timer && !task && isRunning(time) && ahead.wish !== wish) timer = setTimeout(makeAhead, PAUSE);
    });

    return {
        setWish(fields) {
            const wish = withSize({ ...store.get().wish, ...fields });
            store.set({ wish });
            setStored(KEY, JSON.stringify(wish));
        },

        /** Open a new puzzle that fits the wish. */
        another() {
            const { wish } = store.get(), { puzzle } = ahead.wish === wish ? ahead : {};
            ahead = NOTHING;
            return open(async (isCurrent) => await puzzle ?? (isCurrent() ? random(wish) : null));
        },

        /**
         * Open today's puzzle of the wished genre. It depends only on the date, so it is the same for everybody: a
         * simulated board makes it, because a real board may have another engine, for which other puzzles are normal.
         */
        today() {
            const { genre } = store.get().wish, [rows, cols] = GENRES[genre].usualSize, date = today();
            const seed = Number(date.replaceAll("-", "")), name = `Daily ${date}`;
            const wish = { genre, rows, cols, ease: 1, symmetry: "NONE" };
            return open(() => solver.make({ ...wish, seed, name, isSimulated: true }));
        },

        cancel() {
            store.set({ making: null, note: { text: "Cancelled.", quiet: true } });
            if (store.get().task?.kind === "make") solver.cancel();
        },
    };
}

/** Return the local date, such as "2026-11-27". */
function today() {
    const now = new Date(), parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
    return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
