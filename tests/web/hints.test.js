// Hints and faults agree with the solutions that the host finds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { truth } from "./truth.js";
import { afterStep, nextStep } from "../../web/page/play/hints.js";
import { GENRES } from "../../web/page/puzzles/genres.js";
import { CROSS, LINE, OPEN, SHADED, UNSHADED, noMarks, valuesOf } from "../../web/page/puzzles/marks.js";
import { createPuzzle } from "../../web/page/puzzles/puzzle.js";
import { isSolved, ruleFaults } from "../../web/page/puzzles/rules.js";
import { shadeReasons } from "../../web/page/watch/shade_reasons.js";

const MARKS = { "#": SHADED, "-": UNSHADED, ".": OPEN };

function marksIn(rows) {
    return { values: [...rows.join("")].map((sign) => MARKS[sign]) };
}

/**
 * Follow hints until the puzzle is solved or no hint is left, and assert that each hint is right. Return the marks, the
 * number of hints with a reason, and the number of all hints.
 */
function afterHints(puzzle, right, certain) {
    let marks = noMarks(puzzle), reasons = 0, count = 0, step;
    while (!isSolved(puzzle, marks.values) && (step = nextStep(puzzle, marks, certain))) {
        const next = afterStep(puzzle, marks, step);
        assert.notDeepEqual(next, marks, step.text);
        assert.ok(next.values.every((mark, at) => mark === OPEN || mark === right[at]), step.text);
        assert.deepEqual(ruleFaults(puzzle, next.values), []);
        reasons += !/in every solution|in no solution/.test(step.text);
        count++;
        marks = next;
    }
    return { marks, reasons, count };
}

for (const kind of ["shades", "loops", "digits"]) {
    test(`hints solve puzzles with ${kind}, and almost all hints have a reason`, () => {
        for (const { puzzle, solution } of truth[kind]) {
            const values = valuesOf(puzzle, solution);
            const { marks, reasons, count } = afterHints(puzzle, values, { values });
            assert.ok(isSolved(puzzle, marks.values), puzzle.name);
            assert.ok(reasons >= 0.9 * count, `${puzzle.name}: ${reasons} of ${count}`);
        }
    });
}

function puzzleIn(genre, rows) {
    const grid = rows.split(" ").map((row) => [...row].map((clue) => (clue === "." ? null : Number(clue))));
    return createPuzzle(genre, grid.length, grid[0].length, grid);
}

const VALUES = { "#": LINE, x: CROSS, ".": OPEN };

/** Return a puzzle and the marks in it; `marks` has a character for each of its first places. */
function marked(genre, clues, marks) {
    const puzzle = puzzleIn(genre, clues);
    return [puzzle, { values: noMarks(puzzle).values.map((none, at) => VALUES[marks[at]] ?? none) }];
}

test("the hint of a clue and of the end of a line", () => {
    const at = "at row 1, column 1", corner = "the upper left corner of row 1, column 1";
    for (const [clues, marks, words] of [
        ["0. ..", "", `The 0 ${at} cannot have a line: cross out its open edges.`],
        ["1. ..", "#", `The 1 ${at} has its line: cross out its open edges.`],
        ["2. ..", "#.#...x", `The 2 ${at} has all its lines: cross out its last open edge.`],
        ["1. ..", "x.x...x", `The 1 ${at} needs 1 line: only 1 of its edges is not crossed out.`],
        ["3. ..", "#.x", `The 3 ${at} needs 3 lines: only 3 of its edges are not crossed out.`],
        [".. ..", "#", `The line that ends at ${corner} can only continue along this edge: no other edge there is open.`],
    ]) assert.equal(nextStep(...marked("slitherlink", clues, marks)).text, words);
});

test("the hint of each trial", () => {
    for (const [genre, clues, marks, words, tried, ...steps] of [
        ["slitherlink", "1.. ... ...", "", "There cannot be a line above row 1, column 1: with a line, a contradiction"
            + " follows.",
        "1:0,0,false=1 2:0,0,true=2 2:0,1,true=2 2:1,0,false=2",
        "Suppose that there is a line.",
        "The 1 at row 1, column 1 has its line: cross out its open edges.",
        "But then the loop cannot continue at the upper left corner of row 1, column 1."],
        ["slitherlink", "... .3. ..3", "", "There must be a line below row 3, column 3: without it, a contradiction"
            + " follows.",
        "1:3,2,false=2 2:2,2,false=1 2:2,2,true=1 2:2,3,true=1",
        "Suppose that there is no line.",
        "The 3 at row 3, column 3 needs 3 lines: only 3 of its edges are not crossed out.",
        "But then the loop cannot continue at the lower right corner of row 3, column 3."],
        ["slitherlink", "... ... ..3", "##x#........#x#xx", "There cannot be a line above row 2, column 2: with a line,"
            + " a loop closes that leaves out the 3 at row 3, column 3.", ""],
        ["slitherlink", "... ... ...", ".x.....#..x", "There must be a line above row 2, column 2: one of its cells is"
            + " inside the loop, and the other is outside.", ""],
        ["smullyan", "1.. ...", "", "Row 1, column 1 must be unshaded: if it is shaded, a contradiction follows.",
        "1:0,0=1 2:0,1=2 3:1,0=2 4:1,1=1",
        "Suppose that it is shaded.",
        "Row 1, column 2 is unshaded: otherwise, two knaves share an edge (row 1, column 1 and row 1, column 2).",
        "Row 2, column 1 is unshaded: otherwise, two knaves share an edge (row 1, column 1 and row 2, column 1).",
        "Row 2, column 2 is shaded: otherwise, the knave’s 1 at row 1, column 1 tells the truth.",
        "But then the unshaded cells cannot all be connected (row 2, column 1 is cut off)."],
        ["sudoku", "3..4 .... .... .3.4", "", "Row 1, column 2 is 1: only 1 or 2 is possible, and with 2, a"
            + " contradiction follows.", "1:0,1=2 2:0,2=1",
        "Suppose that it is 2.",
        "Row 1, column 3 is 1: no other digit is possible there.",
        "But then there is no place for 4 in column 3."],
    ]) {
        const step = nextStep(...marked(genre, clues, marks));
        assert.equal(step.text, words);
        const { marks: made = [], steps: said = [] } = step.trial ?? {};
        assert.equal(made.map((mark) => `${mark.step}:${mark.place}=${mark.value}`).join(" "), tried);
        assert.deepEqual(said, steps);
    }
});

