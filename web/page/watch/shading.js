// Makes pictures and descriptions of the work of the shading engines (Dynasty and Canal) from a trace.

import { place } from "../puzzles/puzzle.js";
import { counted, sentence } from "../words.js";
import { DeductionWork, described, floodWords, searchWords, visitedWords } from "./deduction.js";

export const UNSHADED = 1, SHADED = 2;
const WINDOW = 3;

const COLOURS = ["unshaded", "shaded"];

/**
 * The common part of the engines for shading. Their descriptions have the colour `joined`, whose cells have to be
 * connected. Each subclass has two more methods: `propagationKind()` returns the kind of work that the propagation
 * does, or null while it is idle; `words(before, here, step)` returns the description of a step.
 */
class ShadingWork extends DeductionWork {
    kind() {
        const { fixpoint, flood } = this.items;
        const kinds = { FLOOD: flood.name !== "IDLE" && "flood", PROPAGATION: this.propagationKind() };
        return (fixpoint.name in kinds && kinds[fixpoint.name]) || "look";
    }

    reached(row) {
        return this.items.wet.bits(null, this.cols, row).map((bit) => bit * this.engine.joined);
    }

    more() {
        const { sweep, visit } = this.items;
        return { window: sweep.name === "VISIT" ? { first: visit.value - 1, rows: WINDOW } : null };
    }

    seen(before, here, step) {
        const isVisited = before.sweep === "VISIT" && before.fixpoint === "PROPAGATION";
        const isFault = (colours, at) => !colours || this.#isCutOff(here, at);
        const faults = [...here.now.colours].flatMap((colours, at) => (isFault(colours, at) ? [at] : []));
        return {
            faults, window: isVisited ? before.window : here.window,
            words: this.words(before, { ...here, faults }, step),
        };
    }

    /** Return whether a flood has ended without reaching a cell that must be connected. */
    #isCutOff({ flood, flooding, now }, at) {
        return flood !== null && flooding === "IDLE" && now.colours[at] === this.engine.joined && !flood.reached[at];
    }
}

class DynastyWork extends ShadingWork {
    propagationKind() {
        return this.items.sweep.name === "IDLE" ? null : "sweep";
    }

    held(row) {
        const { sweep, visit, down, above, here, below, left, moved } = this.items;
        const at = row - visit.value, isDown = down.value === 1;
        if (sweep.name === "WRITE BACK") {
            // The window has already moved on by one row.
            return at === 0 && (isDown ? above : below);
        }
        const behind = moved.value === 1 ? { [isDown ? -2 : 2]: left } : {};
        return sweep.name === "VISIT" && { ...behind, "-1": above, 0: here, 1: below }[at];
    }

    more() {
        const { fixpoint, sweep, visit, wrong, top } = this.items;
        const isWrong = fixpoint.name === "PROPAGATION" && sweep.name === "IDLE" && wrong.value === 1;
        return { ...super.more(), first: visit.value + 1 - top.value, isWrong };
    }

    words(before, here, step) {
        return shadingWords(before, here, step) ?? sweepWords(before, here, step);
    }
}

export const dynasty = described("dynasty", {
    Work: DynastyWork,
    colours: COLOURS,
    joined: UNSHADED,
    pageRows: ({ rows }) => rows,
    more: ["wrong", "down", "top", "above", "here", "below", "left", "moved"],
});

// Words

const WORDS = {
    begin: "each cell may be unshaded, and may be shaded", solved: "no rule is broken", tried: "a cell",
    flooding: "Work begins.", assumed: assumedWords,
};

/**
 * Describe the step from the position `before` to `here`; return null during the propagation. `step` has the
 * possibilities that were removed.
 */
function shadingWords(before, here, step) {
    const search = searchWords(before, here, WORDS), { fixpoint } = here;
    if (search) return search;
    if (fixpoint === "FLOOD") {
        if (before.fixpoint !== "FLOOD") {
            return "Something may be cut off: a flood begins at the first cell that is known to be connected.";
        }
        return here.faults.length ? "The flood has ended: where it is red, a cell is cut off." : floodWords(here, step);
    }
    return fixpoint === "AGAIN" ? "The flood has changed something: visits begin again." : null;
}

// Dynasty

function sweepWords(before, here, step) {
    const { fixpoint, sweep, assumed } = here;
    if (before.sweep === "VISIT" && before.fixpoint === "PROPAGATION") return visitWords(before, here, step);
    if (sweep === "LOAD ABOVE" || sweep === "LOAD HERE" && before.sweep === "IDLE") {
        // If the CPU has made the assumption, only the row where the visits begin is known.
        return before.search === "START" && assumed && !here.isTrial
            ? sentence(`${assumedWords({ ...assumed, row: here.first })}: visits begin there`)
            : "Visits of rows begin.";
    }
    if (fixpoint === "PROPAGATION") {
        return {
            "IDLE": "Nothing more follows from the rows.",
            "WRITE BACK": "The last row is written.",
        }[sweep] ?? (step.isEmpty ? "The first rows are read." : "The first rows are read, with the assumption.");
    }
    return "Nothing more follows from this.";
}

