// Makes the guide through a recording: sentences that explain the solution step by step, for readers who do not know
// how the engine works. The guide leaves out work without a result, such as trials that lead to no contradiction.

import { genreOf } from "../puzzles/genres.js";
import { LINE, SHADED, UNSHADED, indexOf } from "../puzzles/marks.js";
import { cellsOf, edges, edgesOfVertex } from "../puzzles/places.js";
import { DIGITS, LOOP, SHADES, kindOf, place, range } from "../puzzles/puzzle.js";
import { INSIDE, OUTSIDE } from "./deducer.js";
import { digitReasons } from "./digit_reasons.js";
import { loopReasons } from "./loop_reasons.js";
import { shadeReasons } from "./shade_reasons.js";
import { firstFacts } from "./stops.js";

/** The maximum number of positions from a contradiction until the first digit is taken back. */
const FAULT_LATENCY = 30;

/** In grids with up to this number of cells, the guide reads the facts at each position. */
const ALL_READ = 400;

/** Yield the stops of the guide (see stops.js). If `isTurned` is set, the engine works on the turned puzzle. */
export function* guideThrough(trace, work, puzzle, isTurned) {
    const writer = createWriter(trace, puzzle);
    writer.say(0, genreOf(puzzle).rules);
    writer.say(0, "At first, the chip knows only the numbers in the grid.");
    const follower = kindOf(puzzle) === DIGITS ? followDigits(trace, work, writer)
        : followDeductions(trace, work, writer, placesIn(puzzle, isTurned));
    for (const _ of follower) yield* writer.take();
    writer.end();
    yield* writer.take();
}

/**
 * For each kind of puzzle, a function that returns the functions that explain facts of a puzzle, {explain, fault}.
 * Facts are values of places, as in marks.js. A *reason* is {found, words, from}: `found` lists the places whose values
 * follow, and `from` the cells that the words name.
 *
 * `explain(known, fresh, ruledOut)` returns reasons for all `fresh` facts, in an order in which each reason needs only
 * known facts and those of earlier reasons. `known` has a value for each place, `fresh` maps places to values, and
 * `ruledOut(place)` returns the values that the engine has already ruled out at a place. `fault(known, places)` returns
 * what is wrong with facts that lead to a contradiction at these places, {words, from}.
 */
const REASONS = { [LOOP]: loopReasons, [DIGITS]: digitReasons, [SHADES]: shadeReasons };

/** Return an object that writes the stops; `known` has the facts up to the last stop. */
function createWriter({ outcome, length }, puzzle) {
    const known = firstFacts(puzzle), reasons = REASONS[kindOf(puzzle)](puzzle), kind = kindOf(puzzle);
    const ahead = new Set();  // the places of known facts that the engine has not found yet
    const stops = [], unsaid = [];  // `unsaid` are changes that need no words of their own

    function say(position, words, { found = [], tried = [], from = [], corners = [], faults = [] } = {}) {
        const changes = [...unsaid.splice(0), ...found];
        for (const [at, value] of changes) known[at] = value;
        stops.push({ position, words, changes, fresh: found, tried, from, corners, faults });
    }

    return {
        known,
        say,

        /** Return the stops since the last call. */
        take: () => stops.splice(0),

        /**
         * Return the differences to the known facts, {fresh, gone}: `fresh` maps places to new values, and `gone` lists
         * the changes that take facts back.
         */
        compare(facts) {
            const fresh = new Map(), gone = [];
            facts.forEach((value, at) => {
                if (value) ahead.delete(at);
                if (known[at] && known[at] !== value && !ahead.has(at)) gone.push([at, 0]);
                if (value && known[at] !== value) fresh.set(at, value);
            });
            if (gone.length) {
                gone.push(...[...ahead].map((at) => [at, 0]));
                ahead.clear();
            }
            return { fresh, gone };
        },

        explain(position, fresh, ruledOut = () => []) {
            const values = (places) => places.map((at) => [at, fresh.get(at)]);
            for (const reason of reasons.explain(Uint8Array.from(known), fresh, ruledOut)) {
                const { found, words, from, corners, ahead: others = [] } = reason;
                for (const [at] of others) ahead.add(at);
                if (words) {
                    say(position, words, { found: [...values(found), ...others], from, corners });
                } else {
                    unsaid.push(...values(found));
                    for (const at of found) known[at] = fresh.get(at);
                }
            }
        },

        fault: reasons.fault,

        /** Return the words for a value of a place. */
        named([at, value]) {
            const { rows, cols } = puzzle, cell = kind === LOOP ? at - (known.length - rows * cols) : at;
            if (cell < 0) return `there is ${value === LINE ? "a" : "no"} line at the marked place`;
            const name = place(Math.floor(cell / cols), cell % cols);
            if (kind === DIGITS) return `${name} is ${value}`;
            const [one, other] = kind === LOOP ? ["inside the loop", "outside the loop"] : ["shaded", "unshaded"];
            return `${name} is ${value === LINE ? one : other}`;
        },

        end() {
            const solved = {
                [LOOP]: "The lines form one loop, and every number is right",
                [DIGITS]: "Every row, column and box has each digit once", [SHADES]: "All rules are obeyed",
            };
            say(length, !outcome ? "The recording ends here, before the chip has solved the puzzle."
                : outcome.solutions.length ? `Solved. ${solved[kind]}.`
                    : "Everything has been tried, and nothing fits: the puzzle has no solution.");
        },
    };
}

