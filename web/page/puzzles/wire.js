// How puzzles and solutions pass over the link (docs/develop/protocol.md): small numbers as bits, the first number in
// the lowest bits; clues in cells; solutions of two colours; checksums.

import { inRows } from "./puzzle.js";

/**
 * Return numbers of so many bits each (1, 2, 4 or 8) as bytes; the last byte is filled with zeros.
 *
 * @param {ReadonlyArray<number>} numbers
 * @param {number} bits
 * @returns {Uint8Array}
 */
export function pack(numbers, bits) {
    const data = new Uint8Array(Math.ceil(numbers.length * bits / 8));
    numbers.forEach((number, index) => {
        data[index * bits >> 3] |= number << (index * bits & 7);
    });
    return data;
}

/**
 * Return so many numbers, the inverse of `pack`; RangeError if the length is wrong.
 *
 * @param {Uint8Array} data
 * @param {number} count
 * @param {number} bits
 * @returns {number[]}
 */
export function unpack(data, count, bits) {
    const length = Math.ceil(count * bits / 8);
    if (data.length !== length) {
        throw new RangeError(`${count} cells are ${length} bytes long, not ${data.length}`);
    }
    const mask = (1 << bits) - 1;
    return Array.from({ length: count }, (_, index) => data[index * bits >> 3] >> (index * bits & 7) & mask);
}

/** Return byte arrays as one. @param {...Uint8Array} parts */
export function joined(...parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

/**
 * Encode the clues of all cells: which cells have one, then the clues.
 *
 * @param {ReadonlyArray<?number>} clues Row by row; null for a cell without one.
 * @param {number} bits Of a clue.
 * @returns {Uint8Array}
 */
export function encodeClues(clues, bits) {
    return joined(
        pack(clues.map((clue) => (clue === null ? 0 : 1)), 1), pack(clues.filter((clue) => clue !== null), bits));
}

/** Return the length of an encoded solution of two colours. */
export function solutionBytes(puzzle) {
    return Math.ceil(puzzle.rows * puzzle.cols / 8);
}

/** Decode a solution of two colours, one bit a cell; RangeError if the length is wrong. @returns {ReadonlyArray<string>} */
export function decodeSolution(puzzle, data) {
    return Object.freeze(inRows(unpack(data, puzzle.rows * puzzle.cols, 1), puzzle.cols).map((line) => line.join("")));
}

/** Encode a solution of two colours. */
export function encodeSolution(solution) {
    return pack(Array.from(solution.join(""), Number), 1);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) {
        crc = crc & 1 ? crc >>> 1 ^ 0xEDB88320 : crc >>> 1;
    }
    return crc;
});

/** Return the CRC-32 of bytes. */
export function crc32(data) {
    let crc = 0xFFFFFFFF;
    for (const byte of data) {
        crc = crc >>> 8 ^ TABLE[(crc ^ byte) & 0xFF];
    }
    return ~crc >>> 0;
}