function visitWords({ visit }, { faults }, step) {
    const removed = step.colours.filter(Boolean).length;
    return visitedWords(`Row ${visit + 1}`, faults.length > 0, [[removed, "shade"]]);
}

function assumedWords({ row, col, value }) {
    return `${place(row, col)} is ${value ? "shaded" : "unshaded"}`;
}

// Canal View: the engine visits clues, one in each clock, and then the rows that have changed. In a new state, it first
// visits all rows. Shades that a clue rules out are removed line by line

class CanalWork extends ShadingWork {
    propagationKind() {
        return { CLUES: "clue", ROWS: "sweep" }[this.items.propagation.name] ?? null;
    }

    held(row) {
        const { sweep, visit, above, here, left } = this.items;
        if (sweep.name !== "VISIT" && sweep.name !== "WRITE BACK") return null;
        const item = { "-2": left, "-1": above, 0: here }[row - visit.value];
        return item?.field("dirty") ? item : null;
    }

    more() {
        const { fixpoint, propagation, sweep, wrong, row_wrong: rowWrong, clue_wrong: clueWrong, running } = this.items;
        const isBusy = fixpoint.name === "PROPAGATION";
        const struck = this.#struck();
        return {
            ...super.more(),
            isWrong: isBusy && (propagation.name === "IDLE" && wrong.value === 1
                || propagation.name === "ROWS" && sweep.name === "IDLE" && rowWrong.value === 1),
            broken: isBusy && clueWrong.value === 1 ? this.#broken() : null,
            propagation: propagation.name,
            clues: ["first", "second", "third"].map((stage) => this.#clue(`${stage}_clue`)),
            moves: running.value === 1 && !struck.left,
            struck,
            written: this.#written(),
            reads: this.items.read_row.field("valid") + this.items.read_col.field("valid") > 0,
        };
    }

    seen(before, here, step) {
        const seen = super.seen(before, here, step);
        // A contradiction is a cell that has lost both shades, or else a clue that has failed.
        const faults = seen.faults.length || here.broken === null ? seen.faults : [here.broken.at];
        const isVisit = before.moves && before.fixpoint === "PROPAGATION";
        return {
            ...seen,
            faults,
            // If the step is a visit, show the clues that were in the pipeline at its beginning.
            clues: isVisit ? before.clues : here.clues,
            lines: linesOf(isVisit, before, here),
            struck: here.struck.shades,
        };
    }

    words(before, here, step) {
        // The clue read its row and column some clocks ago, so some of the shades may already have been removed.
        const struck = here.struck.shades.filter((shades, at) => shades & here.now.colours[at]).length;
        return shadingWords(before, here, step)
            ?? canalWords(before, { ...here, struck, strikes: here.struck.left }, step);
    }

    #clue(name) {
        const item = this.items[name];
        if (!item.field("valid")) return null;
        const row = item.field("row"), col = item.field("col");
        return { row, col, at: row * this.cols + col, number: this.puzzle.clues[row][col] };
    }

    /** Return the clue that failed in the previous clock. */
    #broken() {
        const { position } = this.trace;
        this.trace.seek(position - 1);
        const clue = this.#clue("third_clue");
        this.trace.seek(position);
        return clue;
    }

    /**
     * Return {row, reports, col}: the row and the column that are written in this clock, each null if none is written.
     * `reports` says whether the shades that the row has lost still have to be removed from the columns.
     */
    #written() {
        const { write_row: row, write_col: col } = this.items;
        return {
            row: row.field("valid") ? row.field("row") : null,
            reports: row.field("valid") === 1 && row.field("reports") === 1,
            col: col.field("valid") ? col.field("col") : null,
        };
    }

    /**
     * Return {left, shades}. `shades` are the shades that clues have ruled out and that are not removed yet, as a mask
     * for each cell; `left` is the number of those whose removal has not begun.
     */
    #struck() {
        const { across, down, struck_row: row, struck_col: col } = this.items;
        const shades = new Uint8Array(this.rows * this.cols);
        const ofRow = (item, prefix, at) => this.#add(shades, item, prefix, at * this.cols, 1, this.cols);
        const ofColumn = (item, prefix, at) => this.#add(shades, item, prefix, at, this.cols, this.rows);
        const left = ofRow(across, "", row.value) + ofColumn(down, "", col.value);
        for (const name of ["read_row", "write_row"]) {
            const item = this.items[name];
            if (item.field("valid")) ofRow(item, "lost.", item.field("row"));
        }
        return { left, shades };
    }

    /** Add to `shades` the shades that the cells of a line lose, and return their number. */
    #add(shades, item, prefix, first, step, cells) {
        let number = 0;
        for (const [name, shade] of [["unshaded", UNSHADED], ["shaded", SHADED]]) {
            item.bits(`${prefix}${name}`, cells).forEach((bit, at) => {
                shades[first + at * step] |= bit * shade;
                number += bit;
            });
        }
        return number;
    }
}

