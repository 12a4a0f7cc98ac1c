// A position of the parallel engine, drawn over the page's grid: candidates, and digits with the guesses they hang on.

import { Attribute, CELL, Overlay, svg } from "./overlay.js";

const ORDER = 3, SIDE = ORDER ** 2;

/** Return what draws pictures of the parallel engine's work: {draw, remove}. */
export function createDigitView(grid, puzzle) {
    const overlay = new Overlay(grid);
    const { below, above } = overlay;
    const cells = Array.from({ length: SIDE ** 2 }, (_, at) => [Math.floor(at / SIDE), at % SIDE]);
    const isGiven = cells.map(([row, col]) => puzzle.clues[row][col] !== null);
    const squares = new Attribute(cells.map(([row, col]) => svg(below, "path", {
        d: `M${col * CELL} ${row * CELL}h${CELL}v${CELL}h${-CELL}Z`,
    })), "class");
    const digits = cells.map(([row, col]) => svg(above, "text", {
        x: (col + 0.5) * CELL, y: (row + 0.5) * CELL, "font-size": 22,
    }));
    const digitLooks = new Attribute(digits, "class");
    const small = cells.map(([row, col]) => Array.from({ length: SIDE }, (_, digit) => {
        const text = svg(above, "text", {
            x: (col + 0.06 + 0.88 * (digit % ORDER + 0.5) / ORDER) * CELL,
            y: (row + 0.06 + 0.88 * (Math.floor(digit / ORDER) + 0.5) / ORDER) * CELL,
            "font-size": 10.5,
        });
        text.textContent = digit + 1;
        return text;
    }));
    const smallLooks = new Attribute(small.flat(), "class");
    const ring = svg(above, "path", { class: "watch-marked" });

    return {
        draw({ candidates, crossed, settled, level, guessed, faults, cell }) {
            const wrong = new Set(faults);
            cells.forEach((_, at) => {
                const digit = isGiven[at] ? 0 : settled[at];
                const mark = wrong.has(at) ? " wrong" : guessed.includes(at) ? " guessed" : "";
                squares.set(at, `watch-square${mark}`);
                digits[at].textContent = digit || "";
                digitLooks.set(at, digit ? `watch-digit ${level[at] ? "trial" : "found"}` : "");
                for (let bit = 0; bit < SIDE; bit++) {
                    const look = crossed[at] >> bit & 1 ? "watch-candidate crossed"
                        : candidates[at] >> bit & 1 ? "watch-candidate" : "watch-candidate gone";
                    smallLooks.set(at * SIDE + bit, isGiven[at] || digit ? "watch-candidate gone" : look);
                }
            });
            const [row, col] = cells[cell ?? 0];
            ring.setAttribute("d", cell === null ? "" : `M${col * CELL + 4} ${row * CELL + 4}h32v32h-32Z`);
        },
        remove: () => overlay.remove(),
    };
}
