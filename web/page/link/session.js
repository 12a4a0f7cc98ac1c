// A session with the board at the other end of a channel; it runs one job at a time. It implements those parts of the
// host's side of docs/develop/protocol.md that the page needs.
//
// A board may have several SoCs; a job goes to the SoC that has the engine for it. Each job has a new session number.
// When the number changes, the board discards all earlier work, and the page ignores answers to earlier jobs. The page
// sends one request at a time, and repeats it until the answer arrives. All requests can safely be repeated.

import { joined } from "../puzzles/wire.js";
import { Deframer, encodeFrame } from "./frames.js";
import { CANCEL, HELLO, REPEAT, LinkError, decodeAnswer, decodeResult, fetchPiece, solve, store } from "./messages.js";
import { MAX_PIECE, MOST_SOCS, VERSION, Kind, Reason } from "./numbers.js";
import { questionFor } from "./question.js";

/**
 * @typedef {{send: (bytes: Uint8Array) => unknown, close: () => unknown, onbytes?: (bytes: Uint8Array) => void,
 *     onclose?: (words?: string) => void}} Channel
 * Carries bytes to and from a board. The session sets `onbytes` and `onclose`, and the channel calls them.
 *
 * @typedef {{timeout: number, resend: number, patient: boolean, clock?: () => number}} Times
 * All times are in seconds. The session gives up on a board that is silent for `timeout`. A request that is not
 * answered within `resend` is repeated. A `patient` session never gives up on a board during a search. `clock` returns
 * the time; if it always returns the same time, the session does not ask for progress.
 */

/** The times for a real board, which answers within a tenth of a second. @type {Times} */
export const BOARD = Object.freeze({ timeout: 4.5, resend: 0.32, patient: false });

/** The times for a simulated board, which is much slower. @type {Times} */
export const SIMULATED = Object.freeze({ timeout: 20, resend: 3, patient: true });

/** The maximum number of seconds between two checks of whether a request has to be repeated. */
const TICK = 0.05;

/** The maximum number of seconds that a wait adds to the session's clock; the computer may sleep during a wait. */
const LONGEST_TICK = 1;

const POLL_INTERVAL = 0.4;

/** If a board loses a job more often than this, the session gives up on the board. */
const MOST_LOSSES = 5;

/** Thrown if the board has forgotten the session and everything that was stored in it. */
class SessionLostError extends Error {}

export class Session {
    /**
     * The description of SoC 0 with the engines of all SoCs; each engine also has the number of its `soc`.
     * @type {import("./messages.js").Identity}
     */
    identity = null;

    #times;
    #clock;
    #channel;
    #deframer = new Deframer();
    #bodies = [];
    #echoes = 0;
    #closed = null; // the reason why the session is closed; null while it is open
    #wake = () => {};
    #now = 0; // the seconds spent on waiting; all timeouts use this clock
    #base = 0; // the number of the session with SoC 0; the numbers of the other sessions follow
    #soc = 0; // the SoC that gets the requests
    #silent = new Set(); // the SoCs that do not answer
    #isBusy = false;
    #isCancelled = false;

    /**
     * Open a session with a board. If that fails, close the channel.
     *
     * @throws {LinkError} If the channel closes, nothing answers, or the board has another version of the protocol.
     */
    static async open(channel, times = BOARD) {
        const session = new Session(channel, times);
        try {
            await session.#identify();
            return session;
        } catch (error) {
            session.close();
            throw error;
        }
    }

    constructor(channel, { clock = () => performance.now() / 1000, ...times }) {
        this.#times = times;
        this.#clock = clock;
        this.#channel = channel;
        channel.onbytes = (bytes) => {
            this.#bodies.push(...this.#deframer.feed(bytes));
            this.#wake();
        };
        channel.onclose = (words) => this.#end(words);
    }

