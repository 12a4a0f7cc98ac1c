// Says why cells are shaded or unshaded, by the rule that the other shade would break.

import { genreOf } from "../puzzles/genres.js";
import { OPEN, SHADED, UNSHADED } from "../puzzles/marks.js";
import { cellsOf } from "../puzzles/places.js";
import { place } from "../puzzles/puzzle.js";
import { sharedFault, shadingRules, wordsAfter } from "../puzzles/rules.js";
import { sentence } from "../words.js";

/** The words for a fact for which no rule alone is the reason. */
const UNKNOWN_REASON = "Several numbers together rule out the other shade here.";

const otherShade = (shade) => (shade === SHADED ? UNSHADED : SHADED);

export function shadeReasons(puzzle) {
    const rules = shadingRules(puzzle), cells = cellsOf(puzzle.rows, puzzle.cols);
    const clues = puzzle.clues.flat(), isUnshadedByRule = (at) => !genreOf(puzzle).areCluesFree && clues[at] !== null;

    function explain(known, fresh) {
        const reasons = [], left = new Map(fresh);
        const settle = (reason) => {
            for (const at of reason.found) {
                known[at] = left.get(at);
                left.delete(at);
            }
            for (const [at, value] of reason.ahead) known[at] = value;
            reasons.push(reason);
        };
        const next = () => {
            for (const rule of rules) {
                const fault = sharedFault(rule, puzzle, known, [...left].map(([at, value]) => [at, otherShade(value)]));
                if (fault) return reasonFor(rule, known, left, fault);
            }
            return null;
        };

        // The rules, with which the guide begins, say this for all numbers.
        settle({ found: [...left.keys()].filter(isUnshadedByRule), words: "", from: [], ahead: [] });
        for (let reason = next(); left.size && reason; reason = next()) settle(reason);
        if (left.size) reasons.push({ found: [...left.keys()], words: UNKNOWN_REASON, from: [], ahead: [] });
        return reasons;
    }

    /**
     * Return the reason of a fault. If it is the fault of one clue, the reason is for all cells in which the other shade
     * would cause it; the engine finds some of them later.
     */
    function reasonFor(rule, known, left, first) {
        const { shade, cells: [[row, col], ...others] } = first, value = otherShade(shade);
        const isNear = (at) => cells[at][0] === row || cells[at][1] === col
            || Math.max(Math.abs(cells[at][0] - row), Math.abs(cells[at][1] - col)) < 2;
        const more = others.length ? [] : [...cells.keys()].filter((at) =>
            known[at] === OPEN && !left.has(at) && isNear(at));
        const all = more.length && sharedFault(rule, puzzle, known, [...first.found, ...more].map((at) => [at, shade]));
        const isSame = all && all.words === first.words && all.isDirect === first.isDirect
            && first.found.every((at) => all.found.includes(at));
        const fault = isSame ? all : first;
        return {
            found: fault.found.filter((at) => left.has(at)), words: wordsOf(fault), from: fault.from,
            ahead: fault.found.filter((at) => !left.has(at)).map((at) => [at, value]),
        };
    }

    function wordsOf({ found, shade, ...fault }) {
        const [which, whose] = found.length > 1 ? [`these ${found.length} cells are`, "their"]
            : [`${place(...cells[found[0]])} is`, "its"];
        const is = shade === SHADED ? "unshaded" : "shaded";
        return sentence(`${which} ${is}: otherwise, ${wordsAfter(fault, whose)}`);
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
