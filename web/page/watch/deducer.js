// What the deducer does, from a trace: what there is to see of a position.

import { grouped } from "../words.js";
import { wordsOf } from "./deducer_words.js";
import { SHAPES, countBits } from "./shapes.js";
import { nearReader, segmentAt, segmentsOf } from "./trace.js";

/** The colours of a cell, as bits. */
export const INSIDE = 1, OUTSIDE = 2;

const NAMES = [
    "rows", "base", "page", "parent", "written", "height", "search", "lookahead", "second", "assumed", "colour",
    "contradiction", "decided", "branch", "fixpoint", "no_solution", "sweep", "visit", "upper", "lower", "flood",
    "flooded", "wet", "joined",
];

/** Clocks from a flood's begin to the one after its first row. */
const FLOOD_LATENCY = 3;

/** The engine's pages before those of the search: one for lookahead, one for a solution that is kept. */
const OWN_PAGES = 2;

export const deducer = {
    recorded: { items: NAMES.map((name) => `deducer.${name}`), search: "deducer.search", begins: "ANOTHER STATE" },

    about: "For each vertex, the engine keeps which of the seven shapes the loop may have there, and for each cell"
        + " whether it may be inside or outside. A visit of a row takes one clock, and crosses out what clues and"
        + " neighbours exclude.",

    kinds: [
        { kind: "sweep", title: "Sweep", words: "a window of two rows moves over the grid" },
        { kind: "join", title: "Join", words: "lines are joined into paths, so that no loop closes early" },
        { kind: "flood", title: "Flood", words: "what can be reached from the frame, and from the inside" },
        { kind: "look", title: "Lookahead", words: "looks for what to try; what comes between the others" },
        { kind: "cpu", title: "CPU", words: "tells the host how far it is, branches, backtracks" },
    ],

    /** Return what there is to see of a puzzle's trace. */
    create(trace, puzzle) {
        return new DeducerWork(trace, puzzle);
    },
};

class DeducerWork {
    #trace;
    #items;
    #rows;
    #cols;
    #near = nearReader((position) => this.#read(position));
    #trials = [];  // positions in which trials begin
    #worked = { page: 0, depth: 0 };  // while the phases are found: the page that was worked on last

