// Draws over the page's grid: makes groups of SVG elements, whose attributes are written only if they change, and draws
// cells of two colours.

import { CELL } from "../editor/grid.js";
import { setAttributes, svg } from "../element.js";
import { cellsOf } from "../puzzles/places.js";

/**
 * Add two groups to the page's grid, one below its lines and one above its clues: {below, above, remove}. If the engine
 * has a turned puzzle, `turnedRows` is the number of rows of the puzzle itself: the drawing is then turned back.
 */
export function createOverlay(grid, turnedRows = 0) {
    const [below, above] = ["frame", "cursor"].map((layer) => {
        const group = svg(null, "g", turnedRows ? { transform: `matrix(0 -1 1 0 0 ${turnedRows * CELL})` } : {});
        grid.querySelector(`.layer-${layer}`).before(group);
        return group;
    });
    grid.classList.add("watched");
    return {
        below, above,
        remove() {
            below.remove();
            above.remove();
            grid.classList.remove("watched");
        },
    };
}

/** Return a function that sets the attribute of one of the elements, unless the attribute already has this value. */
export function attributeSetter(elements, name) {
    const values = [];
    return (at, value) => {
        if (values[at] !== value) elements[at].setAttribute(name, values[at] = value);
    };
}

// Cells

/** The width of the visible part of the frame around the grid. */
const BEYOND = 10;

const HATCHINGS = ["M-2 10 10 -2M4 16 16 4", "M-2 2 10 14M4 -4 16 8"];

/** Return a function that draws the cells of a picture; `names` has the styles of the colours 1 and 2. */
export function cellDrawer({ below }, { rows, cols }, names) {
    const patterns = svg(below, "defs");
    names.forEach((name, at) => {
        const pattern = svg(patterns, "pattern", {
            id: `watch-hatching-${name}`, width: 12, height: 12, patternUnits: "userSpaceOnUse",
        });
        svg(pattern, "path", { class: `watch-hatching ${name}`, d: HATCHINGS[at] });
    });
    const cells = cellsOf(rows, cols);
    const looks = attributeSetter(cells.map((cell) => svg(below, "path", { d: squarePath(...cell) })), "class");
    const reached = names.map((name) => svg(below, "path", {
        class: "watch-reached", style: `fill: url(#watch-hatching-${name})`,
    }));
    const band = svg(below, "rect", { x: -BEYOND, width: cols * CELL + 2 * BEYOND, rx: 8 });

    function drawCells({ now, base, crossed }) {
        now.colours.forEach((colours, at) => {
            const colour = { 1: names[0], 2: names[1] }[colours] ?? "";
            const trial = colour && colours !== base.colours[at] ? " trial" : "";
            const fresh = colour && crossed.colours[at] ? " new" : "";
            looks(at, `watch-cell ${colour}${trial}${fresh}`);
        });
    }

    function drawBand({ window, flood }) {
        const { first, rows: number } = flood ? { first: flood.row, rows: 1 } : window ?? { first: 0, rows: 0 };
        const top = Math.max(first * CELL, -BEYOND), bottom = Math.min((first + number) * CELL, rows * CELL + BEYOND);
        const look = number ? `watch-band ${flood ? "flood" : "sweep"}` : "";
        setAttributes(band, { class: look, y: top, height: number ? bottom - top : 0 });
    }

    function drawFlood({ flood }) {
        reached.forEach((path, at) => {
            const there = cells.filter((_, cell) => flood?.reached[cell] >> at & 1);
            path.setAttribute("d", there.map((cell) => squarePath(...cell)).join(""));
        });
    }

    return (picture) => [drawCells, drawBand, drawFlood].forEach((draw) => draw(picture));
}

export function squarePath(row, col) {
    return `M${col * CELL} ${row * CELL}h${CELL}v${CELL}h${-CELL}Z`;
}

export function markPath({ row, col }) {
    return `M${col * CELL + 4} ${row * CELL + 4}h32v32h-32Z`;
}
