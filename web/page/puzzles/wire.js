// Encodes puzzles and decodes solutions for the link protocol (docs/develop/protocol.md). Small numbers are packed into
// bits; the first number has the lowest bits. Also checksums.

import { inRows, range } from "./puzzle.js";

/** Pack numbers into bytes; each number has 1, 2, 4 or 8 `bits`, and the unused bits of the last byte are 0. */
export function pack(numbers, bits) {
    const data = new Uint8Array(Math.ceil(numbers.length * bits / 8));
    numbers.forEach((number, index) => {
        data[index * bits >> 3] |= number << (index * bits & 7);
    });
    return data;
}

/** Return the numbers that `pack` has packed; RangeError if the length of the data is wrong. */
export function unpack(data, count, bits) {
    const length = Math.ceil(count * bits / 8);
    if (data.length !== length) throw new RangeError(`${count} cells are ${length} bytes long, not ${data.length}`);
    const mask = (1 << bits) - 1;
    return Array.from({ length: count }, (_, index) => data[index * bits >> 3] >> (index * bits & 7) & mask);
}

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
 * Return the functions that encode and decode puzzles and solutions of a genre with two colours. `sent` returns the
 * code of a clue, which has `bits` bits, or null if the clue is not sent.
 */
export function colours(bits, sent) {
    return {
        encode: ({ clues }) => withPresence(clues.flat().map(sent), bits),
        solutionBytes: ({ rows, cols }) => Math.ceil(rows * cols / 8),
        decodeSolution: ({ rows, cols }, data) =>
            Object.freeze(inRows(unpack(data, rows * cols, 1), cols).map((line) => line.join(""))),
        encodeSolution: (solution) => pack(Array.from(solution.join(""), Number), 1),
    };
}

/** For each cell, encode whether it has a number; then encode the numbers. */
function withPresence(numbers, bits) {
    const present = numbers.map((one) => (one === null ? 0 : 1));
    return joined(pack(present, 1), pack(numbers.filter((one) => one !== null), bits));
}

/** The largest Sudokus that fit into one message have this number of rows. */
const LARGEST_WHOLE = 16;

/**
 * Functions that encode and decode Sudokus. A larger Sudoku does not fit into one message: its cells are first stored
 * on the board in pieces; then the CRC-32 of the cells is sent in place of the puzzle.
 */
export const DIGITS = {
    encode(puzzle) {
        if (puzzle.rows <= LARGEST_WHOLE) {
            return withPresence(puzzle.clues.flat().map((digit) => (digit === null ? null : digit - 1)), 4);
        }
        const crc = crc32(DIGITS.cells(puzzle));
        return Uint8Array.from([0, 8, 16, 24], (shift) => crc >>> shift & 0xFF);
    },
    solutionBytes: ({ rows }) => (rows > LARGEST_WHOLE ? 0 : Math.ceil((rows - 1) ** 2 / 2)),

    /** Decode a solution: each digit minus 1, without the last row and column, which follow from the other digits. */
    decodeSolution({ rows: size }, data) {
        const missing = (digits) => size * (size + 1) / 2 - digits.reduce((sum, digit) => sum + digit, 0);
        const rows = inRows(unpack(data, (size - 1) ** 2, 4).map((digit) => digit + 1), size - 1);
        const whole = rows.map((line) => [...line, missing(line)]);
        whole.push(range(0, size - 1).map((col) => missing(whole.map((line) => line[col]))));
        return Object.freeze(whole.map(Object.freeze));
    },
    encodeSolution: (solution) =>
        pack(solution.slice(0, -1).flatMap((line) => line.slice(0, -1).map((digit) => digit - 1)), 4),

    /** Return the cells of a larger Sudoku row by row, each as a byte. */
    cells: ({ clues }) => Uint8Array.from(clues.flat(), (digit) => digit ?? 0),

    /** Return the grid with cells that were fetched in pieces; RangeError if the number of cells is wrong. */
    decodeCells({ rows: size }, data) {
        if (data.length !== size ** 2) {
            throw new RangeError(`a ${size}x${size} solution is ${size ** 2} bytes long, not ${data.length}`);
        }
        return Object.freeze(inRows([...data], size).map(Object.freeze));
    },
};

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ 0xEDB88320 : crc >>> 1;
    return crc;
});

export function crc32(data) {
    let crc = 0xFFFFFFFF;
    for (const byte of data) crc = crc >>> 8 ^ TABLE[(crc ^ byte) & 0xFF];
    return ~crc >>> 0;
}
