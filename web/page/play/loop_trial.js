// Finds an edge of a loop puzzle whose value follows from a contradiction: with the other value, simple rules lead to
// marks that break a rule. If there are several such edges, the edge with the fewest marks is chosen.

import { CROSS, LINE, OPEN, indexOf, placesOf } from "../puzzles/marks.js";
import { besideEdge, cellsOf, edgesOfCell, edgesOfVertex, isInGrid } from "../puzzles/places.js";
import { cluesOf, place } from "../puzzles/puzzle.js";
import { counted } from "../words.js";

/** The largest number of marks that are made after an assumption; a person could not follow more. */
const MOST_MARKS = 150;

/** The number of applied rules after which the search ends with the best edge so far. */
const MOST_WORK = 1_000_000;

/**
 * Return {edge, value, tried, fault} for the edge that needs the fewest marks, or null.
 *
 * `value` is the right value of the edge. `tried` are the marks from the other value to the contradiction, each
 * {edge, value}; the edge itself is the first of them. `fault` is the contradiction, {words, cells}; `sides` is set in
 * it if a cell would be both inside and outside the loop.
 */
export function shortestTrial(puzzle, values) {
    const net = networkOf(puzzle), work = { left: MOST_WORK };
    let best = null;
    for (const edge of values.keys()) {
        for (const assumed of values[edge] === OPEN ? [LINE, CROSS] : []) {
            const fault = followed(net, Uint8Array.from(values), edge, assumed, work);
            if (fault && fault.marks.length < (best?.tried.length ?? Infinity)) {
                const tried = fault.marks.map((mark) => ({ edge: net.places[mark.edge], value: mark.value }));
                best = { edge: net.places[edge], value: assumed === LINE ? CROSS : LINE, tried, fault };
            }
            if (best?.tried.length === 1 || work.left < 0) return best;
        }
    }
    return best;
}

/**
 * Return the edges of a puzzle as numbers, the `rules` of clues and vertices, and what is beside each edge and cell. A
 * rule is {row, col, clue, edges}; the `clue` of a vertex is null.
 */
export function networkOf(puzzle) {
    const { rows, cols } = puzzle, places = placesOf(puzzle), outside = rows * cols;
    const numbers = (edges) => edges.map((edge) => indexOf(puzzle, edge));
    const clues = cluesOf(puzzle).map((one) => ({ ...one, edges: numbers(edgesOfCell(one.row, one.col)) }));
    const vertices = cellsOf(rows + 1, cols + 1).map(([row, col]) =>
        ({ row, col, clue: null, edges: numbers(edgesOfVertex(row, col, rows, cols)) }));
    const rulesAt = places.map(() => []), endsOf = places.map(() => []);
    const rules = [...clues, ...vertices];
    for (const rule of rules) rule.edges.forEach((edge) => rulesAt[edge].push(rule));
    for (const vertex of vertices) vertex.edges.forEach((edge) => endsOf[edge].push(vertex));
    const sidesOf = places.map((edge) => besideEdge(edge).map((cell) =>
        (isInGrid(cell, rows, cols) ? cell[0] * cols + cell[1] : outside)));
    const edgesAt = Array.from({ length: outside + 1 }, () => []);
    sidesOf.forEach((sides, edge) => sides.forEach((cell) => edgesAt[cell].push(edge)));
    return { rows, cols, places, outside, clues, rules, rulesAt, endsOf, sidesOf, edgesAt };
}

/** Follow an assumption; return the contradiction {words, cells, marks}, or null if there is none. */
function followed(net, values, assumed, assumption, work) {
    const because = new Map();  // for each mark that was made, the edges from which it follows
    const waiting = [], lines = [];

    function mark(edge, value, from) {
        values[edge] = value;
        because.set(edge, from);
        waiting.push(...net.rulesAt[edge]);
        if (value === LINE) lines.push(edge);
    }

    /** Return a contradiction, which follows from these edges, with the marks that lead to it. */
    function fault(contradiction, edges) {
        const needed = new Set([assumed, ...edges].filter((edge) => because.has(edge)));
        for (const edge of needed) {
            for (const one of because.get(edge).filter((one) => because.has(one))) needed.add(one);
        }
        const marks = [...because.keys()].filter((edge) => needed.has(edge));
        return { ...contradiction, marks: marks.map((edge) => ({ edge, value: values[edge] })) };
    }

    mark(assumed, assumption, []);
    while (because.size < MOST_MARKS) {
        work.left -= 1;
        if (waiting.length) {
            const rule = waiting.shift(), { words, value } = applied(rule, values);
            const [open, known] = [true, false].map((isOpen) =>
                rule.edges.filter((edge) => (values[edge] === OPEN) === isOpen));
            if (words) return fault({ words, cells: rule.clue === null ? [] : [[rule.row, rule.col]] }, known);
            if (value) open.forEach((edge) => mark(edge, value, known));
        } else if (lines.length) {
            const { first, last, edges } = pathOf(net, values, lines.shift());
            const closing = first === last ? null : first.edges.find((edge) => last.edges.includes(edge));
            if (first !== last && (closing === undefined || values[closing] !== OPEN)) continue;
            const left = leftOut(net, values, edges, closing);
            const words = `a loop closes that leaves out ${left}`;
            if (left && first === last) return fault({ words, cells: [] }, edges);
            if (left) mark(closing, CROSS, edges);
        } else {
            const found = bySides(net, values, work);
            if (!found) return null;
            const { edge, value } = found, from = wayBetween(net, values, edge);
            if (values[edge] !== OPEN) return fault(sidesFault(net, [edge, ...from]), [edge, ...from]);
            mark(edge, value, from);
        }
    }
    return null;
}

