// Reads puzzles as JSON objects. Their fields are genre, name, rows, cols, and "clues" with the rows of cells (in a
// Sudoku, "cells"). A cell is a number, null if it is empty, or "?" if its clue has an unknown value. Also reads grids
// that are lists of rows, as many programming languages write them: [[5,3,0,...],...] or ["53..7....",...].

import { GENRES, checked, genreIdOf, puzzleOf } from "./genres.js";
import { bracketed, quoted } from "./lines.js";
import { SHADES, UNKNOWN, createPuzzle, kindOf, place } from "./puzzle.js";
import { readGrid } from "./rows.js";
import { digitsIn, readOneLine, wholeIn } from "./sudoku_line.js";

const EXPECTED = `a JSON object with "genre", "rows", "cols" and the rows of "clues" ("cells" in a Sudoku)`;

/** The fields by which objects of other programs are recognized. */
const OTHER_PROGRAMS = { SudokuPad: ["cellSize", "cells"], "f-puzzles": ["size", "grid"] };

/** The beginning of an object or of a list of objects. */
const OBJECTS = /^\s*\[?\s*\{(?!\s*\{)/;

export function isJson(line) {
    return /^(?:[\w ]+=\s*)?(?:\{|\(\s*[[(]|\[\s*(?:$|[[({"']))/.test(line);
}

/** Read an object, the first object in a list, or a list of rows. @returns {import("./read.js").Found} */
export function readJson(lines, name, genre) {
    const own = bracketed(lines);
    if (!own) {
        throw new Error(`expected JSON, found ${quoted(lines[0].text)}, which has brackets that are never closed`);
    }
    const text = own.map((line) => line.text).join("\n"), used = own.length;
    if (!OBJECTS.test(text)) return { puzzle: readLists(text, lines[0].number, name, genre), used };
    const value = parsed(text), [first] = Array.isArray(value) ? value : [value];
    const [program] = Object.entries(OTHER_PROGRAMS).find(([, fields]) => fields.every((field) => field in first)) ?? [];
    if (program) throw new Error(`this is JSON of ${program}; copy or type the rows of the puzzle as text`);
    const whole = !first.genre && own.find((line) => wholeIn(line.text));
    return { puzzle: whole ? readOneLine(whole, name) : puzzleIn(first, name), used, more: value.length > 1 };
}

/** Return the puzzle in an object; Error if the object is invalid. */
export function puzzleIn(record, name = "") {
    const genre = genreIn(record), field = genre === "sudoku" ? "cells" : "clues";
    const { rows, cols, [field]: lines } = record;
    if (!Number.isInteger(rows) || !Number.isInteger(cols)) {
        throw new Error(`"rows" and "cols": expected whole numbers; expected ${EXPECTED}`);
    }
    const wrongSize = GENRES[genre].wrongSize(rows, cols);
    if (wrongSize) throw new Error(wrongSize);
    if (!Array.isArray(lines) || lines.length !== rows || !lines.every((cells) => cells?.length === cols)) {
        throw new Error(`"${field}": expected ${rows} rows, each a list of ${cols} cells`);
    }
    const clues = lines.map((cells, row) => cells.map((cell, col) => clueOf(genre, cell, row, col)));
    return checked(createPuzzle(genre, rows, cols, clues, String(record.name || name)));
}

function genreIn(record) {
    try {
        return genreIdOf(record?.genre ?? "none");
    } catch (error) {
        throw new Error(`"genre": ${error.message}`, { cause: error });
    }
}

function parsed(text) {
    try {
        return JSON.parse(text.replace(/,\s*$/, ""));
    } catch (error) {
        throw new Error(`expected ${EXPECTED}, found ${quoted(text)}`, { cause: error });
    }
}

function clueOf(genre, cell, row, col) {
    if (cell === null || (Number.isInteger(cell) && cell >= 0)) return genre === "sudoku" && cell === 0 ? null : cell;
    if (cell === "?" && kindOf({ genre }) === SHADES) return UNKNOWN;
    throw new Error(`${place(row, col)}: expected a number, null or "?", found ${JSON.stringify(cell)}`);
}

// Lists of rows

/** A list that contains no lists. */
const INNER = /[[({]([^[\](){}]*)[\])}]/g;

/** The words that programs write for empty cells, in addition to the signs that Sudokus have for such cells. */
const EMPTY = /^(?:null|none|nil|)$/i;

/**
 * Return the puzzle in a text that consists of lists. The text begins on the line `number`. The puzzle is a Sudoku
 * unless a genre is given.
 */
function readLists(text, number, name, genre) {
    const lists = [...text.matchAll(INNER)].map(([, list]) => cellsIn(list));
    const rows = lists.length === 1 ? lists[0].map((row) => [...row]) : lists, cols = rows[0]?.length;
    if (!cols) throw new Error(`expected a JSON list of rows, found ${quoted(text)}`);
    const wrongSize = GENRES[genre ?? "sudoku"].wrongSize(rows.length, cols);
    if (wrongSize) throw new Error(wrongSize);
    const uneven = rows.findIndex((row) => row.length !== cols);
    if (uneven >= 0) throw new Error(`row ${uneven + 1}: expected ${cols} cells, found ${rows[uneven].length}`);
    if (genre && genre !== "sudoku") {
        const lines = [`${rows.length} ${cols}`, ...rows.map((row) => row.join(" "))];
        return readGrid(lines.map((text) => ({ number, text })), name, genre).puzzle;
    }
    const errorOf = (index, words) => new Error(`${place(Math.floor(index / cols), index % cols)}: ${words}`);
    return puzzleOf("sudoku", cols, cols, digitsIn(rows.flat(), cols, errorOf), name);
}

/** Return the cells in a list, without quotes; commas or blanks separate them. */
function cellsIn(list) {
    const cells = list.includes(",") ? list.replace(/,\s*$/, "").split(",") : list.trim().split(/\s+/);
    return cells.map((cell) => cell.trim().replace(/^["']|["']$/g, "")).map((cell) => (EMPTY.test(cell) ? "." : cell));
}
