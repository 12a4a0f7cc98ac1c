// Puzzles with all the clues that a random solution has; a board removes those that they can spare.

import { edges, linesAround } from "../puzzles/loops.js";
import { createPuzzle } from "../puzzles/puzzle.js";
import { randomGrid } from "./digits.js";
import { randomLoop } from "./loop.js";

/** Return a random solution of a genre, and the puzzle with all its clues: {puzzle, solution}. */
export function fullPuzzle({ genre, rows, cols }, random = Math.random) {
    if (genre === "sudoku") {
        const solution = randomGrid(Math.sqrt(rows), random);
        return { puzzle: createPuzzle(genre, rows, cols, solution), solution };
    }
    const solution = randomLoop(rows, cols, random);
    const drawn = edges(solution);
    const clues = solution.map((line, row) => [...line].map((_, col) => {
        const lines = linesAround(drawn, row, col);
        return lines < 4 ? lines : null;
    }));
    return { puzzle: createPuzzle(genre, rows, cols, clues), solution };
}
