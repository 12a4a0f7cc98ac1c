// The legends: for each engine, how it works, its kinds of work, and the signs on the grid.

import { element, svg } from "../element.js";
import { shapesPath } from "./shapes.js";

/** A description of each engine's work. */
export const ABOUT = {
    deducer: "For each vertex, the engine stores which of seven shapes the loop may have there, and for each cell"
        + " whether it may be inside or outside. A visit of a row takes one clock, and crosses out what clues and"
        + " neighbours exclude.",
    parallel: "In every clock, five rules examine the whole grid at the same time, and cross out what digits and"
        + " candidates exclude. When nothing is new, the engine guesses.",
    scan: "The engine stores the used digits of each row, column and box, and other exclusions. The digits that remain"
        + " for a cell are its candidates. A visit of a house examines one open cell in each clock, and places digits"
        + " that have only one place. Then other houses have to be visited.",
    dynasty: "For each cell, the engine stores whether it may be unshaded and whether it may be shaded. A visit of a row"
        + " takes one clock, and crosses out what its clues and neighbours exclude. A flood finds isolated cells.",
    canal: "For each cell, the engine stores whether it may be unshaded and whether it may be shaded, once by rows and"
        + " once by columns. A visit of a clue takes three clocks, and a new visit begins in each clock. What a clue"
        + " rules out is removed from the stored row and column of the clue, and then from the lines that cross them,"
        + " one line in each clock. Visits of rows cross out what blocks and neighbours exclude. A flood finds isolated"
        + " cells.",
};

/** The kinds of work of all engines that deduce, and of the engines for shading. */
const DEDUCING = [
    { kind: "assume", title: "Assumption", words: "a trial begins" },
    { kind: "back", title: "Contradiction", words: "the assumption is wrong" },
    { kind: "look", title: "Lookahead", words: "looks for the next trial; clocks between the other phases" },
    { kind: "branch", title: "Branch", words: "a new page begins with an assumption of the CPU" },
    { kind: "cpu", title: "CPU", words: "reports its progress to the host, branches, backtracks" },
];
const SHADING = [
    { kind: "sweep", title: "Visit of rows", words: "a window of three rows moves over the grid" },
    { kind: "flood", title: "Flood", words: "finds the cells that can still be connected" },
    ...DEDUCING,
];

/** The kinds of work of each engine, in the order of the legend: the name of the kind, a title, and words. */
export const KINDS = {
    deducer: [
        { kind: "sweep", title: "Sweep", words: "a window of two rows moves over the grid" },
        { kind: "join", title: "Join", words: "lines are joined into paths, so that no loop closes early" },
        { kind: "flood", title: "Flood", words: "finds the cells that the frame, or the inside, can reach" },
        ...DEDUCING,
    ],
    parallel: [
        { kind: "round", title: "Round", words: "all rules look at the whole grid, in one clock" },
        { kind: "guess", title: "Guess", words: "nothing more follows: the engine tries a digit in a cell" },
        { kind: "back", title: "Contradiction", words: "the engine takes the guess back and tries the next digit" },
        { kind: "cpu", title: "CPU", words: "the engine is idle" },
    ],
    scan: [
        { kind: "load", title: "Loading", words: "the memories are cleared, and the givens placed" },
        { kind: "visit", title: "Visit", words: "the open cells of a house pass, one in each clock" },
        { kind: "put", title: "Placement", words: "a digit is written, as a guess or because it follows" },
        { kind: "locked", title: "Locked candidates", words: "digits that a house can have in only one of its parts" },
        { kind: "subset", title: "Subsets", words: "cells that share few digits, digits that share few cells" },
        { kind: "find", title: "Branch cell", words: "looks for a cell with two candidates, or with few" },
        { kind: "back", title: "Undoing", words: "a guess and all digits placed after it are taken back" },
        { kind: "cpu", title: "CPU", words: "gives the next command; reports its progress to the host" },
    ],
    dynasty: SHADING,
    canal: [
        { kind: "clue", title: "Visit of clues", words: "what the number of a clue excludes in its row and its column" },
        ...SHADING,
    ],
};

const BAND = '<rect class="watch-band sweep" x="1.5" y="3" width="27" height="16" rx="4"/>';
const VISITED = [BAND, "The visited row, with its neighbours"];
const MARKED = '<path class="watch-marked" d="M6 2h18v18h-18Z"/>';
const FAULT = '<rect class="watch-fault" x="7" y="3" width="16" height="16"/>';

const SETTLED = [halves("watch-cell unshaded", "watch-cell shaded"), "Certainly unshaded, and certainly shaded"];
const SHADES = [
    [shades(""), "Unknown: the cell may be unshaded, and may be shaded"],
    [shades("crossed"), "Crossed out in this step"],
    SETTLED,
    [halves("watch-cell unshaded trial", "watch-cell shaded trial"), "The consequences of an assumption"],
    [MARKED, "The cell of the trial, or of the CPU's branch"],
];

const CROSS = ['<path class="watch-cross" d="m11 7 8 8m0-8-8 8"/>', "No line"];
const COLOURS = [halves("watch-cell inside", "watch-cell outside"), "Inside the loop, and outside"];

/**
 * The legends of the signs on the grid, by the kind of the puzzle (for the guide) or by the engine: for each sign, an SVG
 * picture of 30x22 units, and words.
 */
