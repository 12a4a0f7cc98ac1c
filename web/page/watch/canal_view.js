// A position of the engine for Canal Views, drawn over the page's grid: shades, the clues that are visited, their lines.

import { squarePath } from "./cells.js";
import { CELL, svg } from "./overlay.js";
import { createShadeView, createShades } from "./shade_view.js";

/** How far the lines of a clue reach beyond the grid. */
const BEYOND = 10;

/** Return what draws pictures of the engine's work on a puzzle, which may be a turned one: {draw, remove}. */
export function createCanalView(grid, puzzle, isTurned) {
    const { overlay, draw, remove } = createShadeView(grid, puzzle, isTurned);
    const lines = svg(overlay.below, "path", { class: "watch-band sweep" });
    const drawStruck = createShades(overlay.above, puzzle, "watch-may struck");
    const stages = ["first", "second", "third"].map((stage) =>
        svg(overlay.above, "path", { class: `watch-clue ${stage}` }));
    const across = (row) => `M${-BEYOND} ${row * CELL}H${puzzle.cols * CELL + BEYOND}v${CELL}H${-BEYOND}Z`;
    // In the same sense of rotation: where both cross, the path is filled, too.
    const down = (col) => `M${col * CELL} ${-BEYOND}h${CELL}V${puzzle.rows * CELL + BEYOND}h${-CELL}Z`;

    return {
        draw(picture) {
            draw(picture);
            const { rows, cols } = picture.lines;
            lines.setAttribute("d", [...rows.map(across), ...cols.map(down)].join(""));
            drawStruck((at) => picture.struck[at] & picture.now.colours[at]);
            stages.forEach((path, at) => {
                const clue = picture.clues[at];
                // A contradiction is seen above all.
                path.setAttribute("d", clue && !picture.faults.includes(clue.at) ? squarePath(clue.row, clue.col) : "");
            });
        },
        remove,
    };
}
