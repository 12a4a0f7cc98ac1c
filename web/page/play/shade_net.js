// The rules of shading puzzles for trials.

import { OPEN, SHADED, UNSHADED } from "../puzzles/marks.js";
import { cellsOf } from "../puzzles/places.js";
import { checksByCell, shadingChecks } from "../puzzles/rules.js";
import { bothValues } from "./trial.js";

const SHADES = [SHADED, UNSHADED];

/** Return a net (see trial.js). */
export function shadeNet(puzzle) {
    const { known, rules } = shadingChecks(puzzle), all = cellsOf(puzzle.rows, puzzle.cols);
    // The last rule is about the whole grid, and therefore not listed for each cell.
    const checksAt = checksByCell(puzzle, rules.slice(0, -1).flat()), [whole] = rules.at(-1);

    /** Return a step that follows from a check alone, or null. */
    function apply({ near, clue, fault }, values, work) {
        work.left -= near.length ** 2 / 10;
        const from = near.filter((one) => values[one] !== OPEN), found = fault(values);
        if (found) return { ...found, from };
        const marks = [];
        for (const one of near.filter((cell) => values[cell] === OPEN)) {
            const faults = SHADES.map((shade) => {
                values[one] = shade;
                return fault(values);
            });
            values[one] = OPEN;
            if (faults[0] && faults[1]) return { ...faults[0], from };
            if (faults[0] || faults[1]) marks.push([one, SHADES[faults[0] ? 1 : 0]]);
        }
        return marks.length ? { marks, from, cells: clue === undefined ? [] : [all[clue]] } : null;
    }

    return {
        start: known,
        options: bothValues,
        rulesAt: (one) => checksAt[one],
        apply,
        further(values, made, work) {
            const found = whole.fault(values);
            work.left -= all.length;
            if (found) return found;
            for (const one of values.keys()) {
                for (const [right, wrong] of bothValues(values, one)) {
                    const { from } = whole.fault(values.with(one, wrong)) ?? {};
                    work.left -= all.length;
                    if (from) return { marks: [[one, right]], from: from.filter((cell) => cell !== one), cells: [] };
                }
            }
            return null;
        },
    };
}
