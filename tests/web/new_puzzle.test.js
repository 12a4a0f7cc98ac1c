// Random solutions of all genres, and the puzzles that the page makes on request, in advance and for a date.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { fullPuzzle, seeded, thinnedBySingles } from "../../web/page/make.js";
import { SIZES, createNewPuzzles, storedWish } from "../../web/page/new_puzzle.js";
import { NO_TIME } from "../../web/page/play/clock.js";
import { afterStep, nextStep } from "../../web/page/play/hints.js";
import { GENRES } from "../../web/page/puzzles/genres.js";
import { noMarks } from "../../web/page/puzzles/marks.js";
import { cellsOf } from "../../web/page/puzzles/places.js";
import { createGrid, createPuzzle } from "../../web/page/puzzles/puzzle.js";
import { isSolved, violations } from "../../web/page/puzzles/rules.js";
import { createStore } from "../../web/page/store.js";

test("random puzzles have valid solutions, and depend only on the seed", () => {
    for (const [genre, sizes] of Object.entries(SIZES)) {
        assert.ok(sizes.some((size) => String(size) === String(GENRES[genre].usualSize)), genre);
        for (const [rows, cols] of [...sizes, ...(genre === "sudoku" ? [] : [[3, 8]])]) {
            for (let seed = 0; seed < 5; seed++) {
                const wish = { genre, rows, cols }, made = fullPuzzle(wish, seeded(seed));
                assert.deepEqual(violations(made.puzzle, made.solution), []);
                assert.equal(GENRES[genre].wrongClue(made.puzzle), null);
                assert.deepEqual(fullPuzzle(wish, seeded(seed)), made);
            }
        }
    }
    // If this solution changed, today's puzzle would depend on the version of a person's page.
    assert.deepEqual(fullPuzzle({ genre: "slitherlink", rows: 4, cols: 4 }, seeded(20261127)).solution, ANSWER);
});

const ANSWER = ["1111", "0100", "0111", "0110"];

/** Return whether naked and hidden singles solve a Sudoku, according to the hints. */
function areSinglesEnough(puzzle) {
    let marks = noMarks(puzzle), step;
    while ((step = nextStep(puzzle, marks)) && !step.trial) marks = afterStep(puzzle, marks, step);
    return isSolved(puzzle, marks.values);
}

test("if the page removes the clues of a Sudoku, singles solve it", () => {
    for (const [side, seed] of [[4, 1], [4, 2], [9, 3]]) {
        const random = seeded(seed), { puzzle: full } = fullPuzzle({ genre: "sudoku", rows: side, cols: side }, random);
        const puzzle = thinnedBySingles(full, random), isLeft = (row, col) => puzzle.clues[row][col] !== null;
        const right = createGrid(side, side, (row, col) => (isLeft(row, col) ? full.clues[row][col] : null));
        assert.deepEqual(puzzle.clues, right);
        assert.ok(areSinglesEnough(puzzle));
        if (side > 4) continue;
        for (const [row, col] of cellsOf(side, side).filter((cell) => isLeft(...cell))) {
            const clues = puzzle.clues.map((line, at) => (at === row ? line.with(col, null) : line));
            assert.ok(!areSinglesEnough(createPuzzle("sudoku", side, side, clues)));
        }
    }
});

/**
 * Return a store, the object under test, the wishes that its fake solver was asked to fulfil, the puzzles that were
 * opened, and a function that starts the play.
 */
function created(made = (wish) => wish) {
    const wishes = [], opened = [];
    const store = createStore({ wish: storedWish(), task: null, making: null, time: NO_TIME });
    const solver = {
        async make(wish) {
            wishes.push(wish);
            return made(wish);
        },
        cancel: () => {},
    };
    const puzzles = createNewPuzzles(store, solver, { openPuzzle: (puzzle) => opened.push(puzzle) });
    const play = () => store.set({ time: { spent: 0, since: 0 } });
    return { store, puzzles, wishes, opened, play };
}

const settled = () => new Promise(setImmediate);

test("the next puzzle is made after two seconds of play", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { puzzles, wishes, opened, play } = created();
    mock.timers.tick(10_000);
    assert.equal(wishes.length, 0);
    play();
    mock.timers.tick(2_000);
    assert.equal(wishes.length, 1);
    await puzzles.another();
    assert.equal(wishes.length, 1);
    assert.deepEqual(opened, wishes);
    await puzzles.another();
    assert.equal(wishes.length, 2);
    assert.notEqual(wishes[0].seed, wishes[1].seed);
    mock.timers.reset();
});

test("the next puzzle is made again if the board got another job, or if the wish has changed", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let isReplaced = true;
    const { store, puzzles, wishes, opened, play } = created((wish) => (isReplaced ? null : wish));
    play();
    mock.timers.tick(2_000);
    await settled();
    isReplaced = false;
    play();
    mock.timers.tick(2_000);
    await puzzles.another();
    assert.deepEqual(opened, [wishes[1]]);
    play();
    mock.timers.tick(2_000);
    puzzles.setWish({ genre: "canal" });
    const { genre, rows, cols, ease } = store.get().wish;
    assert.deepEqual([genre, rows, cols, ease], ["canal", 8, 8, 2]);
    await puzzles.another();
    assert.equal(opened.at(-1).genre, "canal");
    assert.equal(store.get().making, null);
    mock.timers.reset();
});

test("today's puzzle depends on the date only, and a request replaces the request before", async () => {
    mock.timers.enable({ apis: ["Date"], now: new Date(2026, 2, 9, 12) });
    const { puzzles, wishes, opened } = created();
    puzzles.setWish({ rows: 5, cols: 5, ease: 0, symmetry: "ROTATE" });
    await Promise.all([puzzles.another(), puzzles.today()]);
    const daily = { genre: "slitherlink", rows: 10, cols: 10, ease: 1, symmetry: "NONE", seed: 20260309 };
    assert.deepEqual(opened, [{ ...daily, name: "Daily 2026-03-09", isSimulated: true }]);
    assert.equal(wishes.at(-1).name, "Daily 2026-03-09");
    mock.timers.reset();
});

test("an error is shown, and after a cancel no puzzle is opened", async () => {
    const { store, puzzles, opened } = created(() => Promise.reject(new Error("the board is gone")));
    await puzzles.another();
    assert.equal(store.get().note.text, "The board is gone.");
    const cancelled = created();
    const request = cancelled.puzzles.another();
    cancelled.puzzles.cancel();
    await request;
    assert.deepEqual([...opened, ...cancelled.opened], []);
});
