// What the engine for Canal Views does in a step, in words.

import { place } from "../puzzles/puzzle.js";
import { counted } from "../words.js";
import { shadingWords, visitWords } from "./shading_words.js";

/** Return what happens between two positions, as canal.js reads them; `step` is what is crossed out between them. */
export function wordsOf(before, here, step) {
    const words = shadingWords(before, here, step);
    if (words) {
        return words;
    }
    if (before.fixpoint !== "PROPAGATION") {
        return here.propagation === "ROWS" ? "A new state: all rows are visited, then all clues."
            : "What follows for the clues?";
    }
    if (before.sweep === "VISIT") {
        return rowWords(before, here, step);
    }
    if (before.propagation === "CLUES") {
        return clueWords(before, here, step);
    }
    if (here.propagation !== "ROWS") {
        return "Nothing more follows from the rows.";
    }
    return {
        "WRITE BACK": "The last rows are written.",
        "IDLE": "All rows that have changed are visited.",
    }[here.sweep] ?? "The first rows are read.";
}

function rowWords(before, here, step) {
    // The next visit has begun when a contradiction is noticed, or a strike of the last clue.
    if (here.sweep === "IDLE") {
        const why = here.isWrong ? "in the row before, nothing is possible any more" : "clues strike cells";
        return `Row ${before.visit + 1} visited: in vain, since ${why}.`;
    }
    return visitWords(before, here, step);
}

function clueWords(before, here, step) {
    if (here.isWrong) {
        return "A contradiction: all visits end.";
    }
    if (before.moves) {
        return pipelineWords(before, here);
    }
    if (before.written.row !== null || before.written.col !== null) {
        return writtenWords(before, here, step);
    }
    if (here.propagation === "IDLE") {
        return "Nothing more follows from this.";
    }
    if (here.reads) {
        return "Lines are read in which cells are struck.";
    }
    return "The clues that see what has changed are looked for.";
}

/** Return what happens to the clues that are visited: one begins, one ends. */
function pipelineWords({ clues: [entering, between, leaving] }, { struck, isFailing, propagation }) {
    const named = ({ number, row, col }) => `the ${number} at ${place(row, col)}`;
    const sentences = [];
    if (entering) {
        sentences.push(`A visit of ${named(entering)} begins.`);
    }
    if (leaving) {
        const what = isFailing ? "cannot be met" : struck ? `strikes ${counted(struck, "shade")}` : "strikes nothing new";
        sentences.push(`T${named(leaving).slice(1)} ${what}.`);
    }
    if (!sentences.length && between) {
        sentences.push(`The arms of ${named(between)} get their bounds.`);
    }
    return sentences.join(" ") || (propagation === "CLUES" ? "The next clue is looked for."
        : "No clue is left that sees a change.");
}

/** Return which lines were written. */
function writtenWords({ written: { row, tells, col } }, { faults, told }, step) {
    const number = step.colours.filter(Boolean).length;
    const sentences = [];
    if (row !== null && faults.length) {
        sentences.push(`Row ${row + 1} is written: where it is red, nothing is possible any more.`);
    } else if (row !== null) {
        const gone = number ? `: ${counted(number, "shade")} crossed out` : "";
        const known = tells ? `, and the columns are told ${told ? `of ${counted(told, "shade")}` : "nothing"}` : "";
        sentences.push(`Row ${row + 1} is written${gone}${known}.`);
    }
    if (col !== null) {
        sentences.push(`Column ${col + 1} is written.`);
    }
    return sentences.join(" ");
}
