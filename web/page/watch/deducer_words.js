// What the deducer does in a step, in words.

import { place } from "../puzzles/puzzle.js";
import { counted, sentence } from "../words.js";
import { floodWords, searchWords } from "./deduction_words.js";
import { countBits } from "./shapes.js";

const WORDS = {
    begin: "at each vertex all shapes are possible, in each cell both colours",
    solved: "the lines are one loop",
    tried: "a cell, or an edge,",
    flooding: "Lookahead brings nothing more: what can be reached?",
    assumed: assumedWords,
};

/**
 * Return what happens between two positions, `before` and `here`, as deducer.js reads them.
 *
 * `step` is what is crossed out between them, `joined` a line that joins paths or null.
 */
export function wordsOf(before, here, step, joined) {
    const { fixpoint } = here;
    const search = searchWords(before, here, WORDS);
    if (search) {
        return search;
    }
    if (fixpoint === "FLOOD") {
        return floodWords(here, step);
    }
    if (before.sweep === "VISIT" && before.fixpoint === "SWEEP") {
        return visitWords(before, here, step);
    }
    if (here.sweep !== "IDLE") {
        return loadWords(before, here, step);
    }
    if (fixpoint === "REMOVE") {
        return step.isEmpty ? "Edges that would close a loop too early are looked for."
            : "An edge that would close a loop too early is crossed out.";
    }
    if (fixpoint === "AGAIN") {
        return "Something has changed: another sweep.";
    }
    if (fixpoint === "IDLE") {
        return "Nothing more follows from this.";
    }
    return joined ? "A line joins two paths into one."
        : "The sweep has ended: the lines that it found are joined into paths.";
}

function loadWords(before, { sweep, visit, assumed, isTrial }, step) {
    if (sweep !== "LOAD UPPER") {
        return step.isEmpty ? "The first rows are read." : "The first rows are read, with what is assumed.";
    }
    if (before.search === "START" && assumed && !isTrial) {
        // Of what the CPU assumes, the row is only that where the sweep begins.
        const where = assumed.isEdge ? assumed : { ...assumed, row: visit };
        return sentence(`${assumedWords(where)}: a sweep begins there`);
    }
    return `A sweep begins at row ${Math.max(visit, 1)}.`;
}

function visitWords({ visit }, { now }, step) {
    const row = visit === 0 ? "The upper frame" : `Row ${visit}`;
    if (now.shapes.includes(0) || now.colours.includes(0)) {
        return `${row} visited: where it is red, nothing is possible any more.`;
    }
    const shapes = step.shapes.reduce((sum, mask) => sum + countBits(mask), 0);
    const colours = step.colours.filter(Boolean).length;
    const parts = [
        ...(shapes ? [counted(shapes, "shape")] : []),
        ...(colours ? [counted(colours, "colour")] : []),
    ];
    return parts.length ? `${row} visited: ${parts.join(" and ")} crossed out.` : `${row} visited: nothing new.`;
}

function assumedWords({ row, col, isEdge, value }) {
    const cell = place(row, col);
    return isEdge ? `the edge to the right of ${cell} is ${value ? "no line" : "a line"}`
        : `${cell} is ${value ? "outside" : "inside"}`;
}
