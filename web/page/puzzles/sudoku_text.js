// Reads Sudokus as text: a grid of digits or numbers. An order may precede the grid, and a frame may be drawn around
// the grid. See docs/user/formats/sudoku.md.

import { GENRES, ORDERS, puzzleOf } from "./genres.js";
import { errorAt, headingIn, isComment, isContent, onLine, quoted } from "./lines.js";
import { digitsIn, isLikely, readOneLine, wholeIn } from "./sudoku_line.js";

const SIZES = ORDERS.map((order) => order ** 2);

/** The sizes of the grids in which a cell may be a single character. */
const CHARACTER_SIZES = [4, 9, 16, 25];

/** The characters between cells: white space, bars, and the punctuation of lists. */
const BETWEEN = /[\s|,;[\]"│┃║┆┊╎]+/;

/** The characters of frames; the characters in `DRAWN` are never cells. */
const MARK = /[+=\u2500-\u257f\-*.:']/u, DRAWN = /[+=\u2500-\u257f]/u;

/** A line that may be part of a frame or a row of empty cells. */
const DASHES = /^[\s|]*(-[-\s|]*|_[_\s|]*)$/;

/** Read the first lines as a Sudoku. @returns {import("./read.js").Found} */
export function readSudoku(lines, name) {
    const whole = wholeLine(lines);
    if (whole) return { puzzle: readOneLine(whole, name), used: lines.indexOf(whole) + 1 };
    const [first] = lines, hasHeading = isHeading(first.text);
    const sizes = hasHeading ? sizesUnder(first) : SIZES;
    const end = lines.findIndex((line) => isComment(line.text));
    const likely = lines.slice(hasHeading ? 1 : 0, end < 0 ? undefined : end).filter((line) => !isFrame(line.text));
    const top = likely.find((line) => !DASHES.test(line.text)) ?? likely[0];
    const size = top ? sizeOf(top, sizes) : sizes[0];
    const rows = rowsOf(likely, size);
    if (rows.length < size) throw errorAt(first.number, null, `expected ${size} rows, found ${rows.length}`);
    const cells = rows.flatMap((line) => cellsOf(line, size));
    const digits = digitsIn(cells, size, (index, words) => {
        const { number, text } = rows[Math.floor(index / size)];
        return errorAt(number, text.indexOf(cells[index]) + 1, words);
    });
    const puzzle = onLine(first.number, () => puzzleOf("sudoku", size, size, digits, name));
    const below = lines.indexOf(rows.at(-1)) + 1, next = lines.slice(below).findIndex((line) => !isFrame(line.text));
    return { puzzle, used: next < 0 ? lines.length : below + next };
}

/** Return whether a Sudoku may begin with this line: a row, a part of a frame, a size or a whole grid. */
export function isFirst(text) {
    return isHeading(text) || isFrame(text) || DASHES.test(text) || Boolean(wholeIn(text) || sizeIn(text, SIZES));
}

/**
 * Return the first or the second line if it is a whole grid; undefined if neither is.
 *
 * If the second line is a whole grid, the first may be the number of grids, a size, or the header of a table.
 */
export function wholeLine(lines) {
    const [first, next] = lines.filter((line) => isContent(line.text));
    if (isWhole(first, lines)) return first;
    const heading = headingIn(first.text);
    const isAbove = heading ? !isRowUnder(heading, next, lines) : !isLikely(first.text);
    return next && isAbove && !areRowsOf16(lines) && isWhole(next, lines) ? next : undefined;
}

function isWhole(line, lines) {
    return wholeIn(line.text) && !areRowsOf16(lines.slice(lines.indexOf(line)));
}

/** Return whether a line that could be a whole grid is only a row of a larger grid, which has the given size. */
function isRowUnder({ sizes }, line, lines) {
    const width = line?.text.trim().length, isRow = ({ text }) => text.trim().length === width;
    return sizes.length === 2 ? width === sizes[1]
        : width === 16 && [4, 16].includes(sizes[0]) && lines.filter(isRow).length >= width;
}

/** Return whether a line is an order or a size; a line of four or more digits counts as a row. */
function isHeading(text) {
    return /\D/.test(text.trim()) ? Boolean(headingIn(text)) : text.trim().length < 4;
}

/** Return the sizes of grids that fit a size line; its numbers are sizes or orders. */
function sizesUnder({ number, text }) {
    const { sizes } = headingIn(text);
    const found = SIZES.filter((size) => sizes.every((one) => one === size || one ** 2 === size));
    if (!found.length) {
        const [rows, cols] = sizes.length > 1 ? sizes.slice(-2) : [sizes[0], sizes[0]];
        throw errorAt(number, null, rows === cols ? GENRES.sudoku.wrongSize(rows, cols)
            : `this Sudoku has boxes of ${rows}x${cols} cells; only square boxes are supported`);
    }
    return found;
}

/** Return the parts of a line that may be cells; in a table, parts may be empty. */
function partsOf(text) {
    const columns = text.replace(/["\s]/g, "").split(",");
    return SIZES.includes(columns.length) && columns.includes("") ? columns.map((cell) => cell || ".")
        : text.split(BETWEEN).filter((part) => part);
}

/** Return whether a line is blank or part of a frame. */
function isFrame(text) {
    const marks = [...new Set(partsOf(text).join(""))];
    const drawn = marks.some((mark) => DRAWN.test(mark)) || (marks.includes("-") && marks.length > 1);
    return !marks.length || (drawn && marks.every((mark) => MARK.test(mark)));
}

/** Return the size of the grid that a row belongs to; undefined if this size is none of the given sizes. */
function sizeIn(text, sizes) {
    const parts = partsOf(text), characters = parts.join("").length;
    const grouped = CHARACTER_SIZES.includes(characters)
        && Math.max(...parts.map((part) => part.length)) > String(parts.length).length;
    const isOne = (size) => (size === parts.length && !grouped)
        || (size === characters && CHARACTER_SIZES.includes(size));
    // Letters are digits only in grids larger than 9x9.
    return sizes.find((size) => isOne(size) && (size > 9 || isLikely(parts.join(""))));
}

function sizeOf(line, sizes) {
    const size = sizeIn(line.text, sizes);
    if (!size) {
        const expected = sizes === SIZES ? "4, 9, 16 ... or 225" : sizes.join(" or ");
        // A row without separators has one character for each cell.
        const parts = partsOf(line.text), found = (parts.length === 1 ? [...parts[0]] : parts).length;
        if (sizes[0] === found ** 2) {
            // The number in the size line was read as an order, but the rows show that it is a size.
            throw errorAt(line.number, null, GENRES.sudoku.wrongSize(found, found));
        }
        throw errorAt(line.number, null, `expected a row of ${expected} cells, found ${found}: ${quoted(line.text)}`);
    }
    return size;
}

/** Return the rows of a grid; if there are too few other rows, lines of dashes count as rows of empty cells. */
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
 * Return whether lines of 16 characters are the rows of a 16x16 grid instead of whole 4x4 grids. They are rows if there
 * are 16 such lines, and at least half of these lines have characters that no 4x4 grid has.
 */
function areRowsOf16(lines) {
    const first = lines.slice(0, 16).map((line) => line.text.trim());
    return first.length === 16 && first.every((text) => text.length === 16 && !isComment(text))
        && first.filter((text) => /[^0-4.*\-_·]/.test(text)).length >= 8;
}
