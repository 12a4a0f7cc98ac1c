// Makes pictures and descriptions of the scan engine's work from a trace.

import { houses } from "../puzzles/places.js";
import { place, range } from "../puzzles/puzzle.js";
import { counted, grouped, sentence } from "../words.js";
import { bitsIn, countBits } from "./shapes.js";
import { cachedReader, segmentAt, segmentsOf } from "./trace.js";

const SEQUENCERS = ["loading", "propagation", "locked", "subsets", "branch_finder", "undoing"];
const MEMORIES = ["values", "row_words", "col_words", "box_words", "excluded_rows", "excluded_cols", "excluded_cells"];
const DIRTY = { dirty_row: "row", dirty_col: "column", dirty_box: "box" };
const NAMES = [
    ...MEMORIES, ...SEQUENCERS, ...Object.keys(DIRTY), "kind", "house", "cell", "clearing", "hidden", "columns",
    "placer", "choice", "trail", "depth", "level", "contradiction", "solved", "found",
];

const KINDS = 3;

export const scan = {
    recorded: { items: NAMES.map((name) => `scan.${name}`), search: "scan.clearing", begins: 1 },
    create: createScanWork,
};

function createScanWork(trace, { rows: side, clues }) {
    const items = trace.itemsOf("scan", NAMES), cells = placesOf(side, items);
    const isGiven = clues.flat().map((clue) => clue !== null);
    const segments = segmentsOf(trace, phases(items)), near = cachedReader(read);

    function read(position) {
        trace.seek(position);
        const { values, found, hidden, columns, placer, choice, contradiction, solved, clearing } = items;
        const names = Object.fromEntries(SEQUENCERS.map((name) => [name, items[name].name]));
        const settled = cells.map((_, cell) => values.word(cell)), candidates = candidatesOf(settled);
        const isIdle = SEQUENCERS.every((name) => names[name] === "IDLE") && !clearing.value;
        const isSolved = isIdle && solved.value === 1 && !contradiction.value;
        const isBad = isIdle && contradiction.value === 1;
        const house = houseOf(names, isBad);
        return {
            ...names,
            clearing: clearing.value, placer: placer.name, choice: choice.value === 1,
            hidden: hidden.value === 1, columns: columns.value,
            settled, candidates, cell: cellOf(names), house,
            ...levels(isSolved),
            dirty: Object.keys(DIRTY).reduce((sum, name) => sum + countBits(items[name].value), 0),
            isIdle, isSolved, isBad,
            lacking: isBad && house ? lacking(house, settled, candidates) : 0,
            faults: isBad ? candidates.flatMap((mask, cell) => (mask || settled[cell] ? [] : [cell])) : [],
            found: { cell: found.field("row") * side + found.field("col"), number: found.field("value") },
        };
    }

    function candidatesOf(settled) {
        const digits = 2 ** side - 1;
        const { row_words, col_words, box_words, excluded_rows, excluded_cols, excluded_cells } = items;
        return cells.map(({ row, col, box, inRow, inCol, own }, cell) => {
            if (settled[cell] || isGiven[cell]) return 0;
            const used = row_words.word(row) | col_words.word(col) | box_words.word(box);
            return digits & ~(used | excluded_rows.word(inRow) | excluded_cols.word(inCol) | excluded_cells.word(own));
        });
    }

    /** Return the cell that is being examined, filled or erased; null if there is no such cell. */
    function cellOf({ loading, propagation, undoing }) {
        const { cell, placer } = items;
        const isHeld = placer.name !== "IDLE" || [loading, propagation, undoing].includes("PLACE");
        return cell.field("fresh") || isHeld ? cell.field("place.row") * side + cell.field("place.col") : null;
    }

    /** Return the house that is being read, or the house that has no place for a digit, or null. */
    function houseOf({ propagation, locked, subsets, branch_finder }, isBad) {
        const isRead = ["NAKED", "EXAMINED", "HIDDEN"].includes(propagation)
            || [locked, subsets, branch_finder].some((state) => state !== "IDLE");
        return isRead || isBad ? houses(side)[KINDS * items.house.value + items.kind.value] : null;
    }

    /** Return the digits for which a house has no place, as a mask. */
    function lacking(house, settled, candidates) {
        return house.cells.reduce((mask, [row, col]) => {
            const cell = row * side + col;
            return mask & ~(settled[cell] ? 1 << settled[cell] - 1 : candidates[cell]);
        }, 2 ** side - 1);
    }

    /** Return the number of guesses that each digit depends on, and the guessed cells: {level, guessed}. */
    function levels(isSolved) {
        const { trail, depth } = items;
        const level = new Array(cells.length).fill(0), guessed = [];
        for (let at = 0; at < depth.value && !isSolved; at++) {
            const cell = trail.field("row", at) * side + trail.field("col", at);
            if (trail.field("choice", at)) guessed.push(cell);
            level[cell] = guessed.length;
        }
        return { level, guessed };
    }

    return {
        segments,

        /**
         * Return the picture of a position; `since` is the position that was shown before.
         *
         * `candidates` has a bit for each digit of an open cell; bit 0 is the digit 1. `crossed` has the removed
         * candidates. `settled` has the digit of each filled cell, and 0 for other cells. `level` has the number of
         * guesses that each of these digits depends on. `house` is the current house, {name, cells}, or null.
         */
        picture(position, since = position - 1) {
            const [here, before, seen] = near(position, since);
            trace.seek(position);
            return {
                ...here,
                crossed: difference(seen, here),
                words: wordsOf({
                    before, here, gone: difference(before, here), side, isFirst: position === 0,
                    isLast: position === trace.length && trace.outcome !== null,
                    segment: segments[segmentAt(segments, position)],
                }),
                figures: [
                    ["Cells filled", `${grouped(here.settled.filter(Boolean).length)} of ${grouped(cells.length)}`],
                    ["Candidates left", grouped(bitsIn(here.candidates))],
                    ["Houses to visit", String(here.dirty)],
                    ["Current guesses", String(here.guessed.length)],
                ],
            };
        },

        /** Return the digits of the filled cells at a position, with 0 for other cells. */
        known(position) {
            trace.seek(position);
            return cells.map((_, cell) => items.values.word(cell));
        },
    };
}

