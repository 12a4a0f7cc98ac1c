// Makes requests, each with a kind and a payload, and decodes answers. docs/develop/protocol.md describes them.

import { joined } from "../puzzles/wire.js";
import { ENGINES, MAX_BODY, MOST_SOCS, NO_GENRE, VERSION, Flags, Dropped, Kind, Reason, Status, Head } from "./numbers.js";

/**
 * @typedef {Readonly<{version: number, build: string, clock: number, engines: ReadonlyArray<BuiltEngine>,
 *     socs: number}>} Identity
 * The description that a SoC of a board sends. `build` is the build hash, `clock` is the clock rate in Hz, and `socs`
 * is the number of SoCs on the board.
 *
 * @typedef {{genre: string, name: string, rows: number, cols: number, type: ?object, genreNumber: number,
 *     number: number}} BuiltEngine
 * An engine of a build. `rows` and `cols` are the largest size that the engine solves, or its only size. `type` is the
 * engine's entry in the list `ENGINES`, or null for an unknown engine.
 */

/** Thrown if the link is broken, or if the other end does not answer like a board. */
export class LinkError extends Error {
    name = "LinkError";
}

const NUMBER_BITS = 64;
const ONE_TASK = Flags.TASK & -Flags.TASK;
const ONE_SOLUTION = Head.SOLUTIONS & -Head.SOLUTIONS;
const [DROPPED, REASONS] = [Dropped, Reason].map((members) => new Set(Object.values(members)));

// Payloads

/** Return integers as bytes, the lowest byte first; each integer is `[number of bytes, value]`. */
export function packed(...integers) {
    return Uint8Array.from(integers.flatMap(([bytes, value]) =>
        Array.from({ length: bytes }, (_, at) => Math.floor(value / 2 ** (8 * at)) & 0xFF)));
}

/** Return a number as bytes of seven bits, the lowest bits first; every byte except the last has bit 7 set. */
export function varint(number) {
    const bytes = [];
    while (number > 0x7F) {
        bytes.push(number % 0x80 | 0x80);
        number = Math.floor(number / 0x80);
    }
    return Uint8Array.from([...bytes, number]);
}

/** Reads a payload part by part; LinkError if a part reaches beyond the end of the payload. */
export class Reader {
    #data;
    #at = 0;

    constructor(data) {
        this.#data = data;
    }

    take(count) {
        const taken = this.#data.subarray(this.#at, this.#at + count);
        if (taken.length < count) throw malformedAnswer(`${this.#data.length} bytes of payload are too few`);
        this.#at += count;
        return taken;
    }

    /** Return the next integer with this number of bytes. */
    integer(bytes) {
        return this.take(bytes).reduceRight((value, byte) => value * 256 + byte, 0);
    }

    /** Return the next number, which has up to 64 bits; it is exact if it has at most 53 bits. */
    varint() {
        let number = 0;
        for (let shift = 0; shift < NUMBER_BITS; shift += 7) {
            const byte = this.integer(1);
            number += (byte & 0x7F) * 2 ** shift;
            if (byte < 0x80) return number;
        }
        throw malformedAnswer(`a number has more than ${NUMBER_BITS} bits`);
    }

