// Several tabs of a browser save work in the same storage.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createActions, freshState } from "../../web/page/actions.js";
import { createAutosave } from "../../web/page/autosave.js";
import { GENRES } from "../../web/page/puzzles/genres.js";
import { noMarks, withColour, withMark, withSmall } from "../../web/page/puzzles/marks.js";
import { createPuzzle } from "../../web/page/puzzles/puzzle.js";
import { createStore } from "../../web/page/store.js";
import { read, write } from "../../web/page/work.js";

const SMALL = createPuzzle("slitherlink", 2, 2, [[2, null], [null, 2]], "small");
const DIGITS = GENRES.sudoku.blank(16, 16), SHADES = GENRES.smullyan.blank(3, 3, "Raymond");
const OTHER = createPuzzle("canal", 2, 3, [[2, null, -1], [null, null, null]]);

/** A fake for the storage of a browser. It has room for `left` characters. */
class Room {
    static left = Infinity;
    getItem(key) {
        return Object.hasOwn(this, key) ? this[key] : null;
    }
    setItem(key, text) {
        const others = Object.keys(this).filter((one) => one !== key);
        if (others.reduce((sum, one) => sum + this[one].length, text.length) > Room.left) {
            throw new DOMException("full", "QuotaExceededError");
        }
        this[key] = text;
    }
    removeItem(key) {
        delete this[key];
    }
}

function setGlobal(name, value) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

beforeEach(() => {
    Room.left = Infinity;
    setGlobal("localStorage", new Room());
});

/** A fake browser tab: a history with entries, and the page. */
class Tab {
    states = [null];
    at = 0;

    /** Load the page at the current entry of the history; return whether the page restores earlier work. */
    load(asked = null) {
        const tab = this;
        setGlobal("history", {
            get state() { return tab.states[tab.at]; },
            replaceState: (state) => (tab.states[tab.at] = state),
        });
        setGlobal("addEventListener", () => {});
        setGlobal("document", { addEventListener() {} });
        this.history = history;
        this.autosave = createAutosave();
        const work = this.autosave.take(asked);
        const blank = GENRES.slitherlink.blank(...GENRES.slitherlink.usualSize);
        this.store = createStore({ ...freshState(work?.puzzle ?? asked ?? blank), ...work });
        this.actions = createActions(this.store);
        this.autosave.watch(this.store);
        return work !== null;
    }

    /** Return a copy of the tab, as when a person duplicates a tab in a browser. */
    copy() {
        const copy = new Tab();
        copy.states = structuredClone(this.states);
        copy.at = this.at;
        return copy;
    }

    open(puzzle) {
        this.use();
        this.autosave.flush();
        this.actions.open(puzzle, this.autosave.take(puzzle) ?? {});
    }

    mark(...edges) {
        this.use();
        for (const edge of edges) this.actions.mark(withMark(this.store.get().puzzle, this.marks, edge, 1));
        this.autosave.flush();
    }

    use() {
        setGlobal("history", this.history);
    }

    get marks() {
        return this.store.get().marks;
    }
}

function tabWith(puzzle) {
    const tab = new Tab();
    tab.load();
    tab.open(puzzle);
    return tab;
}

const entries = () => Object.keys(localStorage).filter((key) => key.startsWith("rowloom-work-"));
const seen = ({ puzzle, marks, past, future, view, tool, edited, cursor }) =>
    ({ puzzle, marks, past, future, view, tool, edited, cursor });

/** Return a state after steps of all kinds: marks, clues, another size, another puzzle, and undo. */
function worked(puzzle, mark) {
    const store = createStore(freshState(puzzle));
    const actions = createActions(store);
    actions.mark(mark(store.get().marks));
    actions.setClue(0, 1, 1);
    actions.setView("play");
    actions.setTool("corner");
    actions.open(OTHER);
    actions.mark(withMark(OTHER, store.get().marks, [1, 1], 2));
    actions.open(puzzle);
    actions.mark(mark(store.get().marks));
    actions.moveTo(1, 1);
    actions.clearMarks();
    actions.undo();
    return store.get();
}

const WORK = {
    "a loop": worked(SMALL, (marks) => withMark(SMALL, withMark(SMALL, marks, [0, 0, false], 1), [1, 2, true], 2)),
    "digits": worked(DIGITS, (marks) => {
        const small = withSmall(DIGITS, withSmall(DIGITS, marks, "corner", [[0, 0]], 16), "centre", [[0, 0]], 1);
        return withColour(DIGITS, withMark(DIGITS, small, [3, 3], 16), [[1, 1], [2, 2]], 6);
    }),
    "shades": worked(SHADES, (marks) => withMark(SHADES, marks, [2, 2], 1)),
};

