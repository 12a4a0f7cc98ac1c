// What a board does with a puzzle besides looking for solutions; only the fast engines do.
//
// Nothing here is believed of a solution: each is verified against the rules.

import { joined, pack, unpack } from "../puzzles/bits.js";
import { edgesBetween } from "../puzzles/edges.js";
import { createGrid, createPuzzle } from "../puzzles/puzzle.js";
import { Masks, Task } from "./numbers.js";
import { Reader, packed, varint } from "./payload.js";

/**
 * @typedef {import("../puzzles/puzzle.js").Puzzle} Puzzle
 * @typedef {import("../puzzles/puzzle.js").Solution} Solution
 *
 * @typedef {{puzzle: Puzzle, solutions: Solution[], message: string, counted?: number, certain?: string[][],
 *     certainEdges?: import("../puzzles/edges.js").KnownEdges, unique?: boolean,
 *     counters?: Record<string, number>}} Found
 * What came of a task: the puzzle that was asked about, or the one that was made, and fields of the outcome.
 *
 * @typedef {{number: number, mayBeTurned: boolean, head: (genre: object, puzzle: Puzzle) => Uint8Array,
 *     encode: (genre: object, puzzle: Puzzle) => Uint8Array,
 *     answerBytes: (genre: object, puzzle: Puzzle) => ?number,
 *     decode: (genre: object, puzzle: Puzzle, data: Uint8Array) => Found}} BoardTask
 */

/** The images of a grid that have the same clues, for `thin`, as the link protocol numbers them; those of a group. */
export const Symmetry = Object.freeze({
    NONE: 0x01, MIRROR: 0x05, FLIP: 0x03, ROTATE: 0x09, BOTH: 0x0F, DIAGONAL: 0x11, ROTATE90: 0x69, ALL: 0xFF,
});

/** Return the task to find what all solutions have in common, and one of them. @returns {BoardTask} */
export function certain() {
    return {
        number: Task.CERTAIN,
        mayBeTurned: true,
        head: () => new Uint8Array(),
        encode: (genre, puzzle) => genre.encode(puzzle),
        answerBytes: (genre, puzzle) =>
            certainMasks(genre) * maskBytes(puzzle) + genre.solutionBytes(puzzle) + SEARCHES_BYTES,
        decode: decodeCertain,
    };
}

/** Return the task to count the solutions, up to `most`; all if that is 0. @returns {BoardTask} */
export function count(most = 0) {
    return {
        number: Task.COUNT,
        mayBeTurned: true,
        head: () => varint(most),
        encode: (genre, puzzle) => genre.encode(puzzle),
        answerBytes: () => null,
        decode(genre, puzzle, data) {
            const counted = new Reader(data).varint();
            const message = counted === 1 ? "one solution" : `${counted.toLocaleString("en")} solutions`;
            return { puzzle, solutions: [], message, counted };
        },
    };
}

/**
 * Return the task to remove clues in random order, each unless there would be another solution, or the puzzle would be
 * too hard. The puzzle of the job has a clue in each cell that may have one.
 *
 * @param {object} options
 * @param {Solution} options.solution
 * @param {number} options.seed 32 bits; the order follows from it.
 * @param {number} [options.symmetry] Clues are removed together with their images.
 * @param {number} [options.least] So many clues are left.
 * @param {number} [options.ease] 0 any puzzle; 1 one that needs no branching; 2 nor lookahead (Slitherlink).
 * @param {Array<{row: number, col: number}>} [options.fixed] Those that keep their clues.
 * @returns {BoardTask}
 */
export function thin({ solution, seed, symmetry = Symmetry.NONE, least = 0, ease = 0, fixed = [] }) {
    const masks = Masks.SOME | (fixed.length ? Masks.FIXED : 0);
    return {
        number: Task.THIN,
        mayBeTurned: false,
        head(genre, puzzle) {
            const may = pack(puzzle.clues.flat().map((clue) => (clue === null ? 0 : 1)), 1);
            const isFixed = (row, col) => fixed.some((cell) => cell.row === row && cell.col === col);
            const must = createGrid(puzzle.rows, puzzle.cols, (row, col) => Number(isFixed(row, col))).flat();
            const keeps = fixed.length ? pack(must, 1) : new Uint8Array();
            const fields = packed([4, seed & ~0xFF], [2, least], [1, symmetry], [1, ease], [1, masks]);
            return joined(fields, may, keeps, genre.encodeSolution(solution));
        },
        encode: () => packed([1, seed & 0xFF]),
        answerBytes: (genre, puzzle) => maskBytes(puzzle),
        decode(genre, puzzle, data) {
            const kept = unpack(data, puzzle.rows * puzzle.cols, 1);
            const clues = puzzle.clues.map((line, row) =>
                line.map((clue, col) => (kept[row * puzzle.cols + col] ? clue : null)));
            const made = createPuzzle(puzzle.genre, puzzle.rows, puzzle.cols, clues, puzzle.name);
            return { puzzle: made, solutions: [solution], message: "" };
        },
    };
}

function maskBytes(puzzle) {
    return Math.ceil(puzzle.rows * puzzle.cols / 8);
}

/** Of the answer to `certain`: the number of searches. */
const SEARCHES_BYTES = 2;

/** Return how many masks that answer has: of the cells; of loops also of the edges to their right, and below. */
function certainMasks(genre) {
    return genre.edges ? 3 : 1;
}

function decodeCertain(genre, puzzle, data) {
    const { rows, cols } = puzzle, masks = certainMasks(genre), length = maskBytes(puzzle);
    const [cells, right, below] = Array.from({ length: masks }, (_, mask) =>
        unpack(data.subarray(mask * length, (mask + 1) * length), rows * cols, 1));
    const solution = genre.decodeSolution(puzzle, data.subarray(masks * length, -SEARCHES_BYTES));
    const certain = solution.map((line, row) =>
        Array.from(line, (value, col) => (cells[row * cols + col] ? String(value) : "?")));
    const open = certain.flat().filter((value) => value === "?").length;
    const edge = ([row, col], [otherRow, otherCol]) => {
        const isSame = (row === otherRow ? right : below)[row * cols + col];
        return !isSame ? "?" : solution[row][col] === solution[otherRow][otherCol] ? "0" : "1";
    };
    const [low, high] = data.subarray(-SEARCHES_BYTES);
    return {
        puzzle, solutions: [solution], certain, unique: !open, counters: { searches: low + 256 * high },
        certainEdges: masks > 1 ? edgesBetween(certain, edge) : null,
        message: open ? `${open} cells differ between solutions` : "unique: there is no other solution",
    };
}
