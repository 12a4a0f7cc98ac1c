// Sudokus on one line: one character for each cell, perhaps among other columns, in a link, or before a remark. The
// meaning of a character depends on all cells of the puzzle.

import { checked } from "./genres.js";
import { errorAt, onLine, quoted } from "./lines.js";
import { createPuzzle, inRows, range } from "./puzzle.js";

/** Sizes of grids by the number of their cells. */
const SIZES = new Map([4, 9, 16, 25].map((size) => [size ** 2, size]));

/** The least number of characters in a column that is a damaged grid. */
const NEARLY_WHOLE = 60;

/** A column of a table, without quotes and brackets. */
const COLUMN = /[^\s,;:|"'`#&=/()[\]{}<>]+/g;

/** Return the first column of a line that may be a whole grid, {size, cells, at}, `at` from 0; or undefined. */
export function wholeIn(line) {
    for (const { 0: cells, index } of line.matchAll(COLUMN)) {
        const size = SIZES.get(cells.length);
        if (size > 9 || (size && isLikely(cells))) return { size, cells, at: index };
        if (cells.length >= NEARLY_WHOLE && isLikely(cells)) {
            break;  // a damaged grid; its solution may follow
        }
    }
    return undefined;
}

/** Return whether at least half of a text is digits and empty cells. */
export function isLikely(text) {
    return 2 * (text.match(/[\d.*\-_?xX\u00b7]/g)?.length ?? 0) >= text.length;
}

/** Return the Sudoku in a line; Error for any other line. @param {import("./lines.js").Line} line */
export function readOneLine({ number, text }, name) {
    const { size, cells, at } = wholeIn(text);
    const digits = digitsIn([...cells], size, (index, words) => errorAt(number, at + index + 1, words));
    return onLine(number, () => checked(createPuzzle("sudoku", size, size, inRows(digits, size), name)));
}

// Symbols

/** Signs for empty cells. 0 is another except in hexadecimal, and X unless it is a digit. */
const EMPTY = [".", "*", "-", "_", "?", "\u00b7"];

const LETTER_SIZES = [16, 25];

/**
 * Return the digits of cells given as texts, null for an empty cell. `errorOf(index, words)` returns the Error for a
 * cell.
 */
export function digitsIn(texts, size, errorOf) {
    const symbols = texts.map((text) => (text.length === 1 ? text.toUpperCase() : text.replace(/^0+(?=.)/, "")));
    const meaning = meanings(new Set(symbols), size);
    return symbols.map((symbol, index) => {
        if (!meaning.has(symbol)) {
            throw errorOf(index, `${quoted(texts[index])} is not a digit; expected ${inWords(meaning, size)}`);
        }
        return meaning.get(symbol) || null;
    });
}

/**
 * Return the meaning of each symbol in a grid with these symbols: numbers, letters, or digits and then letters.
 *
 * In a grid of letters only, A is 1. After digits, A is 10. The last digit may then be written as 0, as in hexadecimal
 * numbers, if the grid has another sign for empty cells and does not have the last letter.
 */
function meanings(found, size) {
    const empty = [...EMPTY, "X"].map((symbol) => [symbol, 0]);
    const letters = [...found].filter((symbol) => /^\p{L}$/u.test(symbol) && symbol !== "X").sort();
    if (!letters.length || !LETTER_SIZES.includes(size) || [...found].some((symbol) => symbol.length > 1)) {
        return new Map([...empty, ...range(0, size).map((digit) => [String(digit), digit])]);
    }
    const lettersFrom = (first) => range(first, size).map((digit) => [String.fromCharCode(65 + digit - first), digit]);
    const last = lettersFrom(10).at(-1)[0];
    if (letters.at(-1) > last || !range(1, 9).some((digit) => found.has(String(digit)))) {
        return new Map([...empty, ["0", 0], ...lettersFrom(1)]);
    }
    const zero = found.has("0") && !found.has(last) && EMPTY.some((symbol) => found.has(symbol)) ? size : 0;
    return new Map([...empty, ...range(1, 9).map((digit) => [String(digit), digit]), ...lettersFrom(10), ["0", zero]]);
}

function inWords(meaning, size) {
    const letters = [...meaning.keys()].filter((symbol) => /^[A-Z]$/.test(symbol) && meaning.get(symbol));
    const before = meaning.has("1") ? "1 to 9 and " : "";
    const digits = letters.length ? `${before}${letters[0]} to ${letters.at(-1)}` : `1 to ${size}`;
    return `${digits}, or one of 0 ${EMPTY.join(" ")} for an empty cell`;
}
