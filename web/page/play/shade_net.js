// The rules of shading puzzles for trials.

import { OPEN, SHADED, UNSHADED } from "../puzzles/marks.js";
import { cellsOf } from "../puzzles/places.js";
import { place } from "../puzzles/puzzle.js";
import { checksByCell, inFull, shadingChecks } from "../puzzles/rules.js";
import { sentence } from "../words.js";
import { bothValues } from "./trial.js";

/** Return a net (see trial.js). */
export function shadeNet(puzzle) {
    const { known, rules } = shadingChecks(puzzle), all = cellsOf(puzzle.rows, puzzle.cols);
    // The last rule is about the whole grid, and therefore not listed for each cell.
    const checksAt = checksByCell(puzzle, rules.slice(0, -1).flat()), [whole] = rules.at(-1);

    /**
     * Return the step that gives open cells a shade. With the other shade, each of them would cause a fault; `faults` are
     * these faults, which all have the same words. `clue` is the index of the clue that they break, if any.
     */
    function stepOf(values, cells, shade, faults, clue) {
        const which = cells.length > 1 ? `these ${cells.length} cells are` : `${place(...all[cells[0]])} is`;
        const is = shade === SHADED ? "shaded" : "unshaded";
        return {
            marks: cells.map((one) => [one, shade]),
            why: () => sentence(`${which} ${is}: otherwise, ${inFull(faults[0])}`),
            from: faults.flatMap(({ from }) => from).filter((one) => values[one] !== OPEN),
            cells: clue === undefined ? [] : [all[clue]],
        };
    }

    /** Return a step that follows from a check alone, or null. */
    function apply({ near, clue, fault }, values, work) {
        work.left -= near.length ** 2 / 10;
        const found = fault(values);
        if (found) return found;
        const steps = new Map();
        for (const one of near.filter((cell) => values[cell] === OPEN)) {
            const [ifShaded, ifUnshaded] = [SHADED, UNSHADED].map((shade) => {
                values[one] = shade;
                return fault(values);
            });
            values[one] = OPEN;
            if (ifShaded && ifUnshaded) {
                const words = `${place(...all[one])} can be neither shaded nor unshaded`;
                return { words, from: [...ifShaded.from, ...ifUnshaded.from], cells: [all[one], ...ifShaded.cells] };
            }
            const wrong = ifShaded ?? ifUnshaded, shade = ifShaded ? UNSHADED : SHADED;
            if (!wrong) continue;
            const key = `${shade} ${inFull(wrong)}`, step = steps.get(key) ?? { shade, cells: [], faults: [] };
            step.cells.push(one);
            step.faults.push(wrong);
            steps.set(key, step);
        }
        const [first] = steps.values();
        return first ? stepOf(values, first.cells, first.shade, first.faults, clue) : null;
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
                    const fault = whole.fault(values.with(one, wrong));
                    work.left -= all.length;
                    if (fault) return stepOf(values, [one], right, [fault]);
                }
            }
            return null;
        },
    };
}
