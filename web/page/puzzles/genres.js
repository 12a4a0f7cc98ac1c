// The genres, in the order of the host, and what makes a puzzle of cells that were read.

import { canal } from "./canal.js";
import { slink, slitherlink } from "./loops.js";
import { MAX_SIZE, createPuzzle, inRows, place } from "./puzzle.js";
import { smullyan } from "./smullyan.js";
import { sudoku } from "./sudoku.js";

/** All genres by their ids. */
export const GENRES = Object.freeze({ slitherlink, sudoku, slink, smullyan, canal });

/** Names that pzpr has for genres. */
const OTHER_NAMES = { slither: "slitherlink", canalview: "canal" };

/** Return the id of the genre with this name; Error if no genre has it. */
export function genreCalled(word) {
    const name = String(word).toLowerCase(), id = OTHER_NAMES[name] ?? name;
    if (!Object.hasOwn(GENRES, id)) {
        throw new Error(`expected one of the genres ${Object.keys(GENRES).join(", ")}, found '${word}'`);
    }
    return id;
}

/** Return the genre of a puzzle. */
export function genreOf(puzzle) {
    return GENRES[puzzle.genre];
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
