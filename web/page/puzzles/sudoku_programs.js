// Reads the files of Sudoku programs.

import { isContent } from "./lines.js";
import { readOneLine, wholeIn } from "./sudoku_line.js";
import { readSudoku } from "./sudoku_text.js";

// HoDoKu's library: in each line, colons separate fields, and the third field is the grid

const LIBRARY_LINE = /^:[\dx]{4}(?:-\d+)?:[^:]*:([^:]*)/;

export function isHodoku(line) {
    return LIBRARY_LINE.test(line);
}

/** Read a line, in which a plus sign precedes each digit that is not a given. @returns {import("./read.js").Found} */
export function readHodoku([{ number, text }], name) {
    const cells = LIBRARY_LINE.exec(text.trim())[1].replace(/\+\d/g, ".");
    if (wholeIn(cells)?.size !== 9) {
        throw new Error(`expected the 81 cells of a Sudoku in a line of HoDoKu's library, found ${cells.length}`);
    }
    return { puzzle: readOneLine({ number, text: cells }, name), used: 1 };
}

// Files with sections: `[Puzzle]` has the rows; other sections such as `[State]` have the player's progress

const SECTION = /^\s*\[[a-z][a-z ]*\]$/i, PUZZLE = /^\s*\[puzzle\]$/i;

export function isSection(line) {
    return SECTION.test(line);
}

/** Read the section that has the puzzle. @returns {import("./read.js").Found} */
export function readSections(lines, name) {
    const begin = lines.findIndex(({ text }) => PUZZLE.test(text)), below = lines.slice(begin + 1);
    const end = below.findIndex(({ text }) => SECTION.test(text));
    const next = below.findIndex(({ text }) => PUZZLE.test(text));
    const own = below.slice(0, end < 0 ? undefined : end), first = own.findIndex(({ text }) => isContent(text));
    if (begin < 0 || first < 0) {
        throw new Error("there is no puzzle; expected the rows of a Sudoku below a line '[Puzzle]'");
    }
    return { puzzle: readSudoku(own.slice(first), name).puzzle, used: next < 0 ? lines.length : begin + 1 + next };
}

// OpenSudoku: XML in which the `data` of each `game` is a Sudoku. Regular expressions read this XML, because Node.js,
// which runs the tests, has no XML parser.

const ROOT = /<([a-z]\w*)/i, GAMES = /<game\b[^>]*\bdata\s*=\s*["']([^"']*)/g;

/** A cell of a game that was begun: its digit, its notes, and 1 unless the digit is a given. */
const CELL = /(\d)\|[^|]*\|([01])\|/g;

/** Return whether a line may be the first line of an XML file, rather than a link in HTML. */
export function isXml(line) {
    return /^<(?:[?!]|(?!a\s)[a-z]+[\s>/])/i.test(line);
}

/** Read the first game; Error if another program wrote the XML. @returns {import("./read.js").Found} */
export function readOpenSudoku(lines, name) {
    const end = lines.findIndex(({ text }) => text.includes("</opensudoku>"));
    const used = end < 0 ? lines.length : end + 1;
    const text = lines.slice(0, used).map((line) => line.text).join("\n"), root = ROOT.exec(text)?.[1];
    if (root !== "opensudoku") {
        throw new Error(`expected XML of OpenSudoku, found XML that begins with <${root ?? "?"}>`);
    }
    const games = [...text.matchAll(GAMES)];
    if (!games.length) throw new Error("there is no game in this XML of OpenSudoku");
    const [{ 1: data }] = games, begun = [...data.matchAll(CELL)];
    const givens = begun.map(([, digit, isOpen]) => (isOpen === "1" ? "." : digit));
    const cells = begun.length ? givens.join("") : data.trim();
    if (wholeIn(cells)?.size !== 9) {
        throw new Error(`expected the 81 digits of a game in the XML of OpenSudoku, found ${cells.length} characters`);
    }
    return { puzzle: readOneLine({ number: lines[0].number, text: cells }, name), used, more: games.length > 1 };
}
