// From a trace, makes pictures and descriptions of the work of engines that deduce. These engines keep states in pages,
// make trials and branch. The contents of rows and the work on them depend on the genre: see deducer.js and shading.js.

import { place } from "../puzzles/puzzle.js";
import { counted, grouped } from "../words.js";
import { cachedReader, segmentAt, segmentsOf } from "./trace.js";

const NAMES = [
    "rows", "base", "page", "parent", "written", "height", "search", "lookahead", "second", "assumed", "colour",
    "contradiction", "decided", "branch", "fixpoint", "no_solution", "sweep", "visit", "flood", "flooded", "wet",
];

/** The number of clocks from the start of a flood until its first row is done. */
const FLOOD_LATENCY = 3;

/** The number of pages before the pages of the search: one page is for lookahead, and one is for a solution. */
const OWN_PAGES = 2;

/** In these states, the search copies the rows of the CPU's page, or of a trial that has solved the puzzle. */
const COPYING = /^COP/;

/**
 * Return the description of an engine that deduces; see WATCHED in engines.js.
 *
 * `Work` is the subclass of DeductionWork. `more` lists the recorded items that not all these engines have. `colours`
 * are the names of the two colours, and `pageRows(puzzle)` is the number of words of a page.
 */
export function described(name, { Work, more, ...others }) {
    const names = [...NAMES, ...more], items = names.map((item) => `${name}.${item}`);
    const recorded = { items, search: `${name}.search`, begins: "ANOTHER STATE" };
    const create = (trace, puzzle) => new Work(trace, puzzle, { name, names, ...others });
    return { recorded, create };
}

/**
 * Makes pictures of an engine's work. Each genre has a subclass with these methods, which read the recorded `items` at
 * the trace's position:
 *
 * - `kind()` returns the kind of work on the page while the search is in RUN.
 * - `held(row)` returns the item that holds a row which the sweep has not written yet; null if the page has the row.
 * - `state(source)` returns {colours, ...}; each member has a byte of possibilities for each cell or vertex. `source`
 *   takes a row and returns its place, [item, word].
 * - `reached(row)` returns the colours with which the flood has reached each cell of a row.
 * - `more()` returns further fields of a position, such as `isWrong` and `broken`. `isWrong` says whether there is a
 *   contradiction that the item `no_solution` does not report yet; `broken` is the cell of a clue that cannot be met.
 * - `seen(before, here, step)` returns further fields of a picture, such as `words`, from two positions and their
 *   `difference`. `here.isFirst` and `here.isLast` say whether the search begins or ends at the second position.
 */
export class DeductionWork {
    #pageRows;
    #near = cachedReader((position) => this.#read(position));
    #trials = [];  // the positions at which trials begin
    #worked = { page: 0, depth: 0 };  // the page on which the engine last worked, while the phases are computed

