// The next step of shading by rules alone, for puzzles that no board solves: what follows from one rule, or else from a
// trial, in which one shade of a cell contradicts the rules.

import { canalRules } from "./canal_rules.js";
import { OPEN, SHADED, UNSHADED, noMarks, withCell } from "./marks.js";
import { neighboursOf, placeOf } from "./rule_words.js";
import { smullyanRules } from "./smullyan_rules.js";

const RULES = { smullyan: smullyanRules, canal: canalRules };

/** How many cells the trials of one question look at, about: they take a second or two at most. */
const EFFORT = 2e7;

/**
 * Return {step, clash}: the next step by rules, see hint.js, or else why the marks cannot be right, see `clashOf`. Both
 * are null if neither a rule nor a trial says more.
 */
export function stepByRules(puzzle, marks) {
    const rules = RULES[puzzle.genre](puzzle);
    const { cells } = marks;
    const finding = settle(rules, [...cells]).clash ?? firstOf(rules, cells)
        ?? trial(puzzle, rules, cells, { left: EFFORT }, true);
    return {
        step: finding && !finding.clash ? stepOf(puzzle, finding) : null,
        clash: finding?.clash ? clashed(puzzle, finding) : null,
    };
}

/** Return {words, cells}, why and where, if rules and trials contradict the marks; null if they do not. */
export function clashOf(puzzle, marks) {
    const rules = RULES[puzzle.genre](puzzle);
    const cells = [...marks.cells], effort = { left: EFFORT };
    for (let finding = settle(rules, cells).clash; ; finding = settle(rules, cells).clash) {
        finding ??= trial(puzzle, rules, cells, effort, false);
        if (!finding || finding.clash) {
            return finding && clashed(puzzle, finding);
        }
        mark(cells, finding);
    }
}

/** Return whether rules and trials contradict the puzzle itself. */
export function isImpossible(puzzle) {
    return clashOf(puzzle, noMarks(puzzle)) !== null;
}

/** Mark all that follows from rules, one at a time, the simple ones first; return {clash, steps, rounds}. */
function settle(rules, cells) {
    let steps = 0, rounds = 0;
    for (let at = 0; at < rules.length;) {
        const before = steps;
        rounds++;
        for (const finding of rules[at](cells)) {
            if (finding.clash) {
                return { clash: finding, steps, rounds };
            }
            mark(cells, finding);
            steps++;
        }
        at = steps > before ? 0 : at + 1;
    }
    return { clash: null, steps, rounds };
}

function mark(cells, { found }) {
    for (const [at, shade] of found) {
        cells[at] = shade;
    }
}

function firstOf(rules, cells) {
    for (const rule of rules) {
        for (const finding of rule(cells)) {
            return finding;
        }
    }
    return null;
}

/**
 * Return what follows from a trial: of the one that takes the fewest steps if it is to be the `simplest`, else of any.
 * The marks must be settled. Null if no trial says anything, or there is no effort left.
 */
function trial(puzzle, rules, cells, effort, simplest) {
    const harmless = new Set();
    let best = null, fewest = Infinity;
    for (const at of inOrder(puzzle, cells)) {
        const clashes = [];
        for (const shade of [SHADED, UNSHADED]) {
            if (effort.left < 0 || harmless.has(3 * at + shade)) {
                continue;
            }
            const tried = cells.with(at, shade);
            const { clash, steps, rounds } = settle(rules, tried);
            effort.left -= rounds * cells.length;
            if (!clash) {
                // What followed without a clash makes none by itself.
                tried.forEach((one, other) => harmless.add(3 * other + one));
                continue;
            }
            clashes.push(clash);
            if (steps < fewest) {
                fewest = steps;
                best = tryFinding(puzzle, at, shade, clash);
            }
        }
        if (clashes.length === 2) {
            return clashes[0];
        }
        if (best && (!simplest || fewest === 0)) {
            break;
        }
    }
    return best;
}

function tryFinding(puzzle, at, shade, { clash, from }) {
    const [is, were, other] = shade === SHADED
        ? ["unshaded", "shaded", UNSHADED] : ["shaded", "unshaded", SHADED];
    const place = placeOf(puzzle, at);
    const say = () => `R${place.slice(1)} is ${is}: if it were ${were}, ${clash()}.`;
    return { found: [[at, other]], from, say };
}

/** Return the open cells, those beside a marked one first. */
function inOrder(puzzle, cells) {
    const neighbours = neighboursOf(puzzle);
    const open = cells.flatMap((one, at) => (one === OPEN ? [at] : []));
    const isNear = (at) => neighbours[at].some((near) => cells[near] !== OPEN);
    return [...open.filter(isNear), ...open.filter((at) => !isNear(at))];
}

function stepOf(puzzle, { found, from, say }) {
    const { cols } = puzzle;
    return {
        text: say(), cells: placesOf(puzzle, [...found.map(([at]) => at), ...from]), edges: [],
        take: (marks) => found.reduce((now, [at, shade]) =>
            withCell(now, cols, Math.floor(at / cols), at % cols, shade), marks),
    };
}

function clashed(puzzle, { clash, from }) {
    return { words: clash(), cells: placesOf(puzzle, from) };
}

function placesOf({ cols }, cells) {
    return [...new Set(cells)].map((at) => [Math.floor(at / cols), at % cols]);
}
