// Random full grids of Sudoku.

import { range } from "../puzzles/puzzle.js";

/** Return a random full grid with boxes of `order` rows and columns, by backtracking where few digits are left. */
export function randomGrid(order, random = Math.random) {
    const side = order ** 2;
    const grid = Array.from({ length: side }, () => Array(side).fill(0));
    const inRow = Array(side).fill(0), inCol = Array(side).fill(0), inBox = Array(side).fill(0);

    function fill(left) {
        if (!left) {
            return true;
        }
        let best = null;
        for (let row = 0; row < side; row++) {
            for (let col = 0; col < side; col++) {
                if (!grid[row][col]) {
                    const box = Math.floor(row / order) * order + Math.floor(col / order);
                    const used = inRow[row] | inCol[col] | inBox[box];
                    const digits = range(1, side).filter((digit) => !(used >> digit & 1));
                    if (!best || digits.length < best.digits.length) {
                        best = { row, col, box, digits };
                    }
                }
            }
        }
        const { row, col, box, digits } = best;
        for (const digit of shuffled(digits, random)) {
            const bit = 1 << digit;
            grid[row][col] = digit;
            inRow[row] |= bit, inCol[col] |= bit, inBox[box] |= bit;
            if (fill(left - 1)) {
                return true;
            }
            inRow[row] ^= bit, inCol[col] ^= bit, inBox[box] ^= bit;
        }
        grid[row][col] = 0;
        return false;
    }

    fill(side ** 2);
    return grid;
}

function shuffled(values, random) {
    const mixed = [...values];
    for (let at = mixed.length - 1; at > 0; at--) {
        const other = Math.floor(random() * (at + 1));
        [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
    }
    return mixed;
}
