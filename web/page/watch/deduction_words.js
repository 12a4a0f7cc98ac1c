// What all engines that deduce do in a step, in words.

import { place } from "../puzzles/puzzle.js";

/**
 * Return what the search does between two positions, `before` and `here`, as deduction.js reads them; null if something
 * is done to a page. `words` are a genre's: {begin, solved, tried, flooding, assumed}, of which `assumed` returns words
 * for what is assumed.
 */
export function searchWords(before, here, words) {
    const { search } = here;
    if (here.isFirst) {
        return `The search begins: ${words.begin}.`;
    }
    if (search === "IDLE") {
        return idleWords(here, words);
    }
    if (search === "START" || search === "ANOTHER STATE") {
        return startWords(before, here, words);
    }
    if (search === "CHOOSE") {
        return `It looks for ${words.tried} that is worth a trial.`;
    }
    if (search.startsWith("NOTE")) {
        return "No contradiction, so what the trial has led to brings none either: it is noted, and not tried.";
    }
    if (search !== "RUN") {
        return here.isDecided ? "The trial has solved the puzzle: its rows are copied."
            : "A new page begins as a copy of the one before.";
    }
    if (here.noSolution) {
        return here.isTrial ? "Contradiction: the assumption is wrong." : "Contradiction: this page has no solution.";
    }
    return null;
}

function idleWords({ isDecided, isContradiction, branch, isLast }, { solved }) {
    if (isDecided) {
        return `Solved: every cell is decided, and ${solved}.`;
    }
    if (isContradiction) {
        return isLast ? "Contradiction, and no branch is left: there is no solution."
            : "Contradiction: the CPU backtracks.";
    }
    return `Lookahead brings nothing more: it is for the CPU to branch on ${place(branch.row, branch.col)}.`;
}

function startWords(before, { search, isTrial, isSecond, assumed }, words) {
    if (isTrial) {
        return isSecond && before.search !== "CHOOSE"
            ? `No contradiction. Now the opposite: ${words.assumed(assumed)}?` : `A trial: ${words.assumed(assumed)}?`;
    }
    if (before.noSolution && assumed) {
        return `So ${words.assumed(assumed)}.`;
    }
    if (before.search === "CHOOSE") {
        return words.flooding;
    }
    return assumed && search === "ANOTHER STATE" ? "The CPU branches: it assumes a colour of a cell." : "Work begins.";
}

/** Return what a flood does in a step; `step` is what it crosses out. */
export function floodWords({ flooding, row }, step) {
    if (flooding === "TURN") {
        return "The flood has passed all rows. Is there more to reach?";
    }
    if (["READ", "DRAIN", "FLOW"].includes(flooding)) {
        return `The flood passes row ${row + 1}.`;
    }
    return step.isEmpty ? "The flood has ended." : "What was not reached loses a colour.";
}