/** Return, for each cell, its houses and the addresses of its exclusions in the memories. */
function placesOf(side, { values, row_words, excluded_rows, excluded_cols, excluded_cells }) {
    const order = Math.sqrt(side), largest = Math.sqrt(values.depth / 2);
    // In each of these memories, every line has the same number of words, however small the grid is. This number is a
    // power of two, and is enough for a line of the largest grid.
    const [parts, others, cells] = [excluded_rows, excluded_cols, excluded_cells].map(({ depth }) => depth / largest);
    return Array.from({ length: side ** 2 }, (_, at) => {
        const row = Math.floor(at / side), col = at % side;
        const band = Math.floor(row / order), stack = Math.floor(col / order);
        return {
            row, col, box: band * order + stack,
            inRow: row * parts + stack, inCol: col * others + band, own: row * cells + col,
        };
    });
}

/** Return a function that returns the phase; it must be called at all positions, in order (see `segmentsOf`). */
function phases({ clearing, loading, propagation, locked, subsets, branch_finder, undoing, placer, choice, level }) {
    let last = { kind: "", state: "", depth: 0, key: 0 };

    function phaseAt() {
        const state = propagation.name;
        if (state !== "IDLE") {
            const isPut = state === "ASSUME" || state === "PLACE";
            // A guess is counted as soon as the CPU requests it, before the engine adds it to the trail.
            const isAhead = isPut && choice.value && placer.name !== "FILLED";
            const isNew = state === "NEXT" && last.state !== "NEXT" || state === "ASSUME" && last.state !== "ASSUME";
            return {
                kind: isPut ? "put" : "visit", state, depth: level.value + (isAhead ? 1 : 0),
                key: last.key + (isNew ? 1 : 0), how: isPut && last.kind === "put" ? last.how : last.state,
            };
        }
        const kinds = [
            [clearing.value || loading.name !== "IDLE", "load"], [locked.name !== "IDLE", "locked"],
            [subsets.name !== "IDLE", "subset"], [branch_finder.name !== "IDLE", "find"],
            [undoing.name !== "IDLE", "back"],
        ];
        const kind = kinds.find(([isAtWork]) => isAtWork)?.[1] ?? "cpu";
        return {
            kind, state: "", depth: kind === "back" ? last.depth : level.value, key: last.key,
            how: kind === last.kind ? last.how : last.state || last.kind,
        };
    }

    return () => {
        last = phaseAt();
        return last;
    };
}

