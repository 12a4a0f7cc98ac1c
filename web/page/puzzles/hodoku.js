// Sudokus of HoDoKu's library: a line of fields with colons between them, the third of which has the grid.

import * as oneLine from "./one_line.js";

const LINE = /^:[\dx]{4}(?:-\d+)?:[^:]*:([^:]*)/;

/** Return whether a line may be one of that library. */
export function begins(line) {
    return LINE.test(line);
}

/** Read a line; a plus stands before each digit that is no given. @returns {import("./read.js").Found} */
export function read([{ number, text }], name) {
    const cells = LINE.exec(text.trim())[1].replace(/\+\d/g, ".");
    if (cells.length !== 81) {
        throw new Error(`a line of HoDoKu's library has 81 cells, and this one ${cells.length}`);
    }
    return { puzzle: oneLine.read({ number, text: cells }, name), used: 1 };
}
