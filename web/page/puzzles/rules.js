// The rules of each genre. Verifies solutions, and finds marks that break a rule whatever the person marks later. A
// fault is {words, cells, edges}.

import { CROSS, LINE, OPEN, SHADED, UNSHADED, valueAt, valuesOf } from "./marks.js";
import {
    AROUND, SIDES, cellsOf, edges, edgesBeside, edgesOfCell, edgesOfVertex, houses, isInGrid, neighbours,
} from "./places.js";
import { DIGITS, LOOP, UNKNOWN, cluesOf, faultAt, kindOf, place, range } from "./puzzle.js";

/** Return the faults of marks, given by their values. */
export function ruleFaults(puzzle, values) {
    if (kindOf(puzzle) === LOOP) return loopFaults(puzzle, values);
    if (kindOf(puzzle) === DIGITS) return digitFaults(puzzle.rows, digitsOf(puzzle, values));
    return shadingRules(puzzle).flatMap((rule) => rule.faults(values).map((fault) => ({ ...fault, edges: [] })));
}

export function isSolved(puzzle, values) {
    // In large puzzles, finding all faults takes long. While a clue has too few lines, the puzzle is not solved anyway.
    const isShort = kindOf(puzzle) === LOOP && cluesOf(puzzle).some(({ row, col, clue }) =>
        edgesOfCell(row, col).filter((edge) => valueAt(puzzle, values, edge) === LINE).length < clue);
    return !isShort && !finalFaults(puzzle, values).length;
}

/** Return the faults of a solution. @returns {import("./puzzle.js").Fault[]} */
export function violations(puzzle, solution) {
    if (kindOf(puzzle) === DIGITS) {
        for (const [row, col] of cellsOf(puzzle.rows, puzzle.cols)) {
            const digit = solution[row][col], given = puzzle.clues[row][col], largest = puzzle.rows;
            if (digit < 1 || digit > largest) {
                return [faultAt(row, col, `${digit} is not a digit from 1 to ${largest}`)];
            }
            if (given !== null && digit !== given) {
                return [faultAt(row, col, `the given is ${given}, but the solution has ${digit}`)];
            }
        }
    }
    return finalFaults(puzzle, valuesOf(puzzle, solution)).map(({ words, cells: [cell], edges: [edge] }) => {
        const [row = null, col = null] = cell ?? edge ?? [];
        return faultAt(row, col, words);
    });
}

/** Return the faults of values that are meant to be a complete solution. */
function finalFaults(puzzle, values) {
    const all = (words) => [{ words, cells: [], edges: [] }];
    if (kindOf(puzzle) === DIGITS) {
        const isEmpty = cellsOf(puzzle.rows, puzzle.cols).some((cell) => !digitsOf(puzzle, values)(cell));
        return isEmpty ? all("a cell is empty") : ruleFaults(puzzle, values);
    }
    // Here, an open edge counts as no line, and an open cell as unshaded.
    const closed = values.map((value) => (value === OPEN ? CROSS : value));
    const faults = ruleFaults(puzzle, closed);
    const loops = kindOf(puzzle) === LOOP && !faults.length ? loopCount(puzzle, closed) : 1;
    if (loops === 1) return faults;
    return all(loops ? `there are ${loops} loops instead of one` : "there is no loop");
}

function loopFaults(puzzle, values) {
    const { rows, cols } = puzzle;
    const mark = (edge) => valueAt(puzzle, values, edge);
    const faults = [];
    for (const { row, col, clue } of cluesOf(puzzle)) {
        const [lines, crosses] = [LINE, CROSS].map((one) => edgesOfCell(row, col).filter((edge) => mark(edge) === one));
        if (lines.length > clue) {
            faults.push({ words: `a ${clue} with ${lines.length} lines`, cells: [[row, col]], edges: lines });
        } else if (crosses.length > 4 - clue) {
            faults.push({ words: `a ${clue} with ${crosses.length} crosses`, cells: [[row, col]], edges: [] });
        }
    }
    for (const [row, col] of cellsOf(rows + 1, cols + 1)) {
        const around = edgesOfVertex(row, col, rows, cols), lines = around.filter((edge) => mark(edge) === LINE);
        if (lines.length > 2) {
            faults.push({ words: "the loop branches", cells: [], edges: lines });
        } else if (lines.length === 1 && around.every((edge) => mark(edge) !== OPEN)) {
            faults.push({ words: "a line leads nowhere", cells: [], edges: lines });
        }
    }
    return faults;
}

