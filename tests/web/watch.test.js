// Recordings of engines agree with Python's results for the same searches on the same modules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { truth } from "./truth.js";
import { CROSS, LINE, valuesOf } from "../../web/page/puzzles/marks.js";
import { edges, isLine } from "../../web/page/puzzles/places.js";
import { INSIDE, OUTSIDE } from "../../web/page/watch/deducer.js";
import { WATCHED as ENGINES } from "../../web/page/watch/engines.js";
import { guideThrough } from "../../web/page/watch/guide.js";
import { record } from "../../web/page/watch/recorder.js";
import { SHADED, UNSHADED } from "../../web/page/watch/shading.js";
import { edgesOf } from "../../web/page/watch/shapes.js";
import { factsAt } from "../../web/page/watch/stops.js";
import { Trace, segmentAt } from "../../web/page/watch/trace.js";

/** The engines whose gateware looks ahead. */
const DEDUCING = ["deducer", "dynasty", "canal"];

/**
 * The maximum number of clocks from the end of a search until the CPU reads the time. After a search by the scan
 * engine, the CPU first has to load the code that reads the time into its cache.
 */
const CPU = { deducer: 16, parallel: 16, scan: 1_200, dynasty: 16, canal: 16 };

const compiled = {}, known = new Map();

/** Record the search for a solution of a puzzle. */
async function recorded({ engine, module, puzzle }, limit = 1_000_000) {
    compiled[module] ??= await WebAssembly.compile(readFileSync(`${module}/board.wasm`));
    const instance = await WebAssembly.instantiate(compiled[module]);
    const description = JSON.parse(readFileSync(`${module}/board.json`, "utf8"));
    const progress = [], onprogress = (clock) => progress.push(clock);
    const wanted = { puzzle, ...ENGINES[engine].recorded, limit, onprogress };
    return { recording: await record(instance.exports, description, wanted), progress };
}

/**
 * Return the recording of a search, and what is derived from it: {one, recording, progress, trace, work, pictures}. The
 * argument is the search or its name. The list `pictures` has a picture for each position in the recording; each
 * picture also contains its position.
 */
async function watched(wanted) {
    const one = truth.searches.find((each) => each === wanted || each.name === wanted);
    if (!known.has(one)) {
        const { recording, progress } = await recorded(one), trace = new Trace(recording);
        const work = ENGINES[one.engine].create(trace, one.puzzle);
        const pictures = Array.from({ length: trace.length + 1 }, (_, position) =>
            ({ ...work.picture(position), position }));
        known.set(one, { one, recording, progress, trace, work, pictures });
    }
    return known.get(one);
}

/** Return options for a test: skip it if no search was recorded for this engine. */
function needs(name) {
    return { skip: !truth.searches.some(({ engine }) => engine === name) };
}

/** Return the number of clocks for each kind of work. */
function spent(segments) {
    const sums = {};
    for (const { kind, begin, end } of segments) sums[kind] = (sums[kind] ?? 0) + end - begin;
    return sums;
}