test("work of an earlier version, which had fewer marks", () => {
    const text = write({ ...freshState(DIGITS), marks: noMarks(DIGITS) });
    const record = JSON.parse(text);
    record.now.lists.splice(DIGITS.rows + 2);
    assert.deepEqual(read(JSON.stringify(record)).marks, noMarks(DIGITS));
});

for (const [name, state] of Object.entries(WORK)) {
    test(`${name} comes back from a text`, () => {
        const { again, ...back } = read(write(state));
        assert.deepEqual(seen(back), seen(state));
        // Undo compares the puzzles and the marks of steps by identity, so objects that were identical
        // must be identical again.
        const kinds = (all) => all.map(({ puzzle, marks }, at) =>
            [puzzle === all[at - 1]?.puzzle, marks === all[at - 1]?.marks]);
        assert.deepEqual(kinds([...back.past, back]), kinds([...state.past, state]));
    });
}

test("five hundred steps in the largest grid need few characters, and the last steps come back", () => {
    const large = GENRES.slitherlink.blank(64, 36), store = createStore(freshState(large));
    const actions = createActions(store);
    for (let at = 0; at < 600; at++) {
        actions.mark(withMark(large, store.get().marks, [at % 64, at % 36, false], at % 2 + 1));
        if (at % 100 === 0) actions.open(GENRES.slitherlink.blank(64, 36, `number ${at}`));
    }
    const text = write(store.get());
    assert.ok(text.length < 100_000, text.length);
    const { past } = read(text);
    assert.ok(past.length > 100);
    assert.deepEqual(past, store.get().past.slice(-past.length));
});

const record = JSON.parse(write(WORK["a loop"]));
const DAMAGED = {
    "nothing": "", "no JSON": "{", "null": "null", "a list": "[]", "another version": { ...record, version: 9 },
    "no genre": { ...record, now: { ...record.now, genre: "toString" } },
    "another size": { ...record, now: { ...record.now, rows: 3 } },
    "no such clue": { ...record, now: { ...record.now, lists: record.now.lists.with(0, [9, null]) } },
    "too few marks": { ...record, now: { ...record.now, lists: record.now.lists.with(2, [0]) } },
    "no such mark": { ...record, now: { ...record.now, lists: record.now.lists.with(2, [0, 0, 3, 0, 0, 0]) } },
};
for (const [name, text] of Object.entries(DAMAGED)) {
    test(`${name} is no work, and earlier work is found`, () => {
        const damaged = typeof text === "string" ? text : JSON.stringify(text);
        assert.throws(() => read(damaged));
        tabWith(SMALL).mark([0, 0, false]);
        localStorage["rowloom-work-damaged"] = `${Date.now() + 1000} x slitherlink 2 2 2,/,2\n${damaged}`;
        localStorage["rowloom-work-odd"] = damaged;
        const tab = new Tab();
        assert.ok(tab.load());
        assert.equal(tab.marks.values[0], 1);
    });
}

test("steps before a damaged step come back", () => {
    const damaged = { ...record, past: [record.past[0], ["", 0, 0, 7, 7, 7]], future: null };
    const work = read(JSON.stringify(damaged));
    assert.deepEqual(work.past, WORK["a loop"].past.slice(-1));
    assert.deepEqual(work.future, []);
});

test("a reload restores everything; a puzzle that is opened again has its marks and their undo", () => {
    const tab = tabWith(SMALL);
    tab.mark([0, 0, false], [0, 0, true]);
    const before = seen(tab.store.get());
    assert.ok(tab.load());
    assert.deepEqual(seen(tab.store.get()), before);
    tab.open(OTHER);
    assert.deepEqual(tab.marks, noMarks(OTHER));
    tab.open(createPuzzle("slitherlink", 2, 2, SMALL.clues, "the same by another name"));
    assert.deepEqual(tab.marks, before.marks);
    tab.actions.setView("play");
    tab.actions.undo();
    assert.equal(tab.marks.values[6], 0);
    assert.equal(tab.store.get().puzzle.genre, "slitherlink");
    const later = new Tab();
    assert.ok(later.load(SMALL));
    assert.deepEqual(later.marks, before.marks);
    assert.ok(!new Tab().load(GENRES.slink.blank(2, 2)));
});

