// A session with the board at the other end of a channel: who it is, another bit rate, and jobs.
//
// The host's side of docs/develop/protocol.md, except how jobs go through, which is the pipeline's. Every request is
// sent again until it is answered, every wait times out, and whatever arrives may be old, repeated or unasked for.

import { BoardError, LinkError, ProtocolError, nonsense } from "./errors.js";
import { Deframer, encodeFrame } from "./frames.js";
import { HELLO, decodeAnswer, rateRequest } from "./messages.js";
import { Kind, Reason, VERSION } from "./numbers.js";
import { Pipeline } from "./pipeline.js";
import { RoundTrip } from "./round_trip.js";

/**
 * @typedef {{send: (bytes: Uint8Array) => unknown, close: () => unknown, onbytes?: (bytes: Uint8Array) => void,
 *     onclose?: (words?: string) => void, setBitRate?: (rate: number) => Promise<void>}} Channel
 * The bytes to a board; `onbytes` and `onclose` are called by it and set by the session.
 *
 * @typedef {import("./pending.js").Job} Job
 * @typedef {import("./pending.js").Outcome} Outcome
 * @typedef {(job: Job, state: {cycles: number, nodes: number}) => void} Progress
 */

/** The times of a session with a real board, which answers within a tenth of a second. */
export const BOARD = Object.freeze({ timeout: 4.5, resend: 0.32, patient: false });

/** The times of a session with a simulated board, of which a second takes many. */
export const SIMULATED = Object.freeze({ timeout: 120, resend: 3, patient: true });

/** Seconds in which even a simulated board says who it is. */
const IDENTIFY_TIMEOUT = 20;

/** The longest time in seconds that a session listens before it looks what is to be sent again. */
const TICK = 0.05;

/** The most seconds that count of such a time: more have passed if the computer slept. */
const LONGEST_TICK = 1;

/** After so many seconds without a request, a board goes back to its bit rate after a reset. */
const DEAF_SECONDS = 2;

const RATE_ATTEMPTS = 3;

const PLUGGED = "is the board powered and programmed, and is this its port?";

export class Session {
    /** What the board says about itself. @type {import("./identity.js").Identity} */
    identity = null;

    /** The time in seconds that was spent on listening: all waits are measured by it. */
    now = 0;

    /** When the last answer came. */
    heard = 0;

    #clock;
    #channel;
    #deframer = new Deframer();
    #bodies = [];
    #echoes = 0;
    #closed = null; // why, once it is
    #wake = () => {};
    #number = randomNumber();
    #isOpen = false;
    #isRateChanged = false;
    #sent = 0;
    #running = null;

    /**
     * Open a session with a board; if that fails, the channel is closed.
     *
     * @param {Channel} channel
     * @param {object} [options]
     * @param {number} [options.timeout] Seconds of silence after which the board is given up; above four where the bit
     *     rate is changed.
     * @param {number} [options.resend] Seconds after which an unanswered request is sent again, at the earliest.
     * @param {boolean} [options.patient] A board that solves is not given up: it is slow, not broken.
     * @param {?string} [options.build] The only build hash to accept.
     * @param {() => number} [options.clock] The time in seconds. If it stands still, a board is never asked how far it is.
     * @returns {Promise<Session>}
     * @throws {LinkError} If the channel closes, or nothing answers.
     * @throws {BoardError} If it is another version of the protocol, or another build.
     */
    static async open(channel, { timeout, resend, patient = false, build = null, clock = seconds } = BOARD) {
        const session = new Session(channel, timeout ?? BOARD.timeout, resend ?? BOARD.resend, patient, clock);
        try {
            const identity = await session.identify();
            if (build !== null && identity.build !== build) {
                throw new BoardError(`the board is of the build ${identity.build}, not ${build}: load the page again`);
            }
            return session;
        } catch (error) {
            session.close();
            throw error;
        }
    }

    /** @private */
    constructor(channel, timeout, resend, patient, clock) {
        this.timeout = timeout;
        this.patient = patient;
        this.#clock = clock;
        this.roundTrip = new RoundTrip(resend, Math.max(resend, timeout / 10));
        this.#channel = channel;
        channel.onbytes = (bytes) => {
            this.#bodies.push(...this.#deframer.feed(bytes));
            this.#wake();
        };
        channel.onclose = (words) => this.#end(words);
    }