for (const one of truth.searches) {
    describe(`${one.engine}: ${one.name}`, () => {
        let all, trace, work, recording, progress;

        before(async () => ({ trace, work, recording, progress } = all = await watched(one)));

        test("the outcome is Python's, and its cycles end soon after the engine's work", () => {
            const { outcome } = trace;
            assert.equal(outcome.status, one.status);
            assert.deepEqual(JSON.parse(JSON.stringify(outcome.solutions)), one.solutions);
            const { begin } = work.segments.at(-1);
            const { cycles } = outcome;
            assert.ok(begin <= cycles && cycles <= begin + CPU[one.engine], `${begin}, ${cycles} cycles`);
            assert.ok(progress.every((clock, at) => !at || progress[at - 1] <= clock));
        });

        test("the phases take as many clocks as the engine counts", () => {
            const { counters } = one, { cpu, ...sums } = spent(work.segments);
            assert.ok(cpu > 0);
            const clocks = (...kinds) => kinds.reduce((sum, kind) => sum + (sums[kind] ?? 0), 0);
            if (DEDUCING.includes(one.engine)) {
                const rest = clocks("look", "assume", "back", "branch");
                const phases = [clocks("sweep", "clue"), clocks("join"), clocks("flood"), rest];
                const { sweeping, joining = 0, flooding, probing, probes } = counters;
                assert.deepEqual(phases, [sweeping, joining, flooding, probing]);
                assert.equal(clocks("assume") > 0, probes > 0);
            } else if (one.engine === "parallel") {
                const phases = [clocks("round"), clocks("guess"), clocks("round", "guess", "back")];
                assert.deepEqual(phases, [counters.rounds, counters.guesses, counters.clocks]);
            }
        });

        test("each step that the engine counts is described", { skip: one.engine !== "scan" }, () => {
            const counts = { visits: 0, placed: 0, hidden: 0, excluded: 0, subsets: 0, guesses: 0 };
            const signs = {
                visits: /^A visit of/, placed: / is \d+(: \d+ candidates? crossed out|, as it .*)?\.$/,
                hidden: /as it is the only place/, excluded: /^Locked candidates/,
                subsets: /^A \w+ subset .* crossed out/,
                guesses: /^A guess: |no further candidate/,
            };
            for (const { words } of all.pictures) {
                for (const [name, sign] of Object.entries(signs)) counts[name] += sign.test(words) ? 1 : 0;
            }
            for (const [name, count] of Object.entries(counts)) assert.equal(count, one.counters[name], name);
        });

        test("forwards and backwards lead to the same states, and positions are found by their clocks", () => {
            const states = new Map([0, 1, trace.length >> 2, trace.length >> 1].map((position) => [position, null]));
            for (let position = 0; position <= trace.length; position++) {
                trace.seek(position);
                if (states.has(position)) states.set(position, trace.state.slice());
                assert.equal(trace.positionAt(trace.clockOf(position)), position);
                const at = segmentAt(work.segments, position);
                assert.ok(work.segments[at].from <= position && (work.segments[at + 1]?.from ?? Infinity) > position);
            }
            assert.notDeepEqual(trace.state, recording.first);
            for (const [position, state] of [...states].toReversed()) {
                trace.seek(position);
                assert.deepEqual(trace.state, state);
            }
            assert.deepEqual(trace.state, recording.first);
            assert.equal(trace.positionAt(1e9), trace.length);
        });

        test("every position has words, and crossed out possibilities are gone", () => {
            for (const { words, now, candidates, crossed } of all.pictures) {
                assert.match(words, /^[A-Z][^]*[.?]$/);
                assert.doesNotMatch(words, /undefined|NaN|null/);
                const pairs = now
                    ? Object.entries(now).map(([name, left]) => [left, crossed[name]]) : [[candidates, crossed]];
                for (const [left, gone] of pairs) assert.ok(left.every((mask, at) => !(mask & gone[at])));
            }
        });

        test("the guide leads to the solution, and says why", () => {
            const { puzzle, solutions: [solution] } = one, stops = [...guideThrough(trace, work, puzzle, false)];
            const last = stops.length - 1, facts = [...factsAt(puzzle, stops, last)];
            for (const { words, from, position } of stops) {
                assert.match(words, /^[A-Z][^]*[.?]$/);
                assert.doesNotMatch(words, /undefined|NaN|null|\ba (8|11\b|18\b)|cell with a number is shaded/);
                assert.ok(from.every(([row, col]) => row >= 0 && row < puzzle.rows && col >= 0 && col < puzzle.cols));
                assert.ok(position <= trace.length);
            }
            if (!solution) {
                assert.match(stops[last].words, /no solution/);
                return;
            }
            assert.match(stops[last].words, /^Solved/);
            // A reason may give facts that the engine finds later; the engine never contradicts them.
            const says = (words) => stops.some((stop) => stop.words.includes(words));
            assert.ok(says("makes a choice") || !says("choice was wrong"));
            const cells = one.engine === "deducer"
                ? [...solution.join("")].map((cell) => (cell === "1" ? INSIDE : OUTSIDE)) : [];
            assert.deepEqual(facts, [...valuesOf(puzzle, solution), ...cells]);
            const unknown = stops.filter(({ words }) => /\bruled? out\b/.test(words));
            const count = unknown.reduce((sum, { changes }) => sum + changes.length, 0);
            assert.ok(count <= 0.1 * facts.length, `${count} of ${facts.length} facts have no reason`);
        });

        test("the last position is the solution", () => {
            const picture = work.picture(trace.length);
            if (!one.solutions.length) {
                assert.match(picture.words, /no solution/);
                return;
            }
            assert.match(picture.words, /^Solved/);
            const [solution] = one.solutions;
            if (!DEDUCING.includes(one.engine)) {
                assert.deepEqual(picture.settled, solution.flat());
                assert.ok(picture.level.every((level) => level === 0));
                return;
            }
            const { rows, cols } = one.puzzle;
            const [isOne, isZero] = one.engine === "deducer" ? [INSIDE, OUTSIDE] : [SHADED, UNSHADED];
            const colours = [...solution.join("")].map((cell) => (cell === "1" ? isOne : isZero));
            assert.deepEqual([...picture.now.colours], colours);
            if (one.engine !== "deducer") return;
            const lines = [...edges(rows, cols)].map((edge) => (isLine(solution, edge) ? LINE : CROSS));
            assert.deepEqual([...edgesOf(rows, cols, picture.now.shapes)], lines);
        });
    });
}

