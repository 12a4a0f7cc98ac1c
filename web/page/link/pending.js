// A job between its first request and its outcome: the engine is chosen, the result verified.
//
// Nothing that a board says about a solution is believed.

import { genreOf } from "../puzzles/genres.js";
import { edgesTurnedBack } from "../puzzles/edges.js";
import { faultText } from "../puzzles/puzzle.js";
import { turned, turnedBack } from "../puzzles/turned.js";
import { choose, countersOf, isWhole } from "./engines.js";
import { Unsuitable } from "./errors.js";
import { Reason, Status, Task } from "./numbers.js";

/**
 * @typedef {import("../puzzles/puzzle.js").Puzzle} Puzzle
 * @typedef {import("../puzzles/puzzle.js").Solution} Solution
 *
 * @typedef {{puzzle: Puzzle, count?: 1 | 2, limit?: number, engine?: ?string, counters?: boolean,
 *     task?: ?import("./tasks.js").BoardTask}} Job
 * `count`: how many solutions to look for; `limit`: clock cycles after which to give up, 0 for none; `engine`: its
 * name, by default the preferred one that the puzzle fits; `counters` are wanted, too; `task`: what to do instead of
 * looking for solutions.
 *
 * @typedef {Readonly<{puzzle: Puzzle, status: "solved" | "no-solution" | "limit" | "cancelled" | "error",
 *     message: string, engine: string, solutions: Solution[], complete: boolean, unique: ?boolean, cycles: ?number,
 *     clock: ?number, counters: Record<string, number>, counted: ?number, certain: ?string[][],
 *     certainEdges: ?import("../puzzles/edges.js").KnownEdges, lost: boolean}>} Outcome
 * `message`: what a person should know beyond the status; `complete`: the search space was exhausted, up to the count
 * asked for; `unique`: null if it is not known; `clock` in Hz; `certain`: "?" where solutions differ; `certainEdges`: the
 * same edge by edge, of loops; `lost`: the link broke.
 *
 * @typedef {{genre: number, engine: number, count: number, limit: number, rows: number, cols: number,
 *     counters: boolean, task: number, head: Uint8Array}} JobKind What the jobs of one SOLVE have in common.
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

const WITHOUT_ANSWER = {
    [Status.NO_SOLUTION]: "there is no solution",
    [Status.LIMIT]: "not done within the limit",
    [Status.CANCELLED]: "cancelled",
};

const NOTHING = {
    message: "", engine: "", solutions: [], complete: false, unique: null, cycles: null, clock: null, counters: {},
    counted: null, certain: null, certainEdges: null, lost: false,
};

/** A job on its way through a board. */
export class PendingJob {
    /** Set when the job is done. @type {?Outcome} */
    outcome = null;

    #engine;
    #turned;
    #genre;
    #clock;

    /** @param {Job} job @param {import("./identity.js").Identity} identity Of the board. */
    constructor(job, identity) {
        this.job = { count: 1, limit: 0, engine: null, counters: false, task: null, ...job };
        this.#clock = identity.clock;
        try {
            this.#prepare(identity);
        } catch (error) {
            if (!(error instanceof Unsuitable)) {
                throw error;
            }
            this.fail(error.message);
        }
    }

    /** Set the outcome of a job that is not wanted any more. */
    cancel() {
        this.#end("cancelled", { message: "cancelled" });
    }

    /** Set the outcome of a job whose board is gone. */
    lose(error) {
        this.#end("error", { message: `not solved: ${error.message}`, lost: true });
    }

    /** Set the outcome of a job that cannot be done. */
    fail(message) {
        this.#end("error", { message });
    }

    /** Verify a result and set the outcome; `found` are its solutions if they had to be fetched. */
    end(result, found = result.solutions) {
        if (result.status === Status.REFUSED) {
            this.fail(REFUSALS[result.reason] ?? `the board refuses the puzzle (reason ${result.reason})`);
            return;
        }
        const told = {
            engine: this.#engine.name, complete: result.complete, cycles: result.cycles, clock: this.#clock,
            counters: countersOf(this.#engine, result.counters),
        };
        try {
            const { counters, ...fields } = this.#verified(result, found);
            this.#end(STATUSES[result.status], { ...told, counters: { ...told.counters, ...counters }, ...fields });
        } catch (error) {
            if (!(error instanceof RangeError)) {
                throw error;
            }
            this.#end("error", { ...told, message: `the board's answer is wrong: ${error.message}` });
        }
    }

    #end(status, fields) {
        this.outcome = Object.freeze({ ...NOTHING, puzzle: this.job.puzzle, status, ...fields });
    }