    /**
     * Yield the outcomes of jobs, in order; several go through the board at a time.
     *
     * @param {Iterable<Job>} jobs Read as the board takes them.
     * @param {{onprogress?: ?Progress}} [options] Called with what a board tells of the job that it solves.
     * @returns {AsyncGenerator<Outcome>}
     * @throws {LinkError} If the link breaks or the board falls silent, after an outcome for each job that had begun.
     */
    async *run(jobs, { onprogress = null } = {}) {
        if (this.#running) {
            throw new LinkError("the board is at work already");
        }
        const pipeline = this.#running = new Pipeline(this, jobs, onprogress);
        try {
            do {
                await pipeline.advance();
                while (pipeline.pending[0]?.outcome) {
                    yield pipeline.pending.shift().outcome;
                }
            } while (pipeline.pending.length || !pipeline.exhausted);
        } catch (error) {
            if (error instanceof LinkError) {
                for (const one of pipeline.pending.splice(0)) {
                    one.outcome ?? one.lose(error);
                    yield one.outcome;
                }
            }
            throw error;
        } finally {
            this.#running = null;
            this.renew();
            if (pipeline.pending.length && this.#closed === null) {
                // A new session ends what is left behind.
                this.send(HELLO);
            }
        }
    }

    /** Return the outcome of one job; options and errors as of `run`. @returns {Promise<Outcome>} */
    async solve(job, options) {
        let found = null;
        for await (const outcome of this.run([job], options)) {
            found = outcome;
        }
        if (found === null) {
            throw new LinkError("cancelled");
        }
        return found;
    }

    /** Cancel what runs; what the board has already solved still counts. */
    cancel() {
        this.#running?.cancel();
        this.#wake();
    }

    /** End the session and close the channel. */
    close() {
        this.#end("the board was disconnected");
        this.#channel.close();
    }

    /**
     * Change both ends to another bit rate, between runs. After two seconds without one it is the first rate again.
     *
     * @param {number} rate In bits a second.
     * @returns {Promise<number>} The rate in use: the board's nearest one, or the first if the line does not carry it.
     * @throws {LinkError}
     */
    async changeRate(rate) {
        if (this.#running) {
            throw new LinkError("the board is at work already");
        }
        for (let attempt = 0; attempt < RATE_ATTEMPTS && this.#channel.setBitRate; attempt++) {
            await this.identify();
            const made = await this.#tryRate(rate);
            if (made !== null) {
                return made;
            }
        }
        return this.identity.bitRate;
    }

    // What the pipeline needs

    /** Return what the board says about itself; opens the session if it is not open. */
    async identify() {
        await this.#fallBackIfDeaf();
        const isAnswer = (answer) => answer.kind === Kind.IDENTITY;
        const timeout = Math.min(this.timeout, IDENTIFY_TIMEOUT);
        const answer = await this.ask(HELLO, isAnswer, { refusals: [Reason.VERSION], timeout });
        if (answer.identity?.version !== VERSION) {
            throw new BoardError(`the board speaks another version of the protocol than this page's ${VERSION}: program`
                + " the board again, or use the page that it was built with");
        }
        this.identity = answer.identity;
        this.#isOpen = true;
        return this.identity;
    }

    /** Open the session if it is not. */
    async prepare() {
        if (!this.#isOpen || this.#clock() - this.#sent > DEAF_SECONDS) {
            await this.identify();
        }
    }

    /** Begin a new session, which the next request to identify opens: the board then forgets all jobs. */
    renew() {
        this.#number = randomNumber();
        this.#isOpen = false;
    }

