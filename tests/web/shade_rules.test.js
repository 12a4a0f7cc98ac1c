// Hints of shading by rules alone, against the solutions that the host finds.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isSolved } from "../../web/page/play/check.js";
import { OPEN, SHADED, UNSHADED, noMarks } from "../../web/page/play/marks.js";
import { clashOf, isImpossible, stepByRules } from "../../web/page/play/shade_rules.js";
import { truth } from "./truth.js";

const MARKS = { "#": SHADED, "-": UNSHADED, ".": OPEN };

/** Return the marks after hints until there is none left or the puzzle is solved. */
function afterHints(puzzle, isRight) {
    let marks = noMarks(puzzle);
    while (!isSolved(puzzle, marks)) {
        const { step, clash } = stepByRules(puzzle, marks);
        assert.equal(clash, null);
        if (!step) {
            return marks;
        }
        const next = step.take(marks);
        assert.notDeepEqual(next, marks, step.text);
        assert.ok(isRight(next.cells), step.text);
        marks = next;
    }
    return marks;
}

test("every hint is right, and hints alone solve the examples that are not hard", () => {
    for (const { puzzle, solution } of truth.examples) {
        const shades = [...solution.join("")].map((shade) => (shade === "1" ? SHADED : UNSHADED));
        const marks = afterHints(puzzle, (cells) => cells.every((mark, at) => mark === OPEN || mark === shades[at]));
        assert.ok(isSolved(puzzle, marks) || puzzle.name.includes("hard"), puzzle.name);
    }
});

test("hints of small puzzles are what all solutions have in common", () => {
    for (const { puzzle, certain } of truth.small) {
        if (certain === null) {
            continue;
        }
        const shades = certain.flat();
        const values = { [SHADED]: "1", [UNSHADED]: "0" };
        afterHints(puzzle, (cells) => cells.every((mark, at) => mark === OPEN || shades[at] === values[mark]));
        assert.equal(clashOf(puzzle, noMarks(puzzle)), null);
    }
    assert.ok(truth.small.some(({ certain }) => certain === null));
});

test("a puzzle that rules and trials refute has no solution", () => {
    const refuted = truth.small.filter(({ puzzle }) => isImpossible(puzzle));
    assert.ok(refuted.length > 0);
    assert.ok(refuted.every(({ certain }) => certain === null));
});

test("what each rule says", () => {
    for (const { puzzle, marks, text, after } of truth.cases) {
        const before = { cells: [...marks.join("")].map((sign) => MARKS[sign]) };
        const { step } = stepByRules(puzzle, before);
        assert.equal(step?.text ?? null, text);
        const expected = after && [...after.join("")].map((sign) => MARKS[sign]);
        assert.deepEqual(step?.take(before).cells ?? null, expected, text);
    }
});

test("marks that cannot be right", () => {
    for (const { puzzle, marks, words, cells } of truth.wrong) {
        const wrong = { cells: [...marks.join("")].map((sign) => MARKS[sign]) };
        assert.deepEqual(clashOf(puzzle, wrong), { words, cells });
        assert.deepEqual(stepByRules(puzzle, wrong), { step: null, clash: { words, cells } });
    }
});
