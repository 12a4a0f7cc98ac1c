// Reading a text whose form and genre may be unknown.

import { checked } from "./codes.js";
import * as gameIds from "./game_ids.js";
import { genreCalled } from "./genres.js";
import * as hodoku from "./hodoku.js";
import * as json from "./json.js";
import { isComment, isContent, linesOf, nameIn } from "./lines.js";
import * as openSudoku from "./open_sudoku.js";
import { createPuzzle } from "./puzzle.js";
import * as pzprv3 from "./pzprv3.js";
import * as rows from "./rows.js";
import * as saveFiles from "./save_files.js";
import * as sections from "./sections.js";
import * as strangers from "./strangers.js";
import * as sudokuText from "./sudoku_text.js";
import { isLink, unwrap } from "./unwrap.js";
import * as urls from "./urls.js";
import { quoted } from "./words.js";

/**
 * A puzzle, the number of lines that it takes, and whether these hold further ones.
 *
 * @typedef {{puzzle: import("./puzzle.js").Puzzle, used: number, more?: boolean}} Found
 */

/** Forms of several lines. Each module has `begins`, which recognizes the first line, and `read`. */
const OF_LINES = [saveFiles, pzprv3, json, hodoku, sections, openSudoku];

/** Forms of one line, which is unwrapped: the functions that recognize and read it. */
const OF_ONE_LINE = [[pzprv3.isUrl, pzprv3.readUrl], [gameIds.isGameId, gameIds.read], [urls.isUrl, urls.read]];

/**
 * Read the first puzzle of a text, in any form that docs/user/formats describes.
 *
 * @param {string} text
 * @param {{genre?: ?string}} [options] `genre`: the only genre to read.
 * @returns {{puzzle: import("./puzzle.js").Puzzle, more: boolean}} `more`: something follows the puzzle.
 * @throws {Error} The message says why no puzzle was read; `genres` has the ids if several genres fit.
 */
export function read(text, { genre = null } = {}) {
    const lines = linesOf(text), wanted = genre && genreCalled(genre);
    let name = "", at = 0;
    while (at < lines.length && !isContent(lines[at].text)) {
        const isFirst = !isComment(lines[at - 1]?.text ?? "");
        if (isComment(lines[at].text) && isFirst) {
            name = nameIn(lines[at].text);
        }
        at++;
    }
    const below = lines.slice(at);
    if (!below.length) {
        throw new Error(`there is no puzzle: expected ${rows.EXPECTED}`);
    }
    const { puzzle, used, more = false } = readBelow(below, name, wanted);
    return { puzzle: ofGenre(puzzle, wanted), more: more || below.slice(used).some((line) => isContent(line.text)) };
}

/** Return the puzzle as one of the wanted genre, or throw an error. */
function ofGenre(puzzle, wanted) {
    const { genre } = puzzle;
    if (genre === "slitherlink" && wanted === "slink") {
        return checked(createPuzzle(wanted, puzzle.rows, puzzle.cols, puzzle.clues, puzzle.name));
    }
    if (wanted && genre !== wanted) {
        throw new Error(`expected a puzzle of the genre ${wanted}, found one of ${genre}`);
    }
    return puzzle;
}

function readBelow(lines, name, wanted) {
    const first = lines[0].text.trim(), line = unwrap(first);
    const stranger = strangers.faultOf(first) ?? strangers.faultOf(line);
    if (stranger) {
        throw new Error(stranger);
    }
    const form = OF_LINES.find(({ begins }) => begins(first));
    if (form) {
        return form.read(lines, name, wanted);
    }
    const [, readOne] = OF_ONE_LINE.find(([isOne]) => isOne(line)) ?? [];
    if (readOne) {
        return { puzzle: readOne(line, name), used: 1 };
    }
    if (sudokuText.wholeLine(lines)) {
        return sudokuText.read(lines, name);
    }
    if (isLink(line)) {
        const site = quoted(line.replace(/^https?:\/\/(?:www\.)?/i, ""));
        throw new Error(`there is no puzzle in this link to ${site}; expected ${urls.EXPECTED}`);
    }
    return rows.read(lines, name, wanted);
}