/** Return the number of loops, provided that exactly two lines meet at each vertex with lines. */
function loopCount({ rows, cols }, values) {
    const lines = edges(rows, cols).filter((_, at) => values[at] === LINE);
    const left = new Map(lines.map((edge) => [String(edge), edge]));
    let count = 0;
    for (const first of left.values()) {
        count++;
        for (const fresh = [first]; fresh.length;) {
            const edge = fresh.pop();
            if (left.delete(String(edge))) fresh.push(...edgesBeside(edge, rows, cols));
        }
    }
    return count;
}

function digitsOf(puzzle, values) {
    return (cell) => puzzle.clues[cell[0]][cell[1]] ?? valueAt(puzzle, values, cell);
}

/** Return a fault for each house that has a digit twice; `digitOf` returns the digit of a cell, if any. */
export function digitFaults(side, digitOf) {
    return houses(side).flatMap(({ name, cells }) => {
        const places = new Map();
        for (const cell of cells.filter(digitOf)) places.set(digitOf(cell), [...places.get(digitOf(cell)) ?? [], cell]);
        const twice = [...places.values()].filter((those) => those.length > 1).flat();
        return twice.length ? [{ words: `${digitOf(twice[0])} is twice in ${name}`, cells: twice, edges: [] }] : [];
    });
}

// Shading

const BLOCK = [[0, 0], [0, 1], [1, 0], [1, 1]];

/** The number of cells that a rule may examine in one call of `sharedFault`. */
const MOST_EXAMINED = 20_000_000;

/**
 * Return the rules of a shading genre, the simple rules first, each {faults, after, most}. Marks are lists with the
 * marks of all cells, row by row.
 *
 * - `faults(marks)` returns the faults of the marks, without edges.
 * - `after(marks)` returns a function that tests a further mark. The function takes the index of a cell and a shade,
 *   and returns the first fault that the mark would cause, or null. The fault's field `isDirect` is false if the fault
 *   also depends on cells that must be unshaded because of the mark.
 * - `most` is the number of times that this function can be called in about a second.
 */
export function shadingRules(puzzle) {
    const { known, implied, rules } = shadingChecks(puzzle);
    return rules.map((checks) => {
        const checksAt = checksByCell(puzzle, checks);
        const numbers = new Map(checks.map((check, number) => [check, number]));
        const largest = checks.reduce((most, { near }) => Math.max(most, near.length), 1);
        return {
            most: Math.ceil(MOST_EXAMINED / largest),
            faults(values) {
                const marks = known(values);
                const found = checks.flatMap(({ fault }) => fault(marks) ?? []);
                return found.map(({ words, cells }) => ({ words, cells }));
            },
            after(values) {
                const marks = known(values);
                return (at, shade) => {
                    const others = implied(at, shade).filter((one) => marks[one] === OPEN), before = marks[at];
                    marks[at] = shade;
                    for (const one of others) marks[one] = UNSHADED;
                    const near = new Set([at, ...others].flatMap((one) => checksAt[one]));
                    const inOrder = [...near].sort((one, other) => numbers.get(one) - numbers.get(other));
                    const check = inOrder.find(({ fault }) => fault(marks)), found = check?.fault(marks);
                    for (const one of others) marks[one] = OPEN;
                    const isDirect = Boolean(check?.fault(marks));
                    marks[at] = before;
                    return found ? { ...found, isDirect } : null;
                };
            },
        };
    });
}

/**
 * Return {known, implied, rules} for a shading genre. Marks are lists with the marks of all cells, row by row.
 *
 * - `known(marks)` returns the marks, with all cells marked as unshaded that must be unshaded because of the marks.
 * - `implied(at, shade)` returns the indices of the cells that must be unshaded because of a mark.
 * - `rules` is a list; each rule is a list of checks {near, clue, fault}. `near` are the indices of the cells on which
 *   the check depends, and `clue` is the index of its clue, if any. `fault(marks)` returns a fault {words, detail,
 *   cells, from}, or null: `detail` is the number that breaks the rule, or the place where it is broken, in words, and
 *   `from` has the indices of the cells whose marks break the rule. The last rule has a single check, which depends on
 *   all cells.
 */
