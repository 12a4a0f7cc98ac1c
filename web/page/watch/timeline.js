// The time line of a recording, which shows the engine's kind of work in each clock. One strip shows all clocks; the
// other strip shows only the clocks near the current position.

import { element, setAttributes, svg } from "../element.js";
import { grouped } from "../words.js";
import { segmentIn } from "./trace.js";

/**
 * The heights of the columns for kinds of work, of the columns for assumptions above them, and of the gap between the
 * two.
 */
const KINDS = 22, DEPTHS = 12, GAP = 3;

const HEIGHT = DEPTHS + GAP + KINDS;

/** The width that a clock has in the near strip, in pixels. */
const CLOCK = 7;

/** Until a finger has moved sideways by more than this number of pixels, it may still scroll the page. */
const FINGER_SLACK = 8;

/** Return the time line, {root, show, move}. It calls `seek` with the clock that a person selects. */
export function createTimeline({ seek }) {
    const all = createStrip("all"), near = createStrip("near");
    const ticks = element("div", { class: "time-ends" });
    const root = element("div", {
        class: "time", role: "slider", tabindex: "0", "aria-label": "Time line", "aria-valuemin": "0", id: "watch-time",
    }, all.root, near.root, ticks);
    let segments = [], kinds = [], clocks = 1, deepest = 1, clock = 0, width = 0;
    let first = 0, isNear = false, held = null;

    new ResizeObserver(() => {
        width = root.clientWidth;
        drawAll();
    }).observe(root);
    all.root.addEventListener("pointerdown", (event) => hold(event, (x) => x / width * clocks));
    near.root.addEventListener("pointerdown", (event) => {
        const from = first;  // so that the strip does not move during a drag
        hold(event, (x) => from + x / CLOCK);
    });
    root.addEventListener("pointermove", (event) => {
        if (held && Math.abs(event.clientX - held.x) > held.slack) choose(event);
    });
    root.addEventListener("pointerup", (event) => held && choose(event));
    for (const name of ["pointerup", "pointercancel"]) {
        root.addEventListener(name, () => {
            held = null;
            move(clock);
        });
    }

    function hold(event, clockAt) {
        if (event.button || held) return;
        root.setPointerCapture(event.pointerId);
        // A finger that moves up or down scrolls the page.
        const isFinger = event.pointerType === "touch";
        held = { clockAt, x: event.clientX, slack: isFinger ? FINGER_SLACK : 0 };
        if (!isFinger) choose(event);
    }

    function choose(event) {
        const chosen = held.clockAt(event.clientX - root.getBoundingClientRect().left);
        seek(Math.min(Math.max(Math.floor(chosen), 0), clocks));
    }

    function drawAll() {
        if (segments.length && width) {
            isNear = clocks * CLOCK > width;
            near.root.classList.toggle("needless", !isNear);
            all.resize(width);
            near.resize(width);
            all.draw(kinds, deepest, columns());
            move(clock);
        }
    }

    /** Return a column for each pixel: the share of each kind of work, and the mean depth. */
    function columns() {
        const shares = kinds.map(() => new Float32Array(width)), depths = new Float32Array(width);
        for (const { kind, depth, begin, end } of segments) {
            const from = begin / clocks * width, to = end / clocks * width;
            for (let x = Math.floor(from); x < Math.min(Math.ceil(to), width); x++) {
                const share = Math.min(x + 1, to) - Math.max(x, from);
                shares[kinds.indexOf(kind)][x] += share;
                depths[x] += share * depth;
            }
        }
        return Array.from({ length: width }, (_, x) =>
            ({ x, width: 1, shares: shares.map((share) => share[x]), depth: depths[x] }));
    }

    /** Return the columns of the near strip; each column is a segment. */
    function nearColumns(from, to) {
        const columns = [];
        for (let at = segmentIn(segments, from); segments[at]?.begin < to; at++) {
            const { kind, depth, begin, end } = segments[at];
            columns.push({
                x: (begin - from) * CLOCK, width: (end - begin) * CLOCK, depth,
                shares: kinds.map((one) => (one === kind ? 1 : 0)),
            });
        }
        return columns;
    }

    function move(to) {
        clock = to;
        const seen = width / CLOCK;
        root.setAttribute("aria-valuenow", clock);
        const x = Math.min(clock / clocks * width, width - 2);
        if (!held) first = Math.min(Math.max(Math.round(clock - seen / 2), 0), Math.max(clocks - seen, 0));
        all.mark(x, first / clocks * width, isNear ? seen / clocks * width : 0);
        if (isNear) {
            near.draw(kinds, deepest, nearColumns(first, first + seen));
            near.mark((clock - first) * CLOCK, 0, 0, CLOCK);
        }
    }

    return {
        root,
        /** Show segments up to a last clock; `itsKinds` are the kinds of work. */
        show(itsSegments, itsKinds, last) {
            [segments, kinds] = [itsSegments, itsKinds.map(({ kind }) => kind)];
            clocks = segments.at(-1).end;
            deepest = Math.max(1, ...new Set(segments.map(({ depth }) => depth)));
            clock = 0;
            root.setAttribute("aria-valuemax", last);
            ticks.replaceChildren(...[0, last / 2, last].map((one) =>
                element("span", {}, grouped(Math.round(one)))));
            drawAll();
        },
        move,
    };
}

/** Return a strip with columns for kinds of work, columns for the number of assumptions above them, and a mark. */
function createStrip(name) {
    const root = svg(null, "svg", { class: `time-strip ${name}`, "aria-hidden": "true" });
    svg(root, "rect", { class: "time-ground", y: DEPTHS + GAP, width: "100%", height: KINDS });
    const paths = svg(root, "g");
    const depths = svg(root, "path", { class: "time-depth" });
    const span = svg(root, "rect", { class: "time-span", y: DEPTHS + GAP - 1.5, height: KINDS + 3, rx: 2 });
    const mark = svg(root, "rect", { class: "time-mark", height: HEIGHT, rx: 1 });

    return {
        root,
        resize(width) {
            setAttributes(root, { viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT });
        },
        draw(kinds, deepest, columns) {
            let depthPath = "";
            const kindPaths = kinds.map(() => "");
            for (const { x, width, shares, depth } of columns) {
                let bottom = HEIGHT;
                shares.forEach((share, at) => {
                    const height = share * KINDS;
                    bottom -= height;
                    kindPaths[at] += height ? `M${x} ${bottom}h${width}v${height}h${-width}Z` : "";
                });
                const height = depth / deepest * DEPTHS;
                depthPath += height ? `M${x} ${DEPTHS - height}h${width}v${height}h${-width}Z` : "";
            }
            while (paths.children.length < kinds.length) svg(paths, "path");
            [...paths.children].forEach((path, at) => {
                setAttributes(path, { class: `time-kind ${kinds[at]}`, d: kindPaths[at] ?? "" });
            });
            depths.setAttribute("d", depthPath);
        },
        /** Mark a place, and draw a frame around a range. */
        mark(x, from, width, thickness = 2) {
            setAttributes(mark, { x, width: thickness });
            setAttributes(span, { x: from, width });
        },
    };
}