/** Return the contradiction that a closed way through cells crosses an odd number of lines. */
function sidesFault({ cols, outside, sidesOf }, edges) {
    const numbers = new Set(edges.flatMap((edge) => sidesOf[edge]).filter((cell) => cell !== outside));
    const cells = [...numbers].map((cell) => [Math.floor(cell / cols), cell % cols]);
    return { sides: true, words: `${place(...cells[0])} is both inside and outside`, cells };
}

/**
 * Apply the rule of a clue or a vertex; return {words} for a contradiction, or else {value, lines}: the value of its open
 * edges (OPEN if the rule does not determine it), and the number of its lines.
 */
export function applied({ row, col, clue, edges }, values) {
    let lines = 0, open = 0;
    for (const edge of edges) {
        lines += values[edge] === LINE;
        open += values[edge] === OPEN;
    }
    if (clue !== null) {
        const subject = `the ${clue} at ${place(row, col)}`;
        if (lines > clue) return { words: `${subject} gets ${counted(lines, "line")}` };
        if (lines + open < clue) return { words: `${subject} gets only ${counted(lines + open, "line")}` };
        return { value: !open ? OPEN : lines === clue ? CROSS : lines + open === clue ? LINE : OPEN, lines };
    }
    const corner = `${row ? "lower" : "upper"} ${col ? "right" : "left"} corner`;
    const where = `the ${corner} of ${place(Math.max(row - 1, 0), Math.max(col - 1, 0))}`;
    if (lines > 2) return { words: `the loop branches at ${where}` };
    if (lines === 1 && !open) return { words: `the loop ends at ${where}` };
    return { value: !open ? OPEN : lines === 2 ? CROSS : open === 1 ? lines ? LINE : CROSS : OPEN, lines };
}

/** Return the path that contains a line: {first, last, edges}. If the path is a loop, both ends are the same vertex. */
function pathOf(net, values, line) {
    const edges = [line], ends = [];
    for (let vertex of net.endsOf[line]) {
        for (let last = line, next; ; last = next) {
            next = vertex.edges.find((edge) => edge !== last && values[edge] === LINE);
            if (next === line) return { first: vertex, last: vertex, edges };
            if (next === undefined) break;
            edges.push(next);
            const here = vertex;
            vertex = net.endsOf[next].find((one) => one !== here);
        }
        ends.push(vertex);
    }
    return { first: ends[0], last: ends[1], edges };
}

/** Return what a loop of these edges and the closing edge would leave out, in words; "" if it leaves out nothing. */
function leftOut({ clues }, values, edges, closing) {
    const loop = new Set([...edges, closing]);
    if (values.some((value, edge) => value === LINE && !loop.has(edge))) return "other lines";
    const missed = clues.find((rule) => rule.edges.filter((edge) => loop.has(edge)).length !== rule.clue);
    return missed ? `the ${missed.clue} at ${place(missed.row, missed.col)}` : "";
}

/**
 * Return {edge, value} for an edge whose `value` follows because it is known whether its two cells are on the same side
 * of the loop; null if there is no such edge. If the edge is not open, its own value contradicts `value`.
 */
function bySides({ outside, sidesOf }, values, work) {
    // For each cell, a cell that is nearer to the root of its group, and whether the loop separates the two.
    const parent = Int32Array.from({ length: outside + 1 }, (_, cell) => cell), crossed = new Uint8Array(outside + 1);
    const rootOf = (cell) => {
        let isCrossed = 0;
        for (; parent[cell] !== cell; cell = parent[cell]) isCrossed ^= crossed[cell];
        return [cell, isCrossed];
    };
    work.left -= values.length / 10;
    const valueOf = (isCrossed) => (isCrossed ? LINE : CROSS);
    for (const [edge, value] of values.entries()) {
        if (value === OPEN) continue;
        const [[one, first], [other, second]] = sidesOf[edge].map(rootOf);
        const isCrossed = first ^ second ^ (value === LINE);
        if (one !== other) {
            // The outside stays the root of its group, so that the ways to it are short.
            const [child, root] = one === outside ? [other, one] : [one, other];
            parent[child] = root;
            crossed[child] = isCrossed;
        } else if (isCrossed) {
            return { edge, value: valueOf(first ^ second) };
        }
    }
    for (const [edge, value] of values.entries()) {
        if (value !== OPEN) continue;
        const [[one, first], [other, second]] = sidesOf[edge].map(rootOf);
        if (one === other) return { edge, value: valueOf(first ^ second) };
    }
    return null;
}

/** Return the edges that the shortest way between the two cells of an edge crosses; they are other, known edges. */
function wayBetween({ sidesOf, edgesAt }, values, edge) {
    const [from, to] = sidesOf[edge], came = new Map([[from, null]]);
    for (const cell of came.keys()) {
        for (const next of edgesAt[cell]) {
            if (next === edge || values[next] === OPEN) continue;
            const other = sidesOf[next].find((one) => one !== cell);
            if (other !== undefined && !came.has(other)) came.set(other, { cell, edge: next });
        }
        if (came.has(to)) break;
    }
    const way = [];
    for (let step = came.get(to); step; step = came.get(step.cell)) way.push(step.edge);
    return way;
}
