// Saves a person's work in the browser. The page restores the work when the person reloads the page, or opens the page
// or the puzzle again.
//
// The work on a puzzle has its own entry in the storage, and the tab's history refers to this entry. If another tab
// (such as a copy of this tab) has written to the entry, the page writes to a new entry.

import { changeEntry } from "./address.js";
import { isEmpty } from "./puzzles/marks.js";
import { getStored, setStored, storedKeys } from "./storage.js";
import { contentOf, read, readPuzzle, write } from "./work.js";

const PREFIX = "rowloom-work-";

/**
 * The maximum number of entries, and of characters in all entries together; if there are more, the oldest entries are
 * removed.
 */
const MOST_ENTRIES = 50, MOST_CHARACTERS = 2_000_000;

/** The maximum number of puzzles in the list of saved work. */
const MOST_SHOWN = 12;

/** Milliseconds between a change and the saving of the work. */
const PAUSE = 250;

const FIELDS = ["puzzle", "marks", "past", "future", "view", "tool", "time"];

/** Return an object that saves the work in a store and restores earlier work. */
export function createAutosave() {
    let store = null;
    let key = PREFIX + randomName(), stamp = null;  // the key and the first line of the entry in use
    let timer = 0, isSaved = true;

    function useEntry(entry) {
        key = entry?.key ?? PREFIX + randomName();
        stamp = entry?.stamp ?? null;
        changeEntry({ work: key });
    }

    function flush() {
        if (!timer) return;
        clearTimeout(timer);
        timer = 0;
        const there = entryAt(key);
        if (there && there.stamp !== stamp) useEntry(null);
        const state = store.get();
        stamp = `${performance.timeOrigin + performance.now()} ${randomName()} ${contentOf(state.puzzle)}`;
        isSaved = [state, { ...state, past: [], future: [] }].some((work) => put(key, `${stamp}\n${write(work)}`));
    }

    return {
        flush,

        /**
         * Return the newest saved work on a puzzle, or on any puzzle if `puzzle` is null. Return null if there is no
         * such work. From then on, the page saves to the storage entry of the returned work.
         *
         * If the current entry of the tab's history refers to saved work on the puzzle, return this work and not the
         * newest, with `again` set to true.
         */
        take(puzzle = null) {
            const content = puzzle && contentOf(puzzle);
            const shown = history.state?.work;
            const all = entries().filter((entry) => !content || entry.content === content);
            const again = all.filter((entry) => entry.key === shown);
            for (const entry of [...again, ...all]) {
                const work = readable(entry, read);
                if (work) {
                    useEntry(entry);
                    return { ...work, again: entry.key === shown };
                }
            }
            // If the current puzzle has no marks and no changes, the next puzzle uses the same entry.
            if (!store || !isEmpty(store.get().marks) || store.get().edited) {
                useEntry(null);
            } else {
                changeEntry({ work: key });
            }
            return null;
        },

        /**
         * Return the puzzle of the saved work to which the current entry of the tab's history refers. If the entry
         * refers to no saved work, let it refer to the current work.
         */
        shown() {
            const entry = entryAt(history.state?.work);
            const puzzle = entry && readable(entry, readPuzzle);
            if (!puzzle) changeEntry({ work: key });
            return puzzle;
        },

        /** Return the puzzles that have saved work, the most recently saved first. */
        puzzles() {
            flush();
            return entries().slice(0, MOST_SHOWN).map((entry) => readable(entry, readPuzzle)).filter(Boolean);
        },

        /** From now on, save the work in this store whenever it changes. */
        watch(watched) {
            store = watched;
            store.subscribe((state, before) => {
                if (before.puzzle && FIELDS.some((field) => state[field] !== before[field])) {
                    clearTimeout(timer);
                    timer = setTimeout(flush, PAUSE);
                }
            });
            addEventListener("pagehide", flush);
            document.addEventListener("visibilitychange", flush);
            addEventListener("beforeunload", (event) => {
                flush();
                if (!isSaved && (store.get().edited || !isEmpty(store.get().marks))) {
                    event.preventDefault();  // the browser asks before it closes the page
                }
            });
        },
    };
}

function entries() {
    return storedKeys(PREFIX).map(entryAt).filter(Boolean).sort((one, other) => other.time - one.time);
}

/** Return an entry. Its first line is its stamp: the time, a random name and the puzzle's content. */
function entryAt(key) {
    const text = getStored(key);
    if (text === null) return null;
    const [stamp] = text.split("\n", 1);
    const [time, , ...content] = stamp.split(" ");
    return { key, text, stamp, time: Number(time) || 0, content: content.join(" ") };
}

/** Parse the text of an entry; return null if the entry is damaged or was written by another version of the page. */
function readable({ text, stamp }, parse) {
    try {
        return parse(text.slice(stamp.length + 1));
    } catch {
        return null;
    }
}

/** Save a text as an entry; if necessary, first remove the oldest other entries. Return whether the entry was saved. */
function put(key, text) {
    const others = entries().filter((entry) => entry.key !== key);
    let characters = others.reduce((sum, other) => sum + other.text.length, text.length);
    while (others.length >= MOST_ENTRIES || characters > MOST_CHARACTERS || !setStored(key, text)) {
        const oldest = others.pop();
        if (!oldest) return false;
        characters -= oldest.text.length;
        setStored(oldest.key, null);
    }
    return true;
}

function randomName() {
    return Math.random().toString(36).slice(2);
}
