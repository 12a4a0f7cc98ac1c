// The browser keeps a person's work, so that it survives a reload, a closed window, and another puzzle.
//
// Each piece of work has its own entry in the storage, and the tab's history names it. If another tab, such as a copy,
// has written to that entry meanwhile, the page writes to a new entry.

import { changeEntry } from "./address.js";
import { isEmpty } from "./play/marks.js";
import { getStored, setStored, storedKeys } from "./storage.js";
import { contentOf, read, readPuzzle, write } from "./work.js";

const PREFIX = "rowloom-work-";

/** The most entries, and the most letters of all entries together. The page drops the oldest first. */
const MOST_ENTRIES = 50, MOST_LETTERS = 2_000_000;

/** The most puzzles in the list of those that were worked on. */
const MOST_SHOWN = 12;

/** Milliseconds of rest after a change before the work is kept. */
const PAUSE = 250;

const FIELDS = ["puzzle", "marks", "past", "future", "view", "pencil"];

/** Return what keeps a store's work, and has that of before. */
export function createAutosave() {
    let store = null;
    let key = PREFIX + randomName(), stamp = null;  // the entry of the work, and its first line when it was last seen
    let timer = 0, isKept = true;

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
        isKept = [state, { ...state, past: [], future: [] }].some((work) => put(key, `${stamp}\n${write(work)}`));
    }

    return {
        flush,

        /**
         * Return the newest work of a puzzle, of any puzzle if it is null, and write to its entry from now on.
         *
         * Prefers the work that this entry of the tab's history names, and marks that with `again`. Returns null if the
         * browser keeps no such work.
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
            // A puzzle without any work gives its entry to the next one.
            if (!store || !isEmpty(store.get().marks) || store.get().edited) {
                useEntry(null);
            } else {
                changeEntry({ work: key });
            }
            return null;
        },

        /** Return the puzzle of this entry of the tab's history; null if it is new, and then it gets the present work. */
        shown() {
            const entry = entryAt(history.state?.work);
            const puzzle = entry && readable(entry, readPuzzle);
            if (!puzzle) changeEntry({ work: key });
            return puzzle;
        },

        /** Return the puzzles that were worked on last, the newest one first. */
        puzzles() {
            flush();
            return entries().slice(0, MOST_SHOWN).map((entry) => readable(entry, readPuzzle)).filter(Boolean);
        },

        /** Keep the work of a store from now on. */
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
                if (!isKept && (store.get().edited || !isEmpty(store.get().marks))) {
                    event.preventDefault();  // the browser asks whether to lose it
                }
            });
        },
    };
}

function entries() {
    return storedKeys(PREFIX).map(entryAt).filter(Boolean).sort((one, other) => other.time - one.time);
}

/** Return an entry: its first line is a stamp of when and by whom it was written, with the puzzle's contents. */
function entryAt(key) {
    const text = getStored(key);
    if (text === null) return null;
    const [stamp] = text.split("\n", 1);
    const [time, , ...content] = stamp.split(" ");
    return { key, text, stamp, time: Number(time) || 0, content: content.join(" ") };
}

/** Return what `reading` finds in an entry; null if it finds nothing. */
function readable({ text, stamp }, reading) {
    try {
        return reading(text.slice(stamp.length + 1));
    } catch {
        return null;  // it is damaged, or from another version of the page
    }
}

/** Keep a text as an entry, the oldest others giving way; return whether the browser does so. */
function put(key, text) {
    const others = entries().filter((entry) => entry.key !== key);
    let letters = others.reduce((sum, other) => sum + other.text.length, text.length);
    while (others.length >= MOST_ENTRIES || letters > MOST_LETTERS || !setStored(key, text)) {
        const oldest = others.pop();
        if (!oldest) return false;
        letters -= oldest.text.length;
        setStored(oldest.key, null);
    }
    return true;
}

function randomName() {
    return Math.random().toString(36).slice(2);
}
