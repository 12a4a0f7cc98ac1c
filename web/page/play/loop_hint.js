// The next step of a loop.

import { place } from "../puzzles/puzzle.js";
import { CROSS, LINE, OPEN, edgeMark, withEdge } from "./marks.js";
import { most } from "./most.js";
import { besideEdge, edges, edgesOfCell, edgesOfVertex, knownLine } from "./places.js";

/** Return the next step, see hint.js: what a clue says, what a vertex says, or else any edge that is certain. */
export function loopStep(puzzle, marks, { edges: certain }) {
    return stepAtClue(puzzle, marks) ?? stepAtVertex(puzzle, marks) ?? anyEdge(puzzle, marks, certain);
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
            const subject = `The ${clue} at ${place(row, col)}`;
            if (lines.length === clue) {
                const has = clue === 0 ? "has no line" : `has ${clue === 1 ? "its line" : "all its lines"}`;
                return edgeStep(puzzle, open, CROSS, `${subject} ${has}: cross out its other edges.`, [[row, col]]);
            }
            if (lines.length + open.length === clue) {
                const many = open.length === 1 ? "the edge that is open" : "all edges that are open";
                return edgeStep(puzzle, open, LINE, `${subject} needs ${many}.`, [[row, col]]);
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

function anyEdge(puzzle, marks, certain) {
    const { rows, cols } = puzzle;
    const left = [...edges(rows, cols)].filter((edge) =>
        edgeMark(marks, cols, edge) === OPEN && knownLine(certain, edge) !== null);
    // Where most is known, the reason is nearest.
    const known = (edge) => besides(edge, rows, cols).filter((other) => edgeMark(marks, cols, other) !== OPEN).length;
    const clues = (edge) => besideEdge(edge).filter(([row, col]) => (puzzle.clues[row]?.[col] ?? null) !== null).length;
    const best = most(left, (edge) => known(edge) + 0.5 * clues(edge) + (knownLine(certain, edge) ? 0.25 : 0));
    if (!best) {
        return null;
    }
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

function besides([row, col, down], rows, cols) {
    const ends = [[row, col], down ? [row + 1, col] : [row, col + 1]];
    return ends.flatMap((end) => edgesOfVertex(...end, rows, cols));
}

function edgeText([row, col, down], rows, cols) {
    if (down && col === cols) {
        return `edge to the right of ${place(row, col - 1)}`;
    }
    if (!down && row === rows) {
        return `edge below ${place(row - 1, col)}`;
    }
    return `edge ${down ? "to the left of" : "above"} ${place(row, col)}`;
}