    /**
     * Return the outcome of a job; during a long search, `onprogress` is called with {cycles, nodes}.
     *
     * @throws {LinkError} If the link breaks, the board stops answering, or another job is running.
     */
    async solve(job, { onprogress = () => {} } = {}) {
        if (this.#isBusy) throw new LinkError("the board is already running a job");
        this.#isBusy = true;
        this.#isCancelled = false;
        try {
            for (let losses = 0; losses <= MOST_LOSSES; losses++) {
                const outcome = await this.#tried(job, onprogress);
                if (outcome) return outcome;
            }
        } finally {
            this.#isBusy = false;
        }
        throw new LinkError("the board loses its puzzle again and again; does it restart (power supply, cable)?");
    }

    cancel() {
        this.#isCancelled = true;
        this.#wake();
    }

    close() {
        this.#end("the board was disconnected");
        this.#channel.close();
    }

    /** Begin new sessions with all SoCs, and store the board's description of itself. */
    async #identify() {
        const [random] = crypto.getRandomValues(new Uint32Array(1));
        this.#base = random - random % MOST_SOCS;
        const first = await this.#greet(0), engines = first.engines.map((one) => ({ ...one, soc: 0 }));
        for (let soc = 1; soc < first.socs; soc++) {
            if (this.#silent.has(soc)) continue;
            try {
                engines.push(...(await this.#greet(soc)).engines.map((one) => ({ ...one, soc })));
            } catch (error) {
                if (this.#closed !== null) throw error;
                this.#silent.add(soc);
            }
        }
        this.identity = { ...first, engines };
    }

    /** Begin a session with a SoC, and return its description of itself. */
    async #greet(soc) {
        this.#soc = soc;
        const { identity } = await this.#ask(HELLO, (answer) => answer.kind === Kind.IDENTITY
            || answer.kind === Kind.REFUSED && answer.reason === Reason.VERSION);
        if (identity?.version !== VERSION) {
            throw new LinkError(`the board speaks another version of the protocol than this page's ${VERSION}: program`
                + " the board again, or use the page of the Rowloom version that is on the board");
        }
        return identity;
    }

    get #number() {
        return this.#base + this.#soc;
    }

    /** Return the outcome of a job; null if the board has forgotten the job. */
    async #tried(job, onprogress) {
        try {
            await this.#identify();
            const question = questionFor(job, this.identity);
            if (question.refused) return question.refused;
            this.#soc = question.soc;
            await this.#store(question);
            const data = await this.#search(question, onprogress);
            if (!data) return question.cancelled();
            const result = decodeResult(data, question.solutionBytes);
            const isOther = result.reason === Reason.MALFORMED; // the board has stored the cells of another puzzle
            if (question.cells) return isOther ? null : question.answered(result, await this.#fetch(question, result));
            return question.answered(result, result.solutions);
        } catch (error) {
            if (error instanceof SessionLostError) return null;
            throw error;
        }
    }

    /**
     * Return the content of a search's RESULT, or null if the search was cancelled before the board got the request.
     */
    #search({ terms, puzzle, cells }, onprogress) {
        const request = solve(terms, puzzle, cells !== null);
        let isLost = false;
        return this.#exchange({
            // If the board already has the puzzle, it answers the repeated request with its state.
            next: () => (isLost ? REPEAT : this.#isCancelled ? CANCEL : request),
            take: (answer) => {
                // If the job has ended before its RESULT arrives, the RESULT was lost, because answers arrive in order.
                isLost = answer.kind === Kind.STATE && answer.ended > 0;
                if (answer.kind === Kind.RESULT) return answer.result;
                if (answer.kind !== Kind.STATE) return undefined;
                if (!isLost && answer.expected > 0) onprogress({ cycles: answer.cycles, nodes: answer.nodes });
                return this.#isCancelled && answer.expected === 0 ? null : undefined;
            },
            isSearch: true,
        });
    }

    async #store({ terms, cells }) {
        for (let offset = 0; offset < (cells?.length ?? 0) && !this.#isCancelled; offset += MAX_PIECE) {
            const piece = cells.subarray(offset, offset + MAX_PIECE), end = offset + piece.length;
            await this.#ask(store(terms, offset, piece), (answer) => answer.kind === Kind.STORED && answer.end === end);
        }
    }

    async #fetch({ cells }, { solutions }) {
        const found = [];
        for (const solution of solutions.keys()) {
            const pieces = [];
            for (let offset = 0; offset < cells.length; offset += pieces.at(-1).length) {
                const request = fetchPiece(solution, offset, Math.min(MAX_PIECE, cells.length - offset));
                const isAnswer = (answer) =>
                    answer.kind === Kind.PIECE && answer.solution === solution && answer.offset === offset;
                pieces.push((await this.#ask(request, isAnswer)).cells);
                if (!pieces.at(-1).length) {
                    break; // the solution has ended
                }
            }
            found.push(joined(...pieces));
        }
        return found;
    }

    /** Send a request, and return the first answer for which `isAnswer` returns true. */
    #ask(request, isAnswer) {
        return this.#exchange({ next: () => request, take: (answer) => (isAnswer(answer) ? answer : undefined) });
    }

    /**
     * Send the request that `next` returns, and repeat it until `take` returns a value for an answer; null is a value.
     * Return this value.
     *
     * @throws {SessionLostError} If the board does not know the session.
     * @throws {LinkError} If the answer does not arrive within the timeout. During a search, any answer of the board
     *     restarts the timeout.
     */
    async #exchange({ next, take, isSearch = false }) {
        const { timeout, resend, patient } = this.#times;
        let sent = null, due = 0, deadline = this.#now + timeout;
        for (;;) {
            const request = next();
            if (request !== sent || this.#now >= due) {
                deadline = request === CANCEL && request !== sent ? this.#now + timeout : deadline;
                this.#send(request);
                sent = request;
                due = this.#now + resend;
            }
            for (const answer of await this.#listen()) {
                if (answer.kind === Kind.REFUSED && answer.reason === Reason.NO_SESSION && sent !== HELLO) {
                    throw new SessionLostError();
                }
                const taken = take(answer);
                if (taken !== undefined) return taken;
                if (isSearch && answer.kind === Kind.REFUSED && answer.reason !== Reason.BUSY) {
                    throw new LinkError(`the board refuses a puzzle (reason ${answer.reason})`);
                }
                if (isSearch && !this.#isCancelled) {
                    deadline = this.#now + timeout;
                    due = this.#now + POLL_INTERVAL;
                }
            }
            const isPatient = isSearch && patient && !this.#isCancelled;
            if ((this.#now > deadline && !isPatient) || (this.#echoes > 1 && this.#onlyEchoes)) throw this.#silence();
        }
    }

    #send({ kind, payload }) {
        const frame = encodeFrame({ kind, session: this.#number, sequence: 0, payload });
        const isSent = Promise.resolve().then(() => this.#channel.send(frame));
        isSent.catch((error) => this.#end(`the link broke: ${error.message}`));
    }

    /** Wait for an event, but at most a tick; then return the answers that have arrived in this session. */
    async #listen() {
        const before = this.#clock();
        if (!this.#bodies.length && this.#closed === null) {
            let timer;
            await new Promise((resolve) => {
                this.#wake = resolve;
                timer = setTimeout(resolve, 1000 * TICK);
            });
            clearTimeout(timer);
        }
        this.#now += Math.min(this.#clock() - before, LONGEST_TICK);
        const bodies = this.#bodies.splice(0);
        if (!bodies.length && this.#closed !== null) throw new LinkError(this.#closed);
        const answers = bodies.filter(({ session }) => session === this.#number).map(decodeAnswer);
        this.#echoes += answers.filter((answer) => answer === null).length;
        return answers.filter((answer) => answer !== null);
    }

    /** Return the error to throw if the board does not answer. */
    #silence() {
        const { valid, received } = this.#deframer;
        if (this.#onlyEchoes) {
            return new LinkError("the device at this port only sends back what it receives; it is no Rowloom board");
        }
        if (valid) return new LinkError("the board has stopped answering; is it still connected and powered?");
        return new LinkError(received
            ? `${received} bytes arrived, but no valid answer; this is no Rowloom board, or it works at`
                + " another bit rate" : "no answer; is the board powered and programmed, and is this its port?");
    }

    get #onlyEchoes() {
        return this.#echoes > 0 && this.#deframer.valid === this.#echoes;
    }

    #end(words = "the board was unplugged") {
        this.#closed ??= words;
        this.#wake();
    }
}
