// Keys and clicks that shade cells, and mark others as unshaded.

import { OPEN, SHADED, UNSHADED, withCell } from "./marks.js";
import { followCells } from "./stroke.js";

const KEYS = { x: SHADED, enter: SHADED, ".": UNSHADED, o: UNSHADED };

export const shadeInput = {
    key(event, { puzzle, marks, cursor: { row, col } }, actions) {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return false;
        }
        const now = marks.cells[row * puzzle.cols + col];
        if (event.key === " ") {
            actions.mark(withCell(marks, puzzle.cols, row, col, (now + 1) % 3));
        } else if (event.key.toLowerCase() in KEYS) {
            const mark = KEYS[event.key.toLowerCase()];
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
     * Return the marks after a click or a stroke: it changes the first cell from open to shaded to unshaded to open,
     * with the second button in the other direction, and marks the others like it.
     */
    marked(cells, isSecond, { puzzle, marks }) {
        const { genre, clues, cols } = puzzle;
        // In a Canal View no number is shaded: a stroke passes over them.
        const isMeant = ([row, col]) => cells.length === 1 || genre !== "canal" || clues[row][col] === null;
        const [first, ...others] = cells.filter(isMeant);
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