// Engines that deduce

/** Follow the work from segment to segment; yield after each segment. `placesIn` returns `places`. */
function* followDeductions(trace, work, writer, places) {
    let trial = null;  // the current trial: its key, its first position, and the position of its contradiction
    let failed = null;  // the trial that has just led to a contradiction
    let branch = null;  // the cell in which the CPU makes its next choice
    // In a large grid, reading the facts takes long, so the guide skips positions.
    const stride = Math.ceil(work.rows * work.cols / ALL_READ);
    for (const [at, { key, kind, from }] of work.segments.entries()) {
        if (key) {
            if (key !== trial?.key) trial = { key, from, fault: null };
            if (kind === "back") trial.fault = from;
            continue;
        }
        if (trial && trial.fault !== null) failed = trial;
        if (kind === "branch") branch ??= places.cell(work.picture(from - 1).branch);
        const end = work.segments[at + 1]?.from ?? trace.length + 1;
        for (let position = from; position < end; position += stride) step(position);
        step(end - 1);
        trial = null;
        yield;
    }

    function step(position) {
        const { fresh, gone } = writer.compare(places.facts(work.known(position)));
        if (gone.length) {
            writer.say(position, "That choice was wrong: it leads to a contradiction. The chip takes back the choice,"
                + " and everything that followed from it.", { found: gone });
        }
        if (!fresh.size) return;
        if (failed) conclude(position, fresh);
        if (branch !== null && fresh.has(branch)) {
            const choice = [branch, fresh.get(branch)];
            writer.say(position, "No trial of a single cell decides anything more, so the chip makes a choice:"
                + ` ${writer.named(choice)}.`, { found: [choice] });
            fresh.delete(branch);
            branch = null;
        }
        // At the end, the facts of the trial that has solved the puzzle become facts of the solution.
        if (trial && fresh.size) {
            suppose(trial.from, assumption(trial));
            writer.say(position, "Everything that follows fits together.", { found: [...fresh] });
        } else if (fresh.size) {
            writer.explain(position, fresh);
        }
    }

    /** Explain a trial that has led to a contradiction, and the conclusion. */
    function conclude(position, fresh) {
        const { from, fault } = failed, [at, value] = assumption(failed);
        failed = null;
        if (fresh.get(at) !== 3 - value) return;
        const { now, faults } = work.picture(fault), facts = places.facts(work.factsIn(now));
        const tried = [...facts.entries()].filter(([one, state]) => state && writer.known[one] !== state);
        const wrongPlaces = places.faults(now, faults), wrong = writer.fault(facts, wrongPlaces);
        suppose(from, [at, value]);
        writer.say(fault, `Then more would follow, and in the end ${wrong.words}. That cannot be.`,
            { tried, from: wrong.from, faults: wrongPlaces });
        const found = [at, 3 - value];
        writer.say(position, `So ${writer.named(found)}.`, { found: [found] });
        fresh.delete(at);
    }

    function suppose(position, tried) {
        writer.say(position, `The chip tries an assumption: what if ${writer.named(tried)}?`, { tried: [tried] });
    }

    /** Return the place and the value that a trial assumes. */
    function assumption({ from }) {
        const { assumed } = work.picture(from);
        return [places.assumed(assumed), places.value(assumed.value)];
    }
}

/** The values of cells, by the only colour that the engine finds possible. */
const SIDE_OF = { 1: INSIDE, 2: OUTSIDE }, SHADE_OF = { 1: UNSHADED, 2: SHADED };

/**
 * Return functions that translate an engine's state into places and values of the puzzle. If `isTurned` is set, the
 * engine has the turned puzzle.
 *
 * `facts(state)` returns the values of all places. `faults(state, cells)` returns the places where nothing is possible,
 * and the places of `cells`. `cell` returns the place of a cell. For a trial, `assumed` returns the place whose value
 * is assumed, and `value` returns this value.
 */
