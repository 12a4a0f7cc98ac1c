// The descriptions of the grid and of the cell under the cursor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createActions, freshState } from "../../web/page/actions.js";
import { sceneOf } from "../../web/page/editor/scene.js";
import { spokenCell, spokenGrid } from "../../web/page/editor/spoken.js";
import { CROSS, LINE, SHADED, UNSHADED, noMarks, withMark } from "../../web/page/puzzles/marks.js";
import { createPuzzle } from "../../web/page/puzzles/puzzle.js";
import { createStore } from "../../web/page/store.js";

const LOOP = createPuzzle("slitherlink", 2, 2, [[2, null], [null, null]]);
const SHADES = createPuzzle("canal", 1, 3, [[1, null, null]]);
const DIGITS = createPuzzle("sudoku", 4, 4, [[1, null, null, null], ...new Array(3).fill([null, null, null, null])]);
const GRIDS = [
    [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]],
    [[1, 2, 4, 3], [3, 4, 1, 2], [2, 1, 3, 4], [4, 3, 2, 1]],
];

const ofSolutions = (...solutions) => ({ answer: { solutions } });
const ofCertain = (...values) => ({ certain: { values }, certainOn: true, edited: true });

const CASES = [
    ["a puzzle", LOOP, {}, "Slitherlink, 2×2", ["row 1, column 1, 2", "row 1, column 2"]],
    ["a loop", LOOP, ofSolutions(["10", "00"]), "Slitherlink, 2×2, a solution is shown", [
        "row 1, column 1, 2, line above and left and right and below, inside", "row 1, column 2, line left",
        "row 2, column 1, line above", "row 2, column 2, no line"]],
    ["two loops", LOOP, ofSolutions(["10", "00"], ["11", "00"]), "Slitherlink, 2×2, two solutions are shown", [
        "row 1, column 1, 2, line above and left and below in both solutions, line right in the first solution",
        "row 1, column 2, line left in the first solution, line above and right and below in the second solution,"
            + " differs"]],
    ["shades", SHADES, ofSolutions(["010"]), "Canal View, 1×3, a solution is shown", [
        "row 1, column 1, 1, unshaded", "row 1, column 2, shaded", "row 1, column 3, unshaded"]],
    ["two canals", SHADES, ofSolutions(["010"], ["011"]), "Canal View, 1×3, two solutions are shown", [
        "row 1, column 1, 1", "row 1, column 2, shaded", "row 1, column 3, differs, shaded in the second solution"]],
    ["shades that are certain", SHADES, ofCertain(2, 1, 0), "Canal View, 1×3, what is certain is shown", [
        "row 1, column 1, 1", "row 1, column 2, certainly shaded", "row 1, column 3"]],
    ["digits", DIGITS, ofSolutions(GRIDS[0]), "Sudoku, 4×4, a solution is shown", [
        "row 1, column 1, 1", "row 1, column 2, 2"]],
    ["digits that differ", DIGITS, ofSolutions(...GRIDS), "Sudoku, 4×4, two solutions are shown", [
        "row 1, column 1, 1", "row 1, column 2, 2 in both solutions",
        "row 1, column 3, differs, 3/4 in the two solutions"]],
    ["digits that are certain", DIGITS, ofCertain(1, 2, ...new Array(14).fill(0)),
        "Sudoku, 4×4, what is certain is shown", [
            "row 1, column 1, 1", "row 1, column 2, certainly 2", "row 1, column 3"]],
    ["a hint while playing", LOOP, {
        view: "play", hint: { from: [[0, 0]], places: [[0, 0, true]], value: LINE },
        ...ofSolutions(["10", "00"]),
    }, "Slitherlink, 2×2, 0 marks", [
        "row 1, column 1, 2, hint: a line left, reason of the hint", "row 1, column 2"]],
    ["a hint that follows from marks", LOOP, {
        view: "play", marks: [[[0, 0, false], CROSS], [[0, 0, true], LINE]].reduce((marks, [edge, value]) =>
            withMark(LOOP, marks, edge, value), noMarks(LOOP)),
        hint: { from: [[0, 0, false], [0, 0, true]], places: [[0, 1, false]], value: CROSS },
    }, "Slitherlink, 2×2, 2 marks", [
        "row 1, column 1, 2, reason of the hint left, reason of the hint above", "row 1, column 2, hint: no line above"]],
    ["a hint with a trial of edges", LOOP, { view: "play", hint: { places: [], from: [], trial: { wrong: [[0, 0]], marks: [
        { place: [0, 0, true], value: LINE, step: 1 }, { place: [0, 0, false], value: CROSS, step: 2 },
        { place: [0, 1, true], value: LINE, step: 3 },
    ] } } }, "Slitherlink, 2×2, 0 marks", [
        "row 1, column 1, 2, line left and right in the trial, cross above in the trial, wrong, step 1 left, step 2"
            + " above, step 3 right",
        "row 1, column 2, line left in the trial, step 3 left"]],
    ["a hint with a trial of cells", SHADES, { view: "play", hint: { places: [], from: [], trial: { wrong: [], marks: [
        { place: [0, 1], value: SHADED, step: 1 }, { place: [0, 2], value: UNSHADED, step: 2 },
    ] } } }, "Canal View, 1×3, 0 marks", [
        "row 1, column 1, 1", "row 1, column 2, shaded in the trial, step 1",
        "row 1, column 3, unshaded in the trial, step 2"]],
    ["a wrong mark", LOOP, { view: "play", faults: { cells: [], edges: [[0, 1, false]] } },
        "Slitherlink, 2×2, 0 marks", ["row 1, column 1, 2", "row 1, column 2, wrong above"]],
];

for (const [name, puzzle, fields, grid, cells] of CASES) {
    test(name, () => {
        const state = { ...freshState(puzzle), ...fields };
        assert.equal(spokenGrid(state), grid);
        const said = cells.map((_, at) => {
            const cursor = { row: Math.floor(at / puzzle.cols), col: at % puzzle.cols };
            return spokenCell({ ...state, cursor }, sceneOf({ ...state, cursor }));
        });
        assert.deepEqual(said, cells);
    });
}

test("descriptions of marks", () => {
    const store = createStore(freshState(LOOP));
    createActions(store).mark(withMark(LOOP, store.get().marks, [0, 0, false], 1));
    const state = { ...store.get(), view: "play" };
    assert.equal(spokenGrid(state), "Slitherlink, 2×2, 1 mark");
    assert.equal(spokenCell(state, sceneOf(state), "line above"), "row 1, column 1, 2, line above");
});
