// Jobs on their way through a board, many at a time: the host's side of docs/develop/protocol.md for them.

import { joined } from "../puzzles/bits.js";
import { BoardError, ProtocolError, nonsense } from "./errors.js";
import { CANCEL, poll, repeat, solve, takeResult } from "./messages.js";
import { Dropped, Kind, Reason, SEQUENCES } from "./numbers.js";
import { Reader } from "./payload.js";
import { PendingJob } from "./pending.js";
import { Forgotten, fetchSolutions, store } from "./pieces.js";

/** Seconds between two questions about a long search: often enough to show progress and to hold a changed bit rate. */
const POLL_INTERVAL = 0.4;

/** A board that forgets its jobs more often without a result in between is given up. */
const MOST_LOSSES = 5;

/** Bytes of puzzles in a SOLVE with several: enough to make little of a frame's other bytes, few enough to lose. */
const GATHERED = 230;

/** Bytes of a board's memory for puzzles that each SOLVE takes besides these. */
const OVERHEAD = 96;

/** Bytes of results after which the host says that it has them: a board keeps about twice as many, ... */
const MOST_UNTAKEN = 1024;

/** ... and so many with each RESULT. */
const AROUND_RESULTS = 20;

/** Pending jobs at most; of jobs that the board cannot do, any number could be begun. */
const MOST_PENDING = 1024;

/** The jobs of one SOLVE. */
class Batch {
    sent = -Infinity;
    times = 0;

    /** @param {number} first The number of the first job. @param {PendingJob[]} jobs */
    constructor(first, jobs) {
        this.first = first;
        this.jobs = jobs;
        this.puzzles = joined(...jobs.map((one) => one.puzzle));
        /** In bytes of the board's memory. */
        this.size = jobs[0].kind.head.length + this.puzzles.length + OVERHEAD;
    }

    /** Return the SOLVE, which also says which results are here. */
    request(taken) {
        const [{ kind, cells }] = this.jobs;
        return solve(taken, kind, this.jobs.length, this.puzzles, cells !== null);
    }
}

/** Jobs have numbers from 0 on in each session. The board takes them in order, and answers in order. */
export class Pipeline {
    /** Begun and not yet yielded, in order. @type {PendingJob[]} */
    pending = [];

    /** No other jobs are to be begun. */
    exhausted = false;

    #session;
    #jobs;
    #onprogress;
    #unsent = [];
    #batches = [];
    #sessions = 0;
    #losses = 0;
    #isCancelled = false;
    #cancelled = Infinity; // when

    #question; // the number of the last POLL
    #isUnanswered;
    #next; // the number of the next job to send
    #expected; // that of the next one that the board takes, as far as it has said
    #ended; // that of the first one without a result here
    #untaken; // bytes of results since the board was told what is here
    #spoke; // when that was
    #polled;
    #repaired; // when something was last sent again because the board told of a gap
    #isRecovering; // the oldest request was sent again, and not those behind it
    #wasFull; // there was no room for a request

    /**
     * @param {import("./session.js").Session} session
     * @param {Iterable<import("./pending.js").Job>} jobs
     * @param {?import("./session.js").Progress} onprogress
     */
    constructor(session, jobs, onprogress) {
        this.#session = session;
        this.#jobs = jobs[Symbol.iterator]();
        this.#onprogress = onprogress;
    }

    /** Have all jobs ended. */
    cancel() {
        this.#isCancelled = true;
    }

    /** Send what is to be sent, and take the answers that come within a moment. */
    async advance() {
        if (this.#sessions === 0) {
            await this.#session.prepare();
            this.#begin();
        }
        if (this.#isCancelled && this.#cancelled === Infinity) {
            this.#cancelAll();
        }
        await this.#fill();
        if (!this.#batches.length) {
            return;
        }
        this.#ask();
        const sessions = this.#sessions;
        for (const [sequence, answer] of await this.#session.listen()) {
            await this.#take(sequence, answer);
            if (!this.#batches.length || this.#sessions !== sessions) {
                break;
            }
        }
        this.#checkSilence();
    }

