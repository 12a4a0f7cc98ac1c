// The show of the engine's work. A step is a clock in which something changes.

import { element } from "../element.js";
import { counted, grouped } from "../words.js";
import { createDigitView } from "./digit_view.js";
import { ABOUT, KINDS, signsOf } from "./legends.js";
import { createLoopView } from "./loop_view.js";
import { createCanalView, createShadeView } from "./shade_view.js";
import { nextSegment } from "./trace.js";

/** Functions that return the view that draws pictures of an engine's work into the page's grid: {draw, remove}. */
const VIEWS = {
    deducer: createLoopView, parallel: createDigitView, scan: createDigitView, dynasty: createShadeView,
    canal: createCanalView,
};

/**
 * The number of seconds that a recording takes at the initial speed, and the limits of this speed, in steps per second.
 */
const LENGTH = 45, FASTEST_AT_FIRST = 200, SLOWEST_AT_FIRST = 2;

/** Return the show of the engine's work; the parameter is a film (see watch.js). */
export function createEngineShow({ trace, work, name, posed, isTurned, grid }) {
    const view = VIEWS[name](grid, posed, isTurned);
    return {
        last: () => trace.length,
        isWhole: () => true,
        slowest: 1, fastest: 5_000,
        speed: Math.min(Math.max(trace.length / LENGTH, SLOWEST_AT_FIRST), FASTEST_AT_FIRST),
        speedText: (speed) => `${counted(speed, "step")} a second`,
        phase: (at, way) => nextSegment(work.segments, "from", at, way, trace.length),
        title: (at) => `Clock ${grouped(trace.clockOf(at))}`,
        clockOf: (at) => trace.clockOf(at),
        at: (clock) => trace.positionAt(clock),
        show(at, since) {
            const picture = work.picture(at, since);
            view.draw(picture);
            return picture;
        },
        about: () => [
            element("p", {}, ABOUT[name]),
            element("h3", {}, "On the grid"),
            signsOf(name),
            ...timeSigns(KINDS[name]),
        ],
        remove: view.remove,
    };
}

/** Return the legend of the time line. */
function timeSigns(kinds) {
    return [
        element("h3", {}, "On the time line"),
        element("ul", { class: "signs" }, kinds.map(({ kind, title, words }) =>
            element("li", {}, element("i", { class: `sign time-kind ${kind}` }),
                element("span", {}, element("b", {}, title), ` ${words}`))),
        element("li", {}, element("i", { class: "sign time-depth" }), "Above: the number of current assumptions")),
    ];
}
