// Which engine of a board takes a puzzle, and what its counters are called.

import { genreOf } from "../puzzles/genres.js";
import { Unsuitable } from "./errors.js";
import { ENGINES } from "./numbers.js";

/**
 * Choose the engine of a board that solves a puzzle: the one that is asked for, or the first that the puzzle fits.
 *
 * @param {import("../puzzles/puzzle.js").Puzzle} puzzle
 * @param {ReadonlyArray<import("./identity.js").BuiltEngine>} engines The board's.
 * @param {?string} asked The name of the one to take.
 * @returns {{engine: import("./identity.js").EngineType, turned: boolean}} `turned`: it fits only after a rotation.
 * @throws {Unsuitable} If there is none.
 */
export function choose(puzzle, engines, asked = null) {
    const { title, onBoards } = genreOf(puzzle);
    const ofGenre = engines.filter((one) => one.genre === onBoards && one.type);
    if (!ofGenre.length) {
        throw new Unsuitable(`this board was built without an engine for ${title}`);
    }
    const order = (one) => ENGINES.indexOf(one.type);
    const built = ofGenre.filter((one) => asked === null || one.name === asked).sort((a, b) => order(a) - order(b));
    if (!built.length) {
        throw new Unsuitable(`this board has no ${asked} engine for ${title}`);
    }
    for (const one of built) {
        for (const turned of [false, true]) {
            if (fits(one, turned ? puzzle.cols : puzzle.rows, turned ? puzzle.rows : puzzle.cols)) {
                return { engine: one.type, turned };
            }
        }
    }
    const sizes = new Set(built.map((one) => `${one.type.exact ? "" : "up to "}${one.rows}x${one.cols}`));
    const takes = [...sizes].join(" or ");
    throw new Unsuitable(`${puzzle.rows}x${puzzle.cols} does not fit this board, which takes ${title} ${takes}`);
}

/** Return whether a puzzle of this size is sent whole. */
export function isWhole(engine, rows, cols) {
    return rows <= engine.whole[0] && cols <= engine.whole[1];
}

/** Return an engine's counts by the names of its counters; counts without a name here are left out. */
export function countersOf(engine, counts) {
    return Object.fromEntries(engine.counters.slice(0, counts.length).map((name, index) => [name, counts[index]]));
}

function fits({ type, rows, cols }, puzzleRows, puzzleCols) {
    return type.exact ? puzzleRows === rows && puzzleCols === cols : puzzleRows <= rows && puzzleCols <= cols;
}
