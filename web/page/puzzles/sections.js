// The sections of Sudoku programs' files: `[Puzzle]` has the rows, others such as `[State]` what was done.

import { isContent } from "./lines.js";
import * as sudokuText from "./sudoku_text.js";

const SECTION = /^\s*\[[a-z][a-z ]*\]$/i, PUZZLE = /^\s*\[puzzle\]$/i;

/** Return whether a line is the head of a section. */
export function begins(line) {
    return SECTION.test(line);
}

/** Read the section that is a puzzle. @returns {import("./read.js").Found} */
export function read(lines, name) {
    const begin = lines.findIndex(({ text }) => PUZZLE.test(text)), below = lines.slice(begin + 1);
    const end = below.findIndex(({ text }) => SECTION.test(text));
    const next = below.findIndex(({ text }) => PUZZLE.test(text));
    const own = below.slice(0, end < 0 ? undefined : end), first = own.findIndex(({ text }) => isContent(text));
    if (begin < 0 || first < 0) {
        throw new Error("there is no puzzle; expected the rows of a Sudoku below a line '[Puzzle]'");
    }
    return { puzzle: sudokuText.read(own.slice(first), name).puzzle, used: next < 0 ? lines.length : begin + 1 + next };
}
