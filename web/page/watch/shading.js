// What an engine for shading does, from a trace: what there is to see of a position.

import { DeductionWork, kindsOf, recordedOf } from "./deduction.js";
import { sweepWords } from "./shading_words.js";

/** The colours of a cell, as bits. */
export const UNSHADED = 1, SHADED = 2;

/** Rows of the window of a visit. */
const WINDOW = 3;

/** Kinds of work that all engines for shading have. */
export const KINDS = [
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

/**
 * What engines for shading have in common. One of them has three methods besides: `propagationKind()`, what the
 * propagation is at, null if it is idle; `held(row)`, see DeductionWork; `words(before, here, step)`.
 */
export class ShadingWork extends DeductionWork {
    #joined;

    constructor(trace, puzzle, recorded, joined, pageRows = puzzle.rows) {
        super(trace, puzzle, recorded, pageRows);
        this.#joined = joined;
    }

    kind() {
        const { fixpoint, flood } = this.items;
        const kinds = { FLOOD: flood.name !== "IDLE" && "flood", PROPAGATION: this.propagationKind() };
        return (fixpoint.name in kinds && kinds[fixpoint.name]) || "look";
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
        const { sweep, visit } = this.items;
        return { window: sweep.name === "VISIT" ? { first: visit.value - 1, rows: WINDOW } : null };
    }

    seen(before, here, step) {
        const isVisited = before.sweep === "VISIT" && before.fixpoint === "PROPAGATION";
        const faults = [...here.now.colours].flatMap((colours, at) => (colours && !this.#isCutOff(here, at) ? [] : [at]));
        return {
            faults,
            window: isVisited ? before.window : here.window,
            words: this.words(before, { ...here, faults }, step),
        };
    }

    /** Return whether a flood has ended without reaching a cell that certainly belongs to what is connected. */
    #isCutOff({ flood, flooding, now }, at) {
        return flood !== null && flooding === "IDLE" && now.colours[at] === this.#joined && !flood.reached[at];
    }
}

/** An engine whose local rules are a sweep over the rows. */
class SweepWork extends ShadingWork {
    propagationKind() {
        return this.items.sweep.name === "IDLE" ? null : "sweep";
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

    more() {
        const { fixpoint, sweep, visit, wrong, top } = this.items;
        const isWrong = fixpoint.name === "PROPAGATION" && sweep.name === "IDLE" && wrong.value === 1;
        return { ...super.more(), first: visit.value + 1 - top.value, isWrong };
    }

    words(before, here, step) {
        return sweepWords(before, here, step);
    }
}
