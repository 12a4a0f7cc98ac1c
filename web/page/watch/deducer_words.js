// What the deducer does in a step, in words.

import { place } from "../puzzles/puzzle.js";
import { counted, sentence } from "../words.js";
import { countBits } from "./shapes.js";

/**
 * Return what happens between two positions, `before` and `here`, as deducer.js reads them.
 *
 * `step` is what is crossed out between them, `joined` a line that joins paths or null; `isFirst` and `isLast` say
 * whether it is where the search begins or ends.
 */
export function wordsOf({ before, here, step, joined, isFirst, isLast }) {
    const { search, fixpoint } = here;
    if (isFirst) {
        return "The search begins: at each vertex all shapes are possible, in each cell both colours.";
    }
    if (search === "IDLE") {
        return idleWords(here, isLast);
    }
    if (search === "START" || search === "ANOTHER STATE") {
        return startWords(before, here);
    }
    if (search === "CHOOSE") {
        return "It looks for a cell, or an edge, that is worth a trial.";
    }
    if (search !== "RUN") {
        return here.isDecided ? "The trial has solved the puzzle: its rows are copied."
            : "The CPU branches: a new page begins as a copy of the one before.";
    }
    if (here.noSolution) {
        return here.isTrial ? "Contradiction: the assumption is wrong." : "Contradiction: this page has no solution.";
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

function idleWords({ isDecided, isContradiction, branch }, isLast) {
    if (isDecided) {
        return "Solved: every cell is decided, and the lines are one loop.";
    }
    if (isContradiction) {
        return isLast ? "Contradiction, and no branch is left: there is no solution."
            : "Contradiction: the CPU backtracks.";
    }
    return `Lookahead brings nothing more: it is for the CPU to branch on ${place(branch.row, branch.col)}.`;
}

function startWords(before, { isTrial, isSecond, assumed }) {
    if (isTrial) {
        return isSecond ? `No contradiction. Now the opposite: ${assumedWords(assumed)}?`
            : `A trial: ${assumedWords(assumed)}?`;
    }
    if (before.noSolution && assumed) {
        return `So ${assumedWords(assumed)}.`;
    }
    if (before.search === "CHOOSE") {
        return "Lookahead brings nothing more: what can be reached?";
    }
    return assumed ? "The CPU has assumed a colour of a cell: work on its page begins." : "Work begins.";
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

function floodWords({ flooding, row }, step) {
    if (flooding === "TURN") {
        return "The flood has passed all rows. Is there more to reach?";
    }
    if (flooding === "READ" || flooding === "DRAIN") {
        return `The flood passes row ${row + 1}.`;
    }
    return step.isEmpty ? "The flood has ended." : "What was not reached loses a colour.";
}

function assumedWords({ row, col, isEdge, value }) {
    const cell = place(row, col);
    return isEdge ? `the edge to the right of ${cell} is ${value ? "no line" : "a line"}`
        : `${cell} is ${value ? "outside" : "inside"}`;
}
