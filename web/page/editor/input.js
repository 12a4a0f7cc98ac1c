// Keys, clicks and strokes, which enter the clues of a puzzle or a person's marks: lines and crosses, digits or shades.

import { followCells, followEdges } from "../play/stroke.js";
import { genreOf } from "../puzzles/genres.js";
import {
    CROSS, LINE, OPEN, SHADED, UNSHADED, pencilDigits, valueAt, withMark, withPencil,
} from "../puzzles/marks.js";
import { UNKNOWN } from "../puzzles/puzzle.js";
import { edgeAt } from "./grid.js";

// Clues

export const clueInput = {
    key(event, { puzzle, cursor: { row, col } }, actions) {
        const clue = clueOfKey(event.key, puzzle, puzzle.clues[row][col]);
        if (clue === undefined) return false;
        actions.setClue(row, col, clue);
        return true;
    },

    /**
     * The first click on a cell selects it. Each further click sets its next clue, or, with the second button, its
     * previous clue.
     */
    press({ row, col }, { isSecond, isAgain }, { puzzle }, actions) {
        if (!isAgain && !isSecond) return;
        const values = [null, ...offeredClues(puzzle)], at = values.indexOf(puzzle.clues[row][col]);
        actions.setClue(row, col, values.at((at + (isSecond ? -1 : 1)) % values.length));
    },
};

/**
 * Return the clue that a key enters, null if the key empties the cell, and undefined if the key does not enter a clue.
 */
function clueOfKey(key, puzzle, clue) {
    const allows = (value) => genreOf(puzzle).isClue(puzzle, value);
    if (/^[0-9]$/.test(key)) return typed(clue, Number(key), allows) ?? undefined;
    if (key === "Backspace" && clue > 9) return Math.floor(clue / 10);
    if (["Backspace", "Delete", ".", " ", "-"].includes(key)) return null;
    return key === "?" && allows(UNKNOWN) ? UNKNOWN : undefined;
}

/** Return the clues that clicks and the pad offer, in the order of clicks. */
export function offeredClues(puzzle) {
    return genreOf(puzzle).clueValues(puzzle).filter((clue) => clue !== null);
}

/**
 * Return the number in a cell after a further digit was typed: the longer number if it is allowed, or else the digit.
 *
 * `allows` returns whether the cell may have a number. Returns null if neither number is allowed.
 */
function typed(number, digit, allows) {
    const longer = number === null || number < 1 ? digit : number * 10 + digit;
    return [longer, digit].find(allows) ?? null;
}

/**
 * Return the marks after a click or a stroke. The mark of the first place advances: from open to the first mark, to the
 * second mark, and back to open. The second button reverses this order. All other places of a stroke get the same mark
 * as the first place.
 */
function painted(places, isSecond, { puzzle, marks }) {
    if (!places.length) return marks;
    const value = (valueAt(puzzle, marks.values, places[0]) + (isSecond ? 2 : 1)) % 3;
    return places.reduce((made, place) => withMark(puzzle, made, place, value), marks);
}

// The edges of a loop

/** The edges that W, A, S and D mark: above the cell, to its left, below it, and to its right. */
const SIDES = {
    KeyW: (row, col) => [row, col, false], KeyA: (row, col) => [row, col, true],
    KeyS: (row, col) => [row + 1, col, false], KeyD: (row, col) => [row, col + 1, true],
};

const NAMES = { above: "KeyW", left: "KeyA", below: "KeyS", right: "KeyD" };

export const loopInput = {
    key(event, { puzzle, marks, cursor }, actions) {
        if (!(event.code in SIDES)) return false;
        const edge = SIDES[event.code](cursor.row, cursor.col);
        const value = event.shiftKey ? CROSS : LINE;
        const isSet = valueAt(puzzle, marks.values, edge) === value;
        actions.mark(withMark(puzzle, marks, edge, isSet ? OPEN : value));
        return true;
    },

    click: (point, { rows, cols }) => [edgeAt(point, rows, cols)].filter(Boolean),

    follow: (point, puzzle) => followEdges(puzzle, point),

    marked: painted,

    spoken({ puzzle, marks, cursor }) {
        const sides = (value) => Object.entries(NAMES).filter(([, code]) =>
            valueAt(puzzle, marks.values, SIDES[code](cursor.row, cursor.col)) === value).map(([name]) => name);
        const marked = (what, value) => (sides(value).length ? `${what} ${sides(value).join(" and ")}` : "");
        return [marked("line", LINE), marked("cross", CROSS)].filter(Boolean).join(", ") || "open";
    },
};

