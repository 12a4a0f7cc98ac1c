// The rules and the encodings of all genres agree with the host's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, hex, truth } from "./truth.js";
import { GENRES, genreOf } from "../../web/page/puzzles/genres.js";
import { LINE, OPEN, valuesOf } from "../../web/page/puzzles/marks.js";
import { UNKNOWN, createPuzzle } from "../../web/page/puzzles/puzzle.js";
import { isSolved, violations } from "../../web/page/puzzles/rules.js";

test("the genres are those of the host, in its order", () => {
    assert.deepEqual(Object.values(GENRES).map(({ id, title, rules }) => [id, title, rules]), truth.genres);
    const onBoards = Object.values(GENRES).map((genre) => [genre.id, genre.onBoards]);
    assert.deepEqual(Object.fromEntries(onBoards), truth.onBoards);
});

test("the page and the host find faults in the same solutions", () => {
    for (const { puzzle, solution, faults } of truth.solutions) {
        const found = violations(puzzle, solution);
        assert.equal(found.length > 0, faults.length > 0, JSON.stringify({ puzzle, solution, faults, found }));
        assert.ok(found.every(({ words }) => /^[^A-Z]\S* .*[^.]$/.test(words)), JSON.stringify(found));
    }
    for (const genre of Object.keys(GENRES)) {
        const ofGenre = truth.solutions.filter(({ puzzle }) => puzzle.genre === genre);
        const counts = ofGenre.map(({ faults }) => faults.length);
        assert.ok(counts.includes(0) && counts.some((count) => count > 0), genre);
    }
});

test("digits beyond the size are wrong", () => {
    const sudokus = truth.solutions.filter(({ puzzle }) => puzzle.genre === "sudoku");
    for (const { puzzle, solution } of sudokus) {
        for (const digit of [-1, 0, puzzle.rows + 1]) {
            const [{ words }] = violations(puzzle, solution.with(0, solution[0].with(0, digit)));
            assert.match(words, / is not a digit from 1 to /);
        }
    }
});

test("wrong clues are found", () => {
    for (const { puzzle, isRight } of truth.puzzles) {
        assert.equal(genreOf(puzzle).wrongClue(puzzle) === null, isRight, JSON.stringify(puzzle));
    }
    assert.equal(new Set(truth.puzzles.map(({ isRight }) => isRight)).size, 2);
});

test("only the lines of a right loop solve the puzzle", () => {
    const loops = truth.solutions.filter(({ puzzle, faults }) => puzzle.genre === "slitherlink" && !faults.length);
    for (const { puzzle, solution } of loops) {
        const values = valuesOf(puzzle, solution, OPEN);
        assert.ok(isSolved(puzzle, values));
        values.forEach((value, at) => assert.ok(!isSolved(puzzle, values.with(at, value === LINE ? OPEN : LINE))));
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
            assert.ok(genre.wrongSize(wrong, size));
            assert.throws(() => genre.blank(wrong, size), RangeError);
        }
    }
    assert.ok(GENRES.sudoku.wrongSize(10, 10) && GENRES.sudoku.wrongSize(9, 4));
});

test("a puzzle stays the same if the lists that it was made from are changed", () => {
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
            assert.throws(() => genre.decodeSolution(puzzle, data.slice(1)), RangeError);
        } else {
            assert.deepEqual(genre.decodeCells(puzzle, data), solution);
        }
    }
});
