// Puzzles as pzpr saves them: files that begin with `pzprv3`, URLs that join the lines of such a file with slashes, and
// URLs of kanpen.net, which do so without the line that names the kind.
//
// A file has a line with the number of rows, one with the number of columns, which a Sudoku lacks, the rows of cells,
// and the player's marks. (Source: github.com/robx/pzprjs, src/pzpr/parser.js.)

import { checkSize } from "./codes.js";
import { UNKNOWN, place } from "./puzzle.js";
import * as urls from "./urls.js";
import { quoted } from "./words.js";

const VERSION = /^pzprv3(?:\.\d+)?$/;
const URL = /(?:^|[?&=#])pzprv3(?:\.\d+)?\/(.*)$/;

/** A URL of kanpen.net, which was a part of Geocities before. */
const KANPEN = /(?:kanpen\.net|pencil_applet)\/([a-z]+)\.html\?(problem|pzpr)=([^&#\s]+)/i;

/** Return whether a line may be such a URL. */
export function isUrl(line) {
    return URL.test(line) || KANPEN.test(line);
}

/** Return the puzzle in such a URL; Error if it holds none. */
export function readUrl(line, name) {
    const saved = URL.exec(line);
    if (saved) {
        return puzzleIn(saved[1].split("/"), name);
    }
    const [, word, key, code] = KANPEN.exec(line);
    return key === "pzpr" ? urls.read(`?${word}/${code}`, name) : puzzleIn([word, ...code.split("/")], name);
}

/** Return whether a line may be the first of such a file. */
export function begins(line) {
    return VERSION.test(line);
}

/** Read such a file, without the marks. @returns {import("./read.js").Found} */
export function read([, ...lines], name) {
    const end = lines.findIndex(({ text }) => VERSION.test(text) || !text);
    const own = end < 0 ? lines : lines.slice(0, end);
    return { puzzle: puzzleIn(own.map(({ text }) => text), name), used: own.length + 1 };
}

function puzzleIn([word = "", ...parts], name) {
    try {
        const kind = urls.kindOf(word), sizes = parts.splice(0, kind.genre === "sudoku" ? 1 : 2).map(Number);
        const rows = sizes[0] || 0, cols = sizes.at(-1) || 0;
        checkSize(rows, cols);
        const lines = parts.slice(0, rows).filter(Boolean);
        if (lines.length < rows) {
            throw new Error(`expected ${rows} rows of cells, found ${lines.length}`);
        }
        const cells = lines.flatMap((line, row) => cellsIn(line, row, cols));
        return urls.puzzleOfKind(kind, rows, cols, cells, name);
    } catch (error) {
        throw new Error(`in this puzzle of pzprv3, ${error.message}`, { cause: error });
    }
}

function cellsIn(line, row, cols) {
    const tokens = line.split(/[\s_]+/).filter(Boolean);
    const wrong = tokens.findIndex((token) => !/^([.?-]|\d{1,3})$/.test(token));
    if (wrong >= 0) {
        throw new Error(`${place(row, wrong)}: ${quoted(tokens[wrong])} is no clue; expected a number, '.' or '-'`);
    }
    if (tokens.length !== cols) {
        throw new Error(`row ${row + 1}: expected ${cols} cells, found ${tokens.length}`);
    }
    return tokens.map((token) => (token === "." ? null : /\d/.test(token) ? Number(token) : UNKNOWN));
}