    constructor(trace, { rows, cols }) {
        this.#trace = trace;
        this.#items = Object.fromEntries(NAMES.map((name) => [name, trace.item(`deducer.${name}`)]));
        this.#rows = rows;
        this.#cols = cols;
        this.segments = segmentsOf(trace, () => this.#phase());
        this.segments.forEach(({ key, from }, at) => {
            if (key && key !== this.segments[at - 1]?.key) {
                this.#trials.push(from);
            }
        });
    }

    /**
     * Return what is to be seen of a position; `since` is what was seen before it.
     *
     * `now` is the state of the current page, `base` that of the page which a trial started from, or the same:
     * {shapes, colours}, a byte of possibilities for each vertex and each cell. `crossed` has those that are gone.
     */
    picture(position, since = position - 1) {
        const [here, before, seen] = this.#near(position, since);
        this.#trace.seek(position);
        const joined = joinedLine(before, here);
        return {
            ...here,
            crossed: difference(seen, here),
            joined,
            window: before.sweep === "VISIT" ? before.window : here.window,
            flood: this.#flood(here),
            words: wordsOf({
                before, here, step: difference(before, here), joined, isFirst: position === 0,
                isLast: position === this.#trace.length && this.#trace.outcome !== null,
            }),
            figures: this.#figures(position, here),
        };
    }

    #phase() {
        const { search, fixpoint, sweep, lookahead, base, assumed, second, colour, height } = this.#items;
        if (search.name === "IDLE") {
            return { kind: "cpu", depth: this.#worked.depth, key: "", page: this.#worked.page };
        }
        const branches = Math.max(Math.floor(base.value / (height.value + 1)) - OWN_PAGES, 0);
        this.#worked = { page: base.value, depth: branches };
        const swept = sweep.name === "IDLE" ? "join" : "sweep";
        const kinds = { FLOOD: "flood", REMOVE: "join", SWEEP: swept };
        const trial = () => ["row", "column", "edge"].map((field) => assumed.field(field)).join(" ");
        return {
            kind: search.name === "RUN" && kinds[fixpoint.name] || "look",
            depth: branches + lookahead.value,
            key: lookahead.value ? `${trial()} ${second.value} ${colour.value}` : "",
        };
    }

    /** Return the state of a position, and the registers that matter. */
    #read(position) {
        this.#trace.seek(position);
        const { search, fixpoint, sweep, flood, assumed, branch } = this.#items;
        const value = (name) => this.#items[name].value;
        const isTrial = value("lookahead") === 1;
        const col = assumed.firstBit("column");
        const isOpen = search.name === "IDLE" && position > 0 && !value("decided") && !value("contradiction");
        const branchCell = { row: branch.field("row"), col: branch.field("col"), isEdge: false };
        const tried = col < 0 ? null : {
            row: assumed.field("row"), col, isEdge: assumed.field("edge") === 1, value: value("colour"),
        };
        const isSwept = sweep.name === "VISIT" || sweep.name === "WRITE BACK";
        const now = this.#state((row) => this.#source(row, isSwept));
        return {
            now,
            base: isTrial ? this.#state((row) => [this.#items.rows, value("base") + row]) : now,
            isTrial,
            trial: isTrial ? JSON.stringify([tried, value("second")]) : "",
            page: value("page"),
            search: search.name, fixpoint: fixpoint.name, sweep: sweep.name, flooding: flood.name,
            visit: value("visit"), window: isSwept ? value("visit") - 1 : null,
            row: value("flooded"),
            assumed: tried, marked: isTrial ? tried : isOpen ? branchCell : null,
            isSecond: value("second") === 1,
            isDecided: value("decided") === 1, isContradiction: value("contradiction") === 1,
            noSolution: fixpoint.name === "IDLE" && search.name === "RUN" && value("no_solution") === 1,
            branch: branchCell,
            line: ["u", "v"].map((end) => ["row", "col"].map((side) => this.#items.joined.field(`${end}.${side}`))),
        };
    }

    /** Return where a row of the current page is: an item and a word of it. */
    #source(row, isSwept) {
        const { rows, page, parent, written, visit, upper, lower, search } = this.#items;
        if (isSwept && row === visit.value) {
            return [lower, 0];
        }
        if (isSwept && row === visit.value - 1) {
            return [upper, 0];
        }
        // While a trial's solution is copied, only some of the rows are the trial's. The page that the engine has ended
        // with is complete, until the CPU chooses another one.
        const isWhole = search.name === "IDLE"
            ? page.value === this.segments[segmentAt(this.segments, this.#trace.position)].page
            : search.name.startsWith("COP") && this.#items.decided.value;
        return [rows, (written.bit(row) || isWhole ? page.value : parent.value) + row];
    }

    #state(source) {
        const rows = this.#rows, cols = this.#cols;
        const shapes = new Uint8Array((rows + 1) * (cols + 1)), colours = new Uint8Array(rows * cols);
        for (let row = 0; row <= rows; row++) {
            const [item, index] = source(row);
            for (let shape = 0; shape < SHAPES; shape++) {
                const offset = item.offset(`shapes.${shape}`);
                for (let col = 0; col <= cols; col++) {
                    shapes[row * (cols + 1) + col] |= item.bit(offset + col, index) << shape;
                }
            }
            const inside = item.offset("inside"), outside = item.offset("outside");
            for (let col = 0; col < cols && row < rows; col++) {
                colours[row * cols + col] = item.bit(inside + col, index) * INSIDE
                    | item.bit(outside + col, index) * OUTSIDE;
            }
        }
        return { shapes, colours };
    }

    /** Return what a flood has reached so far: a byte of colours for each cell. */
    #flood({ fixpoint, row }) {
        if (fixpoint !== "FLOOD") {
            return null;
        }
        const { wet } = this.#items;
        const { begin } = this.segments[segmentAt(this.segments, this.#trace.position)];
        // What the memory has of rows that come later is from another flood.
        const rows = Math.min(this.#trace.clockOf(this.#trace.position) - begin - FLOOD_LATENCY + 1, this.#rows);
        const reached = new Uint8Array(this.#rows * this.#cols);
        for (let at = 0; at < rows * this.#cols; at++) {
            const index = Math.floor(at / this.#cols), col = at % this.#cols;
            reached[at] = wet.bit(wet.offset("inside") + col, index) * INSIDE
                | wet.bit(wet.offset("outside") + col, index) * OUTSIDE;
        }
        return { row, reached };
    }

    #figures(position, { now, base }) {
        const cells = base.colours.filter((colours) => colours === INSIDE || colours === OUTSIDE).length;
        const left = now.shapes.reduce((sum, mask) => sum + countBits(mask), 0);
        const trials = this.#trials.filter((from) => from <= position).length;
        return [
            ["Cells decided", `${grouped(cells)} of ${grouped(base.colours.length)}`],
            ["Shapes left", grouped(left)],
            ["Trials", grouped(trials)],
            ["Branches that it hangs on", this.#branches(position)],
        ];
    }

    /** Return how many colours the CPU has assumed to come to the page at hand. It uses the last page several times. */
    #branches(position) {
        const { depth, key } = this.segments[segmentAt(this.segments, position)];
        const branches = key ? depth - 1 : depth;
        const pages = Math.floor(this.#items.rows.depth / (this.#rows + 1));
        return branches === pages - OWN_PAGES - 1 ? `${branches} or more` : String(branches);
    }
}

/** Return what is gone since another state of the same page. */
function difference(before, here) {
    const isSame = before.page === here.page && before.trial === here.trial;
    const gone = (one, other) => one.map((mask, at) => (isSame ? mask & ~other[at] : 0));
    const shapes = gone(before.now.shapes, here.now.shapes), colours = gone(before.now.colours, here.now.colours);
    return { shapes, colours, isEmpty: !shapes.some(Boolean) && !colours.some(Boolean) };
}

/** Return the line that has just joined two paths, as two vertices, or null. */
function joinedLine(before, { line, fixpoint }) {
    const isBusy = fixpoint === "REMOVE" || fixpoint === "SWEEP";
    return isBusy && String(line) !== String(before.line) ? line : null;
}
