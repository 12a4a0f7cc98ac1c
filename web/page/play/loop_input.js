// Keys and clicks that mark the edges of a loop.

import { edgeAt } from "../editor/grid.js";
import { CROSS, LINE, OPEN, edgeMark, withEdge } from "./marks.js";
import { followEdges } from "./stroke.js";

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

    click: (point, { rows, cols }) => [edgeAt(point, rows, cols)].filter(Boolean),

    follow: (point, puzzle) => followEdges(puzzle, point),

    /**
     * Return the marks with edges marked as the first of them is next: an open one as a line, a line as a cross, a cross
     * as open; with the `second` button, the other way round.
     */
    marked([first, ...others], isSecond, { puzzle: { cols }, marks }) {
        if (!first) {
            return marks;
        }
        const mark = (edgeMark(marks, cols, first) + (isSecond ? 2 : 1)) % 3;
        return [first, ...others].reduce((made, edge) => withEdge(made, cols, edge, mark), marks);
    },

    spoken({ puzzle, marks, cursor }) {
        const sides = (mark) => Object.entries(NAMES).filter(([, code]) =>
            edgeMark(marks, puzzle.cols, SIDES[code](cursor.row, cursor.col)) === mark).map(([name]) => name);
        const told = (what, mark) => (sides(mark).length ? `${what} ${sides(mark).join(" and ")}` : "");
        return [told("line", LINE), told("cross", CROSS)].filter(Boolean).join(", ") || "open";
    },
};
