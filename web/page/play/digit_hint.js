// The next step of a Sudoku.

import { range } from "../puzzles/puzzle.js";
import { withDigit } from "./marks.js";
import { most } from "./most.js";
import { cellsOf, houses } from "./places.js";

/** Return the next step, see hint.js: a hidden single, a naked single, or else any digit that is certain. */
export function digitStep(puzzle, marks, { values }) {
    const { rows: side, cols } = puzzle;
    const digit = ([row, col]) => puzzle.clues[row][col] ?? marks.digits[row * cols + col];
    const all = houses(side);
    const has = ({ cells }, [row, col]) => cells.some(([down, right]) => down === row && right === col);
    const candidates = (cell) => {
        const seen = new Set(all.filter((house) => has(house, cell)).flatMap(({ cells }) => cells.map(digit)));
        return range(1, side).filter((one) => !seen.has(one));
    };
    const open = cellsOf(side, side).filter((cell) => !digit(cell));
    const step = ([row, col], value, why) => ({
        text: `Row ${row + 1}, column ${col + 1} is ${value}${why}.`, cells: [[row, col]], edges: [],
        take: (now) => withDigit(now, cols, row, col, value),
    });

    for (const house of all) {
        const places = house.cells.filter((cell) => !digit(cell)).map((cell) => [cell, candidates(cell)]);
        for (let value = 1; value <= side; value++) {
            const possible = places.filter(([, digits]) => digits.includes(value));
            if (possible.length === 1 && isCertain(values, possible[0][0], value)) {
                return step(possible[0][0], value, `: there is no other place for it in ${house.name}`);
            }
        }
    }
    for (const cell of open) {
        const digits = candidates(cell);
        if (digits.length === 1 && isCertain(values, cell, digits[0])) {
            return step(cell, digits[0], ": its row, column and box have all other digits");
        }
    }
    const best = most(open.filter(([row, col]) => values[row][col] !== "?"), (cell) => -candidates(cell).length);
    return best && step(best, Number(values[best[0]][best[1]]), " in every solution");
}

function isCertain(values, [row, col], digit) {
    return values[row][col] === String(digit);
}
