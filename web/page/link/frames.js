// Frames. Each frame is a zero, the COBS encoding of a body and its CRC-32, and a zero; see docs/develop/protocol.md.

import { crc32, joined } from "../puzzles/wire.js";
import { MAX_BODY } from "./numbers.js";

/** @typedef {{kind: number, session: number, sequence: number, payload: Uint8Array}} Body */

const HEADER_BYTES = 7, CRC_BYTES = 4;
const LONGEST_RUN = 254;
const MAX_ENCODED = MAX_BODY + CRC_BYTES + Math.ceil((MAX_BODY + CRC_BYTES) / LONGEST_RUN);

/** Return the frame of a body, as bytes; RangeError if the body is shorter than a header or longer than `MAX_BODY`. */
export function encodeFrame({ kind, session, sequence, payload }) {
    const length = HEADER_BYTES + payload.length;
    if (length > MAX_BODY) throw new RangeError(`a body has ${HEADER_BYTES} to ${MAX_BODY} bytes, not ${length}`);
    const content = new Uint8Array(length + CRC_BYTES), view = new DataView(content.buffer);
    view.setUint8(0, kind);
    view.setUint32(1, session, true);
    view.setUint16(5, sequence, true);
    content.set(payload, HEADER_BYTES);
    view.setUint32(length, crc32(content.subarray(0, length)), true);
    return joined(Uint8Array.of(0), cobsEncode(content), Uint8Array.of(0));
}

/**
 * Encode data with COBS, so that the result contains no zeros. The result consists of the runs of nonzero bytes in the
 * data; before each run is a byte with the run's length plus one.
 */
function cobsEncode(data) {
    const encoded = [];
    let start = 0;
    for (;;) {
        const zero = data.indexOf(0, start);
        const end = Math.min(zero < 0 ? data.length : zero, start + LONGEST_RUN);
        encoded.push(end - start + 1, ...data.subarray(start, end));
        // After a run of the greatest length, no zero is implied.
        if (end === zero && end - start < LONGEST_RUN) {
            start = end + 1;
        } else if (end < data.length) {
            start = end;
        } else {
            return Uint8Array.from(encoded);
        }
    }
}

/** Decode a result of `cobsEncode`; return null if the data are invalid. */
function cobsDecode(data) {
    const decoded = [];
    for (let at = 0; at < data.length;) {
        const length = data[at], end = at + length;
        if (length === 0 || end > data.length || data.subarray(at + 1, end).includes(0)) return null;
        decoded.push(...data.subarray(at + 1, end));
        at = end;
        if (length <= LONGEST_RUN && at < data.length) decoded.push(0);
    }
    return Uint8Array.from(decoded);
}

/** Finds the valid bodies in a stream of bytes, and drops everything else. */
export class Deframer {
    /** The number of bytes that were received. */
    received = 0;

    /** The number of valid bodies that were found. */
    valid = 0;

    #frame = new Uint8Array(MAX_ENCODED + 1);
    #length = 0;

    /** Process received bytes; return the bodies that they complete. @returns {Body[]} */
    feed(data) {
        this.received += data.length;
        const bodies = [];
        let start = 0;
        for (let zero; (zero = data.indexOf(0, start)) >= 0; start = zero + 1) {
            this.#append(data.subarray(start, zero));
            const body = this.#length ? decodeBody(this.#frame.subarray(0, this.#length)) : null;
            this.#length = 0;
            if (body) {
                this.valid++;
                bodies.push(body);
            }
        }
        this.#append(data.subarray(start));
        return bodies;
    }

    #append(data) {
        // Keep at most one byte more than the longest frame has, so that a frame that is too long is detected.
        const part = data.subarray(0, this.#frame.length - this.#length);
        this.#frame.set(part, this.#length);
        this.#length += part.length;
    }
}

function decodeBody(encoded) {
    const content = encoded.length > MAX_ENCODED ? null : cobsDecode(encoded);
    const length = (content?.length ?? 0) - CRC_BYTES;
    if (length < HEADER_BYTES || length > MAX_BODY) return null;
    const view = new DataView(content.buffer);
    if (view.getUint32(length, true) !== crc32(content.subarray(0, length))) return null;
    return {
        kind: view.getUint8(0), session: view.getUint32(1, true), sequence: view.getUint16(5, true),
        payload: content.subarray(HEADER_BYTES, length),
    };
}