    #prepare(identity) {
        const { puzzle, count, limit, counters, task } = this.job;
        const fault = genreOf(puzzle).wrongClue(puzzle);
        if (fault) {
            throw new Unsuitable(faultText(fault));
        }
        const { engine, turned: isTurned } = choose(puzzle, identity.engines, this.job.engine);
        if (task && isTurned && !task.mayBeTurned) {
            throw new Unsuitable("the puzzle fits this board only if it is turned");
        }
        if (task && !isWhole(engine, puzzle.rows, puzzle.cols)) {
            throw new Unsuitable("the puzzle is too large for this task");
        }
        this.#engine = engine;
        this.#turned = isTurned;
        this.#genre = genreOf(puzzle);
        /** As the board has it. */
        this.asked = isTurned ? turned(puzzle) : puzzle;
        const { rows, cols } = this.asked;
        /** @type {JobKind} */
        this.kind = {
            genre: engine.genreNumber, engine: engine.number, count, limit, rows, cols, counters,
            task: task?.number ?? Task.SEARCH, head: task ? task.head(this.#genre, this.asked) : new Uint8Array(),
        };
        /** As a SOLVE has it. */
        this.puzzle = task ? task.encode(this.#genre, this.asked) : this.#genre.encode(this.asked);
        /** The length of a solution in its result; null if it is a number. */
        this.solutionBytes = task ? task.answerBytes(this.#genre, this.asked) : this.#genre.solutionBytes(this.asked);
        /** What has to be stored before its SOLVE, of a puzzle that is too large for a message; else null. */
        this.cells = isWhole(engine, rows, cols) ? null : this.#genre.cells(this.asked);
    }

    /** Return fields of the outcome; RangeError if the result cannot be right, or a solution breaks the rules. */
    #verified(result, found) {
        const most = this.job.task ? 1 : this.job.count;
        if ((result.status === Status.SOLVED) !== found.length > 0 || found.length > most) {
            throw new RangeError(`${STATUSES[result.status]} with ${found.length} solutions`);
        }
        return this.job.task ? this.#ofTask(result, found) : this.#ofSearch(result, found);
    }

    #ofSearch(result, found) {
        const { puzzle, count, limit } = this.job;
        const decode = this.cells ? this.#genre.decodeCells : this.#genre.decodeSolution;
        const decoded = found.map((data) => decode(this.asked, data));
        const solutions = this.#turned ? decoded.map(turnedBack) : decoded;
        solutions.forEach((solution) => this.#verify(puzzle, solution));
        if (new Set(solutions.map(String)).size < solutions.length) {
            throw new RangeError("it holds the same solution twice");
        }
        const all = result.complete && solutions.length < count;
        const unique = solutions.length > 1 ? false : all ? solutions.length === 1 : null;
        const message = {
            [Status.SOLVED]: inWords(unique, count),
            [Status.NO_SOLUTION]: "there is no solution",
            [Status.LIMIT]: `not solved within ${limit.toLocaleString("en")} cycles`,
            [Status.CANCELLED]: "cancelled",
        }[result.status];
        return { solutions, unique, message };
    }

    #ofTask(result, found) {
        if (!found.length) {
            return { message: WITHOUT_ANSWER[result.status] };
        }
        const { puzzle, solutions, ...facts } = this.job.task.decode(this.#genre, this.asked, found[0]);
        solutions.forEach((solution) => this.#verify(puzzle, solution));
        const back = this.#turned ? turnedBack : (lines) => lines;
        return {
            puzzle: this.#turned ? this.job.puzzle : puzzle,
            solutions: solutions.map(back),
            ...facts,
            certain: facts.certain ? back(facts.certain) : null,
            certainEdges: this.#turned && facts.certainEdges ? edgesTurnedBack(facts.certainEdges)
                : facts.certainEdges ?? null,
            unique: result.complete ? facts.unique ?? null : null,
        };
    }

    #verify(puzzle, solution) {
        const [fault] = this.#genre.violations(puzzle, solution);
        if (fault) {
            throw new RangeError(faultText(fault));
        }
    }
}

/** Say what a search for `count` solutions has found, at least one. */
function inWords(unique, count) {
    if (unique === null) {
        return count > 1 ? "a solution; the search for another one was ended" : "";
    }
    return unique ? "unique: there is no other solution" : "not unique: there is a second solution";
}