    /** Begin a session, in which the board knows no job. */
    #begin() {
        this.#sessions++;
        this.#question = 0;
        this.#isUnanswered = false;
        this.#next = 0;
        this.#expected = 0;
        this.#ended = 0;
        this.#untaken = 0;
        this.#spoke = this.#polled = this.#session.heard = this.#session.now;
        this.#repaired = -Infinity;
        this.#isRecovering = false;
        this.#wasFull = false;
    }

    // Sending

    /** Send puzzles as far as the board has room for them. */
    async #fill() {
        for (let batch; (batch = await this.#nextBatch());) {
            this.#batches.push(batch);
            this.#next = (this.#next + batch.jobs.length) % SEQUENCES;
            this.#send(batch);
        }
    }

    async #nextBatch() {
        const waiting = this.#batches.reduce((sum, batch) => sum + batch.size, 0);
        const room = this.#session.identity.room - waiting - OVERHEAD;
        const jobs = [];
        let size = 0;
        for (let one; (one = this.#peek()); jobs.push(this.#unsent.shift())) {
            if (this.#batches.length && (one.cells || this.#batches.at(-1).jobs[0].cells)) {
                break; // what is too large for a message goes through the board alone
            }
            if (jobs.length && (!isSameKind(one.kind, jobs[0].kind) || one.cells || jobs[0].cells
                || size + one.puzzle.length > GATHERED)) {
                break;
            }
            if (this.#batches.length && one.kind.head.length + size + one.puzzle.length > room) {
                break;
            }
            size += one.puzzle.length;
        }
        if (!jobs.length || (jobs[0].cells && !(await this.#store(jobs[0])))) {
            return null;
        }
        return new Batch(this.#next, jobs);
    }

    /** Return the next job to send; null if there is none. */
    #peek() {
        while (!this.#unsent.length) {
            if (this.exhausted || this.pending.length >= MOST_PENDING) {
                return null;
            }
            const { done, value } = this.#jobs.next();
            if (done) {
                this.exhausted = true;
                return null;
            }
            const one = new PendingJob(value, this.#session.identity);
            this.pending.push(one);
            if (!one.outcome) {
                this.#unsent.push(one);
            }
        }
        return this.#unsent[0];
    }

    #send(batch) {
        this.#session.send(batch.request(this.#ended), batch.first);
        batch.sent = this.#session.now;
        batch.times++;
        this.#said();
    }

    /** A request was sent that tells which results are here. */
    #said() {
        this.#spoke = this.#session.now;
        this.#untaken = 0;
    }

    /** Ask how far the board is. */
    #poll() {
        if (this.#cancelled < Infinity) {
            this.#session.send(CANCEL, (this.#next + SEQUENCES - 1) % SEQUENCES);
        }
        // The number tells which question an answer is to; 0 is that of answers to none.
        this.#question = this.#question % (SEQUENCES - 1) + 1;
        this.#session.send(poll(this.#ended), this.#question);
        this.#polled = this.#session.now;
        this.#isUnanswered = true;
        this.#said();
    }

    /** Ask the board if there is a reason to. */
    #ask() {
        const { now, heard, roundTrip } = this.#session;
        const isOwed = this.#isUnanswered || this.#notAccepted().length > 0;
        if (isOwed && now - Math.max(this.#spoke, heard) >= roundTrip.timeout) {
            roundTrip.timedOut();
            this.#remind();
        } else if (this.#untaken > MOST_UNTAKEN || (now - this.#polled >= POLL_INTERVAL && !this.#isUnanswered)) {
            this.#poll();
        }
    }

    /** Send the oldest request again that has no answer. */
    #remind() {
        const [lost] = this.#notAccepted();
        if (lost) {
            this.#isRecovering = true;
            this.#send(lost);
        }
        if (!lost || this.#cancelled < Infinity) {
            this.#poll();
        }
    }

    #notAccepted() {
        return this.#batches.filter((batch) => !isAhead(this.#expected, batch.first));
    }

    #sendNotAccepted() {
        this.#notAccepted().forEach((batch) => this.#send(batch));
    }

    /** End all jobs; what the board has already solved still counts. */
    #cancelAll() {
        this.#cancelled = this.#session.now;
        this.exhausted = true;
        this.#unsent.splice(0).forEach((one) => one.cancel());
        if (this.#batches.length) {
            this.#poll();
        }
    }

    // Receiving

    /** Act on an answer; an old one changes nothing. */
    async #take(sequence, answer) {
        if (answer.kind === Kind.REFUSED) {
            if (answer.reason === Reason.NO_SESSION) {
                await this.#beginAgain();
            } else if (answer.reason !== Reason.BUSY) {
                throw new BoardError(`the board refuses a puzzle (reason ${answer.reason})`);
            }
        } else if (answer.kind === Kind.STATE) {
            this.#takeState(answer, sequence === this.#question);
        } else if (answer.kind === Kind.RESULT && sequence === this.#ended) {
            await this.#takeResults(answer.results);
        } else if (answer.kind === Kind.RESULT && isAhead(sequence, this.#ended)) {
            this.#repeat();
        }
    }

    /** Act on a state, which `answers` the last question or none. */
    #takeState(state, answers) {
        if (answers && this.#isUnanswered) {
            this.#isUnanswered = false;
            this.#session.roundTrip.answered(this.#session.now - this.#polled);
        }
        if (isAhead(state.ended, this.#ended)) {
            // The line keeps its order, so the results before that one are lost.
            this.#repeat();
        }
        this.#accept(state.expected);
        this.#wasFull ||= state.dropped === Dropped.FULL;
        const [lost] = this.#notAccepted();
        const isGap = state.dropped === Dropped.GAP && this.#mayRepair();
        // There is a gap; or the question was asked after that request.
        if (lost && (isGap || (answers && lost.sent < this.#polled))) {
            this.#sendNotAccepted();
        }
        const isSolving = state.ended === this.#ended && state.ended !== state.expected;
        if (this.#onprogress && this.#batches.length && isSolving) {
            this.#onprogress(this.#oldest.job, { cycles: state.cycles, nodes: state.nodes });
        }
    }

    async #takeResults(data) {
        const results = new Reader(data);
        this.#untaken += data.length + AROUND_RESULTS;
        while (results.more) {
            const one = this.#oldest, result = this.#resultOf(one, results);
            const [batch] = this.#batches;
            this.#accept((this.#ended + 1) % SEQUENCES);
            this.#ended = (this.#ended + 1) % SEQUENCES;
            if (one === batch.jobs.at(-1)) {
                this.#batches.shift();
                if (this.#wasFull) {
                    this.#wasFull = false;
                    this.#sendNotAccepted();
                }
            }
            await this.#end(one, result);
        }
    }

    #resultOf(one, results) {
        try {
            if (!one) {
                throw new ProtocolError("RESULT: there is no such job");
            }
            return takeResult(results, one.solutionBytes);
        } catch (error) {
            throw error instanceof ProtocolError ? nonsense(error) : error;
        }
    }

    /** The first job without a result. */
    get #oldest() {
        const [batch] = this.#batches;
        return batch?.jobs[(this.#ended - batch.first + SEQUENCES) % SEQUENCES];
    }

    /** The board has all jobs before that one. */
    #accept(expected) {
        if (!isAhead(expected, this.#expected)) {
            return;
        }
        for (const batch of this.#notAccepted()) {
            if (isAhead(expected, batch.first) && batch.times === 1) {
                this.#session.roundTrip.answered(this.#session.now - batch.sent);
            }
        }
        this.#expected = expected;
        if (this.#isRecovering) {
            // What came behind the request that was lost, the board has dropped.
            this.#isRecovering = false;
            this.#sendNotAccepted();
        }
    }

    /** Ask for lost results. */
    #repeat() {
        if (this.#mayRepair()) {
            this.#session.send(repeat(this.#ended));
            this.#said();
        }
    }

    /** Return whether it is time to repair a loss: once for all frames that tell of the same one. */
    #mayRepair() {
        if (this.#session.now - this.#repaired < this.#session.roundTrip.timeout / 2) {
            return false;
        }
        this.#repaired = this.#session.now;
        return true;
    }

    async #end(one, result) {
        if (one.cells && result.reason === Reason.MALFORMED) {
            // Other cells are stored than those that were sent.
            this.#unsent.unshift(one);
            this.#lose();
        } else if (one.cells && result.solutions.length) {
            await this.#fetch(one, result);
        } else {
            this.#finish(one, result);
        }
    }

    #finish(one, result, found) {
        one.end(result, found);
        this.#losses = 0;
    }

    #checkSilence() {
        const { now, heard, timeout, patient } = this.#session;
        const isSilent = now - heard > timeout && !patient;
        if (isSilent || (this.#batches.length && now > this.#cancelled + timeout)) {
            throw this.#session.silence();
        }
    }

    #lose() {
        this.#losses++;
        if (this.#losses > MOST_LOSSES) {
            throw new BoardError("the board loses its puzzles again and again; does it restart (power supply, cable)?");
        }
    }

    /** Begin a new session on a board that has forgotten this one, with all jobs that have no result. */
    async #beginAgain() {
        this.#lose();
        const lost = this.#batches.flatMap((batch) => batch.jobs).filter((one) => !one.outcome);
        this.#batches = [];
        this.#unsent.unshift(...lost.filter((one) => !this.#unsent.includes(one)));
        this.#session.renew();
        await this.#session.identify();
        this.#begin();
        if (this.#cancelled < Infinity) {
            this.#cancelAll();
        }
    }

    // What is too large for a message

    /** Store a puzzle's cells for the next job; return whether they are there. */
    async #store(one) {
        try {
            const isStored = await store(this.#session, this.#next, one, () => this.#isCancelled);
            this.#spoke = this.#session.now;
            if (!isStored) {
                one.cancel();
            }
            return isStored;
        } catch (error) {
            await this.#recover(error, one);
            return false;
        }
    }

    /** Fetch the solutions of the last job that has ended, which are in the board's memory. */
    async #fetch(one, result) {
        const number = (this.#ended + SEQUENCES - 1) % SEQUENCES;
        try {
            const found = await fetchSolutions(this.#session, number, result.solutions.length, one.cells.length);
            this.#spoke = this.#session.now;
            this.#finish(one, result, found);
        } catch (error) {
            await this.#recover(error, one);
        }
    }

    /** Begin again with a job whose cells the board has forgotten; any other error is thrown. */
    async #recover(error, one) {
        if (!(error instanceof Forgotten)) {
            throw error;
        }
        this.#unsent.unshift(one);
        await this.#beginAgain();
    }
}

function isSameKind(one, other) {
    return Object.keys(one).every((key) => String(one[key]) === String(other[key]));
}

/** Return whether a job comes after another one; their numbers wrap around. */
function isAhead(number, other) {
    const distance = (number - other + SEQUENCES) % SEQUENCES;
    return distance > 0 && distance < SEQUENCES / 2;
}
