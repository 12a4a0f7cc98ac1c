// Words that all engines for Sudoku need.

import { place } from "../puzzles/puzzle.js";

/** Return the name of a cell that is counted row by row. */
export function placeWords(cell, side) {
    return place(Math.floor(cell / side), cell % side);
}

/** Return a set of digits in words, such as "1, 2 or 3"; it has a bit for each, bit 0 for the digit 1. */
export function digitsWords(mask, or = "or") {
    const digits = Array.from({ length: 32 - Math.clz32(mask) }, (_, digit) => digit + 1)
        .filter((digit) => mask >>> digit - 1 & 1);
    return digits.length > 1 ? `${digits.slice(0, -1).join(", ")} ${or} ${digits.at(-1)}` : String(digits[0]);
}
