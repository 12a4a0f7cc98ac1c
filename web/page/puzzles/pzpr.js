// Puzzles as URLs of puzz.link, pzv.jp and other sites that run the program pzpr, and puzzles as pzpr saves them.
// 
// A URL ends in `?kind/columns/rows/cells`. The cells are listed row by row in one of two codes. In both codes, runs of
// cells without a clue are counted, and a dot is a clue of unknown value. (Source: github.com/robx/pzprjs,
// src/variety-common/Encode.js: `4Cell` and `Number16`.)
// 
// pzpr saves puzzles in three forms: files that begin with `pzprv3`, URLs in which slashes join the lines of such a
// file, and URLs of kanpen.net, which have the same lines without the name of the kind. A file has a line with the
// number of rows, a line with the number of columns (not in Sudokus), the rows of cells, and the player's marks.
// (Source: src/pzpr/parser.js.)

import { checkSize, puzzleOf } from "./genres.js";
import { quoted } from "./lines.js";
import { UNKNOWN, place } from "./puzzle.js";

/** The part of a link that is a puzzle; the rest of the link may be missing. */
const PART = new RegExp(
    "(?:[?&=#]|^(?=[a-z_]+/\\d+/\\d+/))(?<word>[a-z][a-z\\d]*?)(?:_edit|_play)?/(?<rest>[^?&=#\\s]*)",
    "i",
);

/** A description of the supported links, for messages. */
export const EXPECTED_LINKS = "one that ends in '?slither/columns/rows/cells', or in the same with sudoku, smullyan or"
    + " canal; one with a game id of Loopy or Solo; or one with a Sudoku's 81 digits";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** The length of the longest run of empty cells that has a code; its code is z. */
const LONGEST_RUN = 20;

/** The number of digits that follow each sign. */
const SIGNS = { "-": 2, "+": 3 };

const SLITHERLINK = { name: "slither", genre: "slitherlink", decode: decodeFour, encode: encodeFour, unknown: false };
const [SUDOKU, SMULLYAN, CANAL] = ["sudoku", "smullyan", "canal"].map((genre) =>
    ({ name: genre, genre, decode: decodeSixteen, encode: encodeSixteen, unknown: genre !== "sudoku" }));
const OF_GENRE = { slitherlink: SLITHERLINK, slink: SLITHERLINK, sudoku: SUDOKU, smullyan: SMULLYAN, canal: CANAL };
const KINDS = new Map(Object.entries({ ...OF_GENRE, slither: SLITHERLINK, canalview: CANAL }));

/** Return whether a line contains a puzzle of any kind. */
export function isUrl(line) {
    return PART.test(line);
}

/** Return the puzzle in a URL; Error if the URL is invalid or the genre is unknown. */
export function readUrl(line, name = "") {
    const { word, rest } = PART.exec(line).groups, kind = kindOf(word);
    const [width, height = "", code = "", ...others] = rest.split("/");
    if (/^[a-z]/i.test(width)) {
        throw new Error(`${quoted(width)} makes this a variant of ${kind.name}, which is not read here`);
    }
    if (others.some(Boolean) || ![width, height].every((part) => /^[0-9]{1,9}$/.test(part))) {
        throw new Error(`expected '${kind.name}/columns/rows/cells' in the URL, found ${quoted(`${word}/${rest}`)}`);
    }
    const cols = Number(width), rows = Number(height);
    checkSize(rows, cols);
    const cells = kind.decode(code, rows * cols);
    if (cells.length === rows * cols + 1 && code.endsWith(".")) {
        cells.pop();  // the full stop of a sentence that ends with the URL
    }
    return puzzleOfKind(kind, rows, cols, cells, name);
}

/** Return the kind of puzzle that pzpr calls by this name; Error if the page does not support this kind. */
function kindOf(word) {
    const kind = KINDS.get(word.toLowerCase());
    if (!kind) {
        const kinds = [SLITHERLINK, SUDOKU, SMULLYAN, CANAL].map((one) => one.name).join(", ");
        throw new Error(`no genre here is called ${quoted(word)} by pzpr; there are: ${kinds}`);
    }
    return kind;
}

/** Return the puzzle with these cells; in genres that have no clues of unknown value, such clues become empty cells. */
function puzzleOfKind(kind, rows, cols, cells, name) {
    const known = kind.unknown ? cells : cells.map((cell) => (cell === UNKNOWN ? null : cell));
    return puzzleOf(kind.genre, rows, cols, known, name);
}

/** Return the URL of a puzzle at puzz.link; a Slink becomes a Slitherlink. */
export function urlOf(puzzle) {
    return `https://puzz.link/p?${ending(puzzle)}`;
}

/** Return the part of a puzzle's URL after the question mark. */
export function ending(puzzle) {
    const kind = OF_GENRE[puzzle.genre];
    return `${kind.name}/${puzzle.cols}/${puzzle.rows}/${kind.encode(puzzle.clues.flat())}`;
}

