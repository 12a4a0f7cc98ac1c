// Puzzles that come from outside: pasted, from files, from the address, and the examples.

import { read } from "./puzzles/read.js";
import { sentence } from "./words.js";

/** Return what opens texts as puzzles. */
export function createOpening(store, actions) {
    let examples = null;

    function openPuzzle(puzzle) {
        actions.open(puzzle);
    }

    return {
        openPuzzle,

        /** Open the first puzzle of a text; return what is wrong with it in words, null if nothing is. */
        open(text) {
            try {
                const { puzzle, more } = read(text);
                openPuzzle(puzzle);
                if (more) {
                    store.set({ note: { text: "The first of several puzzles is open." } });
                }
                return null;
            } catch (error) {
                return sentence(error.message);
            }
        },

        /** Return a promise of the examples, read when they are first wanted. */
        examples() {
            examples ??= fetch(new URL("examples.json", import.meta.url))
                .then((response) => response.json())
                .then((texts) => texts.map((text) => read(JSON.stringify(text)).puzzle));
            return examples;
        },
    };
}
