// The rules of shading puzzles for trials.

import { OPEN, SHADED, UNSHADED } from "../puzzles/marks.js";
import { cellsOf } from "../puzzles/places.js";
import { shadingChecks } from "../puzzles/rules.js";
import { bothValues } from "./trial.js";

const SHADES = [SHADED, UNSHADED];

/** Return a net (see trial.js). */
export function shadeNet(puzzle) {
    const { known, rules } = shadingChecks(puzzle), all = cellsOf(puzzle.rows, puzzle.cols);
    // The last rule is about all cells.
    const local = rules.slice(0, -1).flat(), [whole] = rules.at(-1);
    const checksAt = all.map(() => []);
    for (const check of local) check.near.forEach((one) => checksAt[one].push(check));

    const contradiction = ({ words, at }, from) => ({ words, cells: at.map((one) => all[one]), from });

    /** Return a step that follows from a check alone, or null. */
    function apply({ near, clue, fault }, values, work) {
        work.left -= near.length ** 2 / 10;
        const from = near.filter((one) => values[one] !== OPEN), found = fault(values);
        if (found) return contradiction(found, from);
        const marks = [];
        for (const one of near.filter((cell) => values[cell] === OPEN)) {
            const faults = SHADES.map((shade) => {
                values[one] = shade;
                return fault(values);
            });
            values[one] = OPEN;
            if (faults[0] && faults[1]) return contradiction(faults[0], from);
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
            const faultWith = (one, shade) => {
                work.left -= all.length;
                return whole.fault(values.with(one, shade));
            };
            const [first] = made.keys(), found = faultWith(first, values[first]);
            if (found) return contradiction(found, found.from);
            for (const one of values.keys()) {
                for (const [right, wrong] of bothValues(values, one)) {
                    const { from } = faultWith(one, wrong) ?? {};
                    if (from) return { marks: [[one, right]], from: from.filter((cell) => cell !== one), cells: [] };
                }
            }
            return null;
        },
    };
}
