// What a board is asked about a puzzle: which engine takes it, what is sent, and what the answer means.
//
// Nothing that a board says about a solution is believed: each is verified against the rules.

import { genreOf } from "../puzzles/genres.js";
import { edgesBetween, edgesTurnedBack } from "../puzzles/loops.js";
import { createPuzzle, faultText, turned, turnedBack } from "../puzzles/puzzle.js";
import { joined, pack, unpack } from "../puzzles/wire.js";
import { packed } from "./messages.js";
import { ENGINES, Masks, Reason, Status, Task } from "./numbers.js";

/**
 * @typedef {import("../puzzles/puzzle.js").Puzzle} Puzzle
 * @typedef {import("../puzzles/puzzle.js").Solution} Solution
 *
 * @typedef {{puzzle: Puzzle, count?: 1 | 2, limit?: number, counters?: boolean, task?: ?BoardTask}} Job
 * `count`: how many solutions to look for; `limit`: clock cycles after which to give up, 0 for none; `counters` are
 * wanted, too; `task`: what to do instead of looking for solutions.
 *
 * @typedef {Readonly<{puzzle: Puzzle, status: "solved" | "no-solution" | "limit" | "cancelled" | "error",
 *     message: string, engine: string, solutions: Solution[], unique: ?boolean, cycles: ?number, clock: ?number,
 *     counters: Record<string, number>, certain: ?string[][],
 *     certainEdges: ?import("../puzzles/loops.js").KnownEdges}>} Outcome
 * `message`: what a person should know beyond the status; `unique`: null if it is not known; `clock` in Hz; `certain`:
 * "?" where solutions differ; `certainEdges`: the same edge by edge, of loops.
 *
 * @typedef {{number: number, mayBeTurned: boolean, encode: (genre: object, puzzle: Puzzle) => Uint8Array,
 *     answerBytes: (genre: object, puzzle: Puzzle) => number,
 *     decode: (genre: object, puzzle: Puzzle, data: Uint8Array) => object,
 *     isUnique: (result: object, found: ?object) => ?boolean}} BoardTask
 * A task besides looking for solutions, which only the fast engines do. `decode` returns fields of the outcome;
 * `isUnique` gets these, or null if there is no answer.
 */

const REFUSALS = {
    [Reason.MALFORMED]: "the board takes the puzzle for malformed",
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
    certainEdges: null,
};

/** Of the answer to `certain`: the number of searches. */
const SEARCHES_BYTES = 2;

/** The images of a grid that have the same clues, for `thin`, as the link protocol numbers them; those of a group. */
export const Symmetry = Object.freeze({ NONE: 0x01, MIRROR: 0x05, ROTATE: 0x09, DIAGONAL: 0x11 });

/**
 * Choose the engine of a board that solves a puzzle: the first that it fits.
 *
 * @param {Puzzle} puzzle
 * @param {ReadonlyArray<import("./messages.js").BuiltEngine>} engines The board's.
 * @returns {{built: import("./messages.js").BuiltEngine, turned: boolean} | {refusal: string}} `built`: the one of
 *     `engines`; `turned`: it fits only after a rotation; `refusal`: why there is none.
 */
export function choose(puzzle, engines) {
    const { title, onBoards } = genreOf(puzzle), { rows, cols } = puzzle;
    const order = (one) => ENGINES.indexOf(one.type);
    const built = engines.filter((one) => one.genre === onBoards && one.type).sort((a, b) => order(a) - order(b));
    if (!built.length) {
        return { refusal: `this board was built without an engine for ${title}` };
    }
    for (const one of built) {
        const isTurned = [false, true].find((turned) => fits(one, turned ? cols : rows, turned ? rows : cols));
        if (isTurned !== undefined) {
            return { built: one, turned: isTurned };
        }
    }
    const sizes = new Set(built.map((one) => `${one.type.exact ? "" : "up to "}${one.rows}x${one.cols}`));
    return { refusal: `${rows}x${cols} does not fit this board, which takes ${title} ${[...sizes].join(" or ")}` };
}

function fits({ type, rows, cols }, puzzleRows, puzzleCols) {
    return type.exact ? puzzleRows === rows && puzzleCols === cols : puzzleRows <= rows && puzzleCols <= cols;
}

