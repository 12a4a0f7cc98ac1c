// The messages of docs/develop/protocol.md: requests as kind and payload, answers from a body.

import { joined } from "../puzzles/bits.js";
import { ProtocolError } from "./errors.js";
import { decodeIdentity } from "./identity.js";
import { Asked, Dropped, Kind, Reason, Status, Told, VERSION } from "./numbers.js";
import { Reader, packed, varint } from "./payload.js";

/** @typedef {{kind: number, payload: Uint8Array}} Request */

const ONE_TASK = Asked.TASK & -Asked.TASK;
const ONE_SOLUTION = Told.SOLUTIONS & -Told.SOLUTIONS;

const [DROPPED, REASONS] = [Dropped, Reason].map((members) => new Set(Object.values(members)));

// Requests

/** Open a session, or ask again who is there. */
export const HELLO = { kind: Kind.HELLO, payload: Uint8Array.of(VERSION) };

/** End the job of that number, and all before it. */
export const CANCEL = { kind: Kind.CANCEL, payload: new Uint8Array() };

/** Ask how far the board is; `taken` is the number of the first job whose result is not here. */
export function poll(taken) {
    return { kind: Kind.POLL, payload: packed([2, taken]) };
}

/** Ask for all results from a job on again. */
export function repeat(taken) {
    return { kind: Kind.REPEAT, payload: packed([2, taken]) };
}

/** Ask for another bit rate. */
export function rateRequest(rate) {
    return { kind: Kind.RATE_REQUEST, payload: packed([4, rate]) };
}

/**
 * Ask for puzzles of one size to be solved by one engine.
 *
 * @param {number} taken As of `poll`.
 * @param {import("./pending.js").JobKind} kind
 * @param {number} number How many puzzles there are.
 * @param {Uint8Array} puzzles
 * @param {boolean} stored The puzzle was sent by STORE, and `puzzles` is the CRC-32 of its cells.
 */
export function solve(taken, kind, number, puzzles, stored) {
    const { genre, engine, rows, cols } = kind;
    const wanted = (kind.counters ? Asked.COUNTERS : 0) | (stored ? Asked.STORED : 0);
    const flags = kind.count | wanted | kind.task * ONE_TASK;
    const head = packed([2, taken], [1, genre], [1, engine], [1, flags], [1, rows], [1, cols], [1, number]);
    return { kind: Kind.SOLVE, payload: joined(head, varint(kind.limit), kind.head, puzzles) };
}

/** Store a piece of a puzzle that is too large for a frame; `offset` is in cells. */
export function store(genre, engine, offset, cells) {
    return { kind: Kind.STORE, payload: joined(packed([1, genre], [1, engine], [4, offset]), cells) };
}

/** Fetch a piece of a solution that is too large for a frame. */
export function fetchPiece(solution, offset, length) {
    return { kind: Kind.FETCH, payload: packed([1, solution], [4, offset], [2, length]) };
}

// Answers

const DECODERS = {
    [Kind.IDENTITY]: (payload) => ({ identity: decodeIdentity(payload) }),
    [Kind.STATE]: decodeState,
    [Kind.RESULT]: (payload) => ({ results: payload.rest() }),
    [Kind.REFUSED]: (payload) => ({ reason: reasonIn(payload, "REFUSED") }),
    [Kind.RATE_ANSWER]: (payload) => ({ rate: payload.integer(4) }),
    [Kind.STORED]: (payload) => ({ end: payload.integer(4) }),
    [Kind.PIECE]: (payload) => ({ solution: payload.integer(1), offset: payload.integer(4), cells: payload.rest() }),
};

/**
 * Return the answer in a body, its `kind` among its fields; null if it is a request, which is an echo.
 *
 * @param {import("./frames.js").Body} body
 * @throws {ProtocolError} If there is no such answer, or the payload does not fit it.
 */
export function decodeAnswer({ kind, payload }) {
    if (kind < 0x80) {
        return null;
    }
    const decode = DECODERS[kind];
    if (!decode) {
        throw new ProtocolError(`there is no message of kind 0x${kind.toString(16)} that this page asks for`);
    }
    const reader = new Reader(payload), answer = decode(reader);
    reader.end(`the answer of kind 0x${kind.toString(16)}`);
    return { kind, ...answer };
}

/**
 * Remove the first result from what a RESULT holds.
 *
 * @param {Reader} payload
 * @param {?number} solutionBytes The length of a solution; null if it is a number.
 * @returns {{status: number, complete: boolean, cycles: number, counters: number[], solutions: Uint8Array[],
 *     reason: number}}
 */
export function takeResult(payload, solutionBytes) {
    const head = payload.integer(1), status = head & Told.STATUS;
    if (status > Status.REFUSED || head >> 7) {
        throw new ProtocolError(`RESULT: 0x${head.toString(16)} begins no result`);
    }
    if (status === Status.REFUSED) {
        const reason = reasonIn(payload, "RESULT");
        return { status, complete: false, cycles: null, counters: [], solutions: [], reason };
    }
    const found = (head & Told.SOLUTIONS) / ONE_SOLUTION;
    const solutions = Array.from({ length: found }, () =>
        (solutionBytes === null ? varint(payload.varint()) : payload.take(solutionBytes)));
    const cycles = payload.varint();
    const count = head & Told.COUNTERS ? payload.integer(1) : 0;
    const counters = Array.from({ length: count }, () => payload.varint());
    return { status, complete: Boolean(head & Told.COMPLETE), cycles, counters, solutions, reason: Reason.ACCEPTED };
}

function decodeState(payload) {
    const state = {
        expected: payload.integer(2),
        ended: payload.integer(2),
        dropped: payload.integer(1),
        cycles: payload.varint(),
        nodes: payload.varint(),
    };
    if (!DROPPED.has(state.dropped)) {
        throw new ProtocolError(`STATE: ${state.dropped} is no reason to drop anything`);
    }
    return state;
}

function reasonIn(payload, what) {
    const reason = payload.integer(1);
    if (reason === Reason.ACCEPTED || !REASONS.has(reason)) {
        throw new ProtocolError(`${what}: ${reason} is no reason`);
    }
    return reason;
}
