// A job for a board: chooses an engine, makes the requests, and returns the outcome. Each solution that a board finds
// is verified against the rules.

import { genreOf } from "../puzzles/genres.js";
import { OPEN, placesOf, valuesOf } from "../puzzles/marks.js";
import { besideEdge, cellsOf, isInGrid } from "../puzzles/places.js";
import { LOOP, createPuzzle, faultText, kindOf, turned, turnedBack } from "../puzzles/puzzle.js";
import { violations } from "../puzzles/rules.js";
import { joined, pack, unpack } from "../puzzles/wire.js";
import { packed } from "./messages.js";
import { ENGINES, Masks, Reason, Status, Task } from "./numbers.js";

/**
 * @typedef {{puzzle: Puzzle, count?: 1 | 2, limit?: number, counters?: boolean, task?: ?BoardTask}} Job
 * `count` is the number of solutions to search for. The board gives up after `limit` clock cycles; 0 means no limit.
 * `counters` says whether to return the engine's counters. `task` is a task to do instead of a search.
 *
 * @typedef {Readonly<{puzzle: Puzzle, status: "solved" | "no-solution" | "limit" | "cancelled" | "error",
 *     message: string, engine: string, solutions: Solution[], unique: ?boolean, cycles: ?number, clock: ?number,
 *     counters: Record<string, number>, certain: ?number[], certainCells: ?number}>} Outcome
 * `message` explains the status. `unique` is null if unknown. `clock` is in Hz. `certain` has the values that are the
 * same in all solutions (see marks.js), and `OPEN` at other places; `certainCells` is the number of certain cells.
 *
 * @typedef {{number: number, mayBeTurned: boolean, encode: (puzzle: Puzzle, genre: object) => Uint8Array,
 *     answerBytes: (puzzle: Puzzle, genre: object) => number,
 *     decode: (data: Uint8Array, puzzle: Puzzle, isTurned: boolean) => object,
 *     isUnique: (result: object, found: ?object) => ?boolean}} BoardTask
 * A task that only the fast engines support. If `mayBeTurned` is set and only the turned puzzle fits, the board gets
 * the turned puzzle. `decode` returns fields of the outcome. `isUnique` gets the result and these fields; in place of
 * the fields, it gets null if the result has no answer.
 */

const REFUSALS = {
    [Reason.MALFORMED]: "the board reports that the puzzle is malformed",
    [Reason.UNKNOWN_GENRE]: "the board was built without an engine for this genre",
    [Reason.TOO_LARGE]: "the puzzle is too large for this board",
    [Reason.UNKNOWN_TASK]: "the board's engine only solves puzzles",
};

const STATUSES = {
    [Status.SOLVED]: "solved",
    [Status.NO_SOLUTION]: "no-solution",
    [Status.LIMIT]: "limit",
    [Status.CANCELLED]: "cancelled",
};

const NOTHING = {
    message: "", engine: "", solutions: [], unique: null, cycles: null, clock: null, counters: {}, certain: null,
    certainCells: null,
};

/** The size in bytes of the number of searches, which is the last field of an answer to `certain`. */
const SEARCHES_BYTES = 2;

/** The groups of symmetries for `thin`, with their numbers in the link protocol. */
export const Symmetry = Object.freeze({ NONE: 0x01, MIRROR: 0x05, ROTATE: 0x09, DIAGONAL: 0x11 });

/**
 * Return the first of a board's engines that supports a puzzle, and whether the puzzle has to be turned: {built,
 * turned}. If no engine supports the puzzle, return {refusal} with the reason.
 */
export function choose(puzzle, engines) {
    const { title, onBoards } = genreOf(puzzle), { rows, cols } = puzzle;
    const order = (one) => ENGINES.indexOf(one.type);
    const built = engines.filter((one) => one.genre === onBoards && one.type).sort((a, b) => order(a) - order(b));
    if (!built.length) return { refusal: `this board was built without an engine for ${title}` };
    const fits = (one, rows, cols) =>
        (one.type.exact ? rows === one.rows && cols === one.cols : rows <= one.rows && cols <= one.cols);
    for (const one of built) {
        const isTurned = [false, true].find((turned) => fits(one, turned ? cols : rows, turned ? rows : cols));
        if (isTurned !== undefined) return { built: one, turned: isTurned };
    }
    const sizes = new Set(built.map((one) => `${one.type.exact ? "" : "up to "}${one.rows}x${one.cols}`));
    return { refusal: `${rows}x${cols} does not fit: this board solves ${title} ${[...sizes].join(" or ")}` };
}

