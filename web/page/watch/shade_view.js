// Draws a position of an engine for shading over the page's grid: the shaded cells, and the possible shades of other
// cells. For the engine for Canal Views, it also draws the visited clues and their lines.

import { CELL } from "../editor/grid.js";
import { svg } from "../element.js";
import { cellsOf } from "../puzzles/places.js";
import { cellDrawer, createOverlay, markPath, squarePath } from "./overlay.js";
import { SHADED, UNSHADED } from "./shading.js";

/** For each shade, the place of its sign, from the upper left corner of the cell. */
const PLACES = { [UNSHADED]: [7, 33], [SHADED]: [33, 33] };

const NAMES = ["unshaded", "shaded"];

/** Return an object that draws pictures of an engine's work on a puzzle: {draw, remove, overlay}. */
export function createShadeView(grid, puzzle, isTurned) {
    const overlay = createOverlay(grid, isTurned ? puzzle.cols : 0), { above } = overlay;
    const drawCells = cellDrawer(overlay, puzzle, NAMES), cells = cellsOf(puzzle.rows, puzzle.cols);
    const [drawPossible, drawTrial, drawCrossed] = ["watch-may", "watch-may trial", "watch-may crossed"].map((look) =>
        createShades(above, puzzle, look));
    const marked = svg(above, "path", { class: "watch-marked" });
    const faults = svg(above, "path", { class: "watch-fault" });

    return {
        overlay,
        draw(picture) {
            const { now: { colours }, base } = picture;
            const open = (at) => (colours[at] === (UNSHADED | SHADED) ? colours[at] : 0);
            drawCells(picture);
            drawPossible(open);
            drawTrial((at) => (colours[at] && !open(at) ? base.colours[at] & ~colours[at] : 0));
            drawCrossed((at) => picture.crossed.colours[at]);
            marked.setAttribute("d", picture.marked ? markPath(picture.marked) : "");
            faults.setAttribute("d", picture.faults.map((at) => squarePath(...cells[at])).join(""));
        },
        remove: overlay.remove,
    };
}

/** Return a function that draws the signs of shades into a group; `shadesOf` returns the shades of a cell. */
function createShades(group, { rows, cols }, look) {
    const paths = [UNSHADED, SHADED].map((shade, at) =>
        ({ shade, path: svg(group, "path", { class: `${look} ${NAMES[at]}` }) }));
    return (shadesOf) => {
        for (const { shade, path } of paths) {
            const signs = cellsOf(rows, cols).map((cell, at) => (shadesOf(at) & shade ? signPath(...cell, shade) : ""));
            path.setAttribute("d", signs.join(""));
        }
    };
}

/** Return the path of a shade's sign, which is a dot for unshaded and a square for shaded. */
function signPath(row, col, shade) {
    const [right, down] = PLACES[shade], x = col * CELL + right, y = row * CELL + down;
    return shade === UNSHADED ? `M${x} ${y}h0` : `M${x - 3} ${y - 3}h6v6h-6Z`;
}

// Canal Views

/** The length by which the lines of a clue extend beyond the grid. */
const BEYOND = 10;

/** Return an object that draws pictures of the canal engine's work on a puzzle: {draw, remove}. */
export function createCanalView(grid, puzzle, isTurned) {
    const { overlay, draw, remove } = createShadeView(grid, puzzle, isTurned);
    const lines = svg(overlay.below, "path", { class: "watch-band sweep" });
    const drawStruck = createShades(overlay.above, puzzle, "watch-may struck");
    const stages = ["first", "second", "third"].map((stage) =>
        svg(overlay.above, "path", { class: `watch-clue ${stage}` }));
    const across = (row) => `M${-BEYOND} ${row * CELL}H${puzzle.cols * CELL + BEYOND}v${CELL}H${-BEYOND}Z`;
    // The paths of rows and columns are all drawn clockwise, so that the intersections are filled, too.
    const down = (col) => `M${col * CELL} ${-BEYOND}h${CELL}V${puzzle.rows * CELL + BEYOND}h${-CELL}Z`;

    return {
        draw(picture) {
            draw(picture);
            const { rows, cols } = picture.lines;
            lines.setAttribute("d", [...rows.map(across), ...cols.map(down)].join(""));
            drawStruck((at) => picture.struck[at] & picture.now.colours[at]);
            stages.forEach((path, at) => {
                const clue = picture.clues[at];
                // A clue that is part of a contradiction has no frame.
                path.setAttribute("d", clue && !picture.faults.includes(clue.at) ? squarePath(clue.row, clue.col) : "");
            });
        },
        remove,
    };
}