export function shadingChecks({ genre, rows, cols, clues }) {
    const all = cellsOf(rows, cols), isCanal = genre === "canal";
    const at = ([row, col]) => (isInGrid([row, col], rows, cols) ? [row * cols + col] : []);
    const from = (steps) => all.map(([row, col]) => steps.flatMap(([down, right]) => at([row + down, col + right])));
    const numbers = clues.flat();
    const counts = [...numbers.keys()].filter((one) => ![null, UNKNOWN].includes(numbers[one]));
    const grid = { all, at, from, numbers, counts, beside: neighbours(rows, cols), longest: Math.max(rows, cols) };
    // In a Canal View, the cells with a number must be unshaded; in a Dynasty, the cells beside a knave.
    const implied = isCanal ? () => [] : (one, shade) => (shade === SHADED ? grid.beside[one] : []);
    const isUnshaded = isCanal ? (_, one) => numbers[one] !== null
        : (cells, one) => grid.beside[one].some((near) => cells[near] === SHADED);
    const known = (cells) => cells.map((mark, one) => (mark === OPEN && isUnshaded(cells, one) ? UNSHADED : mark));
    return { known, implied, rules: isCanal ? canalRules(grid) : dynastyRules(grid) };
}

/** Return a fault in words, with its detail. */
export function inFull({ words, detail }) {
    return detail ? `${words} (${detail})` : words;
}

/** Return the words of a fault that a mark would cause; `whose` ("its" or "their") stands for the cells of the mark. */
export function wordsAfter({ words, isDirect }, whose) {
    return isDirect ? words : `${whose} neighbours are unshaded, and ${words}`;
}

/** Return a list with the checks that depend on each cell. */
export function checksByCell({ rows, cols }, checks) {
    const checksAt = cellsOf(rows, cols).map(() => []);
    for (const check of checks) check.near.forEach((one) => checksAt[one].push(check));
    return checksAt;
}

/**
 * Find a mark that would break a rule. `tries` lists the marks to try, each [index of a cell, shade]. Return the first
 * fault that is direct, or else the first fault, as {found, shade, words, detail, from, isDirect}; null if no mark would
 * cause a fault. `found` lists the indices of all cells in which this shade would cause this fault, and `from` lists
 * the other cells of the fault and the marks that it follows from. In large grids, some rules would take too long to try
 * in all cells.
 */
export function sharedFault(rule, { rows, cols }, values, tries) {
    const all = cellsOf(rows, cols), found = [];
    const without = (cells, some) => cells.filter((cell) => !some.some((at) => String(all[at]) === String(cell)));
    const faultAfter = rule.after(values);
    let first = null;
    for (const [at, shade] of tries.slice(0, rule.most)) {
        const fault = faultAfter(at, shade);
        if (!fault) continue;
        const key = `${shade} ${fault.isDirect} ${fault.words} ${without(fault.cells, [at])}`;
        if (!first || fault.isDirect && !first.isDirect) {
            first = { key, shade, ...fault };
            found.length = 0;
        }
        if (key !== first.key) continue;
        found.push(at);
        if (fault.detail !== first.detail) first.detail = "";
    }
    if (!first) return null;
    const known = first.from.filter((one) => values[one] !== OPEN).map((one) => all[one]);
    return { ...first, found, from: without([...first.cells, ...known], found) };
}

