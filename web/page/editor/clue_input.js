// Keys and clicks that set clues.

import { typed } from "../edits.js";
import { UNKNOWN, genreOf } from "../genres.js";

export const clueInput = {
    key(event, { puzzle, cursor: { row, col } }, actions) {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return false;
        }
        const clue = clueOfKey(event.key, puzzle, puzzle.clues[row][col]);
        if (clue === undefined) {
            return false;
        }
        actions.setClue(row, col, clue);
        return true;
    },

    /** The first click on a cell chooses it, others take its next clue; with the second button, the one before. */
    press({ row, col }, { isSecond, isAgain }, { puzzle }, actions) {
        if (isAgain || isSecond) {
            actions.setClue(row, col, nextClue(puzzle, puzzle.clues[row][col], isSecond ? -1 : 1));
        }
    },
};

/** Return the clue that a key gives a cell, null for none; undefined if the key is for something else. */
function clueOfKey(key, puzzle, clue) {
    const allows = (value) => genreOf(puzzle).isClue(puzzle, value);
    if (/^[0-9]$/.test(key)) {
        return typed(clue, Number(key), allows) ?? undefined;
    }
    if (key === "Backspace" && clue > 9) {
        return Math.floor(clue / 10);
    }
    if (["Backspace", "Delete", ".", " ", "-"].includes(key)) {
        return null;
    }
    return key === "?" && allows(UNKNOWN) ? UNKNOWN : undefined;
}

/** Return the clues that clicks and the pad offer, in their order. */
export function offeredClues(puzzle) {
    return genreOf(puzzle).clueValues(puzzle).filter((clue) => clue !== null);
}

function nextClue(puzzle, clue, step) {
    const round = [null, ...offeredClues(puzzle)];
    return round[(round.indexOf(clue) + step + round.length) % round.length];
}
