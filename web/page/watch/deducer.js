// Makes pictures and descriptions of the deducer's work from a trace.

import { place } from "../puzzles/puzzle.js";
import { grouped, sentence } from "../words.js";
import { DeductionWork, described, floodWords, searchWords, visitedWords } from "./deduction.js";
import { SHAPES, bitsIn, edgesOf } from "./shapes.js";

export const INSIDE = 1, OUTSIDE = 2;
const WINDOW = 2;

class DeducerWork extends DeductionWork {
    kind() {
        const { fixpoint, sweep } = this.items;
        const swept = sweep.name === "IDLE" ? "join" : "sweep";
        return { FLOOD: "flood", REMOVE: "join", SWEEP: swept }[fixpoint.name] ?? "look";
    }

    held(row) {
        const { visit, upper, lower } = this.items;
        return this.#isSwept && { [visit.value]: lower, [visit.value - 1]: upper }[row];
    }

    get #isSwept() {
        return ["VISIT", "WRITE BACK"].includes(this.items.sweep.name);
    }

    state(source) {
        const { rows, cols } = this, shapes = new Uint8Array((rows + 1) * (cols + 1));
        for (let row = 0; row <= rows; row++) {
            const [item, index] = source(row);
            for (let shape = 0; shape < SHAPES; shape++) {
                item.bits(`shapes.${shape}`, cols + 1, index).forEach((bit, col) => {
                    shapes[row * (cols + 1) + col] |= bit << shape;
                });
            }
        }
        return { shapes, ...super.state(source) };
    }

    factsIn({ shapes, colours }) {
        return { lines: edgesOf(this.rows, this.cols, shapes), colours };
    }

    reached(row) {
        return this.coloursIn(this.items.wet, row);
    }

    more() {
        const { visit, joined } = this.items;
        return {
            window: this.#isSwept ? { first: visit.value - 1, rows: WINDOW } : null,
            line: ["u", "v"].map((end) => ["row", "col"].map((side) => joined.field(`${end}.${side}`))),
        };
    }

    seen(before, here, step) {
        const isBusy = here.fixpoint === "REMOVE" || here.fixpoint === "SWEEP";
        // the line that has just joined two paths, given by its two vertices
        const joined = isBusy && String(here.line) !== String(before.line) ? here.line : null;
        return {
            joined, window: before.sweep === "VISIT" ? before.window : here.window,
            words: wordsOf(before, here, step, joined),
        };
    }

    counts({ shapes }) {
        return [["Shapes left", grouped(bitsIn(shapes))]];
    }
}

export const deducer = described("deducer", {
    Work: DeducerWork,
    colours: ["inside", "outside"],
    pageRows: ({ rows }) => rows + 1,
    more: ["upper", "lower", "joined"],
});

// Words

const WORDS = {
    begin: "at each vertex all shapes are possible, in each cell both colours", solved: "the lines are one loop",
    tried: "a cell or an edge", flooding: "Lookahead finds nothing more: which cells can be reached?",
    assumed: assumedWords,
};

/**
 * Describe the step from the position `before` to `here`.
 *
 * `step` has the possibilities that were removed; `joined` is the line that has joined two paths, or null.
 */
function wordsOf(before, here, step, joined) {
    const { fixpoint } = here;
    const search = searchWords(before, here, WORDS);
    if (search) return search;
    if (fixpoint === "FLOOD") return floodWords(here, step);
    if (before.sweep === "VISIT" && before.fixpoint === "SWEEP") return visitWords(before, here, step);
    if (here.sweep !== "IDLE") return loadWords(before, here, step);
    if (fixpoint === "REMOVE") {
        return step.isEmpty ? "The engine looks for edges that would close a loop too early."
            : "An edge that would close a loop too early is crossed out.";
    }
    if (fixpoint === "AGAIN") return "Something has changed: another sweep.";
    if (fixpoint === "IDLE") return "Nothing more follows from this.";
    return joined ? "A line joins two paths into one."
        : "The sweep has ended: the lines that it found are joined into paths.";
}

function loadWords(before, { sweep, visit, assumed, isTrial }, step) {
    if (sweep !== "LOAD UPPER") {
        return step.isEmpty ? "The first rows are read." : "The first rows are read, with the assumption.";
    }
    if (before.search === "START" && assumed && !isTrial) {
        // For an assumption by the CPU, the trace has no row: show the row where the sweep begins.
        const where = assumed.isEdge ? assumed : { ...assumed, row: visit };
        return sentence(`${assumedWords(where)}: a sweep begins there`);
    }
    return `A sweep begins at row ${Math.max(visit, 1)}.`;
}

function visitWords({ visit }, { now }, step) {
    const row = visit === 0 ? "The upper frame" : `Row ${visit}`;
    const isFault = now.shapes.includes(0) || now.colours.includes(0);
    const colours = step.colours.filter(Boolean).length;
    return visitedWords(row, isFault, [[bitsIn(step.shapes), "shape"], [colours, "colour"]]);
}

function assumedWords({ row, col, isEdge, value }) {
    const cell = place(row, col);
    return isEdge ? `the edge to the right of ${cell} is ${value ? "no line" : "a line"}`
        : `${cell} is ${value ? "outside" : "inside"}`;
}
