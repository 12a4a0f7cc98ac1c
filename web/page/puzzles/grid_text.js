// The text of all genres but Sudoku: a size line and a line for each row; docs/user/formats.

import { checkSize, checked } from "./codes.js";
import { errorAt, headingIn, isContent, onLine } from "./lines.js";
import { UNKNOWN, createPuzzle } from "./puzzle.js";
import { LARGEST_CLUE } from "./shading.js";
import { quoted } from "./words.js";

// The cells of each genre.
const NUMBERS = { expected: "'.', 0, 1, 2 or 3", pattern: /^[0-3.]$/ };
const FULL = { expected: "0, 1, 2 or 3", pattern: /^[0-3]$/ };
const SHADED = { expected: `'.', '?' or a number from 0 to ${LARGEST_CLUE}`, pattern: /^([.?]|[0-9]{1,3})$/ };
const CELLS = { slitherlink: NUMBERS, slink: FULL, smullyan: SHADED, canal: SHADED };

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
 * Read a grid as one of a genre.
 *
 * @param {import("./lines.js").Line[]} lines The size line and all lines after it.
 * @param {string} name
 * @param {string} genre
 * @returns {import("./read.js").Found}
 */
export function read([first, ...below], name, genre) {
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
    const isEnded = genre === "slink" && /^\s*0\s+0$/.test(next?.text);  // as in the judge's input
    return { puzzle: checked(createPuzzle(genre, rows, cols, clues, name)), used: rows + 1 + isEnded };
}

function token(clue) {
    return clue === null ? "." : clue === UNKNOWN ? "?" : String(clue);
}

function cluesIn(line, genre, cols) {
    const { expected, pattern } = CELLS[genre], text = line.text.trim();
    const isDense = genre === "slitherlink" && !/\s/.test(text);
    const tokens = isDense ? [...text] : text.split(/\s+/), wrong = tokens.find((one) => !pattern.test(one));
    if (wrong !== undefined) {
        const words = `${quoted(wrong)} is no clue; expected ${expected}`;
        throw errorAt(line.number, line.text.indexOf(wrong) + 1, words);
    }
    if (tokens.length !== cols) {
        throw errorAt(line.number, null, `expected ${cols} cells, found ${tokens.length}: ${quoted(text)}`);
    }
    return tokens.map((one) => (one === "." ? null : one === "?" ? UNKNOWN : Number(one)));
}
