// The keys, clicks and strokes that enter the clues of a puzzle or a person's marks: lines, crosses, digits, shades.

import { followCells, followEdges } from "../play/stroke.js";
import { CENTRE, COLOUR, CORNER, MARK, TOOLS, toolOf } from "../play/tools.js";
import { genreOf } from "../puzzles/genres.js";
import {
    COLOURS, CROSS, LINE, OPEN, SHADED, SMALL, UNSHADED, smallDigits, valueAt, withColour, withDigit, withMark,
    withMarks, withSmall, withoutMarks,
} from "../puzzles/marks.js";
import { DIGITS, UNKNOWN } from "../puzzles/puzzle.js";
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
     * The first click on a cell selects it. Each further click with the left button sets the cell's next clue, and with
     * the right button its previous clue.
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
 * Return the new number of a cell when a digit is typed. The digit is appended to the number if `allows` accepts the
 * longer number; otherwise, it replaces the number. Return null if `allows` accepts neither.
 */
function typed(number, digit, allows) {
    const longer = number === null || number < 1 ? digit : number * 10 + digit;
    return [longer, digit].find(allows) ?? null;
}

/**
 * Return the marks after a click or a stroke. The mark of the first place advances: from open to the first mark, to the
 * second mark, and back to open. The right button reverses this order. All other places of a stroke get the same mark
 * as the first place. `name` is the list of marks, "values" or "colours".
 */
function painted(places, isSecond, { puzzle, marks }, name) {
    if (!places.length) return marks;
    const value = (valueAt(puzzle, marks[name], places[0]) + (isSecond ? 2 : 1)) % 3;
    return withMarks(puzzle, marks, places, value, name);
}

/** The clicks and strokes of inputs that mark cells. */
const ON_CELLS = {
    click: (point, puzzle) => followCells(puzzle, point).places,
    follow: (point, puzzle) => followCells(puzzle, point),
};

// The edges of a loop

/** The edges that W, A, S and D mark: above the cell, to its left, below it, and to its right. */
const SIDES = {
    KeyW: (row, col) => [row, col, false], KeyA: (row, col) => [row, col, true],
    KeyS: (row, col) => [row + 1, col, false], KeyD: (row, col) => [row, col + 1, true],
};

const NAMES = { above: "KeyW", left: "KeyA", below: "KeyS", right: "KeyD" };

export const loopInput = {
    key(event, state, actions) {
        const { puzzle, marks, cursor } = state;
        if (event.code === "Space") {
            actions.mark(painted([[cursor.row, cursor.col]], false, state, "colours"));
            return true;
        }
        if (!(event.code in SIDES)) return false;
        const edge = SIDES[event.code](cursor.row, cursor.col);
        const value = event.shiftKey ? CROSS : LINE;
        const isSet = valueAt(puzzle, marks.values, edge) === value;
        actions.mark(withMark(puzzle, marks, edge, isSet ? OPEN : value));
        return true;
    },

    click: (point, { rows, cols }) => [edgeAt(point, rows, cols)].filter(Boolean),

    follow: (point, puzzle) => followEdges(puzzle, point),

    marked: (edges, isSecond, state) => painted(edges, isSecond, state, "values"),

    /** Describe the lines and crosses around the cell under the cursor. */
    spoken({ puzzle, marks, cursor }) {
        const sides = (value) => Object.entries(NAMES).filter(([, code]) =>
            valueAt(puzzle, marks.values, SIDES[code](cursor.row, cursor.col)) === value).map(([name]) => name);
        const marked = (what, value) => (sides(value).length ? `${what} ${sides(value).join(" and ")}` : "");
        return [marked("line", LINE), marked("cross", CROSS)].filter(Boolean).join(", ") || "open";
    },
};

/** Input of colours in a loop puzzle: clicks and strokes colour cells. Keys still mark edges. */
export const sideInput = {
    ...loopInput, ...ON_CELLS,
    marked: (cells, isSecond, state) => painted(cells, isSecond, state, "colours"),
};

// Digits, small digits and colours in a Sudoku

const TOOL_KEYS = { z: MARK, x: CORNER, c: CENTRE, v: COLOUR };