export const canal = described("canal", {
    Work: CanalWork,
    colours: COLOURS,
    joined: SHADED,
    pageRows: ({ rows, cols }) => Math.max(rows, cols),
    more: [
        "propagation", "wrong", "row_wrong", "clue_wrong", "above", "here", "left", "running", "first_clue",
        "second_clue", "third_clue", "struck_row", "across", "struck_col", "down", "read_row", "write_row", "read_col",
        "write_col",
    ],
});

/** Return the rows and columns to highlight: the lines of the visited clue or, without a visit, the written lines. */
function linesOf(isVisit, before, here) {
    const { row, col } = before.written;
    const [entering, , leaving] = before.clues;
    if (!isVisit) return { rows: row === null ? [] : [row], cols: col === null ? [] : [col] };
    const clue = leaving && here.struck.left ? leaving : entering ?? leaving;
    return { rows: clue ? [clue.row] : [], cols: clue ? [clue.col] : [] };
}

function canalWords(before, here, step) {
    if (before.fixpoint !== "PROPAGATION") {
        return here.propagation === "ROWS" ? "A new state: all rows are visited, then all clues."
            : "What follows from the clues?";
    }
    if (before.sweep === "VISIT") return rowWords(before, here, step);
    if (before.propagation === "CLUES") return clueWords(before, here, step);
    if (here.propagation !== "ROWS") return "Nothing more follows from the rows.";
    return {
        "WRITE BACK": "The last rows are written.",
        "IDLE": "All rows that have changed are visited.",
    }[here.sweep] ?? "The first rows are read.";
}

function rowWords(before, here, step) {
    // When the engine notices a contradiction, or that the last clue has ruled out shades, a visit has already begun.
    if (here.sweep === "IDLE") {
        const why = here.isWrong ? "a cell in the row before has no shade left" : "clues have ruled out shades";
        return `Row ${before.visit + 1} visited without effect, because ${why}.`;
    }
    return visitWords(before, here, step);
}

function clueWords(before, here, step) {
    if (here.isWrong) {
        const [entering] = before.clues;
        return before.moves && entering ? `A contradiction: a visit of the ${entering.number} begins without effect.`
            : "A contradiction: all visits end.";
    }
    if (before.moves) return pipelineWords(before, here);
    if (before.written.row !== null || before.written.col !== null) return writtenWords(before, here, step);
    if (here.propagation === "IDLE") return "Nothing more follows from this.";
    if (here.reads) return "The engine reads lines in which clues have ruled out shades.";
    return "The engine looks for clues that see a changed cell.";
}

/** Describe the visits of clues in a clock: one clue enters the pipeline, and another clue leaves it. */
function pipelineWords({ clues: [entering, between, leaving] }, { struck, broken, propagation }) {
    const named = ({ number, row, col }) => `the ${number} at ${place(row, col)}`;
    if (leaving && (struck || broken || !entering)) {
        const ruled = struck ? `rules out ${counted(struck, "shade")}` : "rules out nothing new";
        const what = broken ? "cannot be met" : ruled;
        return sentence(`${named(leaving)} ${what}${entering ? `; a visit of the ${entering.number} begins` : ""}`);
    }
    if (entering) return `A visit of ${named(entering)} begins.`;
    if (between) return `The engine computes how far ${named(between)} can see.`;
    return propagation === "CLUES" ? "The next clue is looked for." : "No clue is left that sees a change.";
}

function writtenWords({ written: { row, reports, col } }, { faults, strikes }, step) {
    const lines = [...(row === null ? [] : [`row ${row + 1}`]), ...(col === null ? [] : [`column ${col + 1}`])];
    const written = `${lines.join(" and ")} ${lines.length > 1 ? "are" : "is"} written`;
    if (faults.length) return sentence(`${written}: where it is red, nothing is possible any more`);
    const number = step.colours.filter(Boolean).length;
    const gone = number ? `: ${counted(number, "shade")} crossed out` : "";
    const rest = reports && strikes ? `; ${counted(strikes, "shade")} still to be removed from the columns` : "";
    return sentence(`${written}${gone}${rest}`);
}
