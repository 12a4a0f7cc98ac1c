// Finds a mark that follows from a contradiction: with another value, simple rules lead to marks that break a rule. If
// there are several such marks, the mark with the shortest trial is chosen.
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
// A step is {marks, from, cells}, with pairs [place, value], or a contradiction {words, from, cells}. `from` lists the
// places from whose values the step follows, and `cells` has the cells of the clues from which it follows.

import { CROSS, LINE, OPEN } from "../puzzles/marks.js";

/** The largest number of marks that are made after an assumption; a person could not follow more. */
const MOST_MARKS = 150;

/** The work after which the search ends with the shortest trial that it has found. A simple rule takes about 1 unit. */
const MOST_WORK = 1_000_000;

/**
 * Return the mark with the shortest trial, {at, value, tried, fault}, or null if no trial fails.
 *
 * `value` is the right value of the place `at`. `tried` lists the marks of the trial, each {at, value, step}: first the
 * other value of the place, in step 1, then what follows from it. Marks with the same step follow from the same rule.
 * `fault` is the contradiction, with the cells of all clues from which these marks follow.
 */
export function shortestTrial(net, values) {
    const start = net.start(values), work = { left: MOST_WORK };
    let best = null;
    for (const at of values.keys()) {
        for (const [value, assumed] of net.options(start, at)) {
            work.left -= values.length / 1000;
            const found = followed(net, start.slice(), at, assumed, work);
            if (found && found.tried.length < (best?.tried.length ?? Infinity)) best = { at, value, ...found };
            if (best?.tried.length === 1 || work.left < 0) return best;
        }
    }
    return best;
}

/** The member `options` of nets whose places have only two values. */
export function bothValues(values, at) {
    return values[at] === OPEN ? [[CROSS, LINE], [LINE, CROSS]] : [];
}

/** Follow an assumption; return {tried, fault}, or null if there is no contradiction. */
function followed(net, values, assumed, assumption, work) {
    const because = new Map();  // for each mark that was made, the step from which it follows
    const waiting = new Set();

    function mark(at, value, step) {
        values[at] = value;
        because.set(at, step);
        for (const rule of net.rulesAt(at)) waiting.add(rule);
    }

    /** Return a contradiction with the marks that lead to it, in the order in which they were made. */
    function explained(fault) {
        const needed = new Set([assumed, ...fault.from].filter((at) => because.has(at)));
        for (const at of needed) {
            for (const one of because.get(at).from.filter((one) => because.has(one))) needed.add(one);
        }
        const made = [...because].filter(([at]) => needed.has(at)), steps = [...new Set(made.map(([, step]) => step))];
        const tried = made.map(([at, step]) => ({ at, value: values[at], step: steps.indexOf(step) + 1 }));
        return { tried, fault: { ...fault, cells: [...steps, fault].flatMap(({ cells }) => cells) } };
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