export const digitInput = {
    selects: true,

    key(event, state, actions) {
        const { puzzle } = state, tool = toolOf(state), key = event.key.toLowerCase();
        const typed = digitOf(event), letter = letterOf(event.key, puzzle.rows);
        if (event.code === "Space") {
            actions.setTool(TOOLS[(TOOLS.indexOf(tool) + 1) % TOOLS.length]);
        } else if (letter) {
            enterDigit(state, actions, letter, toolWith(event, event.shiftKey, tool), true);
        } else if (typed && (typed.digit || puzzle.rows > 9)) {
            enterDigit(state, actions, typed.digit, toolWith(event, typed.isShifted, tool));
        } else if (["Backspace", "Delete", ".", "0"].includes(event.key)) {
            eraseCells(state, actions);
        } else if (key in TOOL_KEYS && puzzle.rows <= 9) {
            actions.setTool(TOOL_KEYS[key]);
        } else if (event.key === "Escape" && state.selected.length > 1) {
            actions.moveTo(state.cursor.row, state.cursor.col);
        } else {
            return false;
        }
        return true;
    },

    spoken({ puzzle, marks, cursor: { row, col } }) {
        const cell = [row, col], digit = valueAt(puzzle, marks.values, cell);
        const small = (name) => smallDigits(puzzle, marks, name, cell).join(" ");
        const notes = SMALL.filter((name) => small(name)).map((name) => `${name} marks ${small(name)}`);
        return puzzle.clues[row][col] !== null ? "given" : digit ? String(digit) : notes.join(", ") || "open";
    },
};

/**
 * Return the tool while Shift or Ctrl is held. Shift selects the corners, and Ctrl selects the centre. Both keys
 * together select the colours.
 */
function toolWith({ ctrlKey, metaKey }, isShifted, tool) {
    const isControl = ctrlKey || metaKey;
    if (isShifted && isControl) return COLOUR;
    const held = isShifted ? CORNER : isControl ? CENTRE : tool;
    return held === tool && (isShifted || isControl) ? MARK : held;
}

/** Return the digit for a letter in Sudokus that have two-digit numbers: a is 10, b is 11; null for other keys. */
function letterOf(key, most) {
    const digit = /^[a-z]$/i.test(key) && most > 9 ? parseInt(key, 36) : 0;
    return digit && digit <= most ? digit : null;
}

/** Return the cells that a digit is entered into, each [row, col]. */
export function chosenCells({ selected, cursor }) {
    return selected.length ? selected : [[cursor.row, cursor.col]];
}

/**
 * Erase the digits of the chosen cells. If the cells have no digits, erase their small digits; if they have neither,
 * erase their colours.
 */
export function eraseCells(state, actions) {
    actions.mark(withoutMarks(state.puzzle, state.marks, chosenCells(state)));
}

/**
 * Enter a digit into the chosen cells, as a digit, a small digit or a colour.
 *
 * A `whole` digit, from the pad or a letter, replaces the numbers in the cells. If all cells have the same number, a
 * digit from a key may be appended to this number.
 */
export function enterDigit(state, actions, digit, tool, whole = false) {
    const { puzzle, marks } = state, isOwn = ([row, col]) => puzzle.clues[row][col] === null;
    const cells = chosenCells(state).filter((cell) => tool === COLOUR || isOwn(cell));
    if (!cells.length) return;
    if (tool === COLOUR) {
        if (digit && digit <= COLOURS[DIGITS].length) actions.mark(withColour(puzzle, marks, cells, digit));
    } else if (tool !== MARK) {
        if (digit && digit <= puzzle.rows) actions.mark(withSmall(puzzle, marks, tool, cells, digit));
    } else {
        const values = cells.map((cell) => valueAt(puzzle, marks.values, cell)), [now] = values;
        const isCommon = values.every((value) => value === now), isAppended = !whole && puzzle.rows > 9 && now > 0;
        const next = isAppended && isCommon ? typed(now, digit, (value) => value <= puzzle.rows) : digit;
        actions.mark(withDigit(puzzle, marks, cells, next === now && isCommon ? 0 : next));
    }
}

/**
 * Return the digit of a key, and whether Shift is held: {digit, isShifted}; null for other keys.
 *
 * If Shift is held, `event.key` is not the digit. For a key above the letters, it is the sign above the digit. For a
 * key of the keypad, it is the key's function without NumLock, such as "PageUp"; on Windows, `event.shiftKey` is then
 * false. But if NumLock is on, such a function shows that Shift is held.
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
    ...ON_CELLS,

    key(event, state, actions) {
        const { puzzle, marks, cursor: { row, col } } = state, now = valueAt(puzzle, marks.values, [row, col]);
        if (event.key === " ") {
            actions.mark(painted([[row, col]], false, state, "values"));
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

    marked(cells, isSecond, state) {
        const { genre, clues } = state.puzzle;
        // In a Canal View, cells with numbers are never shaded: a stroke skips them.
        const isMeant = ([row, col]) => cells.length === 1 || genre !== "canal" || clues[row][col] === null;
        return painted(cells.filter(isMeant), isSecond, state, "values");
    },

    spoken({ puzzle, marks, cursor: { row, col } }) {
        return ["open", "shaded", "unshaded"][valueAt(puzzle, marks.values, [row, col])];
    },
};