    constructor(trace, puzzle, engine) {
        [this.trace, this.puzzle, this.engine] = [trace, puzzle, engine];
        [this.rows, this.cols] = [puzzle.rows, puzzle.cols];
        this.#pageRows = engine.pageRows(puzzle);
        this.items = trace.itemsOf(engine.name, engine.names);
        this.segments = segmentsOf(trace, () => this.#phase());
        this.segments.forEach(({ key, from }, at) => {
            if (key && key !== this.segments[at - 1]?.key) this.#trials.push(from);
        });
    }

    /**
     * Return the picture of a position; `since` is the position that was shown before.
     *
     * `now` is the state of the current page. During a trial, `base` is the state of the page on which the trial began;
     * otherwise, it is the same as `now`. `crossed` has the possibilities that were removed after `since`.
     */
    picture(position, since = position - 1) {
        const [there, before, seen] = this.#near(position, since);
        const { now, flood, broken } = this.#valid(position, there);
        const here = { ...there, now, flood, broken };
        this.trace.seek(position);
        const isLast = position === this.trace.length && this.trace.outcome !== null;
        return {
            ...here,
            crossed: difference(seen, here),
            ...this.seen(before, { ...here, isFirst: position === 0, isLast }, difference(before, here)),
            figures: this.#figures(position, here),
        };
    }

    /** Return what is known at a position. During a trial, this is what was known before the trial. */
    known(position) {
        return this.factsIn(this.#valid(position, this.#read(position)).base);
    }

    /** Return the facts in a state of a page: the possible colours and, in a loop puzzle, the lines. */
    factsIn({ colours }) {
        return { colours };
    }

    /** Return the latest valid state up to a position. (A state without a solution is not written to the page.) */
    #valid(position, there) {
        let valid = there;
        for (let at = position; valid.noSolution || valid.isWrong; valid = this.#read(--at)) {
            // Go back: the engine notices a contradiction only two or three clocks after it appears.
        }
        return valid;
    }

    #phase() {
        const { search, lookahead, base, assumed, second, colour, fixpoint, no_solution: noSolution } = this.items;
        if (search.name === "IDLE") return { kind: "cpu", depth: this.#worked.depth, key: "", page: this.#worked.page };
        const branches = Math.max(Math.floor(base.value / this.#pageRows) - OWN_PAGES, 0);
        this.#worked = { page: base.value, depth: branches };
        const kinds = {
            "RUN": () => (fixpoint.name !== "IDLE" ? this.kind() : noSolution.value ? "back" : "look"),
            "START": () => (lookahead.value ? "assume" : "look"),
            "ANOTHER STATE": () => "branch",
        };
        const copied = () => (COPYING.test(search.name) && !this.items.decided.value ? "branch" : "look");
        const trial = () => `${assumed.field("row")} ${assumed.firstBit("column")} ${isEdge(assumed)}`;
        return {
            kind: (kinds[search.name] ?? copied)(),
            depth: branches + lookahead.value,
            key: lookahead.value ? `${trial()} ${second.value} ${colour.value}` : "",
        };
    }

    #read(position) {
        this.trace.seek(position);
        const { search, fixpoint, sweep, flood, assumed, branch } = this.items;
        const value = (name) => this.items[name].value;
        const isTrial = value("lookahead") === 1;
        const col = assumed.firstBit("column");
        const isOpen = search.name === "IDLE" && position > 0 && !value("decided") && !value("contradiction");
        const branchCell = { row: branch.field("row"), col: branch.field("col"), isEdge: false };
        const tried = col < 0 ? null : {
            row: assumed.field("row"), col, isEdge: isEdge(assumed), value: value("colour"),
        };
        const now = this.state((row) => this.#source(row));
        return {
            now,
            base: isTrial ? this.state((row) => [this.items.rows, value("base") + row]) : now,
            isTrial,
            trial: isTrial ? JSON.stringify([tried, value("second")]) : "",
            page: value("page"),
            search: search.name, fixpoint: fixpoint.name, sweep: sweep.name, flooding: flood.name,
            visit: value("visit"),
            row: value("flooded"),
            assumed: tried, marked: isTrial ? tried : isOpen ? branchCell : null,
            isSecond: value("second") === 1,
            isDecided: value("decided") === 1, isContradiction: value("contradiction") === 1,
            noSolution: fixpoint.name === "IDLE" && search.name === "RUN" && value("no_solution") === 1,
            branch: branchCell,
            flood: fixpoint.name === "FLOOD" ? this.#flood() : null,
            ...this.more(),
        };
    }

    /** Return the place of a row of the current page; the place is a word in an item. */
    #source(row) {
        const held = this.held(row);
        if (held) return [held, 0];
        const { rows, page, parent, written, search, decided } = this.items;
        // If a trial has solved the puzzle, the engine copies the rows that the trial has changed into the page; the
        // page already has the other rows. The page on which the engine last worked is complete until the CPU selects
        // another page.
        const isWhole = search.name === "IDLE"
            ? page.value === this.segments[segmentAt(this.segments, this.trace.position)].page
            : COPYING.test(search.name) && decided.value;
        return [rows, (written.bit(row) || isWhole ? page.value : parent.value) + row];
    }

    /** Return the current row of a flood, and the cells that it has reached, as a byte of colours for each cell. */
    #flood() {
        const { begin } = this.segments[segmentAt(this.segments, this.trace.position)];
        const passed = this.trace.clockOf(this.trace.position) - begin - FLOOD_LATENCY + 1;
        // The other rows of the memory still have the result of an earlier flood.
        const rows = this.items.flood.name === "IDLE" ? this.rows : Math.min(passed, this.rows);
        const reached = Array.from({ length: rows }, (_, row) => this.reached(row)).flat();
        return { row: this.items.flooded.value, reached };
    }

    state(source) {
        const rows = Array.from({ length: this.rows }, (_, row) => this.coloursIn(...source(row)));
        return { colours: Uint8Array.from(rows.flat()) };
    }

    /** Return the colours that the cells of a row may have; a word of the item has a field for each colour. */
    coloursIn(item, index) {
        const [first, second] = this.engine.colours.map((name) =>
            item.bits(item.has(name) ? name : `state.${name}`, this.cols, index));
        return first.map((bit, col) => bit | second[col] << 1);
    }

    #figures(position, { base, now }) {
        const cells = base.colours.filter((colours) => colours && !(colours & colours - 1)).length;
        const trials = this.#trials.filter((from) => from <= position).length;
        return [
            ["Cells decided", `${grouped(cells)} of ${grouped(base.colours.length)}`],
            ...this.counts(now),
            ["Trials", grouped(trials)],
            ["Current branches", this.#branches(position)],
        ];
    }

    counts() {
        return [];
    }

    /**
     * Return the number of the CPU's assumptions at a position, in words. Each assumption begins a new page. When no
     * page is left, further assumptions are made on the last page, and cannot be counted.
     */
    #branches(position) {
        const { depth, key } = this.segments[segmentAt(this.segments, position)];
        const branches = key ? depth - 1 : depth;
        const pages = Math.floor(this.items.rows.depth / this.#pageRows);
        return branches === pages - OWN_PAGES - 1 ? `${branches} or more` : String(branches);
    }
}

/** Return whether a trial assumes a value of an edge; only some genres have such trials. */
function isEdge(assumed) {
    return assumed.has("edge") && assumed.field("edge") === 1;
}

/**
 * Return the possibilities that were removed between two states of the same page; `isEmpty` is true if there are none.
 */
function difference(before, here) {
    const isSame = before.page === here.page && before.trial === here.trial;
    const gone = Object.entries(here.now).map(([name, left]) =>
        [name, before.now[name].map((mask, at) => (isSame ? mask & ~left[at] : 0))]);
    return { ...Object.fromEntries(gone), isEmpty: !gone.some(([, masks]) => masks.some(Boolean)) };
}

// Words

/**
 * Describe what the search does from the position `before` to `here`; return null while the engine works on a page.
 * `words` has the words of the genre: {begin, solved, tried, flooding, assumed}. `assumed` is a function that describes
 * an assumption.
 */
export function searchWords(before, here, words) {
    const { search } = here;
    if (here.isFirst) return `The search begins: ${words.begin}.`;
    if (search === "IDLE") return idleWords(here, words);
    if (search === "START" || search === "ANOTHER STATE") return startWords(before, here, words);
    if (search === "CHOOSE") return `The engine looks for ${words.tried} to try.`;
    if (search.startsWith("NOTE")) {
        return "No contradiction: the engine notes the trial's consequences, which need no trials of their own.";
    }
    if (search !== "RUN") {
        return here.isDecided ? "The trial has solved the puzzle: its rows are copied."
            : "A new page begins as a copy of the previous page.";
    }
    if (here.noSolution) {
        return here.isTrial ? "Contradiction: the assumption is wrong." : "Contradiction: this page has no solution.";
    }
    return null;
}

function idleWords({ isDecided, isContradiction, branch, isLast }, { solved }) {
    if (isDecided) return `Solved: every cell is decided, and ${solved}.`;
    if (isContradiction) {
        return isLast ? "Contradiction, and no branch is left: there is no solution."
            : "Contradiction: the CPU backtracks.";
    }
    return `Lookahead finds nothing more: the CPU has to branch on ${place(branch.row, branch.col)}.`;
}

function startWords(before, { search, isTrial, isSecond, assumed }, words) {
    if (isTrial) {
        return isSecond && before.search !== "CHOOSE"
            ? `No contradiction. Now the opposite: ${words.assumed(assumed)}?` : `A trial: ${words.assumed(assumed)}?`;
    }
    if (before.noSolution && assumed) return `So ${words.assumed(assumed)}.`;
    if (before.search === "CHOOSE") return words.flooding;
    return assumed && search === "ANOTHER STATE" ? "The CPU branches: it assumes a colour of a cell." : "Work begins.";
}

/**
 * Describe a visit of a row; the visit may have led to a fault. `removed` has the numbers of removed possibilities, as
 * pairs [number, noun].
 */
export function visitedWords(row, isFault, removed) {
    if (isFault) return `${row} visited: where it is red, nothing is possible any more.`;
    const parts = removed.filter(([number]) => number).map((part) => counted(...part));
    return parts.length ? `${row} visited: ${parts.join(" and ")} crossed out.` : `${row} visited: nothing new.`;
}

/** Describe a step of a flood; `step` has the possibilities that were removed. */
export function floodWords({ flooding, row }, step) {
    if (flooding === "TURN") return "The flood has passed all rows. Is there more to reach?";
    if (["READ", "DRAIN", "FLOW"].includes(flooding)) return `The flood passes row ${row + 1}.`;
    return step.isEmpty ? "The flood has ended." : "Cells that were not reached lose a colour.";
}
