// The next step: one thing that is certain and not marked yet, with its reason where a simple rule gives one.

import { DIGITS, LOOP, clueText, kindOf, placeText } from "../genres.js";
import { certainLine, edgesOfCell, edgesOfVertex, houses } from "./check.js";
import { CROSS, LINE, OPEN, SHADED, UNSHADED, edgeMark, edges, withCell, withDigit, withEdge } from "./marks.js";

/**
 * Return the next step, or null if nothing is left that is certain.
 *
 * `values` are what all solutions have in common. A step is {text, cells, edges, take}: `take` returns the marks after
 * it.
 */
export function nextStep(puzzle, marks, values) {
    return { loop: loopStep, digits: digitStep, shades: shadeStep }[kindOf(puzzle)](puzzle, marks, values);
}

function loopStep(puzzle, marks, values) {
    return stepAtClue(puzzle, marks) ?? stepAtVertex(puzzle, marks) ?? anyEdge(puzzle, marks, values);
}

function stepAtClue(puzzle, marks) {
    for (let row = 0; row < puzzle.rows; row++) {
        for (let col = 0; col < puzzle.cols; col++) {
            const clue = puzzle.clues[row][col];
            const around = edgesOfCell(row, col);
            const [open, lines] = sorted(puzzle, marks, around);
            if (clue === null || !open.length) {
                continue;
            }
            const place = `The ${clue} at ${placeText(row, col)}`;
            if (lines.length === clue) {
                const has = clue === 0 ? "has no line" : `has ${clue === 1 ? "its line" : "all its lines"}`;
                return edgeStep(puzzle, open, CROSS, `${place} ${has}: cross out its other edges.`, [[row, col]]);
            }
            if (lines.length + open.length === clue) {
                const many = open.length === 1 ? "the edge that is open" : "all edges that are open";
                return edgeStep(puzzle, open, LINE, `${place} needs ${many}.`, [[row, col]]);
            }
        }
    }
    return null;
}

function stepAtVertex(puzzle, marks) {
    const { rows, cols } = puzzle;
    for (let row = 0; row <= rows; row++) {
        for (let col = 0; col <= cols; col++) {
            const [open, lines] = sorted(puzzle, marks, edgesOfVertex(row, col, rows, cols));
            if (!open.length) {
                continue;
            }
            if (lines.length === 2) {
                return edgeStep(puzzle, open, CROSS, "Two lines meet here: no third one can.", []);
            }
            if (open.length === 1) {
                return lines.length
                    ? edgeStep(puzzle, open, LINE, "The loop has only one way on from here.", [])
                    : edgeStep(puzzle, open, CROSS, "A line here would lead nowhere.", []);
            }
        }
    }
    return null;
}

function anyEdge(puzzle, marks, values) {
    const { rows, cols } = puzzle;
    const left = [...edges(rows, cols)].filter((edge) =>
        edgeMark(marks, cols, edge) === OPEN && certainLine(values, edge) !== null);
    // Where most is known, the reason is nearest.
    const best = most(left, (edge) => besides(edge, rows, cols).filter((other) => edgeMark(marks, cols, other) !== OPEN).length
        + (certainLine(values, edge) ? 0.5 : 0));
    if (!best) {
        return null;
    }
    const line = certainLine(values, best);
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

function besides([row, col, down], rows, cols) {
    const ends = [[row, col], down ? [row + 1, col] : [row, col + 1]];
    return ends.flatMap((end) => edgesOfVertex(...end, rows, cols));
}

function edgeText([row, col, down], rows, cols) {
    if (down) {
        return col < cols ? `edge to the left of ${placeText(row, col)}` : `edge to the right of ${placeText(row, col - 1)}`;
    }
    return row < rows ? `edge above ${placeText(row, col)}` : `edge below ${placeText(row - 1, col)}`;
}

function digitStep(puzzle, marks, values) {
    const { rows: side, cols } = puzzle;
    const digit = ([row, col]) => puzzle.clues[row][col] ?? marks.digits[row * cols + col];
    const all = houses(side);
    const around = ([row, col]) => all.filter(({ cells }) => cells.some(([down, right]) => down === row && right === col));
    const candidates = (cell) => {
        const seen = new Set(around(cell).flatMap(({ cells }) => cells.map(digit)));
        return Array.from({ length: side }, (_, at) => at + 1).filter((one) => !seen.has(one));
    };
    const open = all.filter((_, at) => at % 3 === 0).flatMap(({ cells }) => cells).filter((cell) => !digit(cell));
    const step = ([row, col], value, why) => ({
        text: `${placeText(row, col).replace("r", "R")} is ${value}${why}.`, cells: [[row, col]], edges: [],
        take: (now) => withDigit(now, cols, row, col, value),
    });

    for (const house of all) {
        const places = house.cells.filter((cell) => !digit(cell)).map((cell) => [cell, candidates(cell)]);
        for (let value = 1; value <= side; value++) {
            const possible = places.filter(([, digits]) => digits.includes(value));
            if (possible.length === 1 && isCertain(values, possible[0][0], value)) {
                return step(possible[0][0], value, `: there is no other place for it in ${house.name}`);
            }
        }
    }
    for (const cell of open) {
        const digits = candidates(cell);
        if (digits.length === 1 && isCertain(values, cell, digits[0])) {
            return step(cell, digits[0], ": its row, column and box have all other digits");
        }
    }
    const best = most(open.filter(([row, col]) => values[row][col] !== "?"), (cell) => -candidates(cell).length);
    return best && step(best, Number(values[best[0]][best[1]]), " in every solution");
}

function isCertain(values, [row, col], digit) {
    return values[row][col] === String(digit);
}

function shadeStep({ rows, cols, clues }, marks, values) {
    const mark = (row, col) => marks.cells[row * cols + col];
    const open = [];
    for (let row = 0; row < rows; row++) {
        for (let col = 0; col < cols; col++) {
            if (mark(row, col) === OPEN && values[row][col] !== "?") {
                open.push([row, col]);
            }
        }
    }
    const near = ([row, col]) => [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]].filter(([down, right]) =>
        down >= 0 && right >= 0 && down < rows && right < cols && mark(down, right) !== OPEN).length;
    const best = most(open, (cell) => near(cell) + (clues[cell[0]][cell[1]] === null ? 0 : 0.5));
    if (!best) {
        return null;
    }
    const [row, col] = best;
    const shaded = values[row][col] === "1";
    const what = clueText(clues[row][col]);
    return {
        text: `${placeText(row, col).replace("r", "R")}${what && ` (${what})`} is ${shaded ? "shaded" : "unshaded"} in every solution.`,
        cells: [best], edges: [],
        take: (now) => withCell(now, cols, row, col, shaded ? SHADED : UNSHADED),
    };
}

function most(values, worth) {
    return values.reduce((best, value) => (best === null || worth(value) > worth(best) ? value : best), null);
}
