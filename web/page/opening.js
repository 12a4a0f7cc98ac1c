// Puzzles that come from outside: pasted, from files, and the examples.

import { parse } from "./puzzles/json.js";
import { read } from "./puzzles/read.js";
import { sentence } from "./words.js";

const FIRST = { text: "The first of several puzzles is open." };
const DONE = { text: "The puzzle is open.", quiet: true };

/** The most bytes of a file: no puzzle takes more, and a person does not wait for them. */
const LARGEST_FILE = 10_000_000;

/** Encodings of files other than UTF-8, by the bytes of their mark. */
const ENCODINGS = { "255,254": "utf-16le", "254,255": "utf-16be" };

/**
 * The reason why a text was not opened; `genres` has the ids if several genres fit, and else is empty.
 *
 * @typedef {{words: string, genres: string[]}} Fault
 */

/** Return what opens texts as puzzles. */
export function createOpening(store, actions) {
    let examples = null;

    return {
        openPuzzle: actions.open,

        /**
         * Open the first puzzle of a text.
         *
         * @param {string} text
         * @param {?string} [genre] The only genre to read.
         * @returns {?Fault} Null if the puzzle is open.
         */
        open(text, genre = null) {
            try {
                const { puzzle, more } = read(text, { genre });
                actions.open(puzzle);
                store.set({ note: { ...(more ? FIRST : DONE) } });  // a new one, or it would be told once only
                return null;
            } catch (error) {
                return { words: sentence(error.message), genres: error.genres ?? [] };
            }
        },

        /** Return a promise of the examples, read when they are first wanted. */
        examples() {
            examples ??= fetch(new URL("examples.json", import.meta.url))
                .then((response) => response.json())
                .then((records) => records.map((record) => parse(JSON.stringify(record))));
            return examples;
        },
    };
}

/** Return a promise of the text in a file, which is UTF-8, or UTF-16 with its mark. */
export async function textOf(file) {
    if (file.size > LARGEST_FILE) {
        throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB; a file to open here has up to 10`);
    }
    try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        return new TextDecoder(ENCODINGS[bytes.slice(0, 2)]).decode(bytes);
    } catch (error) {
        throw new Error(`${file.name} cannot be read`, { cause: error });
    }
}
