// Changes of puzzles: each returns a new puzzle and leaves the old one as it was.

import { GENRES, LOOP, genreOf, kindOf, usualSize } from "./genres.js";
import { createPuzzle } from "./puzzles/puzzle.js";

/** Return a puzzle with another clue in a cell; null for none. */
export function withClue(puzzle, row, col, clue) {
    if (puzzle.clues[row][col] === clue) {
        return puzzle;
    }
    return withClues(puzzle, puzzle.clues.map((line, at) => (at === row ? line.with(col, clue) : line)));
}

/** Return a puzzle of another size, with the clues that it has room for. */
export function resized(puzzle, rows, cols) {
    if (rows === puzzle.rows && cols === puzzle.cols) {
        return puzzle;
    }
    const made = genreOf(puzzle).blank(rows, cols);
    const clues = made.clues.map((line, row) => line.map((_, col) => {
        const clue = puzzle.clues[row]?.[col] ?? null;
        return genreOf(made).isClue(made, clue) ? clue : null;
    }));
    return withClues(made, clues);
}

/** Return a puzzle without clues of the same genre and size. */
export function cleared(puzzle) {
    return genreOf(puzzle).blank(puzzle.rows, puzzle.cols);
}

/** Return a puzzle of another genre: with the same clues between Slitherlink and Slink, else a blank one. */
export function ofGenre(puzzle, genre) {
    if (kindOf({ genre }) === LOOP && kindOf(puzzle) === LOOP) {
        return createPuzzle(genre, puzzle.rows, puzzle.cols, puzzle.clues, puzzle.name);
    }
    const { rows, cols } = puzzle;
    const sameSize = kindOf({ genre }) === kindOf(puzzle) && !GENRES[genre].wrongSize(rows, cols);
    return GENRES[genre].blank(...(sameSize ? [rows, cols] : usualSize(genre)));
}

/** Return how many cells have a clue. */
export function clueCount(puzzle) {
    return puzzle.clues.reduce((sum, line) => sum + line.filter((clue) => clue !== null).length, 0);
}

/**
 * Return what a cell holds after one more digit was typed: the number that goes on with it, or else the digit alone.
 *
 * `allows` says whether a cell may hold a number; null if it may hold neither.
 */
export function typed(number, digit, allows) {
    const longer = number === null || number < 1 ? digit : number * 10 + digit;
    return [longer, digit].find(allows) ?? null;
}

function withClues(puzzle, clues) {
    return createPuzzle(puzzle.genre, puzzle.rows, puzzle.cols, clues);
}
