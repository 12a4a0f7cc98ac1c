// Says why cells are shaded or unshaded, by the rule that the other shade would break.

import { genreOf } from "../puzzles/genres.js";
import { SHADED, UNSHADED } from "../puzzles/marks.js";
import { cellsOf } from "../puzzles/places.js";
import { place } from "../puzzles/puzzle.js";
import { sharedFault, shadingRules } from "../puzzles/rules.js";
import { sentence } from "../words.js";

/** The words for a fact for which no rule alone is the reason. */
const UNKNOWN_REASON = "Several numbers together rule out the other shade here.";

const otherShade = (shade) => (shade === SHADED ? UNSHADED : SHADED);

export function shadeReasons(puzzle) {
    const rules = shadingRules(puzzle), cells = cellsOf(puzzle.rows, puzzle.cols);
    const isUnshadedByRule = (at) => !genreOf(puzzle).areCluesFree && puzzle.clues.flat()[at] !== null;

    function explain(known, fresh) {
        const reasons = [], left = new Map(fresh);
        const settle = (reason) => {
            for (const at of reason.found) {
                known[at] = left.get(at);
                left.delete(at);
            }
            reasons.push(reason);
        };
        const next = () => {
            for (const rule of rules) {
                const fault = sharedFault(rule, puzzle, known, [...left].map(([at, value]) => [at, otherShade(value)]));
                if (fault) return { found: fault.found, from: fault.from, words: wordsOf(fault) };
            }
            return null;
        };

        // The rules, with which the guide begins, say this for all numbers.
        settle({ found: [...left.keys()].filter(isUnshadedByRule), words: "", from: [] });
        for (let reason = next(); left.size && reason; reason = next()) settle(reason);
        if (left.size) reasons.push({ found: [...left.keys()], words: UNKNOWN_REASON, from: [] });
        return reasons;
    }

    function wordsOf({ found, shade, words }) {
        const which = found.length > 1 ? `these ${found.length} cells are` : `${place(...cells[found[0]])} is`;
        return sentence(`${which} ${shade === SHADED ? "unshaded" : "shaded"}: otherwise, ${words}`);
    }

    /** Describe the contradiction between these facts: {words, from}. */
    function fault(known) {
        for (const rule of rules) {
            const [found] = rule.faults([...known]);
            if (found) return { words: found.words, from: found.cells };
        }
        return { words: "nothing would be possible at the marked place", from: [] };
    }

    return { explain, fault };
}