test("puzzles without work leave no entry", () => {
    const tab = new Tab();
    tab.load();
    for (const puzzle of [SMALL, OTHER, GENRES.sudoku.blank(4, 4)]) tab.open(puzzle);
    tab.autosave.flush();
    assert.equal(entries().length, 1);
});

test("a draft without marks is work, also after a reload", () => {
    const tab = tabWith(SMALL);
    tab.actions.setClue(1, 0, 3);
    tab.autosave.flush();
    const draft = tab.store.get().puzzle;
    assert.ok(tab.load());
    assert.ok(tab.store.get().edited);
    tab.open(OTHER);
    assert.deepEqual(tab.autosave.puzzles(), [OTHER, draft]);
    tab.actions.mark(withMark(OTHER, tab.marks, [1, 1], 2));
    tab.open(draft);
    assert.ok(tab.store.get().edited);
    tab.open(GENRES.sudoku.blank(4, 4));
    tab.actions.setClue(0, 0, 1);
    assert.deepEqual(tab.autosave.puzzles().map(({ genre }) => genre), ["sudoku", "slitherlink", "canal"]);
});

const SECONDS = { "another tab with the same puzzle": () => new Tab(), "a copy of the tab": (tab) => tab.copy() };
for (const [name, open] of Object.entries(SECONDS)) {
    test(`a tab and ${name} keep their own marks`, () => {
        const first = tabWith(SMALL);
        first.mark([0, 0, false]);
        const second = open(first);
        second.load();
        assert.deepEqual(second.marks, first.marks);
        second.mark([1, 1, true]);
        first.mark([2, 1, false]);
        second.mark([0, 0, true]);
        for (const tab of [first, second]) {
            const before = tab.marks;
            tab.load();
            assert.deepEqual(tab.marks, before);
        }
        assert.notDeepEqual(first.marks, second.marks);
    });
}

test("going back in a tab's history restores the work of that entry", () => {
    const tab = tabWith(SMALL);
    tab.mark([0, 0, false]);
    tab.states.push(null);
    tab.at = 1;
    assert.equal(tab.autosave.shown(), null);
    tab.open(OTHER);
    tab.autosave.flush();
    tab.at = 0;
    assert.deepEqual(tab.autosave.shown(), SMALL);
    const work = tab.autosave.take(SMALL);
    assert.ok(work.again);
    assert.equal(work.marks.values[0], 1);
});

test("the oldest work is removed: after fifty entries, and if the storage is full", () => {
    for (let at = 0; at < 60; at++) {
        tabWith(createPuzzle("slitherlink", 1, 60, [[...new Array(60).fill(null).with(at, 1)]])).mark([0, 0, false]);
        for (const key of entries()) {  // each piece of work is a second older than the next
            localStorage[key] = localStorage[key].replace(/^\d+/, (time) => Number(time) - 1000);
        }
    }
    assert.equal(entries().length, 50);
    Room.left = 5_000;
    const last = createPuzzle("sudoku", 16, 16, GENRES.sudoku.blank(16, 16).clues, "last");
    const tab = tabWith(last);
    tab.actions.mark(withMark(last, tab.marks, [0, 0], 7));
    tab.autosave.flush();
    assert.ok(entries().length < 50);
    assert.ok(tab.load(last));
    assert.equal(tab.marks.values[0], 7);
});

const WITHOUT = {
    "is full": () => (Room.left = 0),
    "is switched off": () => Object.defineProperty(globalThis, "localStorage", {
        get() { throw new DOMException("denied", "SecurityError"); }, configurable: true,
    }),
};
for (const [name, take] of Object.entries(WITHOUT)) {
    test(`a storage that ${name} is survived, and the page asks before it is closed`, () => {
        take();
        let asks = 0, closes;
        const tab = new Tab();
        tab.load();
        setGlobal("addEventListener", (type, listener) => type === "beforeunload" && (closes = listener));
        tab.autosave.watch(tab.store);
        closes({ preventDefault: () => asks++ });
        assert.equal(asks, 0);
        tab.open(SMALL);
        tab.mark([0, 0, false]);
        closes({ preventDefault: () => asks++ });
        assert.equal(asks, 1);
        tab.open(OTHER);
        tab.actions.undo();
        assert.equal(tab.marks.values[0], 1);
    });
}
