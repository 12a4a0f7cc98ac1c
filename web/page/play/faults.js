// How marks break the rules, whatever is marked later.

import { UNKNOWN, kindOf } from "../genres.js";
import { cluesOf, place } from "../puzzles/puzzle.js";
import { CROSS, LINE, OPEN, SHADED, UNSHADED, edgeMark } from "./marks.js";
import { cellsOf, edgesOfCell, edgesOfVertex, houses } from "./places.js";

/** Return how marks break the rules: a list of {words, cells, edges}. */
export function ruleFaults(puzzle, marks) {
    return { loop: loopFaults, digits: digitFaults, shades: shadeFaults }[kindOf(puzzle)](puzzle, marks);
}

function loopFaults(puzzle, marks) {
    const { rows, cols } = puzzle;
    const mark = (edge) => edgeMark(marks, cols, edge);
    const faults = [];
    for (const { row, col, clue } of cluesOf(puzzle)) {
        const [lines, crosses] = [LINE, CROSS].map((one) =>
            edgesOfCell(row, col).filter((edge) => mark(edge) === one));
        if (lines.length > clue) {
            faults.push({ words: `a ${clue} with ${lines.length} lines`, cells: [[row, col]], edges: lines });
        } else if (crosses.length > 4 - clue) {
            faults.push({ words: `a ${clue} with ${crosses.length} crosses`, cells: [[row, col]], edges: [] });
        }
    }
    for (const [row, col] of cellsOf(rows + 1, cols + 1)) {
        const around = edgesOfVertex(row, col, rows, cols);
        const lines = around.filter((edge) => mark(edge) === LINE);
        if (lines.length > 2) {
            faults.push({ words: "the loop branches", cells: [], edges: lines });
        } else if (lines.length === 1 && around.every((edge) => mark(edge) !== OPEN)) {
            faults.push({ words: "a line leads nowhere", cells: [], edges: lines });
        }
    }
    return faults;
}

function digitFaults(puzzle, marks) {
    const { rows: side, cols } = puzzle;
    const digit = ([row, col]) => puzzle.clues[row][col] ?? marks.digits[row * cols + col];
    return houses(side).flatMap(({ name, cells }) => {
        const twice = cells.filter((cell) =>
            digit(cell) && cells.some((other) => other !== cell && digit(other) === digit(cell)));
        return twice.length ? [{ words: `${digit(twice[0])} is twice in ${name}`, cells: twice, edges: [] }] : [];
    });
}

function shadeFaults(puzzle, { cells }) {
    return shadingRules(puzzle).flatMap((rule) => [...rule(cells)].map((fault) => ({ ...fault, edges: [] })));
}

/**
 * Return the rules of a genre of shading, the simple ones first: functions of the marked cells, row by row, which yield
 * {words, cells}: how these break the rule, and where.
 */
export function shadingRules({ genre, rows, cols, clues }) {
    const all = cellsOf(rows, cols), isCanal = genre === "canal";
    const numbered = clues.flat().flatMap((clue, at) => (clue === null ? [] : [{ at, clue }]));
    const numbers = numbered.filter(({ clue }) => clue !== UNKNOWN);
    const at = ([row, col]) => (row >= 0 && row < rows && col >= 0 && col < cols ? [row * cols + col] : []);
    const from = (steps) => all.map(([row, col]) => steps.flatMap(([down, right]) => at([row + down, col + right])));
    const sides = [[-1, 0], [0, -1], [0, 1], [1, 0]], beside = from(sides);
    const around = from([-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right])));
    const squares = from([[0, 0], [0, 1], [1, 0], [1, 1]]).filter((square) => square.length === 4);
    const [joined, shade] = isCanal ? [SHADED, "shaded"] : [UNSHADED, "unshaded"];
    const fault = (words, ...cells) => ({ words, cells: cells.map((one) => all[one]) });
    const called = (one, clue) => `${clue} at ${place(...all[one])}`;

    function* besideKnaves(marks) {
        for (let one = 0; one < marks.length; one++) {
            for (const other of marks[one] === SHADED ? beside[one] : []) {
                if (other > one && marks[other] === SHADED) {
                    yield fault("two knaves share an edge", one, other);
                }
            }
        }
    }

    function* domains(marks) {
        for (const { at: one, clue } of numbers) {
            const count = (mark) => around[one].filter((near) => marks[near] === mark).length;
            const shaded = count(SHADED), open = count(OPEN);
            const own = marks[one], isOpen = Number(own === OPEN);
            const isTrue = own !== SHADED && shaded <= clue && clue <= shaded + open - isOpen;
            const isFalse = own !== UNSHADED && (open > isOpen || shaded + isOpen !== clue);
            if (!isTrue && !isFalse) {
                yield fault({
                    [OPEN]: `the ${called(one, clue)} fits neither a knight nor a knave`,
                    [SHADED]: `the knave’s ${called(one, clue)} is true`,
                    [UNSHADED]: `the knight’s ${called(one, clue)} cannot be true`,
                }[own], one);
            }
        }
    }

    function* shadedNumbers(marks) {
        for (const { at: one } of numbered) {
            if (marks[one] === SHADED) {
                yield fault("a cell with a number is shaded", one);
            }
        }
    }

    function* blocks(marks) {
        for (const square of squares) {
            if (square.every((one) => marks[one] === SHADED)) {
                yield fault("a 2×2 block is shaded", ...square);
            }
        }
    }

    const ways = from([[0, 0]]).map(([one]) => sides.map(([down, right]) => {
        const [row, col] = all[one], way = [];
        for (let next = [row + down, col + right]; at(next).length; next = [next[0] + down, next[1] + right]) {
            way.push(...at(next));
        }
        return way;
    }));

    function* views(marks) {
        for (const { at: one, clue } of numbers) {
            const seen = (isEnd) => ways[one].reduce((sum, way) => {
                const end = way.findIndex(isEnd);
                return sum + (end < 0 ? way.length : end);
            }, 0);
            if (seen((near) => marks[near] !== SHADED) > clue || seen((near) => marks[near] === UNSHADED) < clue) {
                yield fault(`the ${called(one, clue)} cannot be right`, one);
            }
        }
    }

    function* connection(marks) {
        const reached = new Uint8Array(marks.length), start = marks.indexOf(joined), fresh = start < 0 ? [] : [start];
        reached[start] = 1;
        for (const one of fresh) {
            for (const near of beside[one]) {
                if (!reached[near] && (marks[near] === OPEN || marks[near] === joined)) {
                    reached[near] = 1;
                    fresh.push(near);
                }
            }
        }
        const isParted = (one) => marks[one] === joined && !reached[one];
        if (marks.some((_, one) => isParted(one))) {
            yield fault(`the ${shade} cells are cut apart`, ...[...marks.keys()].filter(isParted));
        }
    }

    // Whether they are marked or not, no cell with a number is part of a canal, and none beside a knave is one.
    const isUnshaded = isCanal ? (_, one) => clues[all[one][0]][all[one][1]] !== null
        : (cells, one) => beside[one].some((near) => cells[near] === SHADED);
    const known = (cells) => cells.map((mark, one) => (mark === OPEN && isUnshaded(cells, one) ? UNSHADED : mark));
    return (isCanal ? [shadedNumbers, blocks, views, connection] : [besideKnaves, domains, connection])
        .map((rule) => (cells) => rule(known(cells)));
}