    rest() {
        return this.take(this.#data.length - this.#at);
    }
}

function malformedAnswer(words) {
    return new LinkError(`the board's answer makes no sense: ${words}`);
}

// Requests. A session of the page has only one job, whose number is 0.

export const HELLO = { kind: Kind.HELLO, payload: Uint8Array.of(VERSION) };
export const CANCEL = { kind: Kind.CANCEL, payload: new Uint8Array() };
export const REPEAT = { kind: Kind.REPEAT, payload: packed([2, 0]) };

/**
 * Request a search or another task. `puzzle` has the task's parameters and then the puzzle. If the board has already
 * `stored` the puzzle's cells, their CRC-32 is sent in place of the puzzle.
 */
export function solve({ genre, engine, count, limit, rows, cols, counters, task }, puzzle, stored) {
    const flags = count | (counters ? Flags.COUNTERS : 0) | (stored ? Flags.STORED : 0) | task * ONE_TASK;
    const head = packed([2, 0], [1, genre], [1, engine], [1, flags], [1, rows], [1, cols], [1, 1]);
    return { kind: Kind.SOLVE, payload: joined(head, varint(limit), puzzle) };
}

/** Store a part of a puzzle that is too large for a frame; `offset` is in cells. */
export function store({ genre, engine }, offset, cells) {
    return { kind: Kind.STORE, payload: joined(packed([1, genre], [1, engine], [4, offset]), cells) };
}

/** Fetch a part of a solution that is too large for a frame. */
export function fetchPiece(solution, offset, length) {
    return { kind: Kind.FETCH, payload: packed([1, solution], [4, offset], [2, length]) };
}

// Answers

const DECODERS = {
    [Kind.IDENTITY]: (payload) => ({ identity: decodeIdentity(payload) }),
    [Kind.STATE]: decodeState,
    [Kind.RESULT]: (payload) => ({ result: payload.rest() }),
    [Kind.REFUSED]: (payload) => ({ reason: reasonIn(payload, "REFUSED") }),
    [Kind.STORED]: (payload) => ({ end: payload.integer(4) }),
    [Kind.PIECE]: (payload) => ({ solution: payload.integer(1), offset: payload.integer(4), cells: payload.rest() }),
};

/** Return the fields of an answer and its `kind`, or null for an echoed request; LinkError if the answer is invalid. */
export function decodeAnswer({ kind, payload }) {
    if (kind < 0x80) return null;
    const decode = DECODERS[kind];
    if (!decode) throw malformedAnswer(`a message of kind 0x${kind.toString(16)} answers no request of the page`);
    const reader = new Reader(payload);
    return { kind, ...checkEnd(reader, decode(reader), `kind 0x${kind.toString(16)}`) };
}

/** Decode a RESULT: {status, complete, cycles, counters, solutions, reason}; a solution has `solutionBytes` bytes. */
export function decodeResult(data, solutionBytes) {
    const payload = new Reader(data), head = payload.integer(1), status = head & Head.STATUS;
    if (status > Status.REFUSED || head >> 7) {
        throw malformedAnswer(`RESULT: 0x${head.toString(16)} is not the first byte of a result`);
    }
    if (status === Status.REFUSED) {
        const reason = reasonIn(payload, "RESULT");
        const nothing = { complete: false, cycles: null, counters: [], solutions: [] };
        return checkEnd(payload, { status, ...nothing, reason }, "RESULT");
    }
    const found = (head & Head.SOLUTIONS) / ONE_SOLUTION;
    const solutions = Array.from({ length: found }, () => payload.take(solutionBytes));
    const cycles = payload.varint();
    const count = head & Head.COUNTERS ? payload.integer(1) : 0;
    const counters = Array.from({ length: count }, () => payload.varint());
    const complete = Boolean(head & Head.COMPLETE);
    return checkEnd(payload, { status, complete, cycles, counters, solutions, reason: Reason.ACCEPTED }, "RESULT");
}

/** Return a decoded value; LinkError if the payload has more bytes. */
function checkEnd(payload, value, what) {
    const { length } = payload.rest();
    if (length) throw malformedAnswer(`${what}: ${length} bytes of payload too many`);
    return value;
}

function decodeState(payload) {
    const state = {
        expected: payload.integer(2), ended: payload.integer(2), dropped: payload.integer(1),
        cycles: payload.varint(), nodes: payload.varint(),
    };
    if (!DROPPED.has(state.dropped)) throw malformedAnswer(`STATE: ${state.dropped} is no reason for a drop`);
    return state;
}

function reasonIn(payload, what) {
    const reason = payload.integer(1);
    if (reason === Reason.ACCEPTED || !REASONS.has(reason)) throw malformedAnswer(`${what}: ${reason} is no reason`);
    return reason;
}

/** Decode an identity, or only its version if the board has another version of the protocol. @returns {Identity} */
function decodeIdentity(payload) {
    const version = payload.integer(1);
    if (version !== VERSION) {
        payload.rest();
        return { version };
    }
    const room = payload.integer(2);
    const build = Array.from(payload.take(8), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const clock = payload.integer(4);
    payload.integer(4);  // the bit rate, which the page does not change
    const entries = Array.from({ length: payload.integer(1) }, () => payload.take(4));
    const engines = entries.filter(([genre]) => genre !== NO_GENRE).map(builtEngine);
    const [, socs] = entries.find(([genre]) => genre === NO_GENRE) ?? [NO_GENRE, 1];
    if (room < MAX_BODY) throw malformedAnswer(`IDENTITY: ${room} bytes are too little room for a puzzle`);
    if (!clock) throw malformedAnswer("IDENTITY: the clock must not be 0");
    if (!socs || socs > MOST_SOCS) throw malformedAnswer(`IDENTITY: a board has 1 to ${MOST_SOCS} SoCs, not ${socs}`);
    return Object.freeze({ version, build, clock, engines: Object.freeze(engines), socs });
}

function builtEngine([genreNumber, number, rows, cols]) {
    const ofGenre = ENGINES.filter((one) => one.genreNumber === genreNumber);
    const type = ofGenre.find((one) => one.number === number) ?? null;
    const genre = ofGenre[0]?.genre ?? `genre ${genreNumber}`;
    return Object.freeze({ genre, name: type?.name ?? `engine ${number}`, rows, cols, type, genreNumber, number });
}