function placesIn(puzzle, isTurned) {
    const { rows, cols } = puzzle, [height, width] = isTurned ? [cols, rows] : [rows, cols];
    const cellAt = (row, col) => (isTurned ? (rows - 1 - col) * cols + row : row * cols + col);
    const cells = cellsOf(height, width).map((cell) => cellAt(...cell));
    if (kindOf(puzzle) !== LOOP) {
        return {
            facts: ({ colours }) => placed([...colours].map((those) => SHADE_OF[those] ?? 0), cells),
            faults: ({ colours }, others) => [...new Set([...emptyIn(colours), ...others])].map((at) => cells[at]),
            cell: ({ row, col }) => cellAt(row, col),
            assumed: ({ row, col }) => cellAt(row, col),
            value: (value) => (value ? SHADED : UNSHADED),
        };
    }
    const turn = ([row, col, down]) => (down ? [rows - col, row, false] : [rows - 1 - col, row, true]);
    const edgeAt = (edge) => indexOf(puzzle, isTurned ? turn(edge) : edge);
    const edgePlaces = edges(height, width).map(edgeAt), count = edgePlaces.length;
    const places = [...edgePlaces, ...cells.map((cell) => count + cell)];
    const cell = ({ row, col }) => count + cellAt(row, col);
    return {
        facts: ({ lines, colours }) => placed([...lines, ...[...colours].map((those) => SIDE_OF[those] ?? 0)], places),
        faults: ({ shapes, colours }) => [
            ...emptyIn(shapes).flatMap((at) => {
                const [row, col] = [Math.floor(at / (width + 1)), at % (width + 1)];
                return edgesOfVertex(row, col, height, width).map(edgeAt);
            }),
            ...emptyIn(colours).map((at) => count + cells[at]),
        ],
        cell,
        assumed: ({ row, col, isEdge }) => (isEdge ? edgeAt([row, col + 1, true]) : cell({ row, col })),
        value: (value) => (value ? OUTSIDE : INSIDE),
    };
}

function placed(values, places) {
    const facts = new Uint8Array(values.length);
    values.forEach((value, at) => (facts[places[at]] = value));
    return facts;
}

/** Return the indices of the masks in which nothing is possible any more. */
function emptyIn(masks) {
    return [...masks.keys()].filter((at) => !masks[at]);
}

// Engines for Sudokus

/** The kinds of work in which digits appear before the end of a segment, too. */
const SETTLING = ["round", "guess", "put"];

/** Follow the work from segment to segment; yield after each segment. */
function* followDigits(trace, work, writer) {
    const { segments } = work;
    let choices = 0;
    for (const [at, { kind, from }] of segments.entries()) {
        const last = (segments[at + 1]?.from ?? trace.length + 1) - 1;
        for (let position = SETTLING.includes(kind) ? from : last; position <= last; position++) step(position);
        yield;
    }

    function step(position) {
        const { fresh, gone } = writer.compare(work.known(position));
        if (!fresh.size && !gone.length) return;
        const { guessed } = work.picture(position);
        if (gone.length) {
            const { faults, settled } = work.picture(faultBefore(work, position));
            const wrong = writer.fault(settled, faults);
            writer.say(position, `But then ${wrong.words}. So the choice was wrong, and the chip takes it back.`,
                { found: gone, from: wrong.from });
            choices = Math.min(choices, guessed.length - guessed.filter((cell) => fresh.has(cell)).length);
        }
        const choice = guessed.length > choices ? guessed.find((cell) => fresh.has(cell)) : undefined;
        if (choice !== undefined) {
            const fact = [choice, fresh.get(choice)];
            writer.say(position, "Nothing more follows directly. The chip makes a choice, to see where it leads:"
                + ` ${writer.named(fact)}.`, { found: [fact] });
            fresh.delete(choice);
        }
        choices = guessed.length;
        if (fresh.size) writer.explain(position, fresh, ruledOutBefore(work, position));
    }
}

/** Return the position of the contradiction before digits were taken back. */
function faultBefore(work, position) {
    let at = position - 1;
    while (at > 0 && !work.picture(at).faults.length && position - at < FAULT_LATENCY) at--;
    return at;
}

/** Return a function that returns the digits that the engine had ruled out in a cell before a position. */
function ruledOutBefore(work, position) {
    let candidates = null;
    return (at) => {
        candidates ??= work.picture(position - 1).candidates;
        return range(1, Math.sqrt(candidates.length)).filter((digit) => !(candidates[at] >> digit - 1 & 1));
    };
}