/**
 * Return a *question*, which is a job for one board: {soc, terms, puzzle, solutionBytes, cells, cancelled, answered}.
 * If the board cannot do the job, return {refused}, the outcome with the reason.
 *
 * - `soc` is the number of the SoC that has the engine; `terms` is the first parameter of `solve` in messages.js
 * - `puzzle` is the encoded puzzle, with the parameters of the task. If the puzzle is too large for a message, `cells`
 *   are the cells to store before the request; otherwise `cells` is null
 * - `solutionBytes` is the number of bytes that a solution has in the result
 * - `cancelled()` returns the outcome of a cancelled job; `answered(result, found)` returns the outcome for a result
 *   whose encoded solutions are `found`
 *
 * @param {Job} job @param {import("./messages.js").Identity} identity The description of the board.
 */
export function questionFor({ puzzle, count = 1, limit = 0, counters = false, task = null }, identity) {
    const genre = genreOf(puzzle), fault = genre.wrongClue(puzzle);
    const chosen = fault ? { refusal: faultText(fault) } : choose(puzzle, identity.engines);
    const { refusal, built, turned: isTurned } = chosen;
    const engine = built?.type, isWhole = built && puzzle.rows <= engine.whole[0] && puzzle.cols <= engine.whole[1];
    const message = refusal
        ?? (task && isTurned && !task.mayBeTurned ? "the puzzle fits this board only if it is turned" : null)
        ?? (task && !isWhole ? "the puzzle is too large for this task" : null);
    if (message) return { refused: outcomeOf("error", { message }) };
    const asked = isTurned ? turned(puzzle) : puzzle;  // the puzzle that the board gets
    const cells = isWhole ? null : genre.cells(asked);

    /** @returns {Outcome} */
    function outcomeOf(status, fields) {
        return Object.freeze({ ...NOTHING, puzzle, status, ...fields });
    }

    function answered(result, found) {
        if (result.status === Status.REFUSED) {
            const message = REFUSALS[result.reason] ?? `the board refuses the puzzle (reason ${result.reason})`;
            return outcomeOf("error", { message });
        }
        const names = engine.counters.slice(0, result.counters.length);
        const work = {
            engine: engine.name, cycles: result.cycles, clock: identity.clock,
            counters: Object.fromEntries(names.map((name, at) => [name, result.counters[at]])),
        };
        try {
            return outcomeOf(STATUSES[result.status], { ...work, ...verified(result, found) });
        } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            return outcomeOf("error", { ...work, message: `the board's answer is wrong: ${error.message}` });
        }
    }

    /** Return fields of the outcome; RangeError if the result contradicts itself or if a solution breaks the rules. */
    function verified(result, found) {
        if ((result.status === Status.SOLVED) !== found.length > 0 || found.length > (task ? 1 : count)) {
            throw new RangeError(`${STATUSES[result.status]} with ${found.length} solutions`);
        }
        const fields = task ? ofTask(result, found) : ofSearch(result, found);
        for (const solution of fields.solutions) {
            const [fault] = violations(fields.puzzle ?? puzzle, solution);
            if (fault) throw new RangeError(faultText(fault));
        }
        return fields;
    }

    function ofSearch(result, found) {
        const decoded = found.map((data) => (cells ? genre.decodeCells : genre.decodeSolution)(asked, data));
        const solutions = isTurned ? decoded.map(turnedBack) : decoded;
        if (new Set(solutions.map(String)).size < solutions.length) {
            throw new RangeError("it contains the same solution twice");
        }
        const isKnown = found.length > 1 || (result.complete && found.length < count);
        const unique = isKnown ? found.length === 1 : null;
        const message = found.length ? uniquenessText(unique, count) : failureMessage(result, limit);
        return { solutions, unique, message };
    }

    function ofTask(result, [data]) {
        const decoded = data ? task.decode(data, puzzle, isTurned) : null, unique = task.isUnique(result, decoded);
        return decoded ? { ...decoded, unique } : { solutions: [], unique, message: failureMessage(result, limit) };
    }

    return {
        soc: built.soc,
        terms: {
            genre: engine.genreNumber, engine: engine.number, count, limit, rows: asked.rows, cols: asked.cols,
            counters, task: task?.number ?? Task.SEARCH,
        },
        puzzle: (task ?? genre).encode(asked, genre),
        solutionBytes: task ? task.answerBytes(asked, genre) : genre.solutionBytes(asked),
        cells,
        cancelled: () => outcomeOf("cancelled", { message: "cancelled" }),
        answered,
    };
}

/** Return the task that finds one solution, and what all solutions have in common. @returns {BoardTask} */
export function certain() {
    return {
        number: Task.CERTAIN,
        mayBeTurned: true,
        encode: (puzzle, genre) => genre.encode(puzzle),
        answerBytes: (puzzle, genre) =>
            certainMasks(puzzle) * maskBytes(puzzle) + genre.solutionBytes(puzzle) + SEARCHES_BYTES,
        decode: decodeCertain,
        isUnique: ({ complete }, found) => (complete ? found !== null && !found.certain.includes(OPEN) : null),
    };
}

