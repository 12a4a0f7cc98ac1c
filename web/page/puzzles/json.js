// Puzzles as JSON objects: genre, name, rows, cols, and the rows of clues, which are called cells in a Sudoku. A cell
// is a number, null if it is empty, or "?" for a clue of unknown value.

import { checked } from "./codes.js";
import { GENRES, genreCalled } from "./genres.js";
import { bracketed } from "./lines.js";
import * as lists from "./lists.js";
import * as oneLine from "./one_line.js";
import { UNKNOWN, createPuzzle, place } from "./puzzle.js";
import { quoted } from "./words.js";

/** The genres that have clues of unknown value. */
const WITH_UNKNOWN = ["smullyan", "canal"];

const EXPECTED = `a JSON object with "genre", "rows", "cols" and the rows of "clues" ("cells" in a Sudoku)`;

/** The begin of an object, or of a list of objects. */
const OBJECTS = /^\s*\[?\s*\{(?!\s*\{)/;

/** Return whether a line may be the first of such an object, or of a list. */
export function begins(line) {
    return /^(?:[\w ]+=\s*)?(?:\{|\(\s*[[(]|\[\s*(?:$|[[({"']))/.test(line);
}

/** Read such an object, the first of a list of them, or a list of rows. @returns {import("./read.js").Found} */
export function read(lines, name, genre) {
    const own = bracketed(lines);
    if (!own) {
        throw new Error(`expected JSON, found ${quoted(lines[0].text)}, which has brackets that are never closed`);
    }
    const text = own.map((line) => line.text).join("\n"), used = own.length;
    if (!OBJECTS.test(text)) {
        return { puzzle: lists.read(text, lines[0].number, name, genre), used };
    }
    const value = parsed(text), [first] = Array.isArray(value) ? value : [value];
    const whole = !first.genre && own.find((line) => oneLine.wholeIn(line.text));
    return { puzzle: whole ? oneLine.read(whole, name) : puzzleIn(first, name), used, more: value.length > 1 };
}

/** Return the puzzle in the text of such an object; Error if it holds none. */
export function parse(text) {
    return puzzleIn(parsed(text), "");
}

function puzzleIn(record, name) {
    const genre = calledIn(record), { rows, cols } = record, field = fieldOf(genre), lines = record[field];
    if (!Number.isInteger(rows) || !Number.isInteger(cols)) {
        throw new Error(`"rows" and "cols": expected whole numbers; expected ${EXPECTED}`);
    }
    const wrongSize = GENRES[genre].wrongSize(rows, cols);
    if (wrongSize) {
        throw new Error(wrongSize);
    }
    if (!Array.isArray(lines) || lines.length !== rows || !lines.every((cells) => cells?.length === cols)) {
        throw new Error(`"${field}": expected ${rows} rows, each a list of ${cols} cells`);
    }
    const clues = lines.map((cells, row) => cells.map((cell, col) => clueOf(genre, cell, row, col)));
    return checked(createPuzzle(genre, rows, cols, clues, String(record.name || name)));
}

/** Return a puzzle as a JSON object on one line. */
export function write(puzzle) {
    const { genre, name, rows, cols } = puzzle;
    const cells = puzzle.clues.map((line) => line.map((clue) => (clue === UNKNOWN ? "?" : clue)));
    return JSON.stringify({ genre, name, rows, cols, [fieldOf(genre)]: cells });
}

function fieldOf(genre) {
    return genre === "sudoku" ? "cells" : "clues";
}

function calledIn(record) {
    try {
        return genreCalled(record?.genre ?? "none");
    } catch (error) {
        throw new Error(`"genre": ${error.message}`, { cause: error });
    }
}

/** Return the value of a JSON text; a comma may follow it. */
function parsed(text) {
    try {
        return JSON.parse(text.replace(/,\s*$/, ""));
    } catch (error) {
        throw new Error(`expected ${EXPECTED}, found ${quoted(text)}`, { cause: error });
    }
}

function clueOf(genre, cell, row, col) {
    if (cell === null || (Number.isInteger(cell) && cell >= 0)) {
        return genre === "sudoku" && cell === 0 ? null : cell;
    }
    if (cell === "?" && WITH_UNKNOWN.includes(genre)) {
        return UNKNOWN;
    }
    throw new Error(`${place(row, col)}: expected a number, null or "?", found ${JSON.stringify(cell)}`);
}
