// Puzzles turned by 90 degrees: one may fit a build that it does not fit upright.

import { createGrid, createPuzzle } from "./puzzle.js";

/** Return a puzzle turned clockwise. */
export function turned(puzzle) {
    const { genre, rows, cols, clues, name } = puzzle;
    return createPuzzle(genre, cols, rows, createGrid(cols, rows, (row, col) => clues[rows - 1 - col][row]), name);
}

/** Return rows of a turned puzzle, such as a solution, as those of the puzzle itself. */
export function turnedBack(lines) {
    const cols = lines.length, rows = lines[0].length;
    const back = createGrid(rows, cols, (row, col) => lines[col][rows - 1 - row]);
    return Object.freeze(back.map((line) => (typeof lines[0] === "string" ? line.join("") : Object.freeze(line))));
}
