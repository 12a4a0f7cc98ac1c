// The show of the guide. A step is a stop of the guide.

import { element } from "../element.js";
import { kindOf } from "../puzzles/puzzle.js";
import { grouped } from "../words.js";
import { createGuideView } from "./guide_view.js";
import { signsOf } from "./legends.js";
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