for (const name of truth.trials) {
    test(`in a search without branches, only the conclusions of trials are taken back: ${name}`, async () => {
        const all = await watched(name);
        let last = null, trials = 0;
        for (const { base, now, isTrial, words, position } of all.pictures) {
            trials += Number(/^A trial/.test(words));
            for (const part of Object.keys(base)) {
                assert.ok(base[part].every((mask, at) => !(mask & ~(last?.[part][at] ?? ~0))), `${part}, ${position}`);
                assert.ok(isTrial || now === base);
            }
            last = base;
        }
        assert.equal(trials, all.one.counters.probes);
    });
}

for (const name of ["dynasty", "canal"]) {
    test(`descriptions of an engine for shading agree with its pictures: ${name}`, needs(name), () =>
        assertWordsAgree(name));
}

async function assertWordsAgree(name) {
    let contradictions = 0, floods = 0, branched = false;
    for (const one of truth.searches.filter(({ engine }) => engine === name)) {
        let solution = null, visits = 0, nodes = 1;
        for (const { words, crossed, faults, isTrial, base, noSolution, position } of (await watched(one)).pictures) {
            visits += Number(/ visited(: | without )|a visit of .* begins/i.test(words));
            contradictions += Number(/^Contradiction: the assumption/.test(words));
            nodes += Number(/^The CPU branches/.test(words));
            floods += Number(/a flood begins/.test(words));
            const number = crossed.colours.filter(Boolean).length;
            const counted = / visited: (\d+) shades? crossed out/.exec(words);
            const isCounted = / visited: /.test(words) && !faults.length;
            assert.equal(Number(counted?.[1] ?? 0), isCounted ? number : 0, words);
            // Every contradiction is visible.
            assert.ok(!noSolution || faults.length, `${one.name}, ${position}: ${words}`);
            assert.ok(!/where it is red/.test(words) || faults.length);
            if (one.solutions.length && nodes === 1 && !isTrial) {
                solution ??= [...one.solutions[0].join("")].map((cell) => (cell === "1" ? SHADED : UNSHADED));
                assert.ok(base.colours.every((colours, at) => colours & solution[at]), `${one.name}, ${position}`);
            }
        }
        assert.deepEqual([visits, nodes], [one.counters.visits, one.counters.nodes]);
        branched ||= nodes > 1;
    }
    assert.ok(contradictions > 0 && floods > 0 && branched);
}