/** Decode clues from 0 to 4, each with up to two empty cells after it; cells beyond the end of the grid are ignored. */
function decodeFour(code, count) {
    const cells = [];
    for (const [at, character] of [...code].entries()) {
        const value = DIGITS.indexOf(character);
        if (character === ".") {
            cells.push(UNKNOWN);
        } else if (value > 15) {
            cells.push(...Array(value - 15).fill(null));
        } else if (value >= 0 && value < 15) {
            const empty = Math.min(Math.floor(value / 5), Math.max(count - cells.length - 1, 0));
            cells.push(value % 5, ...Array(empty).fill(null));
        } else {
            throw noCells(code, at);
        }
    }
    return cells;
}

/** Encode cells as compactly as pzpr does. */
function encodeFour(cells) {
    const text = cells.map((clue) => (clue === null ? "." : clue)).join("");
    return text.replace(new RegExp(`(\\d)(\\.{0,2})|\\.{1,${LONGEST_RUN}}`, "g"), (token, clue, empty, at) => {
        if (clue === undefined) return DIGITS[15 + token.length];
        // The cells after the end of the grid count as empty.
        const behind = at + token.length === text.length ? 2 : empty.length;
        return DIGITS[Number(clue) + 5 * behind];
    });
}

/** Decode hexadecimal clues and runs of empty cells; a clue with several digits follows a sign. */
function decodeSixteen(code) {
    const cells = [];
    for (let at = 0; at < code.length; at++) {
        const value = DIGITS.indexOf(code[at]), length = SIGNS[code[at]];
        if (code[at] === ".") {
            cells.push(UNKNOWN);
        } else if (length) {
            const digits = code.slice(at + 1, at + 1 + length);
            if (digits.length < length || /[^0-9a-f]/.test(digits)) {
                throw new Error(`expected ${length} hexadecimal digits after '${code[at]}', found ${quoted(digits)}`);
            }
            cells.push(parseInt(digits, 16));
            at += length;
        } else if (value > 15) {
            cells.push(...Array(value - 15).fill(null));
        } else if (value >= 0) {
            cells.push(value);
        } else {
            throw noCells(code, at);
        }
    }
    return cells;
}

function encodeSixteen(cells) {
    const sign = (clue) => (clue < 16 ? "" : clue < 256 ? "-" : "+");
    const codes = cells.map((clue) =>
        (clue === null ? " " : clue === UNKNOWN ? "." : `${sign(clue)}${clue.toString(16)}`));
    return codes.join("").replace(new RegExp(` {1,${LONGEST_RUN}}`, "g"), (run) => DIGITS[15 + run.length]);
}

function noCells(code, at) {
    return new Error(`'${code[at]}' is not valid in such a URL: ${quoted(code, at)}`);
}

// Puzzles that pzpr saved

const VERSION = /^pzprv3(?:\.\d+)?$/;
const URL = /(?:^|[?&=#])pzprv3(?:\.\d+)?\/(.*)$/;

/** A URL of kanpen.net, a site that formerly was on Geocities. */
const KANPEN = /(?:kanpen\.net|pencil_applet)\/([a-z]+)\.html\?(problem|pzpr)=([^&#\s]+)/i;

export function isSavedUrl(line) {
    return URL.test(line) || KANPEN.test(line);
}

export function readSavedUrl(line, name) {
    const saved = URL.exec(line);
    if (saved) return puzzleIn(saved[1].split("/"), name);
    const [, word, key, code] = KANPEN.exec(line);
    return key === "pzpr" ? readUrl(`?${word}/${code}`, name) : puzzleIn([word, ...code.split("/")], name);
}

export function isSavedFile(line) {
    return VERSION.test(line);
}

export function readSavedFile([, ...lines], name) {
    const end = lines.findIndex(({ text }) => VERSION.test(text) || !text);
    const own = end < 0 ? lines : lines.slice(0, end);
    return { puzzle: puzzleIn(own.map(({ text }) => text), name), used: own.length + 1 };
}

function puzzleIn([word = "", ...parts], name) {
    try {
        const kind = kindOf(word), sizes = parts.splice(0, kind.genre === "sudoku" ? 1 : 2).map(Number);
        const rows = sizes[0] || 0, cols = sizes.at(-1) || 0;
        checkSize(rows, cols);
        const lines = parts.slice(0, rows).filter(Boolean);
        if (lines.length < rows) throw new Error(`expected ${rows} rows of cells, found ${lines.length}`);
        const cells = lines.flatMap((line, row) => cellsIn(line, row, cols));
        return puzzleOfKind(kind, rows, cols, cells, name);
    } catch (error) {
        throw new Error(`in this puzzle of pzprv3, ${error.message}`, { cause: error });
    }
}

function cellsIn(line, row, cols) {
    const tokens = line.split(/[\s_]+/).filter(Boolean);
    const wrong = tokens.findIndex((token) => !/^([.?-]|\d{1,3})$/.test(token));
    if (wrong >= 0) {
        throw new Error(`${place(row, wrong)}: ${quoted(tokens[wrong])} is not a clue; expected a number, '.' or '-'`);
    }
    if (tokens.length !== cols) throw new Error(`row ${row + 1}: expected ${cols} cells, found ${tokens.length}`);
    return tokens.map((token) => (token === "." ? null : /\d/.test(token) ? Number(token) : UNKNOWN));
}