const SIGNS = {
    loop: [CROSS, COLOURS, ...guideSigns(
        '<path class="guide-fresh-line" d="M5 11H25"/><path class="watch-line" d="M3 11H27"/>',
        '<path class="watch-line trial" d="M3 11H27"/>')],
    digits: guideSigns(`<path class="guide-fresh" d="M6 2h18v18h-18Z"/>${text("watch-digit found", "3", 15)}`,
        text("watch-digit trial", "3", 17)),
    shades: [SETTLED, ...guideSigns('<path class="guide-shade" d="M6 2h18v18h-18Z"/>',
        halves("watch-cell unshaded trial", "watch-cell shaded trial"))],
    deducer: [
        [`<g class="watch-shapes" transform="translate(15 11)"><path d="${shapesPath(~0, 10)}"/></g>`,
            "The ways in which the loop may pass a vertex; a dot if it may miss the vertex"],
        [`<g class="watch-crossed" transform="translate(15 11)"><path d="${shapesPath(~0, 10)}"/></g>`,
            "Crossed out in this step"],
        ['<path class="watch-line" d="M3 11H27"/>', "A line: all remaining shapes have it"],
        CROSS,
        COLOURS,
        [`${halves("watch-cell inside trial", "watch-cell outside trial")}`
            + '<path class="watch-line trial" d="M1 11H29"/>', "The consequences of an assumption"],
        [MARKED, "The cell or edge of the trial, or the cell of the CPU's branch"],
        [BAND, "The two rows of a visit"],
        ['<path class="watch-joined" d="M5 11H25"/><path class="watch-line" d="M1 11H29"/>',
            "A line that joins two paths"],
        ['<path class="watch-hatching inside" d="M1 11 11 1M1 21 15 7M9 21 15 15"/>'
            + '<path class="watch-hatching outside" d="M15 15l6 6M15 7l14 14M19 1l10 10"/>',
        "A flood: reached from inside, and from the frame"],
        [FAULT, "A contradiction: nothing is left"],
    ],
    canal: [
        ...SHADES,
        [shades("struck"), "Ruled out by a clue, but not yet removed from the cell's row"],
        ['<path class="watch-clue first" d="M2 5h7v11h-7Z"/><path class="watch-clue second" d="M12 5h7v11h-7Z"/>'
            + '<path class="watch-clue third" d="M22 5h7v11h-7Z"/>',
        "Clues in the three stages of a visit"],
        ['<path class="watch-band sweep" d="M1 8H29v6H1ZM12 1h6V21h-6Z"/>',
            "The row and column of such a clue, or the lines that are written"],
        VISITED,
        flooded("shaded"),
        [FAULT, "A contradiction: nothing is left, a clue cannot be met, or a cell is cut off"],
    ],
    dynasty: [
        ...SHADES,
        VISITED,
        flooded("unshaded"),
        [FAULT, "A contradiction: nothing is left, or a cell is cut off"],
    ],
    parallel: [
        ...digitSigns("this round", "Settled", "nothing is left, or a digit is twice in a house"),
        [MARKED, "The cell of a guess"],
    ],
    scan: [
        ...digitSigns("this step", "Filled", "the cell has no candidate left"),
        [BAND, "The current house"],
        [MARKED, "The current cell"],
        ['<path class="watch-dot" d="M11 7h0m8 0h0m-8 8h0"/><path class="watch-dot crossed" d="M19 15h0"/>',
            "In grids larger than 9×9 candidates are dots, 1 at the upper left"],
    ],
};

/** Return the signs of the guide; the pictures are those of a new fact and of a fact that is only tried. */
function guideSigns(fresh, tried) {
    return [
        ['<path class="guide-from" d="M6 2h18v18h-18Z"/>', "What the sentence is about"],
        [fresh, "New in this step"],
        [tried, "What would follow from something that is only tried"],
        [FAULT, "A contradiction"],
    ];
}

function digitSigns(step, settled, contradiction) {
    return [
        [text("watch-candidate", "3", 11), "A possible digit"],
        [text("watch-candidate crossed", "3", 11), `Crossed out in ${step}`],
        [text("watch-digit found", "3", 17), `Certainly ${settled.toLowerCase()}`],
        [text("watch-digit trial", "3", 17), `${settled}, if the guesses are right`],
        ['<rect class="watch-square guessed" x="5" y="1" width="20" height="20"/>', "A guess"],
        ['<rect class="watch-square wrong" x="5" y="1" width="20" height="20"/>', `A contradiction: ${contradiction}`],
    ];
}

function shades(look) {
    return `<path class="watch-may unshaded ${look}" d="M9 11h0"/>`
        + `<path class="watch-may shaded ${look}" d="M18 8h6v6h-6Z"/>`;
}

function flooded(look) {
    const hatching = `<path class="watch-hatching ${look}" d="M1 11 11 1M1 21 21 1M9 21 29 1"/>`;
    return [hatching, "A flood: the cells that can be connected with its first cell"];
}

function halves(one, other) {
    const half = (look, x) => `<rect class="${look}" x="${x}" y="1" width="14" height="20"/>`;
    return half(one, 1) + half(other, 15);
}

function text(look, digit, size) {
    return `<text class="${look}" x="15" y="11" font-size="${size}">${digit}</text>`;
}

/** Return the legend of the signs for a kind of puzzle (for the guide) or an engine. */
export function signsOf(name) {
    return element("ul", { class: "signs" }, SIGNS[name].map(([picture, words]) => {
        const sign = svg(null, "svg", { class: "sign grid", viewBox: "0 0 30 22", "aria-hidden": "true" });
        sign.innerHTML = picture;
        return element("li", {}, sign, words);
    }));
}
