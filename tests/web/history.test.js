// Undo and redo change only what the view shows; all other changes are kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { canTravel, createActions, freshState, remembered, travelled } from "../../web/page/actions.js";
import { GENRES } from "../../web/page/puzzles/genres.js";
import { createStore } from "../../web/page/store.js";

const undo = (state, view) => ({ ...state, ...travelled({ ...state, view }, "past", "future") });
const redo = (state, view) => ({ ...state, ...travelled({ ...state, view }, "future", "past") });
const shown = ({ puzzle: [puzzle], marks: [marks] }) => `${puzzle} ${marks}`;

/** Return a fake puzzle or fake marks, which are compared by identity. */
const thing = (name) => [name];

/** Return the state after changes: "p…" changes clues, "m…" changes marks, "o…" changes both by opening a puzzle. */
function after(...changes) {
    let state = { puzzle: thing("p0"), marks: thing("m0"), cursor: 0, past: [], future: [] };
    for (const [at, change] of changes.entries()) {
        const what = change[0] === "m" ? {} : { puzzle: thing(change) };
        const marks = change[0] === "p" ? {} : { marks: thing(change) };
        state = { ...state, ...remembered({ ...state, cursor: at + 1 }), ...what, ...marks, cursor: at + 1 };
    }
    return state;
}

const CASES = [
    // changes, the view, and the state after each undo
    [["p1", "m1"], "play", ["p1 m0", "p0 m0"]],
    [["p1", "m1"], "edit", ["p0 m1"]],
    [["p1", "m1"], "watch", ["p0 m1"]],
    [["m1", "p1", "m2", "p2", "m3"], "edit", ["p1 m3", "p0 m3"]],
    [["m1", "p1", "m2", "p2", "m3"], "play", ["p2 m2", "p1 m2", "p1 m1", "p0 m1", "p0 m0"]],
    [["m1", "m2"], "edit", []],
    [["m1", "o2", "m3", "m4"], "edit", ["p0 m1"]],
    [["m1", "o2", "m3", "p4", "m5"], "edit", ["o2 m5", "p0 m1"]],
];

for (const [changes, view, seen] of CASES) {
    test(`undo of ${changes} in ${view}, and redo`, () => {
        const states = [after(...changes)];
        while (canTravel({ ...states.at(-1), view }, "past")) states.push(undo(states.at(-1), view));
        assert.deepEqual(states.slice(1).map(shown), seen);
        assert.deepEqual(undo(states.at(-1), view), states.at(-1));
        let state = states.at(-1);
        for (const expected of states.slice(0, -1).reverse()) {
            assert.ok(canTravel({ ...state, view }, "future"));
            state = redo(state, view);
            assert.equal(shown(state), shown(expected));
        }
    });
}

test("marks of an earlier puzzle come back one by one in views with marks", () => {
    const state = undo(after("m1", "o2", "m3", "m4"), "edit");
    assert.equal(shown(redo(state, "edit")), "o2 m4");
    assert.equal(shown(redo(state, "play")), "o2 o2");
    assert.equal(shown(redo(redo(state, "play"), "play")), "o2 m3");
    assert.equal(shown(undo(redo(state, "edit"), "play")), "o2 m3");
});

test("the cursor goes to the place of the change", () => {
    const state = undo(undo(after("m1", "m2", "m3"), "play"), "play");
    assert.equal(state.cursor, 2);
    assert.equal(redo(state, "play").cursor, 2);
    assert.equal(redo(redo(state, "play"), "play").cursor, 3);
});

test("the oldest steps are forgotten", () => {
    assert.equal(after(...Array.from({ length: 600 }, (_, at) => `m${at}`)).past.length, 500);
});

test("rows without a change stay the same objects, so that the grid does not draw them again", () => {
    const store = createStore(freshState(GENRES.slitherlink.blank(3, 3))), before = store.get().puzzle.clues;
    createActions(store).setClue(1, 2, 3);
    assert.deepEqual(store.get().puzzle.clues.map((line, row) => line === before[row]), [true, false, true]);
});
