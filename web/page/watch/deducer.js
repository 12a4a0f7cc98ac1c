// What the deducer does, from a trace: what there is to see of a position.

import { grouped } from "../words.js";
import { wordsOf } from "./deducer_words.js";
import { DeductionWork, kindsOf, recordedOf } from "./deduction.js";
import { SHAPES, countBits } from "./shapes.js";

/** The colours of a cell, as bits. */
export const INSIDE = 1, OUTSIDE = 2;

/** Rows of the sweep's window. */
const WINDOW = 2;

const RECORDED = recordedOf("deducer", ["upper", "lower", "joined"]);

export const deducer = {
    recorded: RECORDED,

    about: "For each vertex, the engine keeps which of the seven shapes the loop may have there, and for each cell"
        + " whether it may be inside or outside. A visit of a row takes one clock, and crosses out what clues and"
        + " neighbours exclude.",

    kinds: kindsOf([
        { kind: "sweep", title: "Sweep", words: "a window of two rows moves over the grid" },
        { kind: "join", title: "Join", words: "lines are joined into paths, so that no loop closes early" },
        { kind: "flood", title: "Flood", words: "what can be reached from the frame, and from the inside" },
    ]),

    /** Return what there is to see of a puzzle's trace. */
    create(trace, puzzle) {
        return new DeducerWork(trace, puzzle, RECORDED, puzzle.rows + 1);
    },
};

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
        const { rows, cols } = this;
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

    wet(row, col) {
        const { wet } = this.items;
        return wet.bit(wet.offset("inside") + col, row) * INSIDE | wet.bit(wet.offset("outside") + col, row) * OUTSIDE;
    }

    more() {
        const { visit, joined } = this.items;
        return {
            window: this.#isSwept ? { first: visit.value - 1, rows: WINDOW } : null,
            line: ["u", "v"].map((end) => ["row", "col"].map((side) => joined.field(`${end}.${side}`))),
        };
    }

    seen(before, here, step) {
        const joined = joinedLine(before, here);
        return {
            joined,
            window: before.sweep === "VISIT" ? before.window : here.window,
            words: wordsOf(before, here, step, joined),
        };
    }

    counts({ shapes }) {
        return [["Shapes left", grouped(shapes.reduce((sum, mask) => sum + countBits(mask), 0))]];
    }
}

/** Return the line that has just joined two paths, as two vertices, or null. */
function joinedLine(before, { line, fixpoint }) {
    const isBusy = fixpoint === "REMOVE" || fixpoint === "SWEEP";
    return isBusy && String(line) !== String(before.line) ? line : null;
}
