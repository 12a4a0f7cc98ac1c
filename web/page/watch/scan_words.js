// What the engines for Sudoku need of words, and what the scan engine does in a step.

import { place } from "../puzzles/puzzle.js";
import { counted, sentence } from "../words.js";
import { countBits } from "./shapes.js";

/** Return the name of a cell that is counted row by row. */
export function placeWords(cell, side) {
    return place(Math.floor(cell / side), cell % side);
}

/** Return a set of digits in words, such as "1, 2 or 3"; it has a bit for each, bit 0 for the digit 1. */
export function digitsWords(mask, or = "or") {
    const digits = Array.from({ length: 32 - Math.clz32(mask) }, (_, digit) => digit + 1)
        .filter((digit) => mask >>> digit - 1 & 1);
    return digits.length > 1 ? `${digits.slice(0, -1).join(", ")} ${or} ${digits.at(-1)}` : String(digits[0]);
}

/**
 * Return what happens between two positions, `before` and `here`, as scan.js reads them.
 *
 * `gone` are the candidates that go in between, `segment` is what the engine is at, of a grid with so many rows; `isFirst`
 * and `isLast` say whether it is where the search begins or ends.
 */
export function wordsOf({ before, here, gone, segment, side, isFirst, isLast }) {
    if (isFirst) {
        return "The search begins: the memories are cleared.";
    }
    const number = gone.reduce((sum, mask) => sum + countBits(mask), 0);
    const crossed = number ? `: ${counted(number, "candidate")} crossed out` : "";
    const at = (cell) => placeWords(cell, side);
    const words = {
        load: () => loadWords(here, at, crossed),
        visit: () => visitWords(before, here, at),
        put: () => putWords(here, segment.how, at, crossed),
        locked: () => lockedWords(before, here, crossed),
        subset: () => subsetWords(here, crossed),
        find: () => `Which open cell has two candidates, or else the fewest? ${sentence(here.house.name)}`,
        back: () => backWords(here, at),
        cpu: () => cpuWords(here, segment.how, at, isLast),
    };
    return sentence(words[segment.kind]());
}

function loadWords({ clearing, placer, cell, settled }, at, crossed) {
    if (clearing) {
        return "The memories of used and excluded digits are cleared";
    }
    return placer === "FILLED" ? `A given: ${at(cell)} is ${settled[cell]}${crossed}`
        : "The givens are placed, cell by cell";
}

function visitWords(before, { propagation, house, cell, candidates, dirty }, at) {
    if (propagation === "NEXT") {
        return dirty ? "Which house is to be visited next?" : "No house is left to visit: nothing more follows";
    }
    if (propagation === "NAKED") {
        if (before.propagation === "VISIT") {
            return `A visit of ${house.name}: its open cells are read, one in each clock`;
        }
        return cell === null ? `The open cells of ${house.name} are on their way from the memories`
            : `${at(cell)} can be ${digitsWords(candidates[cell])}`;
    }
    if (propagation === "EXAMINED") {
        return `All open cells of ${house.name} have passed. Is there a digit with one place only?`;
    }
    return propagation === "HIDDEN" ? `A digit has one place only in ${house.name}: where?`
        : "The next house is looked up";
}

function putWords({ propagation, placer, choice, cell, settled }, how, at, crossed) {
    if (propagation === "ASSUME") {
        return choice ? "The CPU has a cell tried: what is its lowest candidate that was not tried?"
            : "One of two candidates has led to a contradiction: the other one is placed";
    }
    if (placer !== "FILLED") {
        return "A digit is written to the memories";
    }
    const words = `${at(cell)} is ${settled[cell]}`;
    if (how === "NAKED" || how === "HIDDEN") {
        const why = how === "NAKED" ? "has no other candidate" : "is the only place for it in a house";
        return `${words}, as it ${why}${crossed}`;
    }
    return choice ? `A guess: ${words}${crossed}` : `So ${words}${crossed}`;
}

function lockedWords(before, { locked, house }, crossed) {
    if (before.locked === "EXCLUDE") {
        return `Locked candidates${crossed || ": nothing is crossed out here"}`;
    }
    if (["CROSSING", "PARTS HIT", "NEXT HIT", "FIRST CELL", "RECALL", "HELD", "EXCLUDE"].includes(locked)) {
        return `Some digits are locked in a part that crosses ${house.name}: do its other cells have them?`;
    }
    return `Which digits are in one part of ${house.name} only?`;
}

function subsetWords({ subsets, hidden, house, columns }, crossed) {
    if (subsets === "LOSERS") {
        const words = hidden ? `A hidden subset in ${house.name}: its ${countBits(columns)} cells lose all other digits`
            : `A naked subset in ${house.name}, of ${digitsWords(columns, "and")}: its other cells lose these`;
        return `${words}${crossed}`;
    }
    if (subsets === "CANDIDATES") {
        return `The open cells of ${house.name} are read, to find its subsets`;
    }
    if (subsets === "SEARCH") {
        return hidden ? `Do some digits fit into only as many cells of ${house.name} as they are?`
            : `Do some cells of ${house.name} have only as many digits as they are?`;
    }
    return `Where in ${house.name} is each digit possible?`;
}

function backWords({ placer, cell }, at) {
    return placer === "FILLED" ? `${at(cell)} is open again`
        : "The last guess is taken back, and what was placed after it";
}

function cpuWords(here, how, at, isLast) {
    if (here.isSolved) {
        return "Solved: every cell is filled, and no house has a digit twice";
    }
    if (here.isBad) {
        const end = here.guessed.length ? "" : isLast ? ". There is no solution" : "";
        return `Contradiction: ${contradictionWords(here, how, at)}${end}`;
    }
    const did = {
        load: "The memories are ready", visit: "Nothing more follows", NEXT: "Nothing more follows",
        back: `The guess at ${at(here.found.cell)} is taken back`, locked: "The house is done",
        subset: "The house is done", find: foundWords(here.found, here.candidates, at),
    };
    return `${did[how] ?? "The engine is ready"}: the CPU gives the next command`;
}

function foundWords({ cell, number }, candidates, at) {
    return candidates[cell] && countBits(candidates[cell]) === number
        ? `${at(cell)} has ${counted(number, "candidate")}` : "There is no open cell behind the last one";
}

function contradictionWords({ faults, lacking, house }, how, at) {
    if (how === "ASSUME") {
        return "this cell has no further candidate";
    }
    if (faults.length) {
        return `${at(faults[0])} has no candidate left`;
    }
    return lacking ? `${house.name} has no place for ${digitsWords(lacking)}`
        : "a cell is the only place for two digits";
}
