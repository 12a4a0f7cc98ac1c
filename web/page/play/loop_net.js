// The rules of loop puzzles for trials: rules about clues, about vertices, about closed loops, and about the two sides
// of the loop.

import { CROSS, LINE, OPEN, indexOf, placesOf } from "../puzzles/marks.js";
import { besideEdge, cellsOf, edgesOfCell, edgesOfVertex, isInGrid } from "../puzzles/places.js";
import { cluesOf, place } from "../puzzles/puzzle.js";
import { counted, sentence } from "../words.js";
import { bothValues } from "./trial.js";

/**
 * Return a net (see trial.js), which also has the `rules` of all clues and vertices, each {row, col, clue, edges}. The
 * `clue` of a vertex is null. A step that follows from a vertex has this vertex as `corner`.
 */
export function loopNet(puzzle) {
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
    const net = { rows, cols, outside, clues, endsOf, sidesOf, edgesAt };
    return {
        rules,
        start: (values) => Uint8Array.from(values),
        options: bothValues,
        rulesAt: (edge) => rulesAt[edge],
        apply: stepOfRule,
        further: (values, made, work) => closedLoop(net, values, made) ?? bySides(net, values, work),
    };
}

function stepOfRule(rule, values) {
    const { words, value, lines, from } = applied(rule, values);
    const [cells, corner] = rule.clue === null ? [[], [rule.row, rule.col]] : [[[rule.row, rule.col]], null];
    if (words) return { words, from: from(), cells, corner };
    if (!value) return null;
    const open = rule.edges.filter((edge) => values[edge] === OPEN), why = () => ruleText(rule, value, lines, open.length);
    return { marks: open.map((edge) => [edge, value]), why, from: from(), cells, corner };
}

/** Return the reason why the open edges of a clue or a vertex get a value, as a sentence. */
function ruleText({ row, col, clue }, value, lines, open) {
    if (clue === null) {
        const where = vertexName(row, col);
        if (value === LINE) {
            return `The line that ends at ${where} can only continue along this edge: no other edge there is open.`;
        }
        return lines === 2 ? `Two lines already meet at ${where}: there cannot be a third.`
            : `A line here would be a dead end at ${where}.`;
    }
    const subject = `The ${clue} at ${place(row, col)}`;
    if (value === LINE) {
        const rest = `only ${clue} of its edges ${clue === 1 ? "is" : "are"} not crossed out`;
        return `${subject} needs ${counted(clue, "line")}: ${rest}.`;
    }
    const has = ["cannot have a line", "has its line"][clue] ?? "has all its lines";
    return `${subject} ${has}: cross out its ${open === 1 ? "last open edge" : "open edges"}.`;
}

/** Return a step that follows because lines of the trial form a loop, or would form a loop with one more edge. */
function closedLoop(net, values, made) {
    for (const line of made.keys()) {
        if (values[line] !== LINE) continue;
        const { first, last, edges } = pathOf(net, values, line);
        const closing = first === last ? null : first.edges.find((edge) => last.edges.includes(edge));
        if (first !== last && (closing === undefined || values[closing] !== OPEN)) continue;
        const left = leftOut(net, values, edges, closing);
        const why = () => `A line here would close a loop that leaves out ${left}.`;
        if (left && first !== last) return { marks: [[closing, CROSS]], why, from: edges, cells: [] };
        if (left) return { words: `a loop closes that leaves out ${left}`, cells: [], from: edges };
    }
    return null;
}

/**
 * Return a contradiction about the two sides of the loop: a way from a cell through other cells back to this cell
 * crosses an odd number of lines. `from` are the edges that the way crosses. Only this contradiction has the field
 * `sides`.
 */
function sidesFault({ cols, outside, sidesOf }, from) {
    const numbers = new Set(from.flatMap((edge) => sidesOf[edge]).filter((cell) => cell !== outside));
    const cells = [...numbers].map((cell) => [Math.floor(cell / cols), cell % cols]);
    return { sides: true, words: `${place(...cells[0])} is both inside and outside`, cells, from };
}

/**
 * Apply the rule of a clue or a vertex; return {words, from} for a contradiction, or else {value, lines, from}: the value
 * of its open edges (OPEN if the rule does not determine it), and the number of its lines. `from()` returns the edges
 * from which this follows.
 */
function applied({ row, col, clue, edges }, values) {
    const having = (...wanted) => () => edges.filter((edge) => wanted.includes(values[edge]));
    let lines = 0, open = 0;
    for (const edge of edges) {
        lines += values[edge] === LINE;
        open += values[edge] === OPEN;
    }
    if (clue !== null) {
        const subject = `the ${clue} at ${place(row, col)}`;
        if (lines > clue) return { words: `${subject} gets ${counted(lines, "line")}`, from: having(LINE) };
        const most = lines + open, few = `${subject} can get ${most ? `only ${counted(most, "line")}` : "no line"}`;
        if (most < clue) return { words: few, from: having(CROSS) };
        const value = !open ? OPEN : lines === clue ? CROSS : most === clue ? LINE : OPEN;
        return { value, lines, from: having(value === CROSS ? LINE : CROSS) };
    }
    const where = vertexName(row, col), all = having(LINE, CROSS);
    if (lines > 2) return { words: `the loop branches at ${where}`, from: having(LINE) };
    if (lines === 1 && !open) return { words: `the loop cannot continue at ${where}`, from: all };
    const value = !open ? OPEN : lines === 2 ? CROSS : open === 1 ? lines ? LINE : CROSS : OPEN;
    return { value, lines, from: lines === 2 ? having(LINE) : all };
}

/** Return the name of a vertex: it is a corner of a cell. */
function vertexName(row, col) {
    const corner = `${row ? "lower" : "upper"} ${col ? "right" : "left"} corner`;
    return `the ${corner} of ${place(Math.max(row - 1, 0), Math.max(col - 1, 0))}`;
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

/** Return a step that follows because it is known whether the two cells of an edge are on the same side of the loop. */
function bySides(net, values, work) {
    const found = valueBySides(net, values, work);
    if (!found) return null;
    const { edge, value } = found, from = wayBetween(net, values, edge);
    if (values[edge] !== OPEN) return sidesFault(net, [edge, ...from]);
    return { marks: [[edge, value]], why: () => sidesText(net, edge, value), from, cells: [] };
}

/** Return the reason why an edge gets a value that follows from the sides of its two cells, as a sentence. */
function sidesText({ cols, outside, sidesOf }, edge, value) {
    const cells = sidesOf[edge].filter((cell) => cell !== outside);
    const [one, other] = cells.map((cell) => place(Math.floor(cell / cols), cell % cols));
    const where = other ? `are on ${value === LINE ? "different sides" : "the same side"} of the loop`
        : `is ${value === LINE ? "inside" : "outside"} the loop`;
    return sentence(`${[one, other].filter(Boolean).join(" and ")} ${where}`);
}

/**
 * Find an edge whose value follows because known edges connect its two cells; return {edge, value}, or null. If the
 * edge is not open, it already has the other value, which is a contradiction.
 */
function valueBySides({ outside, sidesOf }, values, work) {
    // Groups of cells that known edges connect, as trees: for each cell its parent, and whether the loop separates the
    // cell from its parent.
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
            // The outside always remains the root of its group, so that the paths to this root stay short.
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

/**
 * Find the shortest way from one cell of an edge to its other cell that crosses only known edges, and not the edge
 * itself. Return the edges that this way crosses.
 */
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
