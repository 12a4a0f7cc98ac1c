// The next step of shading where rules find none; those are in shade_rules.js.

import { OPEN, SHADED, UNSHADED, withCell } from "./marks.js";
import { most } from "./most.js";
import { neighboursOf, placeOf } from "./rule_words.js";

/** Return the next step, see hint.js: any cell whose shade is certain. */
export function shadeStep(puzzle, marks, { values }) {
    const { cols } = puzzle, neighbours = neighboursOf(puzzle), certain = values.flat();
    const left = certain.flatMap((value, at) => (value !== "?" && marks.cells[at] === OPEN ? [at] : []));
    // Where most is known, the reason is nearest.
    const best = most(left, (at) => neighbours[at].filter((near) => marks.cells[near] !== OPEN).length);
    if (best === null) {
        return null;
    }
    const row = Math.floor(best / cols), col = best % cols, isShaded = certain[best] === "1";
    return {
        text: `R${placeOf(puzzle, best).slice(1)} is ${isShaded ? "shaded" : "unshaded"} in every solution.`,
        cells: [[row, col]], edges: [],
        take: (now) => withCell(now, cols, row, col, isShaded ? SHADED : UNSHADED),
    };
}
