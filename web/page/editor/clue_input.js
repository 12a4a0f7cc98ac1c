// Keys and clicks that set clues.

import { typed } from "../edits.js";
import { UNKNOWN, genreOf } from "../genres.js";
import { cellAt } from "./grid.js";

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

    /** The first click on a cell chooses it, others take its next clue; with the right button, the one before. */
    press(point, event, { puzzle, cursor }, actions) {
        const cell = cellAt(point, puzzle.rows, puzzle.cols);
        if (!cell) {
            return;
        }
        const again = cell.row === cursor.row && cell.col === cursor.col && document.activeElement?.id === "board";
        actions.moveTo(cell.row, cell.col);
        if (again || event.button === 2) {
            const clue = puzzle.clues[cell.row][cell.col];
            actions.setClue(cell.row, cell.col, nextClue(puzzle, clue, event.button === 2 ? -1 : 1));
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
