// Reads puzzles from a text whose form and genre may be unknown.

import { isGameId, isSaveFile, readGameId, readSaveFile } from "./game_ids.js";
import { checked, genreIdOf } from "./genres.js";
import { isJson, readJson } from "./json.js";
import { isContent, isLink, linesOf, nameIn, quoted, unwrap } from "./lines.js";
import { createPuzzle } from "./puzzle.js";
import { EXPECTED_LINKS, isSavedFile, isSavedUrl, isUrl, readSavedFile, readSavedUrl, readUrl } from "./pzpr.js";
import { EXPECTED, readRows } from "./rows.js";
import { wholeIn } from "./sudoku_line.js";
import { isHodoku, isSection, isXml, readHodoku, readOpenSudoku, readSections } from "./sudoku_programs.js";
import { readSudoku, wholeLine } from "./sudoku_text.js";

const OWN_FORM = "which keeps the puzzle in its own form; copy or type the rows of the puzzle as text";

const UNSUPPORTED_FORMS = [
    [/^\d+x\d+:d?:k:/, "a Killer Sudoku; only plain ones are known here"],
    [/^SumoCueV\d/, "a Sudoku of SumoCue, with cages or a jigsaw; only plain ones are known here"],
    [/^<(?:!doctype\s+html|html|head|body|div|table|p)\b/i, "HTML, the source of a page; copy what the page shows"],
    [/^%PDF-/, "a PDF; copy the puzzle out of it"],
    [/^[^?#]*penpa-edit\//, `a link of penpa-edit, ${OWN_FORM}`],
    [/^(?:square|sudoku|kakuro|hex|tri|pyramid|iso|cube)(?:,\d+){4}/, `a text of penpa-edit, ${OWN_FORM}`],
    [/^(?:scl|fpuz(?:zles)?)N4Ig/, `a puzzle of SudokuPad, ${OWN_FORM}`],
    [/^[^?#]*(?:sudokupad\.app|crackingthecryptic\.com)\//i, `a link of SudokuPad, ${OWN_FORM}`],
    [/^[^?#]*f-puzzles\.com\//i, `a link of f-puzzles, ${OWN_FORM}`],
    [/^[^?#]*\bpuzzle-(\w+)\.com\//i, `a link of puzzle-$1.com, ${OWN_FORM}`],
];

/** If a line has an unsupported form, return the reason why it is refused; otherwise null. */
function unsupportedForm(line) {
    const [pattern, what] = UNSUPPORTED_FORMS.find(([pattern]) => pattern.test(line)) ?? [];
    return pattern ? `this is ${what.replace("$1", pattern.exec(line)[1])}` : null;
}

/**
 * @typedef {{puzzle: object, used: number, more?: boolean}} Found
 * `used` is the number of lines that were read; `more` says whether these lines contain further puzzles.
 */

/** The forms of several lines: for each, a function that recognizes the first line, and a function that reads. */
const OF_LINES = [
    [isSaveFile, readSaveFile], [isSavedFile, readSavedFile], [isJson, readJson], [isHodoku, readHodoku],
    [isSection, readSections], [isXml, readOpenSudoku],
];

const OF_ONE_LINE = [[isSavedUrl, readSavedUrl], [isGameId, readGameId], [isUrl, readUrl]];

/**
 * Read the first puzzle of a text, in any form that docs/user/formats describes; if `genre` is given, the puzzle must
 * be of this genre.
 *
 * Returns {puzzle, more}; `more` says whether other text follows the puzzle. If there is no puzzle, throws an Error
 * with the reason. If several genres fit, the Error has their ids in `genres`.
 */
export function read(text, { genre = null } = {}) {
    if (text.includes("\0")) throw new Error("this is no text in UTF-8; save it as such a text");
    const lines = linesOf(text), wanted = genre && genreIdOf(genre);
    const at = lines.findIndex((line) => isContent(line.text));
    if (at < 0) throw new Error(`there is no puzzle: expected ${EXPECTED}`);
    const below = lines.slice(at), name = nameIn(lines.slice(0, at));
    const { puzzle, used, more = false } = readBelow(below, name, wanted);
    const followed = more || below.slice(used).some((line) => isContent(line.text));
    return { puzzle: checkedGenre(puzzle, wanted), more: followed };
}

/** Return the puzzle if it has the wanted genre or can be read as that genre; otherwise throw an Error. */
function checkedGenre(puzzle, wanted) {
    const { genre } = puzzle;
    if (genre === "slitherlink" && wanted === "slink") {
        return checked(createPuzzle(wanted, puzzle.rows, puzzle.cols, puzzle.clues, puzzle.name));
    }
    if (wanted && genre !== wanted) throw new Error(`expected a puzzle of the genre ${wanted}, found one of ${genre}`);
    return puzzle;
}

function readBelow(lines, name, wanted) {
    const first = lines[0].text.trim(), line = unwrap(first);
    const unsupported = unsupportedForm(first) ?? unsupportedForm(line);
    if (unsupported) throw new Error(unsupported);
    const [, readLines] = OF_LINES.find(([begins]) => begins(first)) ?? [];
    if (readLines) return readLines(lines, name, wanted);
    const [, readOne] = OF_ONE_LINE.find(([isOne]) => isOne(line)) ?? [];
    if (readOne && wholeIn(first)?.at !== 0) return { puzzle: readOne(line, name), used: 1 };
    if (wholeLine(lines)) return readSudoku(lines, name);
    if (isLink(line)) {
        const site = quoted(line.replace(/^https?:\/\/(?:www\.)?/i, ""));
        throw new Error(`there is no puzzle in this link to ${site}; expected ${EXPECTED_LINKS}`);
    }
    return readRows(lines, name, wanted);
}
