// Says why cells are shaded or unshaded, by the rule that the other shade would break.

import { SHADED, UNSHADED } from "../puzzles/marks.js";
import { cellsOf } from "../puzzles/places.js";
import { place } from "../puzzles/puzzle.js";
import { shadingRules } from "../puzzles/rules.js";
import { sentence } from "../words.js";

/** The words for a fact for which no rule alone is the reason. */
const UNKNOWN_REASON = "Several numbers together rule out the other shade here.";

export function shadeReasons(puzzle) {
    const rules = shadingRules(puzzle), cells = cellsOf(puzzle.rows, puzzle.cols);

    function explain(known, fresh) {
        const reasons = [], left = new Map(fresh);
        const next = () => {
            for (const rule of rules) {
                const found = excluded(rule);
                if (found) return found;
            }
            return null;
        };

        /** Return a reason for all cells in which the other shade would cause the same fault; null without any. */
        function excluded(rule) {
            let first = null;
            const found = [];
            for (const [at, value] of left) {
                const tried = [...known];
                tried[at] = value === SHADED ? UNSHADED : SHADED;
                const [fault] = rule(tried);
                if (!fault) continue;
                const key = `${value} ${fault.words} ${fault.cells.filter((one) => String(one) !== String(cells[at]))}`;
                first ??= { key, value, fault };
                if (key === first.key) found.push(at);
            }
            if (!first) return null;
            const from = first.fault.cells.filter((one) => !found.some((at) => String(cells[at]) === String(one)));
            return { found, from, words: wordsOf(found, first.value, first.fault.words) };
        }

        for (let reason = next(); left.size && reason; reason = next()) {
            for (const at of reason.found) {
                known[at] = left.get(at);
                left.delete(at);
            }
            reasons.push(reason);
        }
        if (left.size) reasons.push({ found: [...left.keys()], words: UNKNOWN_REASON, from: [] });
        return reasons;
    }

    function wordsOf(found, value, why) {
        const shade = value === SHADED ? "shaded" : "unshaded";
        const which = found.length > 1 ? `these ${found.length} cells are` : `${place(...cells[found[0]])} is`;
        return sentence(`${which} ${shade}: otherwise, ${why}`);
    }

    /** Describe what cannot be right if these are the facts; {words, from}. */
    function fault(known) {
        for (const rule of rules) {
            const [found] = rule([...known]);
            if (found) return { words: found.words, from: found.cells };
        }
        return { words: "nothing would be possible at the marked place", from: [] };
    }

    return { explain, fault };
}
