// Keys and clicks that shade cells, and mark others as unshaded.

import { OPEN, SHADED, UNSHADED, withCell } from "./marks.js";
import { followCells } from "./stroke.js";

const KEYS = { x: SHADED, Enter: SHADED, ".": UNSHADED, o: UNSHADED };

export const shadeInput = {
    key(event, { puzzle, marks, cursor: { row, col } }, actions) {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return false;
        }
        const now = marks.cells[row * puzzle.cols + col];
        if (event.key === " ") {
            actions.mark(withCell(marks, puzzle.cols, row, col, (now + 1) % 3));
        } else if (event.key in KEYS) {
            const mark = KEYS[event.key];
            actions.mark(withCell(marks, puzzle.cols, row, col, now === mark ? OPEN : mark));
        } else if (["Backspace", "Delete"].includes(event.key)) {
            actions.mark(withCell(marks, puzzle.cols, row, col, OPEN));
        } else {
            return false;
        }
        return true;
    },

    click: (point, puzzle) => followCells(puzzle, point).places,

    follow: (point, puzzle) => followCells(puzzle, point),

    /**
     * Return the marks with cells marked as the first of them is next: an open one as shaded, a shaded one as unshaded,
     * that as open; with the `second` button, the other way round.
     */
    marked([first, ...others], isSecond, { puzzle: { cols }, marks }) {
        if (!first) {
            return marks;
        }
        const mark = (marks.cells[first[0] * cols + first[1]] + (isSecond ? 2 : 1)) % 3;
        return [first, ...others].reduce((made, [row, col]) => withCell(made, cols, row, col, mark), marks);
    },

    spoken({ puzzle, marks, cursor: { row, col } }) {
        return ["open", "shaded", "unshaded"][marks.cells[row * puzzle.cols + col]];
    },
};
