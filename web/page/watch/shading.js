// What an engine for shading does, from a trace: what there is to see of a position.

import { DeductionWork, kindsOf, recordedOf } from "./deduction.js";
import { wordsOf } from "./shading_words.js";

/** The colours of a cell, as bits. */
export const UNSHADED = 1, SHADED = 2;

/** Rows of the sweep's window. */
const WINDOW = 3;

const KINDS = [
    { kind: "sweep", title: "Visit of rows", words: "a window of three rows moves over the grid" },
    { kind: "flood", title: "Flood", words: "what can still be connected" },
];

/**
 * Return an engine as it is watched; `joined` is the colour whose cells are connected, `about` says what it does.
 *
 * Its state is in rows of a sweep, see SmullyanDeducer in the gateware.
 */
function sweeping(name, joined, about) {
    const recorded = recordedOf(name, ["wrong", "down", "top", "above", "here", "below", "left", "moved"]);
    return {
        recorded, about, kinds: kindsOf(KINDS),
        /** Return what there is to see of a puzzle's trace. */
        create: (trace, puzzle) => new SweepWork(trace, puzzle, recorded, joined),
    };
}

export const dynasty = sweeping("dynasty", UNSHADED, "For each cell, the engine keeps whether it may be unshaded and"
    + " whether it may be shaded. A visit of a row takes one clock, and crosses out what its clues and neighbours"
    + " exclude. A flood looks for cells that are cut off.");

/** An engine whose local rules are a sweep over the rows. */
class SweepWork extends DeductionWork {
    #joined;

    constructor(trace, puzzle, recorded, joined) {
        super(trace, puzzle, recorded, 0);
        this.#joined = joined;
    }

    kind() {
        const { fixpoint, sweep, flood } = this.items;
        const kinds = { FLOOD: flood.name !== "IDLE" && "flood", PROPAGATION: sweep.name !== "IDLE" && "sweep" };
        return kinds[fixpoint.name] || "look";
    }

    held(row) {
        const { sweep, visit, down, above, here, below, left, moved } = this.items;
        const at = row - visit.value, isDown = down.value === 1;
        if (sweep.name === "WRITE BACK") {
            // The window has left the last row, as if it went on.
            return at === 0 && (isDown ? above : below);
        }
        const behind = moved.value === 1 ? { [isDown ? -2 : 2]: left } : {};
        return sweep.name === "VISIT" && { ...behind, "-1": above, 0: here, 1: below }[at];
    }

    state(source) {
        const { rows, cols } = this;
        const colours = new Uint8Array(rows * cols);
        for (let row = 0; row < rows; row++) {
            const [item, index] = source(row);
            const field = (name) => item.offset(item.has(name) ? name : `state.${name}`);
            const unshaded = field("unshaded"), shaded = field("shaded");
            for (let col = 0; col < cols; col++) {
                colours[row * cols + col] = item.bit(unshaded + col, index) * UNSHADED
                    | item.bit(shaded + col, index) * SHADED;
            }
        }
        return { colours };
    }

    wet(row, col) {
        return this.items.wet.bit(col, row) * this.#joined;
    }

    more() {
        const { fixpoint, sweep, visit, wrong } = this.items;
        const isWrong = fixpoint.name === "PROPAGATION" && sweep.name === "IDLE" && wrong.value === 1;
        const first = visit.value + 1 - this.items.top.value;
        return { first, isWrong, window: sweep.name === "VISIT" ? { first: visit.value - 1, rows: WINDOW } : null };
    }

    seen(before, here, step) {
        const isVisited = before.sweep === "VISIT" && before.fixpoint === "PROPAGATION";
        const faults = [...here.now.colours].flatMap((colours, at) => (colours && !this.#isCutOff(here, at) ? [] : [at]));
        return {
            faults,
            window: isVisited ? before.window : here.window,
            words: wordsOf(before, { ...here, faults }, step),
        };
    }

    /** Return whether a flood has ended without reaching a cell that certainly belongs to what is connected. */
    #isCutOff({ flood, flooding, now }, at) {
        return flood !== null && flooding === "IDLE" && now.colours[at] === this.#joined && !flood.reached[at];
    }
}