test("the hint of a digit that has one place", () => {
    for (const [rows, words, from] of [
        ["1... ..2. .... ...1", "Row 1, column 2 is 2: the 2 at row 2, column 3 excludes all other empty cells of row 1.",
            [[1, 2]]],
        ["12.. .... ..2. 2...", "Row 2, column 4 is 2: the highlighted 2s exclude all other empty cells of row 2.",
            [[0, 1], [2, 2]]],
        ["12.4 .... .... ....", "Row 1, column 3 is 3: it is the last empty cell of row 1.", []],
    ]) {
        const puzzle = puzzleIn("sudoku", rows), step = nextStep(puzzle, noMarks(puzzle));
        assert.equal(step.text, words);
        assert.deepEqual(step.from, from);
    }
});

test("hints by rules agree with all solutions", () => {
    let all = 0;
    for (const { puzzle, certain } of truth.small.filter((one) => one.certain)) {
        all += afterHints(puzzle, certain).reasons;
    }
    assert.ok(all > 100);
});

test("a puzzle that a rule refutes has no solution", () => {
    const refuted = truth.small.filter(({ puzzle }) => ruleFaults(puzzle, noMarks(puzzle).values).length);
    assert.ok(refuted.length > 0);
    assert.ok(refuted.every(({ certain }) => certain === null));
});

test("the hint of each rule", () => {
    for (const { puzzle, marks, words, after } of truth.hints) {
        const before = marksIn(marks), step = nextStep(puzzle, before);
        assert.equal(step?.text ?? null, words);
        assert.deepEqual(step && afterStep(puzzle, before, step), after && marksIn(after), words);
    }
});

test("the guide says whose neighbours are unshaded", () => {
    const words = "neighbours are unshaded, and the knight’s 0 at row 1, column 2 has too many knaves around it.";
    for (const [known, fresh, expected] of [
        [[OPEN, OPEN, OPEN], [0, 2], `These 2 cells are unshaded: otherwise, their ${words}`],
        [[OPEN, OPEN, OPEN], [0], `These 2 cells are unshaded: otherwise, their ${words}`],
        [[OPEN, OPEN, UNSHADED], [0], `Row 1, column 1 is unshaded: otherwise, its ${words}`],
    ]) {
        const { explain } = shadeReasons(puzzleIn("smullyan", ".0."));
        const reasons = explain(known, fresh.map((at) => [at, UNSHADED]));
        assert.deepEqual(reasons.map((reason) => reason.words).filter(Boolean), [expected]);
    }
});

test("hints that no rule gives", () => {
    for (const [genre, size, certain, words] of [
        ["canal", 3, { 4: SHADED }, "Row 2, column 2 is shaded in every solution."],
        ["smullyan", 3, { 4: UNSHADED }, "Row 2, column 2 is unshaded in every solution."],
        ["slitherlink", 2, { 0: 1, 7: 2 }, "The edge above row 1, column 1 is part of the loop in every solution."],
        ["slitherlink", 2, { 11: 2 }, "The edge to the right of row 2, column 2 is part of the loop in no solution."],
        ["sudoku", 4, { 5: 3 }, "Row 2, column 2 is 3 in every solution."],
    ]) {
        const puzzle = GENRES[genre].blank(size, size), marks = noMarks(puzzle);
        const values = Object.assign([...marks.values], certain);
        const step = nextStep(puzzle, marks, { values });
        assert.equal(step.text, words);
        assert.equal(afterStep(puzzle, marks, step).values.filter(Boolean).length, 1);
    }
});

test("the fault of each rule", () => {
    for (const { puzzle, marks, words, cells } of truth.wrong) {
        assert.deepEqual(ruleFaults(puzzle, marksIn(marks).values), [{ words, cells, edges: [] }]);
    }
});
