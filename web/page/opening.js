// Puzzles that come from outside: pasted, from files, from the address, and the examples.

import { fetched } from "./fetched.js";
import { factsOf, genreOf } from "./genres.js";
import { isEmpty } from "./play/marks.js";
import { read as readJson } from "./puzzles/json.js";
import { read } from "./puzzles/read.js";
import { contentOf } from "./work.js";
import { sentence } from "./words.js";

const MARKED = "The puzzle is open, with the marks that you made before.";

/** Return what opens puzzles, with the marks of which `keeping` knows. */
export function createOpening(store, actions, keeping) {
    let examples = null;

    /** Open a puzzle, and say so, and `more`; return the earlier work on it. */
    function openPuzzle(puzzle, more = "") {
        let work = { view: store.get().view }, marked = "";
        if (contentOf(puzzle) !== contentOf(store.get().puzzle)) {
            keeping.flush();
            work = keeping.take(puzzle) ?? {};
            actions.open(puzzle, work);
            marked = work.marks && !isEmpty(work.marks) ? MARKED : "";
        }
        // A screen reader also needs the facts that others see above the grid.
        const seen = [more, marked].filter(Boolean).join(" ");
        const spoken = `${genreOf(puzzle).title}, ${factsOf(puzzle).join(", ")}. ${seen || "The puzzle is open."}`;
        store.set({ note: { text: seen || spoken, spoken, quiet: !seen } });
        return work;
    }

    return {
        openPuzzle,
        keptPuzzles: keeping.puzzles,

        /** Open the first puzzle of a text; return what is wrong with it in words, null if nothing is. */
        open(text) {
            try {
                const { puzzle, more } = read(text);
                openPuzzle(puzzle, more ? "The first of several puzzles is open." : "");
                return null;
            } catch (error) {
                return sentence(error.message);
            }
        },

        /** Return a promise of the examples, read when they are first wanted, and again if that failed. */
        examples() {
            examples ??= fetchedExamples().catch((error) => {
                examples = null;
                throw error;
            });
            return examples;
        },
    };
}

async function fetchedExamples() {
    const records = await fetched(new URL("examples.json", import.meta.url), "json");
    return records.map((record) => readJson(JSON.stringify(record)));
}