test("shades that a clue rules out are crossed out; a clue that cannot be met is marked", needs("canal"), async () => {
    let struck = 0, unmet = 0, dead = 0;
    for (const one of truth.searches.filter(({ engine }) => engine === "canal")) {
        const { rows, cols } = one.puzzle;
        let last = null;
        for (const picture of (await watched(one)).pictures) {
            const { words, struck: shades, clues, crossed, now: { colours }, faults, noSolution } = picture;
            const left = [...shades].map((those, at) => those & colours[at]);
            const counted = /The (\d+) at row (\d+), column (\d+) rules out (\d+) shade/.exec(words);
            if (counted) {
                const [clue, row, col, number] = counted.slice(1).map(Number);
                assert.equal(one.puzzle.clues[row - 1][col - 1], clue);
                assert.equal(left.filter(Boolean).length, number);
                // A clue rules out shades only in its row and its column.
                left.forEach((those, at) => {
                    const [down, right] = [Math.floor(at / cols) - row + 1, at % cols - col + 1];
                    assert.ok(!those || (down === 0) !== (right === 0), words);
                });
                struck++;
            }
            // Each shade that the last picture showed as ruled out is now crossed out, or still shown as ruled out. The
            // exception is the end of all visits: then no shade is shown as ruled out.
            if (last && last.left.some(Boolean) && left.some(Boolean)) {
                assert.ok(last.left.every((those, at) => !(those & ~left[at] & ~crossed.colours[at])), words);
            }
            assert.ok(clues.every((clue) => !clue || (clue.row < rows && clue.number >= 0)));
            if (/cannot be met/.test(words)) {
                const [, clue, row, col] = /The (\d+) at row (\d+), column (\d+) cannot/.exec(words);
                const at = (Number(row) - 1) * cols + Number(col) - 1;
                assert.ok(faults.includes(at) && one.puzzle.clues.flat()[at] === Number(clue), words);
                unmet++;
            } else if (faults.length && !noSolution) {
                dead += faults.some((at) => !colours[at]) ? 1 : 0;
            }
            last = { left };
        }
    }
    assert.ok(struck > 0 && unmet > 0 && dead > 0);
});

test("a state of a Sudoku has its guesses", needs("parallel"), async () => {
    let deepest = 0, contradictions = 0;
    const { pictures } = await watched(truth.guesses);
    for (const { guessed, depth, settled, level, isSolved, faults, words } of pictures) {
        assert.equal(guessed.length, isSolved ? 0 : depth);
        deepest = Math.max(deepest, depth);
        // A guess is counted one clock before its digit is visible.
        assert.ok(settled.every((digit, at) => !digit || level[at] <= depth));
        contradictions += /a contradiction/.test(words) ? 1 : 0;
        assert.ok(!faults.length || depth > 0);
    }
    assert.ok(deepest > 0 && contradictions > 0);
});

test("the digits of a scan engine agree with its trail", needs("scan"), async () => {
    const { one, pictures } = await watched(truth.choices);
    const solution = one.solutions[0].flat(), givens = one.puzzle.clues.flat();
    let last = null, contradictions = 0, deepest = 0;
    for (const { candidates, guessed, isBad, level, settled, words, position } of pictures) {
        deepest = Math.max(deepest, guessed.length);
        contradictions += isBad && last && !last.isBad ? 1 : 0;
        assert.ok(level.every((guesses) => guesses <= guessed.length));
        // A digit that depends on no guess is right. While there is no guess, each open cell has its right candidate.
        const wrong = solution.findIndex((digit, cell) => level[cell] === 0 && givens[cell] === null && (settled[cell]
            ? settled[cell] !== digit : !guessed.length && !(candidates[cell] >> digit - 1 & 1)));
        assert.equal(wrong, -1, `${words} at ${position}`);
        last = { isBad };
    }
    assert.ok(deepest > 0 && contradictions > 0);
});

test("a recording that is too long ends before the search does", needs("deducer"), async () => {
    const { one, trace: whole } = await watched(truth.trials[0]);
    const trace = new Trace((await recorded(one, 300)).recording);
    assert.equal(trace.outcome, null);
    assert.ok(trace.clockOf(trace.length) >= 300 && trace.clockOf(trace.length) < 310);
    trace.seek(trace.length);
    whole.seek(trace.length);
    assert.deepEqual(trace.state, whole.state);
});
