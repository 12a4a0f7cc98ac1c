// Canal View: the shaded cells, the canal, are connected and fill no 2x2 block. Clue cells are not shaded; a clue
// counts the shaded cells in view, in all four directions up to the first that is not. No canal may be a solution.

import { UNKNOWN, cluesOf, faultAt, misshapen, range } from "./puzzle.js";
import { connectionFaults, isColour, shadingGenre } from "./shading.js";

/** A clue of unknown value on the wire, and the largest other one: more cells than any is seen from. */
const UNKNOWN_ON_WIRE = 255, IMPOSSIBLE = 254;

const PACKED = { bits: 8, clue: onWire };

/** The genre; docs/develop/browser.md describes its members. */
export const canal = Object.freeze({
    ...shadingGenre("canal", "Canal View", () => canal, PACKED),
    clueValues: (puzzle) => [null, ...range(0, puzzle.rows + puzzle.cols - 2), UNKNOWN],
    violations,
});

function violations(puzzle, solution) {
    const faults = misshapen(puzzle, solution, isColour, "neither '1' (shaded) nor '0' (unshaded)");
    if (faults.length) {
        return faults;
    }
    for (const { row, col, clue } of cluesOf(puzzle)) {
        const seen = seenFrom(solution, row, col);
        if (solution[row][col] === "1") {
            faults.push(faultAt(row, col, "a cell with a clue is shaded"));
        } else if (clue !== UNKNOWN && clue !== seen) {
            const counted = seen === 1 ? "1 shaded cell is" : `${seen} shaded cells are`;
            faults.push(faultAt(row, col, `the clue is ${clue}, but ${counted} in view`));
        }
    }
    for (let row = 0; row + 1 < puzzle.rows; row++) {
        for (let col = 0; col + 1 < puzzle.cols; col++) {
            if (solution[row].slice(col, col + 2) === "11" && solution[row + 1].slice(col, col + 2) === "11") {
                const cells = `rows ${row + 1} and ${row + 2}, columns ${col + 1} and ${col + 2}`;
                faults.push(faultAt(row, col, `all four cells of ${cells} are shaded`));
            }
        }
    }
    return [...faults, ...connectionFaults(solution, "1", "shaded")];
}

function onWire(clue) {
    if (clue === null) {
        return null;
    }
    return clue === UNKNOWN ? UNKNOWN_ON_WIRE : Math.min(clue, IMPOSSIBLE);
}

/** Return how many shaded cells are in view from a cell. */
function seenFrom(solution, row, col) {
    let seen = 0;
    for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
        for (let away = 1; solution[row + away * down]?.[col + away * right] === "1"; away++) {
            seen++;
        }
    }
    return seen;
}