    /** Send a request, about the job of that number if it is about one. */
    send({ kind, payload }, sequence = 0) {
        this.#sent = this.#clock();
        const frame = encodeFrame({ kind, session: this.#number, sequence, payload });
        const isSent = Promise.resolve().then(() => this.#channel.send(frame));
        isSent.catch((error) => this.#end(`the link broke: ${error.message}`));
    }

    /** Wait for a moment; return the answers of this session that have come, with the numbers of their jobs. */
    async listen() {
        const before = this.#clock();
        if (!this.#bodies.length && this.#closed === null) {
            await this.#moment();
        }
        this.now += Math.min(this.#clock() - before, LONGEST_TICK);
        const bodies = this.#bodies.splice(0);
        if (!bodies.length && this.#closed !== null) {
            throw new LinkError(this.#closed);
        }
        const answers = bodies.filter((body) => body.session === this.#number).flatMap((body) => this.#decoded(body));
        if (answers.length) {
            this.heard = this.now;
        } else if (this.now - this.heard > this.timeout / 2) {
            // The board has fallen back by now, or was reset.
            await this.#fallBack();
        }
        return answers;
    }

    /**
     * Send a request until it is answered; return the answer.
     *
     * @param {import("./messages.js").Request} request
     * @param {(answer: object) => boolean} isAnswer
     * @param {object} [options]
     * @param {number[]} [options.refusals] A refusal for one of these reasons is an answer, too.
     * @param {number} [options.timeout] In seconds.
     * @param {number} [options.sequence] The number of the job that it is about, if it is about one.
     * @throws {BoardError} After the timeout.
     */
    async ask(request, isAnswer, { refusals = [], timeout = this.timeout, sequence = 0 } = {}) {
        const start = this.now;
        let sent = -Infinity, times = 0;
        while (this.now - start <= timeout && !(this.#echoes > 1 && this.#onlyEchoes)) {
            if (this.now - sent >= this.roundTrip.timeout) {
                if (times > 0) {
                    this.roundTrip.timedOut();
                }
                this.send(request, sequence);
                sent = this.now;
                times++;
            }
            for (const [number, answer] of await this.listen()) {
                const isRefusal = answer.kind === Kind.REFUSED && refusals.includes(answer.reason);
                // An old answer about another job may be the same.
                if (number === sequence && (isRefusal || isAnswer(answer))) {
                    if (times === 1) {
                        this.roundTrip.answered(this.now - sent);
                    }
                    return answer;
                }
            }
        }
        throw this.silence();
    }

    /** Return the error for a board that does not say what is waited for. */
    silence() {
        if (this.#onlyEchoes) {
            return new BoardError("what is at this port only sends back what it is sent; it is no Rowloom board");
        }
        if (this.#deframer.valid) {
            return new BoardError("the board has stopped answering; is it still connected and powered?");
        }
        if (this.#deframer.received) {
            const came = `${this.#deframer.received} bytes came, but nothing that makes sense`;
            return new BoardError(`${came}; this is no Rowloom board, or it works at another bit rate`);
        }
        return new BoardError(`no answer; ${PLUGGED}`);
    }

    get #onlyEchoes() {
        return this.#echoes > 0 && this.#deframer.valid === this.#echoes;
    }

    /** Wait until something happens, or a tick has passed. */
    async #moment() {
        let timer;
        await new Promise((resolve) => {
            this.#wake = resolve;
            timer = setTimeout(resolve, 1000 * TICK);
        });
        clearTimeout(timer);
        this.#wake = () => {};
    }

    #decoded(body) {
        let answer;
        try {
            answer = decodeAnswer(body);
        } catch (error) {
            throw error instanceof ProtocolError ? nonsense(error) : error;
        }
        this.#echoes += answer === null;
        return answer === null ? [] : [[body.sequence, answer]];
    }

    #end(words = "the board was unplugged") {
        this.#closed ??= words;
        this.#wake();
    }

    /** Change both ends to another bit rate, once; return the rate, null if nothing came at it. */
    async #tryRate(rate) {
        const { bitRate } = this.identity, options = { refusals: [Reason.BIT_RATE], timeout: this.roundTrip.timeout };
        // Without an answer, the request was lost, or only its answer was and the board has changed over.
        const answer = await this.#askOnce(rateRequest(rate), Kind.RATE_ANSWER, options);
        if (answer?.kind === Kind.REFUSED) {
            throw new BoardError(`the board cannot make ${rate.toLocaleString("en")} bit/s`);
        }
        const made = answer?.rate ?? rate;
        await this.#channel.setBitRate(Math.min(made, rate));
        this.#isRateChanged = true;
        if (await this.#askOnce(HELLO, Kind.IDENTITY, { timeout: this.timeout / 2 })) {
            return made;
        }
        this.#isRateChanged = false;
        await this.#channel.setBitRate(bitRate);
        return null;
    }

    /** Return the answer of that kind, or null if there is none. */
    async #askOnce(request, kind, options) {
        try {
            return await this.ask(request, (answer) => answer.kind === kind, options);
        } catch (error) {
            if (error instanceof BoardError) {
                return null;
            }
            throw error;
        }
    }

    async #fallBackIfDeaf() {
        if (this.#clock() - this.#sent > DEAF_SECONDS) {
            await this.#fallBack();
        }
    }

    async #fallBack() {
        if (this.#isRateChanged) {
            this.#isRateChanged = false;
            await this.#channel.setBitRate(this.identity.bitRate);
        }
    }
}

function seconds() {
    return performance.now() / 1000;
}

function randomNumber() {
    return crypto.getRandomValues(new Uint32Array(1))[0];
}
