// What an engine for shading does, from a trace: what there is to see of a position, and words.

import { place } from "../puzzles/puzzle.js";
import { counted, sentence } from "../words.js";
import { DeductionWork, floodWords, kindsOf, recordedOf, searchWords } from "./deduction.js";

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

// Words

const WORDS = {
    begin: "each cell may be unshaded, and may be shaded",
    solved: "no rule is broken",
    tried: "a cell",
    flooding: "Work begins.",
    assumed: assumedWords,
};

/**
 * Return what happens between two positions, `before` and `here`, as shading.js reads them, for any engine; null where
 * that is for the propagation to tell. `step` is what is crossed out between them.
 */
export function shadingWords(before, here, step) {
    const search = searchWords(before, here, WORDS);
    if (search) {
        return search;
    }
    const { fixpoint } = here;
    if (fixpoint === "FLOOD") {
        if (before.fixpoint !== "FLOOD") {
            return "Something may be cut off: a flood begins at the first cell that is known to be connected.";
        }
        return here.faults.length ? "The flood has ended: where it is red, a cell is cut off." : floodWords(here, step);
    }
    if (fixpoint === "AGAIN") {
        return "The flood has changed something: visits begin again.";
    }
    return null;
}

/** Return the same where rows are swept, in the propagation, too. */
function sweepWords(before, here, step) {
    const words = shadingWords(before, here, step);
    if (words) {
        return words;
    }
    const { fixpoint, sweep } = here;
    if (before.sweep === "VISIT" && before.fixpoint === "PROPAGATION") {
        return visitWords(before, here, step);
    }
    if (sweep === "LOAD ABOVE" || sweep === "LOAD HERE" && before.sweep === "IDLE") {
        return beginWords(before, here);
    }
    if (fixpoint === "PROPAGATION") {
        return {
            "IDLE": "Nothing more follows from the rows.",
            "WRITE BACK": "The last row is written.",
        }[sweep] ?? (step.isEmpty ? "The first rows are read." : "The first rows are read, with what is assumed.");
    }
    return "Nothing more follows from this.";
}

function beginWords(before, { assumed, isTrial, first }) {
    // Of what the CPU assumes, the row is only that where the visits begin.
    return before.search === "START" && assumed && !isTrial
        ? sentence(`${assumedWords({ ...assumed, row: first })}: visits begin there`) : "Visits of rows begin.";
}

/** Return what a visit of a row does. */
export function visitWords({ visit }, { faults }, step) {
    const row = `Row ${visit + 1} visited`;
    if (faults.length) {
        return `${row}: where it is red, nothing is possible any more.`;
    }
    const number = step.colours.filter(Boolean).length;
    return number ? `${row}: ${counted(number, "shade")} crossed out.` : `${row}: nothing new.`;
}

function assumedWords({ row, col, value }) {
    return `${place(row, col)} is ${value ? "shaded" : "unshaded"}`;
}
