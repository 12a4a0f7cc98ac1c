// The show of the guide. A step is a stop of the guide. The show draws over the page's grid: the facts up to the stop,
// and the cells, lines and digits that the stop's sentence is about.

import { CELL, crossPath, edgePath, ringPath } from "../editor/grid.js";
import { element, svg } from "../element.js";
import { CROSS, LINE, SHADED } from "../puzzles/marks.js";
import { cellsOf, edges } from "../puzzles/places.js";
import { DIGITS, LOOP, SHADES, kindOf } from "../puzzles/puzzle.js";
import { grouped } from "../words.js";
import { INSIDE } from "./deducer.js";
import { signsOf } from "./legends.js";
import { createOverlay, squarePath } from "./overlay.js";
import { factsAt } from "./stops.js";

/** The seconds that a reader needs for any sentence, and the additional seconds for each word. */
const LOOK = 1.2, WORD = 0.25;

/** Return the show of the guide through a film (see watch.js). */
export function createGuideShow(film) {
    const { trace, puzzle, grid, stops } = film, view = createGuideView(grid, puzzle);
    return {
        last: () => stops.length - 1,
        isWhole: () => film.isWhole,
        slowest: 0.125, fastest: 8, speed: 1,
        speedText: (speed) => (speed === 1 ? "reading speed" : `${speed} × reading speed`),
        seconds: (at) => LOOK + WORD * stops[at].words.split(" ").length,
        phase: (at, way) => at + way * 10,
        title: (at) => `${grouped(at + 1)} of ${film.isWhole ? grouped(stops.length) : "…"}`,
        clockOf: (at) => trace.clockOf(stops[at].position),
        at(clock) {
            const { position } = stops.findLast((stop) => trace.clockOf(stop.position) <= clock);
            return stops.findIndex((stop) => stop.position === position);
        },
        show(at) {
            view.draw(stops[at], factsAt(puzzle, stops, at));
            return { words: stops[at].words, figures: [] };
        },
        about: () => [
            element("p", {}, "A simulated chip has solved this puzzle. The guide explains what the chip found, step by"
                + " step, and leaves out assumptions that led to nothing."),
            element("h3", {}, "On the grid"), signsOf(kindOf(puzzle)),
        ],
        remove: view.remove,
    };
}

// The drawing

/** The paths below and above the grid's lines and clues; later paths are drawn over earlier paths. */
const BELOW = ["watch-cell inside", "watch-cell outside", "watch-cell shaded", "watch-cell unshaded"]
    .flatMap((look) => [look, `${look} trial`]).concat("guide-fresh", "guide-from", "guide-shade");
const ABOVE = ["guide-fresh-line", "watch-cross", "watch-cross trial", "watch-line", "watch-line trial", "watch-fault"];

/** Return an object that draws stops over the page's grid: {draw, remove}. */
function createGuideView(grid, puzzle) {
    const { below, above, remove } = createOverlay(grid);
    grid.classList.add("guided");
    const { rows, cols } = puzzle, kind = kindOf(puzzle);
    const cells = cellsOf(rows, cols), all = kind === LOOP ? edges(rows, cols) : [];
    const paths = new Map([...BELOW.map((look) => [look, below]), ...ABOVE.map((look) => [look, above])]
        .map(([look, parent]) => [look, svg(parent, "path", { class: look })]));
    const digits = svg(above, "g");

    function lookOf(at, value) {
        if (at < all.length) return value === LINE ? "watch-line" : "watch-cross";
        if (kind === LOOP) return `watch-cell ${value === INSIDE ? "inside" : "outside"}`;
        return `watch-cell ${value === SHADED ? "shaded" : "unshaded"}`;
    }

    function pathOf(at, value) {
        if (at >= all.length) return squarePath(...cells[at - all.length]);
        return (value === CROSS ? crossPath : edgePath)(all[at]);
    }

    return {
        /** Draw a stop; `facts` has the value of each place after the stop. */
        draw({ fresh, tried, from, corners, faults }, facts) {
            const drawn = new Map([...paths.keys()].map((look) => [look, []])), assumed = new Map(tried);
            const add = (look, path) => drawn.get(look).push(path);
            const texts = [];
            facts.forEach((known, at) => {
                const value = assumed.get(at) ?? known, trial = assumed.has(at) ? " trial" : "";
                if (!value) return;
                if (kind !== DIGITS) {
                    add(lookOf(at, value) + trial, pathOf(at, value));
                } else if (puzzle.clues.flat()[at] === null) {
                    texts.push([at, value, trial]);
                }
            });
            const framed = [...fresh, ...(tried.length === 1 ? tried : [])].filter(([, value]) => value);
            const look = kind === SHADES ? "guide-shade" : "guide-fresh";
            for (const [at] of framed) add(at < all.length ? "guide-fresh-line" : look, pathOf(at, LINE));
            for (const at of faults) add("watch-fault", at < all.length ? edgePath(all[at]) : pathOf(at, LINE));
            for (const cell of from) add("guide-from", framePath(cell));
            for (const corner of corners) add("guide-from", ringPath(corner));
            for (const [look, parts] of drawn) paths.get(look).setAttribute("d", parts.join(""));
            digits.replaceChildren(...texts.map(([at, value, trial]) => {
                const [row, col] = cells[at];
                const text = svg(null, "text", {
                    class: `watch-digit ${trial ? "trial" : "found"}`, x: (col + 0.5) * CELL, y: (row + 0.5) * CELL,
                    "font-size": value > 9 ? 19 : 22,
                });
                text.textContent = value;
                return text;
            }));
        },
        remove() {
            remove();
            grid.classList.remove("guided");
        },
    };
}

function framePath([row, col]) {
    return `M${col * CELL + 3} ${row * CELL + 3}h34v34h-34Z`;
}
