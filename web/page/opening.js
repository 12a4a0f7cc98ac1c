// Puzzles that come from outside: pasted, from files, and the examples.

import { read as readJson } from "./puzzles/json.js";
import { read } from "./puzzles/read.js";
import { sentence } from "./words.js";

const FIRST = { text: "The first of several puzzles is open." };
const DONE = { text: "The puzzle is open.", quiet: true };

/** Return what opens texts as puzzles. */
export function createOpening(store, actions) {
    let examples = null;

    return {
        openPuzzle: actions.open,

        /** Open the first puzzle of a text; return what is wrong with it in words, null if nothing is. */
        open(text) {
            try {
                const { puzzle, more } = read(text);
                actions.open(puzzle);
                store.set({ note: { ...(more ? FIRST : DONE) } });  // a new one, or it would be told once only
                return null;
            } catch (error) {
                return sentence(error.message);
            }
        },

        /** Return a promise of the examples, read when they are first wanted. */
        examples() {
            examples ??= fetch(new URL("examples.json", import.meta.url))
                .then((response) => response.json())
                .then((records) => records.map((record) => readJson(JSON.stringify(record))));
            return examples;
        },
    };
}
