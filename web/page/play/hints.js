// Finds the next step of a person: a mark that follows from a simple rule, which is given as the reason, or else a mark
// that is certain, as a board has found.
//
// A step is {text, cells, edges, take}; the function `take` returns the marks after the step.

import {
    besideEdge, cellsOf, edges, edgesBeside, edgesOfCell, edgesOfVertex, houses, knownLine, possibleDigits,
} from "../puzzles/places.js";
import { cluesOf, kindOf, place } from "../puzzles/puzzle.js";
import { shadingRules } from "../puzzles/rules.js";
import { CROSS, LINE, OPEN, SHADED, UNSHADED, edgeMark, withCell, withDigit, withEdge } from "./marks.js";

const STEPS = { loop: loopStep, digits: digitStep, shades: shadeStep };

/**
 * Return the next step, or null if no other mark is certain.
 *
 * `certain` is what all solutions have in common, {values, edges} as in the state; no mark may contradict it. It is
 * undefined if no board can solve the puzzle: steps then follow from the rules alone.
 */
export function nextStep(puzzle, marks, certain) {
    return STEPS[kindOf(puzzle)](puzzle, marks, certain);
}

// Loops: the rules of a clue and of a vertex, or else any certain edge

function loopStep(puzzle, marks, certain) {
    return stepAtClue(puzzle, marks) ?? stepAtVertex(puzzle, marks)
        ?? (certain ? anyEdge(puzzle, marks, certain.edges) : null);
}

function stepAtClue(puzzle, marks) {
    for (const { row, col, clue } of cluesOf(puzzle)) {
        const [open, lines] = sorted(puzzle, marks, edgesOfCell(row, col));
        const subject = `The ${clue} at ${place(row, col)}`;
        if (open.length && lines.length === clue) {
            const has = clue === 0 ? "has no line" : `has ${clue === 1 ? "its line" : "all its lines"}`;
            return edgeStep(puzzle, open, CROSS, `${subject} ${has}: cross out its other edges.`, [[row, col]]);
        }
        if (open.length && lines.length + open.length === clue) {
            const many = open.length === 1 ? "the edge that is open" : "all edges that are open";
            return edgeStep(puzzle, open, LINE, `${subject} needs ${many}.`, [[row, col]]);
        }
    }
    return null;
}

function stepAtVertex(puzzle, marks) {
    const { rows, cols } = puzzle;
    for (const [row, col] of cellsOf(rows + 1, cols + 1)) {
        const [open, lines] = sorted(puzzle, marks, edgesOfVertex(row, col, rows, cols));
        if (open.length && lines.length === 2) {
            return edgeStep(puzzle, open, CROSS, "Two lines meet here: no third one can.", []);
        }
        if (open.length === 1) {
            return lines.length
                ? edgeStep(puzzle, open, LINE, "The loop has only one way on from here.", [])
                : edgeStep(puzzle, open, CROSS, "A line here would lead nowhere.", []);
        }
    }
    return null;
}

function anyEdge(puzzle, marks, certain) {
    const { rows, cols } = puzzle;
    const left = edges(rows, cols).filter((edge) =>
        edgeMark(marks, cols, edge) === OPEN && knownLine(certain, edge) !== null);
    // A person finds the reason most easily where most edges and clues are known.
    const isMarked = (edge) => edgeMark(marks, cols, edge) !== OPEN;
    const known = (edge) => edgesBeside(edge, rows, cols).filter(isMarked).length;
    const clues = (edge) => besideEdge(edge).filter(([row, col]) => (puzzle.clues[row]?.[col] ?? null) !== null).length;
    const best = most(left, (edge) => known(edge) + 0.5 * clues(edge) + (knownLine(certain, edge) ? 0.25 : 0));
    if (!best) return null;
    const line = knownLine(certain, best);
    return edgeStep(puzzle, [best], line ? LINE : CROSS, line
        ? `The ${edgeText(best, rows, cols)} is part of the loop in every solution.`
        : `The ${edgeText(best, rows, cols)} is part of the loop in no solution.`, []);
}

function edgeStep(puzzle, those, mark, text, cells) {
    return {
        text, cells, edges: those,
        take: (marks) => those.reduce((now, edge) => withEdge(now, puzzle.cols, edge, mark), marks),
    };
}

function sorted({ cols }, marks, around) {
    return [OPEN, LINE].map((mark) => around.filter((edge) => edgeMark(marks, cols, edge) === mark));
}