function difference(before, here) {
    return before.candidates.map((mask, cell) => (here.settled[cell] ? 0 : mask & ~here.candidates[cell]));
}

// Words

/** Return the name of a cell; cells are numbered row by row. */
export function placeWords(cell, side) {
    return place(Math.floor(cell / side), cell % side);
}

/** Return the words for a set of digits, such as "1, 2 or 3"; bit 0 of the set is the digit 1. */
export function digitsWords(mask, or = "or") {
    const digits = range(1, 32 - Math.clz32(mask)).filter((digit) => mask >>> digit - 1 & 1);
    return digits.length > 1 ? `${digits.slice(0, -1).join(", ")} ${or} ${digits.at(-1)}` : String(digits[0]);
}

/**
 * Describe the step from the position `before` to `here`.
 *
 * `gone` has the candidates that were removed, `segment` is the engine's phase, and `side` is the size of the grid.
 * `isFirst` and `isLast` say whether the search begins or ends at `here`.
 */
function wordsOf({ before, here, gone, segment, side, isFirst, isLast }) {
    if (isFirst) return "The search begins: the memories are cleared.";
    const number = bitsIn(gone);
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
    if (clearing) return "The memories of used and excluded digits are cleared";
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
        return cell === null ? `The open cells of ${house.name} are being read from the memories`
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
        return choice ? "The CPU requests a guess in a cell: which is its lowest untried candidate?"
            : "One of two candidates has led to a contradiction: the other candidate is placed";
    }
    if (placer !== "FILLED") return "A digit is written to the memories";
    const words = `${at(cell)} is ${settled[cell]}`;
    if (how === "NAKED" || how === "HIDDEN") {
        const why = how === "NAKED" ? "has no other candidate" : "is the only place for it in a house";
        return `${words}, as it ${why}${crossed}`;
    }
    return choice ? `A guess: ${words}${crossed}` : `So ${words}${crossed}`;
}

function lockedWords(before, { locked, house }, crossed) {
    if (before.locked === "EXCLUDE") return `Locked candidates${crossed || ": nothing is crossed out here"}`;
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
    if (subsets === "CANDIDATES") return `The open cells of ${house.name} are read, to find its subsets`;
    if (subsets === "SEARCH") {
        return hidden ? `Do two or more digits have only as many possible cells in ${house.name}?`
            : `Do two or more cells of ${house.name} have only as many candidates together?`;
    }
    return `Where in ${house.name} is each digit possible?`;
}

function backWords({ placer, cell }, at) {
    return placer === "FILLED" ? `${at(cell)} is open again`
        : "The last guess and the digits placed after it are taken back";
}

function cpuWords(here, how, at, isLast) {
    if (here.isSolved) return "Solved: every cell is filled, and no house has a digit twice";
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
        ? `${at(cell)} has ${counted(number, "candidate")}` : "There is no other open cell";
}

function contradictionWords({ faults, lacking, house }, how, at) {
    if (how === "ASSUME") return "this cell has no further candidate";
    if (faults.length) return `${at(faults[0])} has no candidate left`;
    return lacking ? `${house.name} has no place for ${digitsWords(lacking)}`
        : "a cell is the only place for two digits";
}
