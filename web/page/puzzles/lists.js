// Grids as lists of rows, as programs in many languages write them: [[5,3,0,...],...] or ["53..7....",...].

import { checked } from "./codes.js";
import { GENRES } from "./genres.js";
import * as gridText from "./grid_text.js";
import { createPuzzle, inRows, place } from "./puzzle.js";
import { digitsIn } from "./sudoku_symbols.js";
import { quoted } from "./words.js";

/** A list that holds no lists. */
const INNER = /[[({]([^[\](){}]*)[\])}]/g;

/** Empty cells of programs, in addition to those of Sudokus. */
const EMPTY = /^(?:null|none|nil|)$/i;

/** Return the puzzle in a text of lists, which begins on a line: a Sudoku where no genre is wanted. */
export function read(text, number, name, genre) {
    const lists = [...text.matchAll(INNER)].map(([, list]) => cellsIn(list));
    const rows = lists.length === 1 ? lists[0].map((row) => [...row]) : lists, cols = rows[0]?.length;
    if (!cols) {
        throw new Error(`expected a JSON list of rows, found ${quoted(text)}`);
    }
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

/** Return the cells in a list, with commas or blanks between them, without quotes. */
function cellsIn(list) {
    const cells = list.includes(",") ? list.replace(/,\s*$/, "").split(",") : list.trim().split(/\s+/);
    return cells.map((cell) => cell.trim().replace(/^["']|["']$/g, "")).map((cell) => (EMPTY.test(cell) ? "." : cell));
}
