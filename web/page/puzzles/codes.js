// What codes of cells on one line share: a puzzle's cells row by row, and runs of those without a clue.

import { GENRES } from "./genres.js";
import { MAX_SIZE, createPuzzle, inRows, place } from "./puzzle.js";

/**
 * Return cells as pieces: each clue, and each run of cells without one as its length.
 *
 * @param {ReadonlyArray<?number>} cells
 * @returns {Array<{clue: number} | {empty: number}>}
 */
export function pieces(cells) {
    const found = [];
    for (const clue of cells) {
        if (clue !== null) {
            found.push({ clue });
        } else if (found.at(-1)?.empty) {
            found.at(-1).empty++;
        } else {
            found.push({ empty: 1 });
        }
    }
    return found;
}

/** Return the code of a run of empty cells: the longest run's letter as often as it fits, then one for the rest. */
export function emptyCode(length, longest, letter) {
    const rest = length % longest;
    return letter(longest).repeat(Math.floor(length / longest)) + (rest ? letter(rest) : "");
}

/** Throw an error if no puzzle has this size. */
export function checkSize(rows, cols) {
    for (const [count, what] of [[rows, "rows"], [cols, "columns"]]) {
        if (!(count >= 1 && count <= MAX_SIZE)) {
            throw new Error(`${count} ${what}: expected 1 to ${MAX_SIZE}`);
        }
    }
}

/** Return the puzzle with these cells, row by row; Error if it cannot be one. */
export function puzzleOf(genre, rows, cols, cells, name) {
    if (cells.length !== rows * cols) {
        throw new Error(`expected ${rows * cols} cells for ${rows} rows and ${cols} columns, found ${cells.length}`);
    }
    return checked(createPuzzle(genre, rows, cols, inRows(cells, cols), name));
}

/** Return a puzzle; Error if its genre has none of its size, or one of its clues is wrong. */
export function checked(puzzle) {
    const genre = GENRES[puzzle.genre];
    const wrongSize = genre.wrongSize(puzzle.rows, puzzle.cols);
    if (wrongSize) {
        throw new Error(wrongSize);
    }
    const fault = genre.wrongClue(puzzle);
    if (fault) {
        throw new Error(`${place(fault.row, fault.col)}: ${fault.words}`);
    }
    return puzzle;
}
