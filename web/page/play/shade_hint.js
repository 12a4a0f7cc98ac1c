// The next step of a puzzle whose cells are shaded.

import { clueText } from "../genres.js";
import { OPEN, SHADED, UNSHADED, withCell } from "./marks.js";
import { most } from "./most.js";
import { cellsOf } from "./places.js";

/** Return the next step, see hint.js: a cell that is certain, where most is known around it. */
export function shadeStep({ rows, cols, clues }, marks, values) {
    const mark = (row, col) => marks.cells[row * cols + col];
    const open = cellsOf(rows, cols).filter(([row, col]) => mark(row, col) === OPEN && values[row][col] !== "?");
    const isMarked = ([row, col]) => row >= 0 && col >= 0 && row < rows && col < cols && mark(row, col) !== OPEN;
    const near = ([row, col]) =>
        [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]].filter(isMarked).length;
    const best = most(open, (cell) => near(cell) + (clues[cell[0]][cell[1]] === null ? 0 : 0.5));
    if (!best) {
        return null;
    }
    const [row, col] = best;
    const [next, shade] = values[row][col] === "1" ? [SHADED, "shaded"] : [UNSHADED, "unshaded"];
    const what = clueText(clues[row][col]);
    return {
        text: `Row ${row + 1}, column ${col + 1}${what && ` (${what})`} is ${shade} in every solution.`,
        cells: [best], edges: [],
        take: (now) => withCell(now, cols, row, col, next),
    };
}
