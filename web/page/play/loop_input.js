// Keys and clicks that mark the edges of a loop.

import { cellAt, edgeAt } from "../editor/grid.js";
import { CROSS, LINE, OPEN, edgeMark, withEdge } from "./marks.js";

/** W, A, S, D: the edge above, to the left, below, to the right. */
const SIDES = {
    KeyW: (row, col) => [row, col, false],
    KeyA: (row, col) => [row, col, true],
    KeyS: (row, col) => [row + 1, col, false],
    KeyD: (row, col) => [row, col + 1, true],
};

const NAMES = { above: "KeyW", left: "KeyA", below: "KeyS", right: "KeyD" };

export const loopInput = {
    key(event, { puzzle, marks, cursor }, actions) {
        if (!(event.code in SIDES) || event.ctrlKey || event.metaKey || event.altKey) {
            return false;
        }
        const edge = SIDES[event.code](cursor.row, cursor.col);
        const mark = event.shiftKey ? CROSS : LINE;
        const now = edgeMark(marks, puzzle.cols, edge);
        actions.mark(withEdge(marks, puzzle.cols, edge, now === mark ? OPEN : mark));
        return true;
    },

    /** A click makes an open edge a line, a line a cross, a cross open; with the right button, the other way round. */
    press(point, event, { puzzle, marks }, actions) {
        const edge = edgeAt(point, puzzle.rows, puzzle.cols), cell = cellAt(point, puzzle.rows, puzzle.cols);
        if (cell) {
            actions.moveTo(cell.row, cell.col);
        }
        if (!edge) {
            return null;
        }
        const step = event.button === 2 ? 2 : 1;
        const mark = (edgeMark(marks, puzzle.cols, edge) + step) % 3;
        actions.mark(withEdge(marks, puzzle.cols, edge, mark));
        return { mark };
    },

    /** Dragging gives the edges on the way the mark that the first one got. */
    drag(point, { mark }, { puzzle, marks }, actions) {
        const edge = edgeAt(point, puzzle.rows, puzzle.cols, 0.2);
        if (edge && edgeMark(marks, puzzle.cols, edge) !== mark) {
            actions.mark(withEdge(marks, puzzle.cols, edge, mark));
        }
    },

    spoken({ puzzle, marks, cursor }) {
        const sides = (mark) => Object.entries(NAMES).filter(([, code]) =>
            edgeMark(marks, puzzle.cols, SIDES[code](cursor.row, cursor.col)) === mark).map(([name]) => name);
        const told = (what, mark) => (sides(mark).length ? `${what} ${sides(mark).join(" and ")}` : "");
        return [told("line", LINE), told("cross", CROSS)].filter(Boolean).join(", ");
    },
};
