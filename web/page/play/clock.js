// The time that a person has spent on a puzzle. It runs in *Play* while the page is visible, from the first mark until
// the puzzle is solved.

import { isEmpty } from "../puzzles/marks.js";
import { getStored, setStored } from "../storage.js";

const KEY = "rowloom-untimed";

/**
 * @typedef {{spent: ?number, since: ?number}} Time
 * `spent` is the milliseconds until the clock last stopped; it is null if the time is unknown, as in a puzzle that the
 * person has edited. `since` is the time at which the clock was started, or null if the clock is stopped.
 */

/** The time of a puzzle that was just opened. @type {Time} */
export const NO_TIME = { spent: 0, since: null };

/** The time of a puzzle whose time is unknown. @type {Time} */
export const UNKNOWN_TIME = { spent: null, since: null };

export function isRunning({ since }) {
    return since !== null;
}

/** Return the milliseconds spent until now, or null if they are unknown. */
export function spentIn({ spent, since }) {
    return since === null ? spent : spent + performance.now() - since;
}

/** Return whether the person wants to see the time. */
export function storedTimed() {
    return getStored(KEY) === null;
}

/** Start and stop the clock of the state; return an object that shows or hides the time. */
export function keepTime(store) {
    function update() {
        const { view, marks, faults, time } = store.get();
        const isPlaying = view === "play" && !document.hidden && faults?.state !== "solved" && !isEmpty(marks);
        const runs = time.spent !== null && isPlaying;
        if (runs !== isRunning(time)) {
            store.set({ time: { spent: spentIn(time), since: runs ? performance.now() : null } });
        }
    }

    store.subscribe((state, before) => {
        if (["view", "marks", "faults", "time"].some((field) => state[field] !== before[field])) update();
    });
    document.addEventListener("visibilitychange", update);
    return {
        setTimed(isTimed) {
            store.set({ isTimed });
            setStored(KEY, isTimed ? null : "1");
        },
    };
}
