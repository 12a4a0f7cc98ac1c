// Keys and clicks that shade cells, and mark others as unshaded.

import { cellAt } from "../editor/grid.js";
import { OPEN, SHADED, UNSHADED, withCell } from "./marks.js";

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

    /** A click shades an open cell, marks a shaded one as unshaded, opens that; the right button goes the other way. */
    press(point, event, { puzzle, marks }, actions) {
        const cell = cellAt(point, puzzle.rows, puzzle.cols);
        if (!cell) {
            return null;
        }
        const step = event.button === 2 ? 2 : 1;
        const mark = (marks.cells[cell.row * puzzle.cols + cell.col] + step) % 3;
        actions.moveTo(cell.row, cell.col);
        actions.mark(withCell(marks, puzzle.cols, cell.row, cell.col, mark));
        return { mark };
    },

    /** Dragging gives the cells on the way the mark that the first one got. */
    drag(point, { mark }, { puzzle, marks }, actions) {
        const cell = cellAt(point, puzzle.rows, puzzle.cols);
        if (cell && marks.cells[cell.row * puzzle.cols + cell.col] !== mark) {
            actions.mark(withCell(marks, puzzle.cols, cell.row, cell.col, mark));
        }
    },

    spoken({ puzzle, marks, cursor: { row, col } }) {
        return ["open", "shaded", "unshaded"][marks.cells[row * puzzle.cols + col]];
    },
};
