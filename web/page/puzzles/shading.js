// What the genres share in which some cells of a grid are shaded; a solution has "1" for these.

import { UNKNOWN, blank, faultAt, place, wrongSize, wrongValue } from "./puzzle.js";
import { decodeSolution, encodeClues, encodeSolution, solutionBytes } from "./wire.js";

/** The largest clue: a cell of a picture has room for three digits. */
export const LARGEST_CLUE = 999;

/**
 * Return the members that all shading genres share; `genre` is the whole of one.
 *
 * `packed` says how boards take its clues, {bits, clue}: the bits of each, and what returns a clue as it is sent, null
 * if it is not.
 */
export function shadingGenre(id, title, genre, packed) {
    const isClue = (puzzle, value) =>
        value === null || (Number.isInteger(value) && value >= UNKNOWN && value <= LARGEST_CLUE);
    return {
        id,
        title,
        onBoards: id,
        wrongSize: (rows, cols) => wrongSize(title, rows, cols),
        blank: (rows, cols, name) => blank(genre(), rows, cols, name),
        isClue,
        wrongClue: (puzzle) => wrongValue(puzzle, isClue, `a number from 0 to ${LARGEST_CLUE}, '?' or an empty cell`),
        encode: (puzzle) => encodeClues(puzzle.clues.flat().map(packed.clue), packed.bits),
        solutionBytes,
        decodeSolution,
        encodeSolution,
    };
}

/** Return a fault if the cells of one colour, called `what`, are in several regions. */
export function connectionFaults(solution, colour, what) {
    const starts = regionStarts(solution, colour);
    if (starts.length < 2) {
        return [];
    }
    const places = starts.map(({ row, col }) => place(row, col)).join(" and ");
    const words = `the ${what} cells are in ${starts.length} regions instead of one, which begin at ${places}`;
    return [faultAt(starts[1].row, starts[1].col, words)];
}

/** Return whether a cell of a solution is one of the two colours. */
export function isColour(cell) {
    return cell === "0" || cell === "1";
}

/**
 * Return the first cell, row by row, of each region of a colour.
 *
 * @param {ReadonlyArray<string>} solution
 * @param {string} colour
 * @returns {Array<{row: number, col: number}>}
 */
function regionStarts(solution, colour) {
    const reached = solution.map((line) => Array.from(line, (cell) => cell !== colour));
    const starts = [];
    solution.forEach((line, row) => {
        for (let col = 0; col < line.length; col++) {
            if (!reached[row][col]) {
                starts.push({ row, col });
                reach(reached, row, col);
            }
        }
    });
    return starts;
}

function reach(reached, row, col) {
    const fresh = [[row, col]];
    reached[row][col] = true;
    while (fresh.length) {
        const [r, c] = fresh.pop();
        for (const [down, right] of [[r - 1, c], [r, c - 1], [r, c + 1], [r + 1, c]]) {
            if (reached[down]?.[right] === false) {
                reached[down][right] = true;
                fresh.push([down, right]);
            }
        }
    }
}
