// Grids as lists of rows, as programs write them: [[5,3,0,...],...] or ["53..7....",...].

import { checked } from "./codes.js";
import { GENRES } from "./genres.js";
import * as gridText from "./grid_text.js";
import { createPuzzle, inRows, place } from "./puzzle.js";
import { digitsIn } from "./sudoku_symbols.js";
import { quoted } from "./words.js";

/** Return the puzzle in a list, which began on a line: a Sudoku where no genre is wanted; Error if it holds none. */
export function read(list, number, name, genre) {
    const rows = list.map(cellsIn), cols = rows[0].length;
    const wrongSize = GENRES[genre ?? "sudoku"].wrongSize(rows.length, cols);
    if (wrongSize) {
        throw new Error(wrongSize);
    }
    const uneven = rows.findIndex((row) => row.length !== cols);
    if (uneven >= 0) {
        throw new Error(`row ${uneven + 1}: expected ${cols} cells, found ${rows[uneven].length}`);
    }
    if (genre && genre !== "sudoku") {
        const lines = [`${rows.length} ${cols}`, ...rows.map((row) => row.join(" "))];
        return gridText.read(lines.map((text) => ({ number, text })), name, genre).puzzle;
    }
    const errorOf = (index, words) => new Error(`${place(Math.floor(index / cols), index % cols)}: ${words}`);
    return checked(createPuzzle("sudoku", cols, cols, inRows(digitsIn(rows.flat(), cols, errorOf), cols), name));
}

function cellsIn(row) {
    if (typeof row !== "string" && !Array.isArray(row)) {
        throw new Error(`expected a JSON list of rows, found ${quoted(JSON.stringify(row))} among them`);
    }
    return [...row].map((cell) => (cell === null || cell === "" ? "." : String(cell)));
}
