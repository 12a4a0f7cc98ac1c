// Finds the next step for a person: a mark that follows from a simple rule, with this rule as the reason. If no mark
// follows from a rule, the step is a mark that a board has found to be certain.
//
// A step is {text, places, value, from, corner, trial}: the places get the value, `from` lists the cells and edges from
// which this follows, and `corner` is the vertex that the text names, or null. If the step follows from a trial that
// leads to a contradiction, `trial` is {marks, steps, wrong}: the trial's marks in order, each {place, value, step}, a
// sentence for each step and for the contradiction, and the cells of the contradiction. It is null if there is no trial
// to show.

import { CROSS, LINE, OPEN, SHADED, UNSHADED, indexOf, placesOf, valueAt, withMarks } from "../puzzles/marks.js";
import { besideEdge, cellsOf, edgesBeside, houses, neighbours, possibleDigits, seenFrom } from "../puzzles/places.js";
import { kindOf, place } from "../puzzles/puzzle.js";
import { inFull, sharedFault, shadingRules, wordsAfter } from "../puzzles/rules.js";
import { digitNet } from "./digit_net.js";
import { loopNet } from "./loop_net.js";
import { shadeNet } from "./shade_net.js";
import { shortestTrial } from "./trial.js";

const STEPS = { loop: loopStep, digits: digitStep, shades: shadeStep };

/**
 * Return the next step, or null if no further mark is certain.
 *
 * `certain.values` has, for each place, the value that it has in all solutions, or OPEN if the solutions differ there.
 * The caller must make sure that no mark contradicts these values. `certain` is undefined if no board can solve the
 * puzzle; then steps follow from the rules alone.
 */
export function nextStep(puzzle, { values }, certain) {
    return STEPS[kindOf(puzzle)](puzzle, values, certain?.values);
}

/** Return the marks after a step. */
export function afterStep(puzzle, marks, { places, value }) {
    return withMarks(puzzle, marks, places, value);
}

function stepOf(places, value, text, from = [], corner = null) {
    return { text, places, value, from, corner, trial: null };
}

/** Return the step of a trial. `text` says what follows from it; `assumption` is what the trial supposes. */
function trialStep(puzzle, { at, value, tried, reasons, cells, fault }, text, assumption) {
    const places = placesOf(puzzle), known = fault.from.map((one) => places[one]), { corner = null } = fault;
    const stepFrom = (text, from) => stepOf([places[at]], value, text, [...from, ...known], corner);
    if (!reasons.length) return stepFrom(`${text}, ${inFull(fault)}.`, fault.cells);
    return { ...stepFrom(`${text}, a contradiction follows.`, cells), trial: {
        marks: tried.map(({ at, ...mark }) => ({ place: places[at], ...mark })),
        steps: [`Suppose that ${assumption}.`, ...reasons, `But then ${inFull(fault)}.`],
        wrong: fault.cells,
    } };
}

/** Return the open places whose values are certain. */
function certainPlaces(puzzle, values, certain) {
    return certain ? placesOf(puzzle).filter((_, at) => values[at] === OPEN && certain[at] !== OPEN) : [];
}

// Loops. In order of preference: the rules of clues and vertices; a trial that leads to a contradiction; any edge that
// is certain

function loopStep(puzzle, values, certain) {
    const net = loopNet(puzzle);
    return edgesByRule(puzzle, values, net) ?? edgeByTrial(puzzle, values, net) ?? anyEdge(puzzle, values, certain);
}

function edgesByRule(puzzle, values, { rules, apply }) {
    const places = placesOf(puzzle);
    for (const rule of rules) {
        const { marks, why, from, cells, corner } = apply(rule, values) ?? {};
        if (!marks) continue;
        const [[, value]] = marks, known = [...cells, ...from.map((edge) => places[edge])];
        return stepOf(marks.map(([edge]) => places[edge]), value, why(), known, corner);
    }
    return null;
}

