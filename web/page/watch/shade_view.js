// A position of an engine for shading, drawn over the page's grid: which cells are shaded, and what is possible elsewhere.

import { createCells, markPath, squarePath } from "./cells.js";
import { CELL, Overlay, svg } from "./overlay.js";
import { SHADED, UNSHADED } from "./shading.js";

/** Where in a cell the sign of a shade that is possible is drawn, from its upper left corner. */
const PLACES = { [UNSHADED]: [7, 33], [SHADED]: [33, 33] };

const NAMES = ["unshaded", "shaded"];

/** Return what draws pictures of an engine's work on a puzzle, which may be a turned one: {draw, remove}. */
export function createShadeView(grid, puzzle, isTurned) {
    const overlay = new Overlay(grid);
    if (isTurned) {
        overlay.turnBack(puzzle.cols);
    }
    const { above } = overlay;
    const cells = createCells(overlay, puzzle, NAMES);
    const paths = (looks) => [UNSHADED, SHADED].map((shade, at) =>
        ({ shade, path: svg(above, "path", { class: `${looks} ${NAMES[at]}` }) }));
    const possible = paths("watch-may"), trial = paths("watch-may trial"), crossed = paths("watch-may crossed");
    const marked = svg(above, "path", { class: "watch-marked" });
    const faults = svg(above, "path", { class: "watch-fault" });
    const placeOf = (at) => [Math.floor(at / puzzle.cols), at % puzzle.cols];

    /** Draw the signs of the shades that a function of a cell returns. */
    function drawShades(those, shadesOf) {
        for (const { shade, path } of those) {
            let d = "";
            for (let at = 0; at < puzzle.rows * puzzle.cols; at++) {
                d += shadesOf(at) & shade ? signPath(...placeOf(at), shade) : "";
            }
            path.setAttribute("d", d);
        }
    }

    return {
        draw(picture) {
            const { now: { colours }, base } = picture;
            const open = (at) => (colours[at] === (UNSHADED | SHADED) ? colours[at] : 0);
            cells.draw(picture);
            drawShades(possible, open);
            drawShades(trial, (at) => (colours[at] && !open(at) ? base.colours[at] & ~colours[at] : 0));
            drawShades(crossed, (at) => picture.crossed.colours[at]);
            marked.setAttribute("d", picture.marked ? markPath(picture.marked) : "");
            faults.setAttribute("d", picture.faults.map((at) => squarePath(...placeOf(at))).join(""));
        },
        remove: () => overlay.remove(),
    };
}

/** Return the sign of a shade: a dot for unshaded, a square for shaded. */
function signPath(row, col, shade) {
    const [right, down] = PLACES[shade], x = col * CELL + right, y = row * CELL + down;
    return shade === UNSHADED ? `M${x} ${y}h0` : `M${x - 3} ${y - 3}h6v6h-6Z`;
}
