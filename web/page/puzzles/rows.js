// Rows of cells whose genre may be unknown.

import { GENRES, genreCalled } from "./genres.js";
import * as gridText from "./grid_text.js";
import { errorAt, headingIn, isContent, onLine } from "./lines.js";
import { isLikely } from "./one_line.js";
import * as sudokuText from "./sudoku_text.js";
import { quoted } from "./words.js";

/** The forms that people use most, for messages. */
export const EXPECTED = "a URL of puzz.link, a game id of Simon Tatham's collection, a size line 'rows cols' and the"
    + " rows under it, or a Sudoku: 81 characters in a line, or a grid of digits";

/**
 * Read a grid, which begins with a size where it is no Sudoku.
 *
 * @param {import("./lines.js").Line[]} lines The grid's lines and all lines after them.
 * @param {string} name
 * @param {?string} wanted The genre to read the rows as, or null.
 * @returns {import("./read.js").Found}
 */
export function read(lines, name, wanted) {
    const [first] = lines, heading = headingIn(first.text), hasSize = heading?.sizes.length === 2;
    const genre = heading?.word ? onLine(first.number, () => genreCalled(heading.word)) : wanted;
    if (!hasSize && !((genre ?? "sudoku") === "sudoku" && sudokuText.isFirst(first.text))) {
        throw errorAt(first.number, null, unreadable(lines, genre));
    }
    return genre || !hasSize ? readAs(genre ?? "sudoku", lines, name) : readAny(lines, name);
}

function readAs(genre, lines, name) {
    return genre === "sudoku" ? sudokuText.read(lines, name) : gridText.read(lines, name, genre);
}

/** Read a grid as one of the only genre that fits it, or throw an error. */
function readAny(lines, name) {
    const found = new Map(), faults = new Map();
    for (const genre of Object.keys(GENRES)) {
        try {
            found.set(genre, readAs(genre, lines, name));
        } catch (error) {
            faults.set(genre, error);
        }
    }
    const [first, top] = lines, row = top?.text.trim() ?? "";
    if (!found.size) {
        throw faults.get(mostLikely(headingIn(first.text).sizes, row));
    }
    const genres = likely([...found.keys()], row);
    if (genres.length > 1) {
        const titles = genres.map((genre) => GENRES[genre].title).join(", ");
        const todo = `choose one, or write it before the size, as in '${genres[0]} ${first.text.trim()}'`;
        const error = errorAt(first.number, null, `several genres fit these rows: ${titles}; ${todo}`);
        throw Object.assign(error, { genres });
    }
    return found.get(genres[0]);
}

/** Return the likely genres of those that fit: a Slitherlink has no blanks, and a Slink has a number in each cell. */
function likely(genres, row) {
    if (!/\s/.test(row) && genres.includes("slitherlink")) {
        return ["slitherlink"];
    }
    if (!genres.includes("slink")) {
        return genres;
    }
    return genres.includes("sudoku") ? genres.filter((genre) => genre !== "slitherlink") : ["slink"];
}

/** Return the genre whose error helps most, by the first row, where no genre fits. */
function mostLikely([rows, cols], row) {
    const isDense = !/\s/.test(row), cells = cellsOf(row);
    const isBoxes = rows > 1 && cols > 1 && cells.length === rows * cols;
    if (isBoxes || (isDense && /[4-9]/.test(row) && !GENRES.sudoku.wrongSize(rows, cols))) {
        return "sudoku";
    }
    return isDense ? "slitherlink" : cells.every((cell) => /^[0-3]$/.test(cell)) ? "slink" : "canal";
}

/** Say why lines that begin neither with a size nor with a row of a Sudoku are no puzzle. */
function unreadable([first, ...below], genre) {
    const end = below.findIndex((line) => !isContent(line.text));
    const rows = [first, ...below.slice(0, end < 0 ? undefined : end)].map(({ text }) => cellsOf(text.trim()));
    const cols = rows[0].length;
    const isRow = (cells) => cells.length === cols && cells.every((cell) => /^[.?\d]+$/.test(cell));
    if (rows.length > 1 && rows.every(isRow)) {
        return `there is no size line above these rows; write '${rows.length} ${cols}' there`;
    }
    if ((genre ?? "sudoku") !== "sudoku") {
        return `expected a size line 'rows cols', found ${quoted(first.text)}`;
    }
    const characters = first.text.replace(/\s/g, "");
    return !isLikely(characters) ? `${quoted(first.text)} is no puzzle; expected ${EXPECTED}`
        : "expected 16, 81, 256 or 625 characters for all cells of a Sudoku, or a row of 4, 9, 16 ... or 225 cells,"
            + ` found ${characters.length} characters: ${quoted(first.text)}`;
}

function cellsOf(row) {
    return /\s/.test(row) ? row.split(/\s+/) : [...row];
}