function edgeByTrial(puzzle, values, net) {
    const found = shortestTrial(net, values);
    if (!found) return null;
    const { at, value, reasons, fault } = found, isLine = value === LINE, edge = placesOf(puzzle)[at];
    const text = `There ${isLine ? "must" : "cannot"} be a line ${sideText(edge, puzzle.rows, puzzle.cols)}: `;
    if (fault.sides && !reasons.length) {
        const bySides = isLine ? "one of its cells is inside the loop, and the other is outside"
            : "both cells are on the same side of the loop";
        return stepOf([edge], value, `${text}${bySides}.`, fault.from.map((one) => placesOf(puzzle)[one]));
    }
    return trialStep(puzzle, found, text + (isLine ? "without it" : "with a line"),
        `there is ${isLine ? "no" : "a"} line`);
}

function anyEdge(puzzle, values, certain) {
    const { rows, cols } = puzzle;
    // A person finds the reason most easily where most edges and clues are known.
    const known = (edge) => edgesBeside(edge, rows, cols).filter((one) => valueAt(puzzle, values, one)).length;
    const clues = (edge) => besideEdge(edge).filter(([row, col]) => (puzzle.clues[row]?.[col] ?? null) !== null).length;
    const isLine = (edge) => valueAt(puzzle, certain, edge) === LINE;
    const best = most(certainPlaces(puzzle, values, certain), (edge) =>
        known(edge) + 0.5 * clues(edge) + (isLine(edge) ? 0.25 : 0));
    return best && stepOf([best], isLine(best) ? LINE : CROSS,
        `The edge ${sideText(best, rows, cols)} is part of the loop in ${isLine(best) ? "every" : "no"} solution.`);
}

function sideText([row, col, down], rows, cols) {
    if (down && col === cols) return `to the right of ${place(row, col - 1)}`;
    if (!down && row === rows) return `below ${place(row - 1, col)}`;
    return `${down ? "to the left of" : "above"} ${place(row, col)}`;
}

// Digits. In order of preference: hidden singles; naked singles; a trial that leads to a contradiction; any digit that
// is certain

function digitStep(puzzle, values, certain) {
    const side = puzzle.rows;
    const digit = (cell) => puzzle.clues[cell[0]][cell[1]] ?? valueAt(puzzle, values, cell);
    const candidates = (cell) => possibleDigits(side, cell, digit);
    const isRight = (cell, value) => !certain || valueAt(puzzle, certain, cell) === value;
    const step = (cell, value, why, from) =>
        stepOf([cell], value, `R${place(...cell).slice(1)} is ${value}${why}.`, from);

    /** Return a few cells with a value that together exclude this value from the given cells. */
    function excluding(value, cells) {
        const having = cellsOf(side, side).filter((one) => digit(one) === value), found = [];
        const excludes = (one, cell) => seenFrom(side, cell).some((seen) => String(seen) === String(one));
        for (let left = cells; left.length; left = left.filter((cell) => !excludes(found.at(-1), cell))) {
            found.push(most(having, (one) => left.filter((cell) => excludes(one, cell)).length));
        }
        return found;
    }

    for (const house of houses(side)) {
        const places = house.cells.filter((cell) => !digit(cell)).map((cell) => [cell, candidates(cell)]);
        for (let value = 1; value <= side; value++) {
            const possible = places.filter(([, digits]) => digits.includes(value));
            if (possible.length === 1 && isRight(possible[0][0], value)) {
                const [[cell]] = possible, others = places.map(([one]) => one).filter((one) => one !== cell);
                if (!others.length) return step(cell, value, `: it is the last empty cell of ${house.name}`);
                const from = excluding(value, others);
                const what = others.length > 1 ? "all other empty cells" : "the other empty cell";
                const who = from.length > 1 ? `the highlighted ${value}s exclude`
                    : `the ${value} at ${place(...from[0])} excludes`;
                return step(cell, value, `: ${who} ${what} of ${house.name}`, from);
            }
        }
    }
    for (const cell of cellsOf(side, side).filter((one) => !digit(one))) {
        const digits = candidates(cell);
        if (digits.length === 1 && isRight(cell, digits[0])) {
            return step(cell, digits[0], ": its row, column and box together contain all other digits");
        }
    }
    const found = shortestTrial(digitNet(puzzle), values);
    if (found) {
        const { at, value, tried } = found, cell = placesOf(puzzle)[at], other = tried[0].value;
        const pair = [value, other].sort((one, two) => one - two).join(" or ");
        const text = `R${place(...cell).slice(1)} is ${value}: only ${pair} is possible, and with ${other}`;
        return trialStep(puzzle, found, text, `it is ${other}`);
    }
    const known = certainPlaces(puzzle, values, certain).filter((cell) => !digit(cell));
    const best = most(known, (cell) => -candidates(cell).length);
    return best && step(best, valueAt(puzzle, certain, best), " in every solution");
}