function dynastyRules({ all, from, numbers, counts, beside }) {
    const around = from(AROUND);
    const domain = (marks, one) => {
        const count = (mark) => around[one].filter((near) => marks[near] === mark).length;
        const shaded = count(SHADED), open = count(OPEN), clue = numbers[one], own = marks[one];
        const isOpen = Number(own === OPEN);
        const isTrue = own !== SHADED && shaded <= clue && clue <= shaded + open - isOpen;
        const isFalse = own !== UNSHADED && (open > isOpen || shaded + isOpen !== clue), isMany = shaded > clue;
        if (isTrue || isFalse) return null;
        const called = `${clue} at ${place(...all[one])}`;
        const detail = {
            [OPEN]: `${shaded} as a knight, ${shaded + 1} as a knave`, [SHADED]: "",
            [UNSHADED]: isMany ? `at least ${shaded}` : `at most ${shaded + open}`,
        }[own];
        const wanted = own !== UNSHADED ? [SHADED, UNSHADED] : isMany ? [SHADED] : [UNSHADED];
        const from = around[one].filter((near) => near === one || wanted.includes(marks[near]));
        return { cells: [all[one]], detail, from, words: {
            [OPEN]: `the ${called} fits neither a knight nor a knave`,
            [SHADED]: `the knave’s ${called} tells the truth`,
            [UNSHADED]: `the knight’s ${called} has too ${isMany ? "many" : "few"} knaves around it`,
        }[own] };
    };
    const pairs = [...beside.keys()].flatMap((one) =>
        beside[one].filter((other) => other > one).map((other) => [one, other]));
    return [
        pairs.map((pair) => unshaded(all, pair, "two knaves share an edge",
            pair.map((one) => place(...all[one])).join(" and "))),
        counts.map((one) => ({ near: around[one], clue: one, fault: (marks) => domain(marks, one) })),
        [connected(all, beside, UNSHADED, "unshaded")],
    ];
}

function canalRules({ all, at, from, numbers, counts, beside, longest }) {
    const blocks = from(BLOCK).filter((block) => block.length === 4);
    const ways = new Map(counts.map((one) => [one, SIDES.map(([down, right]) =>
        range(1, longest).flatMap((away) => at([all[one][0] + away * down, all[one][1] + away * right])))]));
    const lengthOf = (way, isEnd) => {
        const end = way.findIndex(isEnd);
        return end < 0 ? way.length : end;
    };
    const seen = (one, isEnd) => ways.get(one).reduce((sum, way) => sum + lengthOf(way, isEnd), 0);
    const count = (marks, one) => {
        const isShort = (near) => marks[near] !== SHADED, isEnd = (near) => marks[near] === UNSHADED;
        const least = seen(one, isShort), most = seen(one, isEnd), isFew = most < numbers[one];
        if (!isFew && least <= numbers[one]) return null;
        const from = ways.get(one).flatMap((way) =>
            (isFew ? way[lengthOf(way, isEnd)] ?? [] : way.slice(0, lengthOf(way, isShort))));
        return {
            cells: [all[one]], detail: isFew ? `at most ${most}` : `at least ${least}`, from,
            words: `the ${numbers[one]} at ${place(...all[one])} sees too ${isFew ? "few" : "many"} shaded cells`,
        };
    };
    return [
        [...numbers.keys()].filter((one) => numbers[one] !== null)
            .map((one) => unshaded(all, [one], "a cell with a number is shaded", "")),
        blocks.map((block) => unshaded(all, block, "a 2×2 block is shaded",
            `from ${place(...all[block[0]])} to ${place(...all[block[3]])}`)),
        counts.map((one) => ({ near: ways.get(one).flat(), clue: one, fault: (marks) => count(marks, one) })),
        [connected(all, beside, SHADED, "shaded")],
    ];
}

/** Return the check that at least one of some cells is not shaded. */
function unshaded(all, near, words, detail) {
    const fault = { cells: near.map((one) => all[one]), words, detail, from: near };
    return { near, fault: (marks) => (near.every((one) => marks[one] === SHADED) ? fault : null) };
}

/** Return the check that all cells of a shade can still become connected. */
function connected(all, beside, shade, called) {
    /** Return the cells of the shade that can be connected to a cell, and the cells that cut them off, `wall`. */
    const partOf = (marks, start) => {
        const reached = new Set([start]), wall = new Set();
        for (const one of reached) {
            for (const near of beside[one]) (marks[near] === OPEN || marks[near] === shade ? reached : wall).add(near);
        }
        return { cells: new Set([...reached].filter((one) => marks[one] === shade)), wall };
    };
    const fault = (marks) => {
        const first = marks.indexOf(shade);
        if (first < 0) return null;
        const part = partOf(marks, first), next = marks.findIndex((mark, one) => mark === shade && !part.cells.has(one));
        if (next < 0) return null;
        const [{ cells, wall }] = [partOf(marks, next), part].sort((one, other) => one.cells.size - other.cells.size);
        const words = `the ${called} cells cannot all be connected`, cutOff = [...cells].map((one) => all[one]);
        return { cells: cutOff, words, detail: `${place(...cutOff[0])} is cut off`, from: [first, next, ...wall] };
    };
    return { near: [...beside.keys()], fault };
}
