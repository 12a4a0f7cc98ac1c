// Makes pictures and descriptions of the parallel engine's work from a trace.

import { range } from "../puzzles/puzzle.js";
import { digitFaults } from "../puzzles/rules.js";
import { counted } from "../words.js";
import { digitsWords, placeWords } from "./scan.js";
import { bitsIn, countBits } from "./shapes.js";
import { cachedReader, segmentsOf } from "./trace.js";

const ORDER = 3, SIDE = ORDER ** 2, CELLS = SIDE ** 2;
const DIGITS = range(1, SIDE).map((digit) => `digit_${digit}`);
const NAMES = [...DIGITS, "open", "search", "cell", "again", "depth", "guess", "heard", "bad", "new", "solutions"];

/** For each cell, row by row, the index of this cell in the engine. */
const NUMBERS = Array.from({ length: CELLS }, (_, at) => {
    const row = Math.floor(at / SIDE), col = at % SIDE;
    return ((col % ORDER * ORDER + row % ORDER) * ORDER + Math.floor(row / ORDER)) * ORDER + Math.floor(col / ORDER);
});
const PLACES = Object.assign([], Object.fromEntries(NUMBERS.map((number, at) => [number, at])));

export const parallel = {
    recorded: { items: NAMES.map((name) => `parallel.${name}`), search: "parallel.search", begins: "DEDUCE" },
    create: createParallelWork,
};

function createParallelWork(trace) {
    const items = trace.itemsOf("parallel", NAMES), near = cachedReader(read);
    const allGuesses = [];  // each {position, depth, cell, before}, in the order of the guesses
    let tries = false;
    const segments = segmentsOf(trace, () => {
        const { search, again, depth, guess } = items;
        if (tries) {
            const known = guess.bits("before", CELLS), before = NUMBERS.map((number) => known[number]);
            const cell = PLACES[guess.firstBit("cell")];
            allGuesses.push({ position: trace.position, depth: depth.value, cell, before });
        }
        tries = search.name === "TRY" && !again.value;
        const kinds = { IDLE: "cpu", TRY: again.value ? "back" : "guess" };
        return { kind: kinds[search.name] ?? "round", depth: depth.value, key: "" };
    });

    function read(position) {
        trace.seek(position);
        const { open, search, again, depth, cell, bad, heard, solutions } = items;
        const candidates = NUMBERS.map((number) =>
            DIGITS.reduce((mask, name, digit) => mask | items[name].bit(number) << digit, 0));
        return {
            candidates,
            settled: candidates.map((mask, at) =>
                (open.bit(NUMBERS[at]) || countBits(mask) !== 1 ? 0 : 32 - Math.clz32(mask))),
            search: search.name, again: again.value === 1, depth: depth.value,
            cell: search.name === "TRY" ? PLACES[cell.firstBit()] : null,
            isBad: heard.value === 1 && bad.firstBit() >= 0,
            isSolved: search.name === "IDLE" && solutions.value > 0,
        };
    }

    /** Return the guesses that a state depends on, in the order in which they were made. */
    function guessesAt(position, depth) {
        const stack = [];
        for (let at = allGuesses.length - 1; at >= 0 && stack.length < depth; at--) {
            const guess = allGuesses[at];
            if (guess.position <= position && guess.depth === depth - stack.length) stack.push(guess);
        }
        return stack.reverse();
    }

    return {
        segments,

        /**
         * Return the picture of a position; `since` is the position that was shown before.
         *
         * `candidates` has nine bits for each cell; bit 0 is the digit 1. `crossed` has the removed candidates.
         * `settled` has the digit of each settled cell, and 0 for other cells. `level` has the number of guesses that
         * each of these digits depends on.
         */
        picture(position, since = position - 1) {
            const [here, before, seen] = near(position, since);
            const crossed = (from) => from.candidates.map((mask, at) => mask & ~here.candidates[at]);
            const guesses = here.isSolved ? [] : guessesAt(position, here.depth);
            const empty = here.candidates.flatMap((mask, at) => (mask ? [] : [at]));
            return {
                ...here,
                crossed: crossed(seen),
                level: Array.from(here.settled, (_, at) =>
                    guesses.findLastIndex(({ before: known }) => !known[at]) + 1),
                guessed: guesses.map(({ cell }) => cell),
                faults: [...empty, ...repeated(here.settled)],
                words: wordsOf(position, before, here, crossed(before)),
                figures: [
                    ["Cells settled", `${here.settled.filter(Boolean).length} of ${CELLS}`],
                    ["Candidates left", String(bitsIn(here.candidates))],
                    ["Current guesses", String(here.depth)],
                ],
            };
        },

        /** Return the digits of the settled cells at a position, with 0 for other cells. */
        known: (position) => read(position).settled,
    };
}

function wordsOf(position, before, here, crossed) {
    if (position === 0) return "The search begins: the givens are set, all other cells can be anything.";
    if (here.search === "IDLE") {
        return here.isSolved ? "Solved: every cell is settled, and no house has a digit twice."
            : "All guesses have led to contradictions: there is no solution.";
    }
    if (here.search === "TRY") {
        return here.again ? `Contradiction: back to before the guess at ${placeWords(here.cell, SIDE)}.`
            : `Nothing more follows: a guess at ${placeWords(here.cell, SIDE)},`
                + ` ${digitsWords(here.candidates[here.cell])}.`;
    }
    if (before.search === "TRY") {
        const digit = here.settled[before.cell];
        const last = before.again && here.depth < before.depth;
        return last ? `So ${placeWords(before.cell, SIDE)} is ${digit}: no other digit is left.`
            : `A guess: ${placeWords(before.cell, SIDE)} is ${digit}.`;
    }
    const gone = bitsIn(crossed);
    const settled = here.settled.filter((digit, at) => digit && !before.settled[at]).length;
    if (here.isBad) return "A round: a contradiction.";
    const parts = [
        ...(gone ? [`${counted(gone, "candidate")} crossed out`] : []),
        ...(settled ? [`${counted(settled, "cell")} settled`] : []),
    ];
    return parts.length ? `A round: ${parts.join(", ")}.` : "A round: nothing new.";
}

/** Return the cells whose digit is also the digit of another cell in one of their houses. */
function repeated(settled) {
    const faults = digitFaults(SIDE, ([row, col]) => settled[row * SIDE + col]);
    return faults.flatMap(({ cells }) => cells.map(([row, col]) => row * SIDE + col));
}
