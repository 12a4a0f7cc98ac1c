// Which engines can be watched, and which of them takes a puzzle.

import { MODULES } from "../board/modules.js";
import { clueCount } from "../edits.js";
import { choose } from "../link/engines.js";
import { Unsuitable } from "../link/errors.js";
import { ENGINES } from "../link/numbers.js";
import { genreOf } from "../puzzles/genres.js";
import { faultText } from "../puzzles/puzzle.js";
import { sentence } from "../words.js";
import { canal } from "./canal.js";
import { deducer } from "./deducer.js";
import { parallel } from "./parallel.js";
import { scan } from "./scan.js";
import { dynasty } from "./shading.js";

const WATCHED = { deducer, parallel, scan, dynasty, canal };

/**
 * Return {name, engine, module, isTurned}: the engine that is watched at a puzzle, and whether it takes it turned; or
 * {refusal}, why none is, in words.
 */
export function engineFor(puzzle) {
    const wrong = genreOf(puzzle).wrongClue(puzzle);
    if (wrong) {
        return { refusal: sentence(faultText(wrong)) };
    }
    const { title, onBoards } = genreOf(puzzle);
    const built = MODULES.flatMap((module) => module.engines.map((one) => ({ ...one, module })))
        .filter(({ genre }) => genre === onBoards)
        .map((one) => ({ ...one, type: ENGINES.find(({ genre, name }) => genre === one.genre && name === one.name) }));
    if (!clueCount(puzzle)) {
        return { refusal: "The grid is empty: open a puzzle, or make one." };
    }
    try {
        const { engine: { name }, turned: isTurned } = choose(puzzle, built);
        return { name, engine: WATCHED[name], module: built.find((one) => one.name === name).module, isTurned };
    } catch (error) {
        if (!(error instanceof Unsuitable)) {
            throw error;
        }
        const sizes = built.map(({ type, rows, cols }) => `${type.exact ? "" : "up to "}${rows}×${cols}`).join(" or ");
        return { refusal: `A ${title} of this size cannot be watched, only one of ${sizes}.` };
    }
}
