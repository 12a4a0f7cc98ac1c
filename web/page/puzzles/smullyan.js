// Smullyanic Dynasty: shaded cells are knaves, no two of which share an edge; the others are knights, all connected. A
// clue states how many knaves are in the 3x3 cells around it, its own included: true of a knight, false of a knave.

import { UNKNOWN, cluesOf, faultAt, misshapen, place, range } from "./puzzle.js";
import { connectionFaults, isColour, shadingGenre } from "./shading.js";

/** Those that a knight may have, and a knave besides. */
const CLUES = Object.freeze([null, ...range(0, 9), UNKNOWN]);

/** More knaves than there can be in a domain, as a clue on the wire. */
const IMPOSSIBLE = 6;

/** Of unknown value is none there. */
const PACKED = {
    bits: 4, clue: (clue) => (clue === null || clue === UNKNOWN ? null : Math.min(clue, IMPOSSIBLE)),
};

/** The genre; docs/develop/browser.md describes its members. */
export const smullyan = Object.freeze({
    ...shadingGenre("smullyan", "Smullyanic Dynasty", () => smullyan, PACKED),
    clueValues: () => CLUES,
    violations,
});

function violations(puzzle, solution) {
    const faults = misshapen(puzzle, solution, isColour, "neither '1' (shaded) nor '0' (unshaded)");
    if (faults.length) {
        return faults;
    }
    const isKnave = (row, col) => solution[row]?.[col] === "1";
    solution.forEach((line, row) => [...line].forEach((_, col) => {
        for (const [down, right] of [[row, col + 1], [row + 1, col]]) {
            if (isKnave(row, col) && isKnave(down, right)) {
                const both = `${place(row, col)} and ${place(down, right)}`;
                faults.push(faultAt(row, col, `${both} are both shaded, and share an edge`));
            }
        }
    }));
    for (const { row, col, clue } of cluesOf(puzzle)) {
        if (clue === UNKNOWN) {
            continue;
        }
        const beside = [-1, 0, 1];
        const count = beside.flatMap((down) => beside.filter((right) => isKnave(row + down, col + right))).length;
        const counted = count === 1 ? "1 cell of its domain is shaded" : `${count} cells of its domain are shaded`;
        if (!isKnave(row, col) && clue !== count) {
            faults.push(faultAt(row, col, `the clue is ${clue}, but ${counted}`));
        } else if (isKnave(row, col) && clue === count) {
            faults.push(faultAt(row, col, `the cell is shaded, so its clue must not be true, but ${counted}`));
        }
    }
    return [...faults, ...connectionFaults(solution, "0", "unshaded")];
}
