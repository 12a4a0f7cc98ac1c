// What an engine for shading does in a step, in words.

import { place } from "../puzzles/puzzle.js";
import { counted, sentence } from "../words.js";
import { floodWords, searchWords } from "./deduction_words.js";

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
export function sweepWords(before, here, step) {
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
