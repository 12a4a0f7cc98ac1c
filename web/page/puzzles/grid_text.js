// The text of all genres but Sudoku: a size line and a line for each row; docs/user/formats.

import { checkSize, checked } from "./codes.js";
import { errorAt, headingIn, isContent } from "./lines.js";
import { UNKNOWN, createPuzzle } from "./puzzle.js";
import { LARGEST_CLUE } from "./shading.js";
import { quoted } from "./words.js";

// How the cells of genres are written.
const DENSE = { split: (text) => [...text], expected: "'.', 0, 1, 2 or 3", pattern: /^[0-3.]$/ };
const SPACED = { split: (text) => text.split(/\s+/), expected: "0, 1, 2 or 3", pattern: /^[0-3]$/ };
const SHADED = {
    split: (text) => text.split(/\s+/),
    expected: `'.', '?' or a number from 0 to ${LARGEST_CLUE}`,
    pattern: /^([.?]|[0-9]{1,3})$/,
};
const CELLS = { slitherlink: DENSE, slink: SPACED, smullyan: SHADED, canal: SHADED };

/** Return a puzzle as text, its name first. */
export function write(puzzle) {
    const tokens = puzzle.clues.map((line) => line.map(token));
    const size = `${puzzle.rows} ${puzzle.cols}`;
    if (CELLS[puzzle.genre] === SHADED) {
        const width = Math.max(...tokens.flat().map((one) => one.length));
        const rows = tokens.map((line) => line.map((one) => one.padStart(width)).join(" "));
        return [`# ${puzzle.name}`, `${puzzle.genre} ${size}`, ...rows, ""].join("\n");
    }
    const between = puzzle.genre === "slink" ? " " : "";
    return [`# ${puzzle.name}`, size, ...tokens.map((line) => line.join(between)), ""].join("\n");
}

/**
 * Read a grid.
 *
 * @param {import("./lines.js").Line[]} lines The size line, and all lines behind it.
 * @param {string} name
 * @param {?string} wanted The genre where the rows may be of several, or null.
 * @returns {{puzzle: import("./puzzle.js").Puzzle, used: number}} `used`: how many lines it takes.
 */
export function read([first, ...below], name, wanted) {
    const { word, rows, cols } = headingIn(first.text);
    try {
        checkSize(rows, cols);
    } catch (error) {
        throw errorAt(first.number, null, error.message);
    }
    const end = below.slice(0, rows).findIndex((line) => !isContent(line.text));
    const found = below.slice(0, end < 0 ? rows : end);
    if (found.length < rows) {
        const what = rows === 1 ? "row" : "rows";
        throw errorAt(first.number, null, `expected ${rows} ${what} under the size line, found ${found.length}`);
    }
    const genre = word || genreOf(first, found.map((line) => line.text.trim()), cols, wanted);
    const next = below[rows];
    if (genre !== "slink" && next && isContent(next.text) && !headingIn(next.text)) {
        throw errorAt(next.number, null, `expected a blank line behind the last row, found ${quoted(next.text)}`);
    }
    const clues = found.map((line) => cluesIn(line, CELLS[genre], cols));
    return { puzzle: checked(createPuzzle(genre, rows, cols, clues, name)), used: rows + 1 };
}

function token(clue) {
    return clue === null ? "." : clue === UNKNOWN ? "?" : String(clue);
}

/** Return the genre that the rows look like. */
function genreOf(first, rows, cols, wanted) {
    const tokens = rows.map((row) => row.split(/\s+/));
    const isWanted = (...genres) => (genres.includes(wanted) ? wanted : null);
    if (tokens.every((row) => row.length === 1)) {
        return cols === 1 ? isWanted("slink", "smullyan", "canal") ?? "slitherlink" : "slitherlink";
    }
    if (tokens.every((row) => row.every((one) => SPACED.pattern.test(one)))) {
        return isWanted("smullyan", "canal") ?? "slink";
    }
    const shading = isWanted("smullyan", "canal");
    if (!shading) {
        const words = "this may be a Smullyanic Dynasty or a Canal View: write 'smullyan' or 'canal' before the size";
        throw errorAt(first.number, null, words);
    }
    return shading;
}

function cluesIn(line, { split, expected, pattern }, cols) {
    const text = line.text.trim(), tokens = split(text);
    const wrong = tokens.find((one) => !pattern.test(one));
    if (wrong !== undefined) {
        const words = `${quoted(wrong)} is no clue; expected ${expected}`;
        throw errorAt(line.number, line.text.indexOf(wrong) + 1, words);
    }
    if (tokens.length !== cols) {
        throw errorAt(line.number, null, `expected ${cols} cells, found ${tokens.length}: ${quoted(text)}`);
    }
    return tokens.map((one) => (one === "." ? null : one === "?" ? UNKNOWN : Number(one)));
}
