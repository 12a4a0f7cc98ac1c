// Reads puzzles as game ids of Simon Tatham's Portable Puzzle Collection, in which a Slitherlink is called Loopy and a
// Sudoku is called Solo. Also reads the collection's files with saved games; their lines are `KEY     :length:value`.
// 
// A game id is `parameters:description`. The parameters of Loopy are `<columns>x<rows>t<type of grid>`. The parameters
// of Solo are the size of a box, `<columns>x<rows>`, and letters for variants. In both games, letters with settings of
// the generator may follow. A description lists the cells row by row. A letter is a run of empty cells: `a` is one
// cell, `z` is 26 cells. In Solo, `_` separates adjacent numbers. (Source: loopy.c and solo.c, the functions for
// parameters and descriptions.)

import { checkSize, puzzleOf } from "./genres.js";
import { quoted } from "./lines.js";
import { wholeIn } from "./sudoku_line.js";

const GAME_ID = new RegExp(
    "^(?:(?<game>[a-z]+)\\s*:\\s*|(?<page>\\S*[#=]))?" // the game's name, or the page that plays it
    + "(?<width>\\d{1,4})(?:x(?<height>\\d{1,4}))?(?<rest>[a-z0-9]*)(?<sign>[:#])\\s*(?<description>\\S*)$",
    "i",
);
const LOOPY = /^(?:t(?<grid>\d+))?(?:d[a-z])?$/;
const SOLO = /^(?<jigsaw>j?)(?<x>x?)(?<killer>k?)(?:md?[0-9]+|r[0-9]+|a|d[a-z])*$/;
const GAMES = new Map([["loopy", readLoopy], ["solo", readSolo]]);
const LOOPY_CODE = /[a-z]|[0-3]/y;
const SOLO_CODE = /[a-z]|[0-9]+|_/y;

/** Return whether a line may be a game id; a line with a number before a whole grid is not a game id. */
export function isGameId(line) {
    const { height, rest, sign, description } = GAME_ID.exec(line)?.groups ?? {};
    return sign === "#" ? /^\w+$/.test(description) : sign === ":" && Boolean(height || rest || !wholeIn(description));
}

/**
 * Return the puzzle in a game id; the name of the game, or the address of a page that plays it, may precede the id.
 *
 * Throws an Error if the puzzle is neither a Slitherlink on squares nor a Sudoku with square boxes. If the id has no
 * name, the game follows from the parameters, or else from the number of cells.
 */
export function readGameId(line, name = "") {
    const { game, page, width, height = width, rest, sign, description } = GAME_ID.exec(line).groups;
    if (sign === "#") {
        throw new Error(`${quoted(line)} is a random seed, which contains no puzzle; expected a game id with a ':'`);
    }
    const called = (game ?? /\b([a-z]+)\.html/i.exec(page)?.[1])?.toLowerCase();
    if (called && !GAMES.has(called)) {
        throw new Error(`${quoted(called)} is no game of a genre here; there are: Loopy and Solo`);
    }
    const likely = rest.startsWith("t") ? ["loopy"] : LOOPY.test(rest) ? ["loopy", "solo"] : ["solo"];
    const faults = [];
    for (const one of called ? [called] : likely) {
        try {
            return GAMES.get(one)(Number(width), Number(height), rest, description, name);
        } catch (error) {
            faults.push(error.message);
        }
    }
    throw new Error(faults.join("; or, as a Sudoku, "));
}

function readLoopy(width, height, rest, description, name) {
    const parameters = LOOPY.exec(rest);
    if (!parameters) {
        throw new Error(`expected parameters of Loopy such as '7x7t0', found ${quoted(`${width}x${height}${rest}`)}`);
    }
    const { grid = 0 } = parameters.groups;
    if (Number(grid) !== 0) throw new Error(`this Loopy is not on squares (t${grid}); expected t0`);
    checkSize(height, width);
    const cells = cellsOf(description, LOOPY_CODE, "a letter, 0, 1, 2 or 3");
    return puzzleOf("slitherlink", height, width, cells, name);
}

function readSolo(width, height, rest, description, name) {
    const parameters = SOLO.exec(rest);
    if (!parameters) {
        throw new Error(`expected parameters of Solo such as '3x3', found ${quoted(`${width}x${height}${rest}`)}`);
    }
    for (const variant of ["Jigsaw", "X", "Killer"]) {
        if (parameters.groups[variant.toLowerCase()]) {
            const article = variant === "X" ? "an" : "a";
            throw new Error(`this Solo is ${article} ${variant} Sudoku; only plain ones are known here`);
        }
    }
    if (width !== height) {
        throw new Error(`this Solo has boxes of ${width} columns and ${height} rows; only square boxes are supported`);
    }
    const size = width * height;
    checkSize(size, size);
    const cells = cellsOf(description, SOLO_CODE, "a letter, a number or '_'");
    return puzzleOf("sudoku", size, size, cells, name);
}

function cellsOf(description, code, expected) {
    const cells = [];
    let at = 0;
    while (at < description.length) {
        code.lastIndex = at;
        const token = code.exec(description)?.[0];
        if (token === undefined) {
            const wrong = `'${description[at]}' is not valid in such a game id: ${quoted(description, at)}`;
            throw new Error(`${wrong}; expected ${expected}`);
        }
        at += token.length;
        if (/[a-z]/.test(token)) {
            cells.push(...Array(token.charCodeAt(0) - 96).fill(null));
        } else if (token !== "_") {
            cells.push(Number(token));
        }
    }
    return cells;
}

// The files of saved games

const LINE = /^([A-Z]+) *:\d+:(.*)$/;

export function isSaveFile(line) {
    return line.startsWith("SAVEFILE");
}

export function readSaveFile(lines, name) {
    const end = lines.findIndex(({ text }, index) => !LINE.test(text) || (index && isSaveFile(text)));
    const used = end < 0 ? lines.length : end;
    const values = Object.fromEntries(lines.slice(0, used).map(({ text }) => LINE.exec(text).slice(1)));
    const missing = ["GAME", "PARAMS", "DESC"].filter((key) => !values[key]);
    if (missing.length) {
        throw new Error(`this save file of Simon Tatham's collection has no line ${missing.join(" and no ")}`);
    }
    return { puzzle: readGameId(`${values.GAME}: ${values.PARAMS}:${values.DESC}`, name), used };
}
