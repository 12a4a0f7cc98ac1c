// The genres, in the same order as on the host, and functions that make a valid puzzle from cells. The members of a
// genre are described in docs/develop/browser.md.

import { GENRE_TEXTS } from "../link/numbers.js";
import { MAX_SIZE, UNKNOWN, cluesOf, createGrid, createPuzzle, faultAt, inRows, place, range } from "./puzzle.js";
import { digitFaults } from "./rules.js";
import * as wire from "./wire.js";

/** The orders of Sudokus; the digits of larger Sudokus do not fit into a byte. */
export const ORDERS = Object.freeze(range(2, 15));

/** The largest clue of a shading puzzle: a cell in a picture has room for three digits. */
export const LARGEST_CLUE = 999;

const SHARED = {
    wrongSize(rows, cols) {
        const wrong = [[rows, "rows"], [cols, "columns"]].find(([count]) => !isSize(count));
        return wrong ? `a ${this.title} has 1 to ${MAX_SIZE} ${wrong[1]}, not ${wrong[0]}` : null;
    },
    blank(rows, cols, name = "") {
        const wrong = this.wrongSize(rows, cols);
        if (wrong) throw new RangeError(wrong);
        return createPuzzle(this.id, rows, cols, createGrid(rows, cols, () => null), name);
    },
    wrongClue(puzzle) {
        const wrong = cluesOf(puzzle).find(({ clue }) => !this.isClue(puzzle, clue));
        return wrong ? faultAt(wrong.row, wrong.col, `${wrong.clue} is not a clue; expected ${this.expected(puzzle)}`)
            : this.wrongClues(puzzle);
    },
    wrongClues: () => null,
};

const LOOPS = {
    ...SHARED, ...wire.colours(2, (clue) => clue),
    onBoards: "slitherlink",
    usualSize: [10, 10],
    isClue: (puzzle, value) => [null, 0, 1, 2, 3].includes(value),
    clueValues: () => [null, 0, 1, 2, 3],
    expected: () => "0 to 3 or an empty cell",
};

const SHADING = {
    ...SHARED,
    usualSize: [8, 8],
    isClue: (puzzle, value) =>
        value === null || (Number.isInteger(value) && value >= UNKNOWN && value <= LARGEST_CLUE),
    expected: () => `a number from 0 to ${LARGEST_CLUE}, '?' or an empty cell`,
};

const MEMBERS = {
    slitherlink: LOOPS,
    sudoku: {
        ...SHARED, ...wire.DIGITS,
        onBoards: "sudoku",
        usualSize: [9, 9],
        wrongSize: (rows, cols) => (rows === cols && ORDERS.some((order) => order ** 2 === rows)
            ? null : `a Sudoku is 4x4, 9x9, 16x16 and so on up to 225x225, not ${rows}x${cols}`),
        isClue: ({ rows }, value) => value === null || (Number.isInteger(value) && value >= 1 && value <= rows),
        clueValues: ({ rows }) => [null, ...range(1, rows)],
        expected: ({ rows }) => `1 to ${rows} or an empty cell`,
        wrongClues({ rows, clues }) {
            const [twice] = digitFaults(rows, ([row, col]) => clues[row][col]), [first, second] = twice?.cells ?? [];
            if (!twice) return null;
            return faultAt(...second, `${twice.words}: in ${place(...first)} and in ${place(...second)}`);
        },
    },
    // While a Slink is edited, its cells may be empty.
    slink: {
        ...LOOPS,
        wrongClues({ clues }) {
            const row = clues.findIndex((line) => line.includes(null));
            return row < 0 ? null : faultAt(row, clues[row].indexOf(null), "a Slink has a clue in every cell");
        },
    },
    smullyan: {
        // A clue that is larger than any cell can satisfy is sent as 6. Clues of unknown value are not sent.
        ...SHADING, ...wire.colours(4, (clue) => (clue === null || clue === UNKNOWN ? null : Math.min(clue, 6))),
        onBoards: "smullyan",
        areCluesFree: true,
        clueValues: () => [null, ...range(0, 9), UNKNOWN],
    },
    canal: {
        // A clue that is larger than any cell can satisfy is sent as 254.
        ...SHADING, ...wire.colours(8, (clue) => (clue === UNKNOWN ? 255 : clue && Math.min(clue, 254))),
        onBoards: "canal",
        clueValues: ({ rows, cols }) => [null, ...range(0, rows + cols - 2), UNKNOWN],
    },
};

export const GENRES = Object.freeze(Object.fromEntries(
    Object.entries(MEMBERS).map(([id, members]) => [id, Object.freeze({ id, ...GENRE_TEXTS[id], ...members })])));

const OTHER_NAMES = { slither: "slitherlink", canalview: "canal" };

/** Return the id of the genre with this name; Error if no genre has it. */
export function genreIdOf(word) {
    const name = String(word).toLowerCase(), id = OTHER_NAMES[name] ?? name;
    if (!Object.hasOwn(GENRES, id)) {
        throw new Error(`expected one of the genres ${Object.keys(GENRES).join(", ")}, found '${word}'`);
    }
    return id;
}

export function genreOf(puzzle) {
    return GENRES[puzzle.genre];
}

function isSize(count) {
    return Number.isInteger(count) && count >= 1 && count <= MAX_SIZE;
}

export function checkSize(rows, cols) {
    for (const [count, what] of [[rows, "rows"], [cols, "columns"]]) {
        if (!isSize(count)) throw new Error(`${count} ${what}: expected 1 to ${MAX_SIZE}`);
    }
}

/** Return the puzzle with these cells, which are listed row by row; Error if the puzzle is invalid. */
export function puzzleOf(genre, rows, cols, cells, name) {
    if (cells.length !== rows * cols) {
        throw new Error(`expected ${rows * cols} cells for ${rows} rows and ${cols} columns, found ${cells.length}`);
    }
    return checked(createPuzzle(genre, rows, cols, inRows(cells, cols), name));
}

/** Return the puzzle itself; Error if the puzzle's size or one of its clues is invalid. */
export function checked(puzzle) {
    const wrongSize = genreOf(puzzle).wrongSize(puzzle.rows, puzzle.cols);
    if (wrongSize) throw new Error(wrongSize);
    const fault = genreOf(puzzle).wrongClue(puzzle);
    if (fault) throw new Error(`${place(fault.row, fault.col)}: ${fault.words}`);
    return puzzle;
}
