// Reading a text whose form and genre may be unknown.

import * as gameIds from "./game_ids.js";
import * as gridText from "./grid_text.js";
import * as json from "./json.js";
import { errorAt, headingIn, isComment, isContent, linesOf, nameIn } from "./lines.js";
import * as sudokuText from "./sudoku_text.js";
import * as urls from "./urls.js";

const EXPECTED = "expected a URL of puzz.link, a game id of Simon Tatham's collection, a size line 'rows cols' and the"
    + " rows under it, or a Sudoku: 81 characters in a line, or a grid of digits";

const ON_ONE_LINE = [[gameIds.isGameId, gameIds.read], [urls.isUrl, urls.read], [json.isObject, json.read]];

/**
 * Read the first puzzle of a text: of a URL, a game id, a JSON object, or Rowloom's own text.
 *
 * @param {string} text
 * @param {{genre?: ?string}} [options] `genre`: the id of the one to take where the rows may be of several.
 * @returns {{puzzle: import("./puzzle.js").Puzzle, more: boolean}} `more`: something follows it in the text.
 * @throws {Error} If there is none; the message says why.
 */
export function read(text, { genre = null } = {}) {
    const lines = linesOf(text);
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
        throw new Error(`there is no puzzle: ${EXPECTED}`);
    }
    const { puzzle, used } = readBelow(below, name, genre);
    return { puzzle, more: below.slice(used).some((line) => isContent(line.text)) };
}

function readBelow(lines, name, genre) {
    const first = lines[0].text.trim();
    const [, readOne] = ON_ONE_LINE.find(([isOne]) => isOne(first)) ?? [];
    if (readOne) {
        return { puzzle: readOne(first, name), used: 1 };
    }
    const heading = headingIn(first);
    if (heading) {
        if (heading.word && heading.word !== "smullyan" && heading.word !== "canal") {
            throw errorAt(lines[0].number, null, `expected a size line 'rows cols', found '${first}'`);
        }
        return gridText.read(lines, name, genre);
    }
    return sudokuText.read(lines, name);
}