function edgeText([row, col, down], rows, cols) {
    if (down && col === cols) return `edge to the right of ${place(row, col - 1)}`;
    if (!down && row === rows) return `edge below ${place(row - 1, col)}`;
    return `edge ${down ? "to the left of" : "above"} ${place(row, col)}`;
}

// Digits: hidden singles, naked singles, or else any certain digit

function digitStep(puzzle, marks, certain) {
    const { rows: side, cols } = puzzle;
    const digit = ([row, col]) => puzzle.clues[row][col] ?? marks.digits[row * cols + col];
    const all = houses(side);
    const candidates = (cell) => possibleDigits(side, cell, digit);
    const open = cellsOf(side, side).filter((cell) => !digit(cell));
    const isRight = ([row, col], value) => !certain || certain.values[row][col] === String(value);
    const step = ([row, col], value, why) => ({
        text: `Row ${row + 1}, column ${col + 1} is ${value}${why}.`, cells: [[row, col]], edges: [],
        take: (now) => withDigit(now, cols, row, col, value),
    });

    for (const house of all) {
        const places = house.cells.filter((cell) => !digit(cell)).map((cell) => [cell, candidates(cell)]);
        for (let value = 1; value <= side; value++) {
            const possible = places.filter(([, digits]) => digits.includes(value));
            if (possible.length === 1 && isRight(possible[0][0], value)) {
                return step(possible[0][0], value, `: there is no other place for it in ${house.name}`);
            }
        }
    }
    for (const cell of open) {
        const digits = candidates(cell);
        if (digits.length === 1 && isRight(cell, digits[0])) {
            return step(cell, digits[0], ": its row, column and box have all other digits");
        }
    }
    const known = certain ? open.filter(([row, col]) => certain.values[row][col] !== "?") : [];
    const best = most(known, (cell) => -candidates(cell).length);
    return best && step(best, Number(certain.values[best[0]][best[1]]), " in every solution");
}

// Shades: cells whose other shade would break a rule, or else any cell with a certain shade

function shadeStep(puzzle, marks, certain) {
    const { rows, cols } = puzzle;
    const mark = ([row, col]) => marks.cells[row * cols + col];
    const open = cellsOf(rows, cols).filter((cell) => mark(cell) === OPEN);
    for (const rule of shadingRules(puzzle)) {
        const step = excluded(rule, puzzle, marks, open, SHADED) ?? excluded(rule, puzzle, marks, open, UNSHADED);
        if (step) return step;
    }
    const known = certain ? open.filter(([row, col]) => certain.values[row][col] !== "?") : [];
    const beside = ([row, col]) => [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]];
    // A person finds the reason most easily where most neighbours are known.
    const best = most(known, (cell) => beside(cell).filter((near) => mark(near)).length);
    if (!best) return null;
    const isShaded = certain.values[best[0]][best[1]] === "1";
    const text = `R${place(...best).slice(1)} is ${isShaded ? "shaded" : "unshaded"} in every solution.`;
    return stepOfShades(puzzle, [best], isShaded ? SHADED : UNSHADED, text, []);
}

/** Return the step that marks all open cells in which a shade would cause the same fault; null if it causes none. */
function excluded(rule, puzzle, marks, open, tried) {
    let words = null, from = [];
    const cells = [];
    for (const cell of open) {
        const [fault] = rule(withCell(marks, puzzle.cols, ...cell, tried).cells);
        const source = fault?.cells.filter((one) => String(one) !== String(cell));
        if (fault && (words === null || (words === fault.words && String(from) === String(source)))) {
            words = fault.words;
            from = source;
            cells.push(cell);
        }
    }
    const [is, are] = tried === SHADED ? ["shaded", "unshaded"] : ["unshaded", "shaded"];
    const text = cells.length === 1 ? `If ${place(...cells[0])} is ${is}, ${words}: so it is ${are}.`
        : `If any of these ${cells.length} cells is ${is}, ${words}: so they are ${are}.`;
    return cells.length ? stepOfShades(puzzle, cells, tried === SHADED ? UNSHADED : SHADED, text, from) : null;
}

function stepOfShades({ cols }, those, shade, text, from) {
    return {
        text, cells: [...those, ...from], edges: [],
        take: (marks) => those.reduce((now, [row, col]) => withCell(now, cols, row, col, shade), marks),
    };
}

/** Return the value with the highest score, the first of several; null if the list is empty. */
function most(values, scoreOf) {
    return values.reduce((best, value) => (best === null || scoreOf(value) > scoreOf(best) ? value : best), null);
}
