// Rules and encodings of every genre, against those of the host.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rulesOf } from "../../web/page/genres.js";
import { GENRES, genreOf } from "../../web/page/puzzles/genres.js";
import { UNKNOWN, createPuzzle } from "../../web/page/puzzles/puzzle.js";
import { bytes, hex, thrown, truth } from "./truth.js";

/** Return a fault as the host says it. */
function said({ row, col, words }) {
    return row === null ? [words] : [words, `row ${row + 1}, column ${col + 1}: ${words}`];
}

test("the genres are those of the host, in its order", () => {
    assert.deepEqual(Object.values(GENRES).map(({ id, title }) => [id, title, rulesOf({ genre: id })]), truth.genres);
    assert.deepEqual(Object.fromEntries(Object.values(GENRES).map(({ id, onBoards }) => [id, onBoards])), truth.onBoards);
});

test("solutions break the rules where the host says so", () => {
    for (const { puzzle, solution, faults } of truth.solutions) {
        const found = genreOf(puzzle).violations(puzzle, solution);
        const same = found.length === faults.length && found.every((fault, at) => said(fault).includes(faults[at]));
        assert.ok(same, JSON.stringify({ puzzle, solution, faults, found }));
    }
    for (const genre of Object.keys(GENRES)) {
        const counts = truth.solutions.filter(({ puzzle }) => puzzle.genre === genre).map(({ faults }) => faults.length);
        assert.ok(counts.includes(0) && counts.some((count) => count > 0), genre);
    }
});

test("solutions of another shape are wrong", () => {
    for (const { puzzle, solution } of truth.solutions.slice(0, 50)) {
        const { violations } = genreOf(puzzle);
        assert.ok(violations(puzzle, solution.slice(1)).length);
        assert.ok(violations(puzzle, solution.map((line) => line.slice(1))).length);
        assert.ok(violations(puzzle, solution.with(0, Array(puzzle.cols).fill("x"))).length);
        assert.ok(violations(puzzle, null).length);
    }
});

test("wrong clues are found", () => {
    for (const { puzzle, isRight } of truth.puzzles) {
        assert.equal(genreOf(puzzle).wrongClue(puzzle) === null, isRight, JSON.stringify(puzzle));
    }
    assert.equal(new Set(truth.puzzles.map(({ isRight }) => isRight)).size, 2);
});

test("a loop's lines lead back to its solution, and lines with an end to none", () => {
    const { edges, solutionOf } = GENRES.slitherlink;
    for (const { puzzle, solution } of truth.solutions.filter((one) => one.puzzle.genre === "slitherlink")) {
        const lines = edges(solution);
        assert.equal(lines.horizontal.length, puzzle.rows + 1);
        assert.equal(lines.vertical[0].length, puzzle.cols + 1);
        assert.deepEqual(solutionOf(lines), solution);
        lines.horizontal[0][0] = !lines.horizontal[0][0];
        assert.equal(solutionOf(lines), null);
    }
});

test("sizes, blank puzzles and clues to click through", () => {
    for (const genre of Object.values(GENRES)) {
        const size = genre.id === "sudoku" ? 9 : 7;
        const puzzle = genre.blank(size, size, "mine");
        assert.ok(Object.isFrozen(puzzle) && Object.isFrozen(puzzle.clues) && Object.isFrozen(puzzle.clues[0]));
        assert.deepEqual([puzzle.genre, puzzle.rows, puzzle.cols, puzzle.name], [genre.id, size, size, "mine"]);
        assert.ok(puzzle.clues.flat().every((clue) => clue === null));
        const values = genre.clueValues(puzzle);
        assert.equal(values[0], null);
        assert.equal(new Set(values).size, values.length);
        assert.ok(values.every((value) => genre.isClue(puzzle, value)));
        assert.equal(values.includes(UNKNOWN), ["smullyan", "canal"].includes(genre.id));
        for (const wrong of [0, 256, 1.5]) {
            assert.ok(genre.wrongSize(wrong, size) && thrown(() => genre.blank(wrong, size)) instanceof RangeError);
        }
    }
    assert.ok(GENRES.sudoku.wrongSize(10, 10) && GENRES.sudoku.wrongSize(9, 4));
});

test("a puzzle does not change with what it was made of", () => {
    const clues = [[1, null]];
    const puzzle = createPuzzle("canal", 1, 2, clues);
    clues[0][0] = 2;
    assert.equal(puzzle.clues[0][0], 1);
});

test("encodings are those of the link protocol", () => {
    for (const { puzzle, encoded, solution, encodedSolution } of truth.encodings) {
        const genre = genreOf(puzzle);
        assert.equal(hex(genre.encode(puzzle)), encoded);
        const data = bytes(encodedSolution);
        if (puzzle.rows <= 16) {
            assert.equal(genre.solutionBytes(puzzle), data.length);
            assert.equal(hex(genre.encodeSolution(solution)), encodedSolution);
            assert.deepEqual(genre.decodeSolution(puzzle, data), solution);
            assert.ok(thrown(() => genre.decodeSolution(puzzle, data.slice(1))) instanceof RangeError);
        } else {
            assert.deepEqual(genre.decodeCells(puzzle, data), solution);
        }
    }
});