/** A job as one board gets it, and what its answer means. */
export class Question {
    /** Why the board cannot be asked, in words; null if it can. @type {?string} */
    refusal = null;

    #job;
    #genre;
    #engine;
    #turned;
    #asked; // the puzzle as the board has it
    #clock;

    /** @param {Job} job @param {import("./messages.js").Identity} identity Of the board. */
    constructor(job, identity) {
        this.#job = { count: 1, limit: 0, counters: false, task: null, ...job };
        this.#clock = identity.clock;
        const { puzzle, task, count, limit, counters } = this.#job;
        const genre = this.#genre = genreOf(puzzle);
        const fault = genre.wrongClue(puzzle);
        const chosen = fault ? { refusal: faultText(fault) } : choose(puzzle, identity.engines);
        const { refusal, built, turned: isTurned } = chosen, engine = built?.type;
        const isWhole = !refusal && puzzle.rows <= engine.whole[0] && puzzle.cols <= engine.whole[1];
        this.refusal = refusal
            ?? (task && isTurned && !task.mayBeTurned ? "the puzzle fits this board only if it is turned" : null)
            ?? (task && !isWhole ? "the puzzle is too large for this task" : null);
        if (this.refusal) {
            return;
        }
        const asked = this.#asked = isTurned ? turned(puzzle) : puzzle;
        this.#engine = engine;
        this.#turned = isTurned;
        const { rows, cols } = asked;
        /** What `solve` of messages.js takes. */
        this.terms = {
            genre: engine.genreNumber, engine: engine.number, count, limit, rows, cols, counters,
            task: task?.number ?? Task.SEARCH,
        };
        this.puzzle = task ? task.encode(genre, asked) : genre.encode(asked);
        /** The length of a solution in the result. */
        this.solutionBytes = task ? task.answerBytes(genre, asked) : genre.solutionBytes(asked);
        /** What has to be stored before it is asked, of a puzzle that is too large for a message; else null. */
        this.cells = isWhole ? null : genre.cells(asked);
    }

    /** Return the outcome of a question that the board cannot be asked. @returns {Outcome} */
    refused() {
        return this.#outcome("error", { message: this.refusal });
    }

    /** Return the outcome of a question that is not wanted any more. @returns {Outcome} */
    cancelled() {
        return this.#outcome("cancelled", { message: "cancelled" });
    }

    /** Return the outcome by a result, whose solutions are `found`. @returns {Outcome} */
    answered(result, found) {
        if (result.status === Status.REFUSED) {
            const message = REFUSALS[result.reason] ?? `the board refuses the puzzle (reason ${result.reason})`;
            return this.#outcome("error", { message });
        }
        const names = this.#engine.counters.slice(0, result.counters.length);
        const told = {
            engine: this.#engine.name, cycles: result.cycles, clock: this.#clock,
            counters: Object.fromEntries(names.map((name, at) => [name, result.counters[at]])),
        };
        try {
            return this.#outcome(STATUSES[result.status], { ...told, ...this.#verified(result, found) });
        } catch (error) {
            if (!(error instanceof RangeError)) {
                throw error;
            }
            return this.#outcome("error", { ...told, message: `the board's answer is wrong: ${error.message}` });
        }
    }

    #outcome(status, fields) {
        return Object.freeze({ ...NOTHING, puzzle: this.#job.puzzle, status, ...fields });
    }

    /** Return fields of the outcome; RangeError if the result cannot be right, or a solution breaks the rules. */
    #verified(result, found) {
        const { task, count } = this.#job;
        if ((result.status === Status.SOLVED) !== found.length > 0 || found.length > (task ? 1 : count)) {
            throw new RangeError(`${STATUSES[result.status]} with ${found.length} solutions`);
        }
        const fields = task ? this.#ofTask(result, found) : this.#ofSearch(result, found);
        for (const solution of fields.solutions) {
            const [fault] = this.#genre.violations(fields.puzzle ?? this.#job.puzzle, solution);
            if (fault) {
                throw new RangeError(faultText(fault));
            }
        }
        return fields;
    }

