// What the characters and numbers in the text of a Sudoku mean, which all cells of the puzzle decide together.

import { range } from "./puzzle.js";
import { quoted } from "./words.js";

/** Empty cells; so is 0, but in hexadecimal, and X, but where it is a digit. */
const EMPTY = [".", "*", "-", "_", "?", "\u00b7"];
const LETTER_SIZES = [16, 25];

/**
 * Return the digits that the texts of cells stand for, null for an empty cell.
 *
 * @param {ReadonlyArray<string>} texts
 * @param {number} size The grid's rows.
 * @param {(index: number, words: string) => Error} errorOf Return the error about a cell that is none; it is thrown.
 * @returns {Array<?number>}
 */
export function digitsIn(texts, size, errorOf) {
    const symbols = texts.map((text) => (text.length === 1 ? text.toUpperCase() : text.replace(/^0+(?=.)/, "")));
    const meaning = meanings(new Set(symbols), size);
    return symbols.map((symbol, index) => {
        if (!meaning.has(symbol)) {
            throw errorOf(index, `${quoted(texts[index])} is no digit; expected ${inWords(meaning, size)}`);
        }
        return meaning.get(symbol) || null;
    });
}

/**
 * Return what each symbol means in a grid with these: numbers, letters, or digits and then letters.
 *
 * Letters alone begin with A for 1. Behind digits A is 10, and the last digit may be written 0, as in hexadecimal
 * numbers: that is where another sign stands for empty cells, and the last letter nowhere.
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

/** Return the symbols in words. */
function inWords(meaning, size) {
    const letters = [...meaning.keys()].filter((symbol) => /^[A-Z]$/.test(symbol) && meaning.get(symbol));
    const before = meaning.has("1") ? "1 to 9 and " : "";
    const digits = letters.length ? `${before}${letters[0]} to ${letters.at(-1)}` : `1 to ${size}`;
    return `${digits}, or one of 0 ${EMPTY.join(" ")} for an empty cell`;
}
