// Finds a mark that follows from a contradiction: with another value, simple rules lead to marks that break a rule. If
// there are several such marks, the trial with the fewest steps is chosen.
//
// A net describes the rules of a puzzle for trials. Its places are indices in the lists of values. It has these
// members:
// - start(values): a copy of the values, to which everything is added that the puzzle alone determines
// - options(values, at): pairs [value, other] for an open place; one of the two values of a pair must be right
// - rulesAt(at): the rules that may apply after a mark at a place
// - apply(rule, values, work): the step that follows from a rule, or null
// - further(values, made, work): if no rule applies, another step, or null; the keys of `made` are the places of the
//   trial's marks
//
// Calls that take long subtract their work from `work.left`.
//
// A step is {marks, why, from, cells}, with pairs [place, value], or a contradiction {words, from, cells}. `why()` returns
// a sentence, the reason of the marks. `from` lists the places from whose values the step follows, and `cells` has the
// cells of the clues from which it follows.

import { CROSS, LINE, OPEN } from "../puzzles/marks.js";

/** The largest number of marks that are made after an assumption; a person could not follow more. */
const MOST_MARKS = 150;

/** The work after which the search ends with the shortest trial that it has found. A simple rule takes about 1 unit. */
const MOST_WORK = 1_000_000;

/**
 * Return the mark whose trial has the fewest steps, {at, value, tried, reasons, fault}, or null if no trial fails.
 *
 * `value` is the right value of the place `at`. `tried` lists the marks of the trial, each {at, value, step}: first the
 * other value of the place, in step 1, then what follows from it. Marks with the same step follow from the same rule.
 * `reasons` has a sentence for each step after the first, and `cells` has the cells of all clues from which the marks
 * follow. `fault` is the contradiction; its `from` has only places whose values were known before the trial.
 */
export function shortestTrial(net, values) {
    const start = net.start(values), work = { left: MOST_WORK };
    let best = null;
    for (const at of values.keys()) {
        for (const [value, assumed] of net.options(start, at)) {
            work.left -= values.length / 1000;
            const found = followed(net, start.slice(), at, assumed, work);
            if (found && found.reasons.length < (best?.reasons.length ?? Infinity)) best = { at, value, ...found };
            if (best?.reasons.length === 0 || work.left < 0) return best;
        }
    }
    return best;
}

/** The member `options` of nets whose places have only two values. */
export function bothValues(values, at) {
    return values[at] === OPEN ? [[CROSS, LINE], [LINE, CROSS]] : [];
}

/** Follow an assumption; return {tried, reasons, cells, fault}, or null if there is no contradiction. */
function followed(net, values, assumed, assumption, work) {
    const because = new Map();  // for each mark that was made, the step from which it follows
    const waiting = new Set();

    function mark(at, value, step) {
        values[at] = value;
        because.set(at, step);
        for (const rule of net.rulesAt(at)) waiting.add(rule);
    }

    /** Return a contradiction with the steps that lead to it, in the order in which they were made. */
    function explained(fault) {
        const reasonsOf = ({ from }) => from.flatMap((at) => because.get(at) ?? []);
        const needed = new Set([because.get(assumed), ...reasonsOf(fault)]);
        for (const step of needed) reasonsOf(step).forEach((one) => needed.add(one));
        const made = [...because].filter(([, step]) => needed.has(step));
        const steps = [...new Set(made.map(([, step]) => step))];
        return {
            tried: made.map(([at, step]) => ({ at, value: values[at], step: steps.indexOf(step) + 1 })),
            reasons: steps.slice(1).map(({ why }) => why()),
            cells: steps.flatMap(({ cells }) => cells),
            fault: { ...fault, from: fault.from.filter((at) => !because.has(at)) },
        };
    }

    mark(assumed, assumption, { from: [], cells: [] });
    while (because.size < MOST_MARKS) {
        work.left -= 1;
        const [rule] = waiting, step = rule ? net.apply(rule, values, work) : net.further(values, because, work);
        waiting.delete(rule);
        if (step?.words) return explained(step);
        if (!step && !rule) return null;
        for (const [at, value] of step?.marks ?? []) mark(at, value, step);
    }
    return null;
}
