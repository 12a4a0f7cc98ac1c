// Keys and clicks that fill in digits and pencil marks.

import { typed } from "../edits.js";
import { digitOf } from "./digit_key.js";
import { pencilDigits, withDigit, withPencil } from "./marks.js";

export const digitInput = {
    key(event, state, actions) {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return false;
        }
        if (event.code === "Space" || event.key === "p") {
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
        const at = row * puzzle.cols + col;
        if (puzzle.clues[row][col] !== null) {
            return "given";
        }
        const digits = pencilDigits(marks.pencil[at]);
        return marks.digits[at] ? `${marks.digits[at]}` : digits.length ? `pencil marks ${digits.join(" ")}` : "open";
    },
};

/**
 * Put a digit into the cell under the cursor, 0 for none, or set or unset its pencil mark.
 *
 * A `whole` one does not go on with what is there: a digit of the pad, not of the keyboard.
 */
export function enterDigit({ puzzle, marks, cursor: { row, col } }, actions, digit, asPencil, whole = false) {
    if (puzzle.clues[row][col] !== null) {
        return;
    }
    const now = marks.digits[row * puzzle.cols + col];
    if (asPencil && digit && digit <= puzzle.rows) {
        actions.mark(withPencil(marks, puzzle.cols, row, col, digit));
        return;
    }
    const goesOn = !whole && puzzle.rows > 9 && now > 0;
    const next = goesOn ? typed(now, digit, (value) => value <= puzzle.rows) : digit;
    actions.mark(withDigit(marks, puzzle.cols, row, col, next === now ? 0 : next));
}
