// The files of OpenSudoku: XML in which each `game` has a Sudoku as its `data`.
//
// Only browsers have a parser of XML, and node has none. This reads what that program writes.

import * as oneLine from "./one_line.js";

const ROOT = /<([a-z]\w*)/i, GAMES = /<game\b[^>]*\bdata\s*=\s*["']([^"']*)/g;

/** A cell of a game that has begun: the digit, notes, and 1 if it is no given. */
const CELL = /(\d)\|[^|]*\|([01])\|/g;

/** Return whether a line may be the first of a file in XML; a link in HTML is none. */
export function begins(line) {
    return /^<(?:[?!]|(?!a\s)[a-z]+[\s>/])/i.test(line);
}

/** Read the first game; Error if it is other XML. @returns {import("./read.js").Found} */
export function read(lines, name) {
    const end = lines.findIndex(({ text }) => text.includes("</opensudoku>"));
    const used = end < 0 ? lines.length : end + 1;
    const text = lines.slice(0, used).map((line) => line.text).join("\n"), root = ROOT.exec(text)?.[1];
    if (root !== "opensudoku") {
        throw new Error(`expected XML of OpenSudoku, found XML that begins with <${root ?? "?"}>`);
    }
    const games = [...text.matchAll(GAMES)];
    if (!games.length) {
        throw new Error("there is no game in this XML of OpenSudoku");
    }
    const [{ 1: data }] = games, begun = [...data.matchAll(CELL)];
    const givens = begun.map(([, digit, isOpen]) => (isOpen === "1" ? "." : digit));
    const cells = begun.length ? givens.join("") : data.trim();
    if (cells.length !== 81) {
        throw new Error(`a game in the XML of OpenSudoku has 81 cells, and this one ${cells.length}`);
    }
    return { puzzle: oneLine.read({ number: lines[0].number, text: cells }, name), used, more: games.length > 1 };
}
