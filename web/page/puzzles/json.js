// Puzzles as JSON objects: genre, name, rows, cols, and the rows of clues, which are called cells in a Sudoku. A cell
// is a number, null if it is empty, or "?" for a clue of unknown value.

import { checked } from "./codes.js";
import { GENRES } from "./genres.js";
import { UNKNOWN, createPuzzle, place } from "./puzzle.js";
import { quoted } from "./words.js";

/** The genres that have clues of unknown value. */
const WITH_UNKNOWN = ["smullyan", "canal"];

const EXPECTED = `a JSON object with "genre", "rows", "cols" and the rows of "clues" ("cells" in a Sudoku)`;

/** Return whether a line may be such an object, whatever it holds. */
export function isObject(line) {
    return line.startsWith("{");
}

/** Return the puzzle in a JSON object; Error if it holds none. */
export function read(line, name = "") {
    const record = parsed(line);
    if (!Object.hasOwn(GENRES, record.genre)) {
        const genres = Object.keys(GENRES).join(", ");
        throw new Error(`"genre": expected one of ${genres}, found ${JSON.stringify(record.genre) ?? "none"}`);
    }
    const { genre, rows, cols } = record, field = fieldOf(genre), lines = record[field];
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

function parsed(line) {
    try {
        return JSON.parse(line);
    } catch (error) {
        throw new Error(`expected ${EXPECTED}, found ${quoted(line)}`, { cause: error });
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
