// Draws a position of a Sudoku engine over the page's grid: the candidates, and the digits, with a mark for digits that
// depend on a guess.

import { CELL } from "../editor/grid.js";
import { svg } from "../element.js";
import { cellsOf } from "../puzzles/places.js";
import { attributeSetter, createOverlay, markPath, squarePath } from "./overlay.js";

/**
 * Up to this order, candidates are drawn as digits; in larger grids, digits would be unreadable, so candidates are
 * dots.
 */
const LARGEST_WRITTEN = 3;

const SMALL = { 2: 13, 3: 10.5 };

export function createDigitView(grid, puzzle) {
    const { below, above, remove } = createOverlay(grid);
    const side = puzzle.rows, order = Math.sqrt(side), cells = cellsOf(side, side);
    const isGiven = cells.map(([row, col]) => puzzle.clues[row][col] !== null);
    const paths = cells.map(([row, col]) => svg(below, "path", { d: squarePath(row, col) }));
    const squares = attributeSetter(paths, "class");
    const band = svg(below, "rect", { rx: 8 });
    const digits = cells.map(([row, col]) => svg(above, "text", { x: (col + 0.5) * CELL, y: (row + 0.5) * CELL }));
    const digitLooks = attributeSetter(digits, "class");
    const places = cells.map(([row, col]) => Array.from({ length: side }, (_, digit) => [
        (col + 0.06 + 0.88 * (digit % order + 0.5) / order) * CELL,
        (row + 0.06 + 0.88 * (Math.floor(digit / order) + 0.5) / order) * CELL,
    ]));
    const drawCandidates = (order > LARGEST_WRITTEN ? dots : smallDigits)(above, places, SMALL[order]);
    const ring = svg(above, "path", { class: "watch-marked" });

    function drawBand(house) {
        const [rows, cols] = [0, 1].map((axis) => (house?.cells ?? []).map((cell) => cell[axis]));
        band.setAttribute("class", house ? "watch-band sweep" : "");
        const [row, col] = [rows, cols].map((all) => Math.min(...all));
        const box = house ? [col, row, Math.max(...cols) + 1 - col, Math.max(...rows) + 1 - row] : [0, 0, 0, 0];
        ["x", "y", "width", "height"].forEach((name, at) => band.setAttribute(name, box[at] * CELL));
    }

    return {
        draw({ candidates, crossed, settled, level, guessed, faults, cell, house }) {
            const wrong = new Set(faults), guesses = new Set(guessed);
            cells.forEach((_, at) => {
                const digit = isGiven[at] ? 0 : settled[at];
                const mark = wrong.has(at) ? " wrong" : guesses.has(at) ? " guessed" : "";
                squares(at, `watch-square${mark}`);
                digits[at].textContent = digit || "";
                digits[at].setAttribute("font-size", digit > 9 ? 19 : 22);
                digitLooks(at, digit ? `watch-digit ${level[at] ? "trial" : "found"}` : "");
                const isOpen = !isGiven[at] && !digit;
                drawCandidates(at, isOpen ? candidates[at] : 0, isOpen ? crossed[at] : 0);
            });
            const [row, col] = cells[cell ?? 0];
            ring.setAttribute("d", cell === null ? "" : markPath({ row, col }));
            drawBand(house);
        },
        remove,
    };
}

/**
 * Return a function that draws a cell's candidates, and the candidates that are crossed out, as digits of this size.
 */
function smallDigits(parent, places, size) {
    const texts = places.flatMap((cell) => cell.map(([x, y], digit) => {
        const text = svg(parent, "text", { x, y, "font-size": size });
        text.textContent = digit + 1;
        return text;
    }));
    const looks = attributeSetter(texts, "class");
    return (at, candidates, crossed) => places[at].forEach((_, digit) => {
        const look = crossed >> digit & 1 ? " crossed" : candidates >> digit & 1 ? "" : " gone";
        looks(at * places[at].length + digit, `watch-candidate${look}`);
    });
}

function dots(parent, places) {
    const group = (look) => attributeSetter(places.map(() => svg(parent, "path", { class: look })), "d");
    const left = group("watch-dot"), gone = group("watch-dot crossed");
    const path = (at, mask) => places[at].map(([x, y], digit) =>
        (mask >> digit & 1 ? `M${x.toFixed(1)} ${y.toFixed(1)}h0` : "")).join("");
    return (at, candidates, crossed) => {
        left(at, path(at, candidates));
        gone(at, path(at, crossed));
    };
}