/**
 * Return the task that removes clues in random order. A clue stays if the puzzle without it has another solution or is
 * too hard. The job's puzzle must have a clue in each cell that may have one.
 *
 * The 32 bits of `seed` determine the order. A clue is removed together with its images under `symmetry`. If `ease` is
 * 1, the puzzle needs no branching; if it is 2, the puzzle needs no lookahead (Slitherlink). @returns {BoardTask}
 */
export function thin({ solution, seed, symmetry = Symmetry.NONE, ease = 0 }) {
    return {
        number: Task.THIN,
        mayBeTurned: false,
        encode(puzzle, genre) {
            const may = pack(puzzle.clues.flat().map((clue) => (clue === null ? 0 : 1)), 1);
            const fields = packed([4, seed & ~0xFF], [2, 0], [1, symmetry], [1, ease], [1, Masks.SOME]);
            const clues = genre.areCluesFree ? genre.encode(puzzle).subarray(maskBytes(puzzle)) : new Uint8Array();
            return joined(fields, may, genre.encodeSolution(solution), clues, packed([1, seed & 0xFF]));
        },
        answerBytes: maskBytes,
        decode(data, puzzle) {
            const isLeft = unpack(data, puzzle.rows * puzzle.cols, 1);
            const clues = puzzle.clues.map((line, row) =>
                line.map((clue, col) => (isLeft[row * puzzle.cols + col] ? clue : null)));
            const made = createPuzzle(puzzle.genre, puzzle.rows, puzzle.cols, clues, puzzle.name);
            return { puzzle: made, solutions: [solution] };
        },
        isUnique: ({ status }, found) => (found ? true : status === Status.NO_SOLUTION && ease === 0 ? false : null),
    };
}

/** Return the number of masks in an answer to `certain`: one for the cells and, for loops, two more for the edges. */
function certainMasks(puzzle) {
    return kindOf(puzzle) === LOOP ? 3 : 1;
}

function maskBytes(puzzle) {
    return Math.ceil(puzzle.rows * puzzle.cols / 8);
}

/** Decode masks of the cells and edges that are certain, and a solution; docs/develop/protocol.md describes them. */
function decodeCertain(data, puzzle, isTurned) {
    const { rows, cols } = puzzle, asked = isTurned ? turned(puzzle) : puzzle;
    const masks = certainMasks(puzzle), length = maskBytes(puzzle);
    const [cells, right, below] = Array.from({ length: masks }, (_, mask) =>
        unpack(data.subarray(mask * length, (mask + 1) * length), rows * cols, 1));
    const found = genreOf(puzzle).decodeSolution(asked, data.subarray(masks * length, -SEARCHES_BYTES));
    const solution = isTurned ? turnedBack(found) : found, values = valuesOf(puzzle, solution);

    /** Return the place of a cell in the puzzle that the board got, which may be turned. */
    const inAsked = ([row, col]) => (isTurned ? [col, rows - 1 - row] : [row, col]);
    const bit = (mask, [row, col]) => mask[row * asked.cols + col] === 1;
    // Cells outside the grid are known: they are outside the loop.
    const isKnown = (cell) => !isInGrid(cell, rows, cols) || bit(cells, inAsked(cell));
    const isEdgeKnown = (edge) => {
        const [one, other] = besideEdge(edge);
        if (isKnown(one) || isKnown(other)) return isKnown(one) && isKnown(other);
        const [first, second] = [inAsked(one), inAsked(other)].sort(([row, col], [to, at]) => row - to || col - at);
        return bit(first[0] === second[0] ? right : below, first);
    };
    const isCertain = kindOf(puzzle) === LOOP ? isEdgeKnown : isKnown;
    const known = cellsOf(rows, cols).filter(isKnown).length, open = rows * cols - known;
    return {
        solutions: [solution], certainCells: known,
        certain: placesOf(puzzle).map((place, at) => (isCertain(place) ? values[at] : OPEN)),
        message: open ? `${open} cells differ between solutions` : "unique: there is no other solution",
    };
}

/** Describe the result of a search for `count` solutions that found at least one solution. */
function uniquenessText(unique, count) {
    if (unique === null) return count > 1 ? "a solution; the search for another solution was ended" : "";
    return unique ? "unique: there is no other solution" : "not unique: there is a second solution";
}

function failureMessage({ status }, limit) {
    return {
        [Status.NO_SOLUTION]: "there is no solution",
        [Status.LIMIT]: `not solved within ${limit.toLocaleString("en")} cycles`,
        [Status.CANCELLED]: "cancelled",
    }[status];
}
