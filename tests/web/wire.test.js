// Frames and messages agree with the host's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, hex, truth } from "./truth.js";
import { Deframer, encodeFrame } from "../../web/page/link/frames.js";

import * as messages from "../../web/page/link/messages.js";
import * as numbers from "../../web/page/link/numbers.js";

test("frames are encoded and decoded like the host's", () => {
    for (const { kind, session, sequence, payload, frame } of truth.frames) {
        assert.equal(hex(encodeFrame({ kind, session, sequence, payload: bytes(payload) })), frame);
        const [body] = new Deframer().feed(bytes(frame));
        assert.deepEqual({ ...body, payload: hex(body.payload) }, { kind, session, sequence, payload });
    }
    const payload = new Uint8Array(numbers.MAX_BODY);
    assert.throws(() => encodeFrame({ kind: 1, session: 0, sequence: 0, payload }), RangeError);
});

test("valid frames are found, whatever pieces the stream arrives in", () => {
    for (const { stream, bodies } of truth.streams) {
        const data = bytes(stream);
        for (const length of [1, 7, 1000, data.length]) {
            const deframer = new Deframer(), found = [];
            for (let at = 0; at < data.length; at += length) {
                found.push(...deframer.feed(data.subarray(at, at + length)));
            }
            assert.deepEqual(found.map((body) => ({ ...body, payload: hex(body.payload) })), bodies);
            assert.deepEqual([deframer.received, deframer.valid], [data.length, bodies.length]);
        }
    }
});

test("requests are the host's", () => {
    const { hello, cancel, repeat, store, fetch, solves } = truth.requests;
    const sent = ({ payload }) => hex(payload);
    assert.equal(sent(messages.HELLO), hello);
    assert.equal(sent(messages.CANCEL), cancel);
    assert.equal(sent(messages.REPEAT), repeat);
    assert.equal(sent(messages.store({ genre: 2, engine: 4 }, 70_000, bytes("010203"))), store);
    assert.equal(sent(messages.fetchPiece(1, 70_000, 1024)), fetch);
    for (const { terms, puzzle, stored, payload } of solves) {
        assert.equal(sent(messages.solve(terms, bytes(puzzle), stored)), payload);
    }
});

test("results are decoded like the host's", () => {
    for (const { data, solutionBytes, result } of truth.results) {
        const found = messages.decodeResult(bytes(data), solutionBytes);
        assert.deepEqual({ ...found, solutions: found.solutions.map(hex) }, result);
        assert.throws(() => messages.decodeResult(bytes(data + "00"), solutionBytes), messages.LinkError);
    }
});

test("the page and the host accept the same random answers", () => {
    const known = new Set(truth.answers.filter(({ isRight }) => isRight).map(({ kind }) => kind));
    assert.ok(known.size >= 5);
    for (const { kind, payload, isRight } of truth.answers) {
        const decode = () => messages.decodeAnswer({ kind, payload: bytes(payload) }), words = `${kind} ${payload}`;
        isRight ? assert.doesNotThrow(decode, words) : assert.throws(decode, messages.LinkError, words);
    }
    assert.equal(messages.decodeAnswer({ kind: 1, payload: bytes("06") }), null);
});

test("identities are the host's", () => {
    for (const { payload, identity } of truth.identities) {
        const { engines, ...fields } = messages.decodeAnswer({ kind: 0x81, payload: bytes(payload) }).identity;
        const built = engines.map(({ genreNumber, number, rows, cols }) => [genreNumber, number, rows, cols]);
        assert.deepEqual({ ...fields, engines: built }, identity);
    }
    assert.deepEqual(messages.decodeAnswer({ kind: 0x81, payload: bytes("ffffff") }).identity, { version: 255 });
});

test("numbers of up to 53 bits are exact", () => {
    for (const number of [0, 1, 127, 128, 300, 2 ** 31, 2 ** 32, 2 ** 53 - 1]) {
        assert.equal(new messages.Reader(messages.varint(number)).varint(), number);
    }
    for (const wrong of ["ff".repeat(10) + "01", "ff"]) {
        assert.throws(() => new messages.Reader(bytes(wrong)).varint(), messages.LinkError);
    }
});
