// The text of Sudokus: a grid of digits or numbers, perhaps below its order, perhaps drawn;
// docs/user/formats/sudoku.md.

import { checked } from "./codes.js";
import { errorAt, isComment } from "./lines.js";
import * as oneLine from "./one_line.js";
import { createPuzzle, inRows } from "./puzzle.js";
import { ORDERS } from "./sudoku.js";
import { digitsIn } from "./sudoku_symbols.js";
import { quoted } from "./words.js";

const SIZES = ORDERS.map((order) => order ** 2);

/** The grids that may be written with one character a cell. */
const CHARACTER_SIZES = [4, 9, 16, 25];

/** White space, bars and the punctuation of lists. */
const BETWEEN = /[\s|,;[\]│┃║┆┊╎]+/;

/** What frames are made of; those of `DRAWN` stand for no cells. */
const MARK = /[+=\u2500-\u257f\-*.:']/u, DRAWN = /[+=\u2500-\u257f]/u;

/** A line that may be drawn, or a row of empty cells. */
const DASHES = /^[\s|]*(-[-\s|]*|_[_\s|]*)$/;

/** Return a puzzle as text, its name first: one line if every digit is a character, else its order and a grid. */
export function write(puzzle) {
    const grid = puzzle.rows < 10 ? [oneLine.write(puzzle)]
        : [Math.sqrt(puzzle.rows), ...puzzle.clues.map((line) => line.map((digit) => digit ?? 0).join(" "))];
    return [`# ${puzzle.name}`, ...grid, ""].join("\n");
}

/**
 * Read a Sudoku.
 *
 * @param {import("./lines.js").Line[]} lines Its lines, and all lines behind them.
 * @param {string} name
 * @returns {{puzzle: import("./puzzle.js").Puzzle, used: number}} `used`: how many lines it takes.
 */
export function read(lines, name) {
    const [first] = lines, parts = partsOf(first.text);
    if (oneLine.sizeOf(first.text) && !areRowsOf16(lines)) {
        try {
            return { puzzle: oneLine.read(first.text, name), used: 1 };
        } catch (error) {
            throw errorAt(first.number, null, error.message);
        }
    }
    const order = parts.length === 1 && /^[0-9]{1,3}$/.test(parts[0]) ? Number(parts[0]) : null;
    if (order !== null && !ORDERS.includes(order)) {
        const expected = `an order from ${ORDERS[0]} to ${ORDERS.at(-1)}`;
        throw errorAt(first.number, null, `expected ${expected}, found ${order}`);
    }
    const end = lines.findIndex((line) => isComment(line.text));
    const likely = lines.slice(order === null ? 0 : 1, end < 0 ? undefined : end).filter((line) => !isFrame(line.text));
    const size = order === null ? sizeOf(likely.find((line) => !DASHES.test(line.text)) ?? first) : order ** 2;
    const rows = rowsOf(likely, size);
    if (rows.length < size) {
        throw errorAt(first.number, null, `expected ${size} rows, found ${rows.length}`);
    }
    const texts = rows.flatMap((line) => cellsOf(line, size));
    try {
        const puzzle = checked(createPuzzle("sudoku", size, size, inRows(digitsIn(texts, size), size), name));
        const below = lines.indexOf(rows.at(-1)) + 1;
        const next = lines.slice(below).findIndex((line) => !isFrame(line.text));
        return { puzzle, used: next < 0 ? lines.length : below + next };
    } catch (error) {
        throw errorAt(first.number, null, error.message);
    }
}

function partsOf(text) {
    return text.split(BETWEEN).filter((part) => part);
}

/** Return whether a line is blank or part of a frame. */
function isFrame(text) {
    const marks = [...new Set(partsOf(text).join(""))];
    const drawn = marks.some((mark) => DRAWN.test(mark)) || (marks.includes("-") && marks.length > 1);
    return !marks.length || (drawn && marks.every((mark) => MARK.test(mark)));
}

/** Return the size of the grid that a line is a row of; Error if it is none. */
function sizeOf(line) {
    const parts = partsOf(line.text), characters = parts.join("").length;
    const grouped = CHARACTER_SIZES.includes(characters)
        && Math.max(...parts.map((part) => part.length)) > String(parts.length).length;
    const size = SIZES.includes(parts.length) && !grouped ? parts.length : characters;
    if (size !== parts.length && !CHARACTER_SIZES.includes(size)) {
        const expected = "a row of 4, 9, 16 ... or 225 cells, or 16, 81, 256 or 625 characters for all cells";
        throw errorAt(line.number, null, `expected ${expected}, found ${quoted(line.text)}`);
    }
    return size;
}

/** Return the rows of a grid; lines of dashes are rows of empty cells if there are too few others. */
function rowsOf(lines, size) {
    const others = lines.filter((line) => !DASHES.test(line.text));
    const fits = ({ text }) => [partsOf(text).length, partsOf(text).join("").length].includes(size);
    const rows = others.length >= size ? others : lines.filter((line) => !DASHES.test(line.text) || fits(line));
    return rows.slice(0, size);
}

function cellsOf(line, size) {
    const parts = partsOf(line.text), characters = [...parts.join("")];
    const cells = [parts, characters].find((found) => found.length === size);
    if (!cells) {
        const found = CHARACTER_SIZES.includes(size) ? characters.length : parts.length;
        throw errorAt(line.number, null, `expected a row of ${size} cells, found ${found}`);
    }
    return cells;
}

/**
 * Return whether lines of 16 characters are the rows of a 16x16 grid, and not each a whole 4x4 grid.
 *
 * They are if there are sixteen, and half of them hold what no 4x4 grid does.
 */
function areRowsOf16(lines) {
    const first = lines.slice(0, 16).map((line) => line.text.trim());
    return first.length === 16 && first.every((text) => text.length === 16 && !isComment(text))
        && first.filter((text) => /[^0-4.*\-_·]/.test(text)).length >= 8;
}