// Shades. In order of preference: cells in which one of the shades would break a rule; a trial that leads to a
// contradiction; any cell whose shade is certain

function shadeStep(puzzle, values, certain) {
    return shadesByRule(puzzle, values) ?? shadeByTrial(puzzle, values) ?? anyShade(puzzle, values, certain);
}

function shadesByRule(puzzle, values) {
    const open = placesOf(puzzle).filter((cell) => valueAt(puzzle, values, cell) === OPEN);
    for (const rule of shadingRules(puzzle)) {
        const found = [SHADED, UNSHADED].map((tried) =>
            sharedFault(rule, puzzle, values, open.map((cell) => [indexOf(puzzle, cell), tried]))).filter(Boolean);
        if (found.length) return shadeStepOf(puzzle, found.find(({ isDirect }) => isDirect) ?? found[0]);
    }
    return null;
}

function shadeByTrial(puzzle, values) {
    const found = shortestTrial(shadeNet(puzzle), values);
    if (!found) return null;
    const { at, value } = found, [is, other] = shadeWords(value);
    const text = `R${place(...placesOf(puzzle)[at]).slice(1)} must be ${is}: if it is ${other}`;
    return trialStep(puzzle, found, text, `it is ${other}`);
}

function anyShade(puzzle, values, certain) {
    const beside = neighbours(puzzle.rows, puzzle.cols);
    // A person finds the reason most easily where most neighbours are known.
    const best = most(certainPlaces(puzzle, values, certain), (cell) =>
        beside[indexOf(puzzle, cell)].filter((near) => values[near]).length);
    if (!best) return null;
    const shade = valueAt(puzzle, certain, best);
    return stepOf([best], shade, `R${place(...best).slice(1)} is ${shadeWords(shade)[0]} in every solution.`);
}

/** Return the words for both shades, first for the given shade. */
function shadeWords(shade) {
    return shade === SHADED ? ["shaded", "unshaded"] : ["unshaded", "shaded"];
}

/** Return the step that marks the cells in which a shade would cause a fault. */
function shadeStepOf(puzzle, { found, shade, from, ...fault }) {
    const cells = found.map((at) => placesOf(puzzle)[at]);
    const [is, are] = shadeWords(shade);
    const many = cells.length, one = many === 1 ? "it" : many === 2 ? "either" : "any of them";
    const which = many === 1 ? `R${place(...cells[0]).slice(1)}` : `These ${many} cells`;
    const text = `${which} must be ${are}: if ${one} is ${is}, ${inFull({ ...fault, words: wordsAfter(fault, "its") })}.`;
    return stepOf(cells, shade === SHADED ? UNSHADED : SHADED, text, from);
}

/** Return the first value with the highest score; null if the list is empty. */
function most(values, scoreOf) {
    return values.reduce((best, value) => (best === null || scoreOf(value) > scoreOf(best) ? value : best), null);
}
