// Reads rows of cells after a size line; the genre may be unknown. See docs/user/formats.

import { GENRES, LARGEST_CLUE, checkSize, checked, genreIdOf } from "./genres.js";
import { errorAt, headingIn, isContent, onLine, quoted } from "./lines.js";
import { UNKNOWN, createPuzzle } from "./puzzle.js";
import { isLikely } from "./sudoku_line.js";
import { isFirst, readSudoku } from "./sudoku_text.js";

/** A description of the most common forms, for messages. */
export const EXPECTED = "a URL of puzz.link, a game id of Simon Tatham's collection, a size line 'rows cols' and the"
    + " rows under it, or a Sudoku: 81 characters in a line, or a grid of digits";

/** Read the first lines as a grid; `wanted` is its genre, or null if unknown. @returns {import("./read.js").Found} */
export function readRows(lines, name, wanted) {
    const [first] = lines, heading = headingIn(first.text), hasSize = heading?.sizes.length === 2;
    const genre = heading?.word ? onLine(first.number, () => genreIdOf(heading.word)) : wanted;
    if (!hasSize && !((genre ?? "sudoku") === "sudoku" && isFirst(first.text))) {
        throw errorAt(first.number, null, unreadable(lines, genre));
    }
    return genre || !hasSize ? readAs(genre ?? "sudoku", lines, name) : readAny(lines, name);
}

function readAs(genre, lines, name) {
    return genre === "sudoku" ? readSudoku(lines, name) : readGrid(lines, name, genre);
}

/** Read a grid as a puzzle of the genre that fits; throw an Error if no genre fits, or more than one genre. */
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
    if (!found.size) throw faults.get(mostLikely(headingIn(first.text).sizes, row));
    const genres = likely([...found.keys()], row);
    if (genres.length > 1) {
        const titles = genres.map((genre) => GENRES[genre].title).join(", ");
        const todo = `choose one, or write it before the size, as in '${genres[0]} ${first.text.trim()}'`;
        const error = errorAt(first.number, null, `several genres fit these rows: ${titles}; ${todo}`);
        throw Object.assign(error, { genres });
    }
    return found.get(genres[0]);
}

/** Return the likely genres among those that fit: a Slitherlink has no blanks, and a Slink has only numbers. */
function likely(genres, row) {
    if (!/\s/.test(row) && genres.includes("slitherlink")) return ["slitherlink"];
    if (!genres.includes("slink")) return genres;
    return genres.includes("sudoku") ? genres.filter((genre) => genre !== "slitherlink") : ["slink"];
}

/** If no genre fits, return the genre whose error is most helpful, judged by the first row. */
function mostLikely([rows, cols], row) {
    const isDense = !/\s/.test(row), cells = cellsOf(row);
    const isBoxes = rows > 1 && cols > 1 && cells.length === rows * cols;
    if (isBoxes || (isDense && /[4-9]/.test(row) && !GENRES.sudoku.wrongSize(rows, cols))) return "sudoku";
    return isDense ? "slitherlink" : cells.every((cell) => /^[0-3]$/.test(cell)) ? "slink" : "canal";
}

/** Return the reason why lines are not a puzzle; the first line is neither a size line nor a row of a Sudoku. */
function unreadable([first, ...below], genre) {
    const end = below.findIndex((line) => !isContent(line.text));
    const rows = [first, ...below.slice(0, end < 0 ? undefined : end)].map(({ text }) => cellsOf(text.trim()));
    const cols = rows[0].length;
    const isRow = (cells) => cells.length === cols && cells.every((cell) => /^[.?\d]+$/.test(cell));
    if (rows.length > 1 && rows.every(isRow)) {
        return `there is no size line above these rows; write '${rows.length} ${cols}' there`;
    }
    if ((genre ?? "sudoku") !== "sudoku") return `expected a size line 'rows cols', found ${quoted(first.text)}`;
    const characters = first.text.replace(/\s/g, "");
    return !isLikely(characters) ? `${quoted(first.text)} is no puzzle; expected ${EXPECTED}`
        : "expected 16, 81, 256 or 625 characters for all cells of a Sudoku, or a row of 4, 9, 16 ... or 225 cells,"
            + ` found ${characters.length} characters: ${quoted(first.text)}`;
}

function cellsOf(row) {
    return /\s/.test(row) ? row.split(/\s+/) : [...row];
}

// All genres except Sudoku: the text is a size line, and a line for each row

const NUMBERS = { expected: "'.', 0, 1, 2 or 3", pattern: /^[0-3.*_\u00b7-]$/ };
const FULL = { expected: "0, 1, 2 or 3", pattern: /^[0-3]$/ };
const SHADED = { expected: `'.', '?' or a number from 0 to ${LARGEST_CLUE}`, pattern: /^([.?]|[0-9]{1,3})$/ };
const CELLS = { slitherlink: NUMBERS, slink: FULL, smullyan: SHADED, canal: SHADED };

/** Read a size line and the rows after it as a puzzle of a genre. @returns {import("./read.js").Found} */
export function readGrid([first, ...below], name, genre) {
    const [rows, cols] = headingIn(first.text).sizes;
    onLine(first.number, () => checkSize(rows, cols));
    const end = below.slice(0, rows).findIndex((line) => !isContent(line.text));
    const found = below.slice(0, end < 0 ? rows : end);
    if (found.length < rows) {
        const what = rows === 1 ? "row" : "rows";
        throw errorAt(first.number, null, `expected ${rows} ${what} under the size line, found ${found.length}`);
    }
    const next = below[rows];
    if (genre !== "slink" && next && isContent(next.text) && !headingIn(next.text)) {
        throw errorAt(next.number, null, `expected a blank line behind the last row, found ${quoted(next.text)}`);
    }
    const clues = found.map((line) => cluesIn(line, genre, cols));
    const isEnded = genre === "slink" && /^\s*0\s+0$/.test(next?.text);  // the end mark of the judge's format
    return { puzzle: checked(createPuzzle(genre, rows, cols, clues, name)), used: rows + 1 + isEnded };
}

function cluesIn(line, genre, cols) {
    const { expected, pattern } = CELLS[genre], text = line.text.trim();
    // Blanks in a Slitherlink have no meaning, because each cell is one character.
    const tokens = genre === "slitherlink" ? [...text.replace(/\s/g, "")] : text.split(/\s+/);
    const wrong = tokens.find((one) => !pattern.test(one));
    if (wrong !== undefined) {
        const words = `${quoted(wrong)} is not a clue; expected ${expected}`;
        throw errorAt(line.number, line.text.indexOf(wrong) + 1, words);
    }
    if (tokens.length !== cols) {
        throw errorAt(line.number, null, `expected ${cols} cells, found ${tokens.length}: ${quoted(text)}`);
    }
    return tokens.map((one) => (/\d/.test(one) ? Number(one) : one === "?" ? UNKNOWN : null));
}
