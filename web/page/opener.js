// Opens puzzles from pasted text, files, the address or the list of examples.

import { fetchFile } from "./board/module.js";
import { isEmpty } from "./puzzles/marks.js";
import { genreOf } from "./puzzles/genres.js";
import { puzzleIn } from "./puzzles/json.js";
import { read } from "./puzzles/read.js";
import { factsOf, sentence } from "./words.js";
import { contentOf } from "./work.js";

const MARKED = "The puzzle is open, with your earlier marks.";

/** The largest file in bytes; no puzzle needs more. */
const LARGEST_FILE = 10_000_000;

/** The encodings of files that are not UTF-8, by the bytes of their byte order marks. */
const ENCODINGS = { "255,254": "utf-16le", "254,255": "utf-16be" };

/**
 * The reason why a text was not opened. If several genres fit the text, `genres` has their ids.
 *
 * @typedef {{words: string, genres: string[]}} Fault
 */

/** Return an object that opens puzzles; marks from earlier work on a puzzle come from `autosave`. */
export function createOpener(store, actions, autosave) {
    let examples = null;

    /** Open a puzzle and show a note, which includes the text `more`; return the earlier work on the puzzle. */
    function openPuzzle(puzzle, more = "") {
        let work = { view: store.get().view }, marked = "";
        if (contentOf(puzzle) !== contentOf(store.get().puzzle)) {
            autosave.flush();
            work = autosave.take(puzzle) ?? {};
            actions.open(puzzle, work);
            marked = work.marks && !isEmpty(work.marks) ? MARKED : "";
        }
        // Screen readers also get the facts that are written above the grid.
        const seen = [more, marked].filter(Boolean).join(" ");
        const spoken = `${genreOf(puzzle).title}, ${factsOf(puzzle).join(", ")}. ${seen || "The puzzle is open."}`;
        store.set({ note: { text: seen || spoken, spoken, quiet: !seen } });
        return work;
    }

    return {
        openPuzzle,
        savedPuzzles: autosave.puzzles,

        /**
         * Open the first puzzle of a text. `genre` is the puzzle's genre, or null if it is unknown. Return the Fault,
         * or null if the puzzle was opened.
         */
        open(text, genre = null) {
            try {
                const { puzzle, more } = read(text, { genre });
                openPuzzle(puzzle, more ? "The first of several puzzles is open." : "");
                return null;
            } catch (error) {
                return { words: sentence(error.message), genres: error.genres ?? [] };
            }
        },

        /** Return a promise of the examples. The first call loads them; if that fails, the next call tries again. */
        examples() {
            examples ??= fetchFile(new URL("examples.json", import.meta.url), "json")
                .then((records) => records.map((record) => puzzleIn(record)))
                .catch((error) => {
                    examples = null;
                    throw error;
                });
            return examples;
        },
    };
}

export async function textOf(file) {
    if (file.size > LARGEST_FILE) {
        throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB; the page opens files of up to 10 MB`);
    }
    try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        return new TextDecoder(ENCODINGS[bytes.slice(0, 2)]).decode(bytes);
    } catch (error) {
        throw new Error(`${file.name} cannot be read`, { cause: error });
    }
}
