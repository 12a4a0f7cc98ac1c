// Reads Sudokus that are written on one line, with one character for each cell. The line may have other columns, the
// cells may be in a link, and a remark may follow them. The meaning of a character depends on all cells of the puzzle.

import { puzzleOf } from "./genres.js";
import { errorAt, onLine, quoted } from "./lines.js";
import { range } from "./puzzle.js";

/** The sizes of grids, by their numbers of cells. */
const SIZES = new Map([4, 9, 16, 25].map((size) => [size ** 2, size]));

/** If a column has at least this number of characters but is not a whole grid, it is regarded as a damaged grid. */
const NEARLY_WHOLE = 60;

/** A column of a table; quotes and brackets around the text are not part of the column. */
const COLUMN = /[^\s,;:|"'`#&=/()[\]{}<>]+/g;

/** Return the first column that may be a whole grid, {size, cells, at}, or undefined; `at` counts from 0. */
export function wholeIn(line) {
    for (const { 0: cells, index } of line.matchAll(COLUMN)) {
        const size = SIZES.get(cells.length);
        if (size > 9 || (size && isLikely(cells))) return { size, cells, at: index };
        if (cells.length >= NEARLY_WHOLE && isLikely(cells)) {
            break;  // this grid is damaged, and a later column may be its solution
        }
    }
    return undefined;
}

/** Return whether at least half of the characters of a text are digits or signs for empty cells. */
export function isLikely(text) {
    return 2 * (text.match(/[\d.*\-_?xX\u00b7]/g)?.length ?? 0) >= text.length;
}

/** Return the Sudoku in a line; Error if the line has no valid Sudoku. @param {import("./lines.js").Line} line */
export function readOneLine({ number, text }, name) {
    const { size, cells, at } = wholeIn(text);
    const digits = digitsIn([...cells], size, (index, words) => errorAt(number, at + index + 1, words));
    return onLine(number, () => puzzleOf("sudoku", size, size, digits, name));
}

// Symbols

/** The signs for empty cells. 0 is also a sign (except in hexadecimal), and so is X, unless it is a digit. */
const EMPTY = [".", "*", "-", "_", "?", "\u00b7"];

const LETTER_SIZES = [16, 25];

/**
 * Turn the texts of cells into digits; the digit of an empty cell is null. `errorOf(index, words)` makes the Error to
 * throw for a cell.
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
 * Return the meaning of each symbol in a grid. The symbols are numbers, or letters, or digits and then letters.
 *
 * If a grid has only letters, A is 1. If it also has digits, A is 10, and in a 16x16 grid, G is 16. But hexadecimal
 * grids have 0 in place of G. So 0 is the highest digit if the grid has another sign for empty cells, and does not have
 * the letter for the highest digit.
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
