// What the engine for Canal Views does in a step, in words.

import { place } from "../puzzles/puzzle.js";
import { counted, sentence } from "../words.js";
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
        const [entering] = before.clues;
        return before.moves && entering ? `A contradiction: a visit of the ${entering.number} begins in vain.`
            : "A contradiction: all visits end.";
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
function pipelineWords({ clues: [entering, between, leaving] }, { struck, broken, propagation }) {
    const named = ({ number, row, col }) => `the ${number} at ${place(row, col)}`;
    if (leaving && (struck || broken || !entering)) {
        const what = broken ? "cannot be met" : struck ? `strikes ${counted(struck, "shade")}` : "strikes nothing new";
        return sentence(`${named(leaving)} ${what}${entering ? `; a visit of the ${entering.number} begins` : ""}`);
    }
    if (entering) {
        return `A visit of ${named(entering)} begins.`;
    }
    if (between) {
        return `The arms of ${named(between)} get their bounds.`;
    }
    return propagation === "CLUES" ? "The next clue is looked for." : "No clue is left that sees a change.";
}

/** Return which lines were written. */
function writtenWords({ written: { row, tells, col } }, { faults, told }, step) {
    const lines = [...(row === null ? [] : [`row ${row + 1}`]), ...(col === null ? [] : [`column ${col + 1}`])];
    const written = `${lines.join(" and ")} ${lines.length > 1 ? "are" : "is"} written`;
    if (faults.length) {
        return sentence(`${written}: where it is red, nothing is possible any more`);
    }
    const number = step.colours.filter(Boolean).length;
    const gone = number ? `: ${counted(number, "shade")} crossed out` : "";
    return sentence(`${written}${gone}${tells && told ? `; ${counted(told, "strike")} for the columns` : ""}`);
}
