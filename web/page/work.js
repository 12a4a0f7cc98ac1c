// Converts a person's work into a text that can be saved: a puzzle, its marks, steps to undo and redo, and the view.

import { spentIn } from "./play/clock.js";
import { MARK, TOOLS } from "./play/tools.js";
import { SMALL, isMark, noMarks } from "./puzzles/marks.js";
import { GENRES } from "./puzzles/genres.js";
import { createPuzzle } from "./puzzles/puzzle.js";

/**
 * @typedef {{puzzle: object, marks: object, cursor: {row: number, col: number}, number: number}} Step
 * @typedef {{puzzle: object, marks: object, past: Step[], future: Step[], view: string, tool: string,
 *     edited: boolean, cursor: {row: number, col: number},
 *     time: import("./play/clock.js").Time}} Work The fields are those of the page's state.
 */

/**
 * The maximum length of all undo steps, and of all redo steps, in characters. If there are more steps, those that are
 * furthest from the present state are left out.
 */
const MOST_CHARACTERS = 60_000;

const VERSION = 2;

/** Return a text that is the same for all puzzles with the same genre, size and clues, whatever their names are. */
export function contentOf({ genre, rows, cols, clues }) {
    return `${genre} ${rows} ${cols} ${clues.map((line) => line.join()).join("/")}`;
}

/** Return whether puzzles have the same genre and size. */
export function isSameGrid(one, other) {
    return one.genre === other.genre && one.rows === other.rows && one.cols === other.cols;
}

export function write(work) {
    const { view, tool, edited } = work;
    const past = changes(work, work.past), future = changes(work, work.future);
    return text({ version: VERSION, view, tool, edited, spent: spentIn(work.time), now: whole(work), past, future });
}

/** Return the work in a text; Error if the text is invalid. @returns {Work} */
export function read(written) {
    const { view, tool, edited, spent, past, future, now } = recordIn(written);
    const step = restored(now), { puzzle, marks, cursor } = step;
    return {
        puzzle, marks, cursor,
        past: steps(step, past),
        future: steps(step, future),
        view: ["edit", "play", "watch"].find((one) => one === view) ?? "edit",
        tool: TOOLS.find((one) => one === tool) ?? MARK,
        edited: Boolean(edited),
        time: { spent: Number.isFinite(spent) ? spent : null, since: null },
    };
}

export function readPuzzle(written) {
    return restored(recordIn(written).now).puzzle;
}

function recordIn(written) {
    const record = JSON.parse(written);
    return record.version === VERSION ? record : refuse();
}

/** Return the differences between the present state and the last step, and between each step and the step before it. */
function changes(now, states) {
    const found = [];
    let from = now, characters = 0;
    for (const to of states.toReversed()) {
        const change = isSameGrid(from.puzzle, to.puzzle)
            ? [to.puzzle.name, to.cursor.row, to.cursor.col, to.number, ...differences(from, to)]
            : whole(to);
        characters += text(change).length;
        if (characters > MOST_CHARACTERS) break;
        found.push(change);
        from = to;
    }
    return found;
}

function steps(now, written) {
    const found = [];
    let from = now;
    try {
        for (const change of written) {
            from = Array.isArray(change) ? changed(from, change) : restored(change);
            found.unshift(from);
        }
    } catch {
        // A step is damaged: the steps between it and the present state can still be used.
    }
    return found;
}

function whole(step) {
    const { genre, name, rows, cols } = step.puzzle;
    return { genre, name, rows, cols, cursor: step.cursor, number: step.number, lists: lists(step) };
}

function restored({ genre, name, rows, cols, cursor, number, lists: [...all] }) {
    if (!Object.hasOwn(GENRES, genre) || GENRES[genre].wrongSize(rows, cols)) refuse();
    const puzzle = createPuzzle(genre, rows, cols, all.splice(0, rows), String(name));
    const marks = all.length ? marksIn(puzzle, all) : noMarks(puzzle);
    return {
        puzzle: checkedClues(puzzle), marks, number: numberIn(number),
        cursor: cursorIn(puzzle, cursor?.row, cursor?.col),
    };
}

/** Return the rows of clues, and then the lists of marks. */
function lists({ puzzle, marks }) {
    return [...puzzle.clues, ...Object.values(marks)];
}

/**
 * Return the differences between steps with the same grid, as a flat list: for each difference, the list, the place and
 * the new value.
 */
function differences(from, to) {
    const before = lists(from), after = lists(to), found = [];
    // If both steps have the same puzzle, its rows are skipped, so that hundreds of steps take only milliseconds.
    for (let at = from.puzzle === to.puzzle ? to.puzzle.rows : 0; at < after.length; at++) {
        for (let place = 0; before[at] !== after[at] && place < after[at].length; place++) {
            if (before[at][place] !== after[at][place]) found.push(at, place, after[at][place]);
        }
    }
    return found;
}

function changed(from, [name, row, col, number, ...change]) {
    const { genre, rows, cols } = from.puzzle;
    const before = lists(from), all = [...before];
    for (let at = 0; at < change.length; at += 3) {
        const [list, place, value] = change.slice(at, at + 3);
        all[list] = all[list].with(place, value);
    }
    const clues = all.splice(0, rows);
    // The code for undo compares the puzzles and the marks of two steps by identity, so unchanged objects have to be
    // kept.
    const isSame = (list, at) => list === before[at];
    const isSamePuzzle = name === from.puzzle.name && clues.every(isSame);
    const puzzle = isSamePuzzle ? from.puzzle : checkedClues(createPuzzle(genre, rows, cols, clues, String(name)));
    const marks = all.every((list, at) => isSame(list, rows + at)) ? from.marks : marksIn(puzzle, all, from.marks);
    return { puzzle, marks, cursor: cursorIn(puzzle, row, col), number: numberIn(number) };
}

function checkedClues(puzzle) {
    const { genre, rows, cols, clues } = puzzle;
    const isRow = (line) => line.length === cols && line.every((clue) => GENRES[genre].isClue(puzzle, clue));
    return clues.length === rows && clues.every(isRow) ? puzzle : refuse();
}

/** Return the marks in these lists, after checking them; lists that are also in `known` were checked before. */
function marksIn(puzzle, found, known = {}) {
    return Object.fromEntries(Object.entries(noMarks(puzzle)).map(([name, none], at) => {
        if (!found[at]) return [name, none];  // work of an earlier version, which had fewer lists
        if (found[at] === known[name]) return [name, found[at]];
        const list = SMALL.includes(name) ? found[at].map(BigInt) : found[at];
        const isRight = list.length === none.length && list.every((mark) => isMark(puzzle, name, mark));
        return [name, isRight ? list : refuse()];
    }));
}

/** Return a cursor in this cell, or in the first cell if the grid does not have this cell. */
function cursorIn(puzzle, row, col) {
    return puzzle.clues[row]?.[col] === undefined ? { row: 0, col: 0 } : { row, col };
}

function numberIn(number) {
    return Number.isInteger(number) && number > 0 ? number : 1;
}

function text(value) {
    return JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one));
}

function refuse() {
    throw new Error("this text is not work that this version of the page saved");
}