    #ofSearch(result, found) {
        const { count, limit } = this.#job;
        const decode = this.cells ? this.#genre.decodeCells : this.#genre.decodeSolution;
        const solutions = found.map((data) => this.#back(decode(this.#asked, data)));
        if (new Set(solutions.map(String)).size < solutions.length) {
            throw new RangeError("it holds the same solution twice");
        }
        const isKnown = found.length > 1 || (result.complete && found.length < count);
        const unique = isKnown ? found.length === 1 : null;
        return { solutions, unique, message: found.length ? inWords(unique, count) : withoutAnswer(result, limit) };
    }

    #ofTask(result, [data]) {
        const { task, limit } = this.#job;
        if (!data) {
            const unique = task.isUnique(result, null);
            return { solutions: [], unique, message: withoutAnswer(result, limit) };
        }
        const decoded = task.decode(this.#genre, this.#asked, data);
        const { certain, certainEdges } = decoded;
        return {
            ...decoded,
            solutions: decoded.solutions.map((solution) => this.#back(solution)),
            certain: certain ? this.#back(certain) : null,
            certainEdges: this.#turned && certainEdges ? edgesTurnedBack(certainEdges) : certainEdges ?? null,
            unique: task.isUnique(result, decoded),
        };
    }

    /** Return rows of the board's grid as those of the puzzle. */
    #back(lines) {
        return this.#turned ? turnedBack(lines) : lines;
    }
}

/** Return the task to find what all solutions have in common, and one of them. @returns {BoardTask} */
export function certain() {
    return {
        number: Task.CERTAIN,
        mayBeTurned: true,
        encode: (genre, puzzle) => genre.encode(puzzle),
        answerBytes: (genre, puzzle) =>
            certainMasks(genre) * maskBytes(puzzle) + genre.solutionBytes(puzzle) + SEARCHES_BYTES,
        decode: decodeCertain,
        isUnique: ({ complete }, found) => (complete ? !found?.certain.flat().includes("?") && found !== null : null),
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
 * @param {number} [options.ease] 0 any puzzle; 1 one that needs no branching; 2 nor lookahead (Slitherlink).
 * @returns {BoardTask}
 */
export function thin({ solution, seed, symmetry = Symmetry.NONE, ease = 0 }) {
    return {
        number: Task.THIN,
        mayBeTurned: false,
        encode(genre, puzzle) {
            const may = pack(puzzle.clues.flat().map((clue) => (clue === null ? 0 : 1)), 1);
            const fields = packed([4, seed & ~0xFF], [2, 0], [1, symmetry], [1, ease], [1, Masks.SOME]);
            return joined(fields, may, genre.encodeSolution(solution), packed([1, seed & 0xFF]));
        },
        answerBytes: (genre, puzzle) => maskBytes(puzzle),
        decode(genre, puzzle, data) {
            const kept = unpack(data, puzzle.rows * puzzle.cols, 1);
            const clues = puzzle.clues.map((line, row) =>
                line.map((clue, col) => (kept[row * puzzle.cols + col] ? clue : null)));
            const made = createPuzzle(puzzle.genre, puzzle.rows, puzzle.cols, clues, puzzle.name);
            return { puzzle: made, solutions: [solution] };
        },
        isUnique: ({ status }, found) => (found ? true : status === Status.NO_SOLUTION && ease === 0 ? false : null),
    };
}

/** Return how many masks the answer to `certain` has: of cells; of loops also of the edges right of them, and below. */
function certainMasks(genre) {
    return genre.edges ? 3 : 1;
}

function maskBytes(puzzle) {
    return Math.ceil(puzzle.rows * puzzle.cols / 8);
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
    return {
        solutions: [solution], certain, certainEdges: masks > 1 ? edgesBetween(certain, edge) : null,
        message: open ? `${open} cells differ between solutions` : "unique: there is no other solution",
    };
}

/** Say what a search for `count` solutions has found, at least one. */
function inWords(unique, count) {
    if (unique === null) {
        return count > 1 ? "a solution; the search for another one was ended" : "";
    }
    return unique ? "unique: there is no other solution" : "not unique: there is a second solution";
}

function withoutAnswer({ status }, limit) {
    return {
        [Status.NO_SOLUTION]: "there is no solution",
        [Status.LIMIT]: `not solved within ${limit.toLocaleString("en")} cycles`,
        [Status.CANCELLED]: "cancelled",
    }[status];
}