// Digits and pencil marks

export const digitInput = {
    key(event, state, actions) {
        if (event.code === "Space" || event.key.toLowerCase() === "p") {
            actions.setPencil(!state.pencil);
            return true;
        }
        const typed = digitOf(event);
        if (typed) {
            enterDigit(state, actions, typed.digit, state.pencil !== typed.isShifted);
            return true;
        }
        if (["Backspace", "Delete", "."].includes(event.key)) {
            enterDigit(state, actions, 0, false, true);
            return true;
        }
        return false;
    },

    spoken({ puzzle, marks, cursor: { row, col } }) {
        if (puzzle.clues[row][col] !== null) return "given";
        const digit = valueAt(puzzle, marks.values, [row, col]), digits = pencilDigits(puzzle, marks, [row, col]);
        return digit ? String(digit) : digits.length ? `pencil marks ${digits.join(" ")}` : "open";
    },
};

/**
 * Enter a digit into the cell under the cursor (0 empties the cell), or toggle the digit's pencil mark.
 *
 * A `whole` digit, from the pad, replaces the number in the cell. A digit from a key may be appended to the number.
 */
export function enterDigit({ puzzle, marks, cursor: { row, col } }, actions, digit, asPencil, whole = false) {
    if (puzzle.clues[row][col] !== null) return;
    const now = valueAt(puzzle, marks.values, [row, col]);
    if (asPencil && digit && digit <= puzzle.rows) {
        actions.mark(withPencil(puzzle, marks, [row, col], digit));
        return;
    }
    const isAppended = !whole && puzzle.rows > 9 && now > 0;
    const next = isAppended ? typed(now, digit, (value) => value <= puzzle.rows) : digit;
    actions.mark(withMark(puzzle, marks, [row, col], next === now ? 0 : next));
}

/**
 * Return the digit of a key, and whether Shift is held: {digit, isShifted}; null for other keys.
 *
 * If Shift is held, the event's `key` is the sign above the digit, or, on the keypad, the key's function without
 * NumLock, such as "PageUp". For such a function, Windows does not set `shiftKey`. So if the function comes from the
 * keypad while NumLock is on, it is a digit with Shift.
 */
export function digitOf(event) {
    const [, place, digit] = /^(Digit|Numpad)([0-9])$/.exec(event.code) ?? [];
    const isDigit = /^[0-9]$/.test(event.key);
    if (place === "Numpad" && !isDigit) {
        const isShifted = event.shiftKey || event.getModifierState("NumLock");
        return isShifted ? { digit: Number(digit), isShifted } : null;
    }
    return digit || isDigit ? { digit: Number(digit ?? event.key), isShifted: event.shiftKey } : null;
}

// Shades

const KEYS = { x: SHADED, enter: SHADED, ".": UNSHADED, o: UNSHADED };

export const shadeInput = {
    key(event, { puzzle, marks, cursor: { row, col } }, actions) {
        const now = valueAt(puzzle, marks.values, [row, col]);
        if (event.key === " ") {
            actions.mark(withMark(puzzle, marks, [row, col], (now + 1) % 3));
        } else if (event.key.toLowerCase() in KEYS) {
            const mark = KEYS[event.key.toLowerCase()];
            actions.mark(withMark(puzzle, marks, [row, col], now === mark ? OPEN : mark));
        } else if (["Backspace", "Delete"].includes(event.key)) {
            actions.mark(withMark(puzzle, marks, [row, col], OPEN));
        } else {
            return false;
        }
        return true;
    },

    click: (point, puzzle) => followCells(puzzle, point).places,

    follow: (point, puzzle) => followCells(puzzle, point),

    marked(cells, isSecond, state) {
        const { genre, clues } = state.puzzle;
        // In a Canal View, cells with numbers are never shaded: a stroke skips them.
        const isMeant = ([row, col]) => cells.length === 1 || genre !== "canal" || clues[row][col] === null;
        return painted(cells.filter(isMeant), isSecond, state);
    },

    spoken({ puzzle, marks, cursor: { row, col } }) {
        return ["open", "shaded", "unshaded"][valueAt(puzzle, marks.values, [row, col])];
    },
};
