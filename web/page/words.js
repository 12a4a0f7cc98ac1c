// Words for numbers and puzzles; all views use the same words.

import { UNKNOWN, cluesOf } from "./puzzles/puzzle.js";

export function grouped(number) {
    return Number(number).toLocaleString("en");
}

/** Return a number and a noun, such as "1 clue" or "2,000 clues". */
export function counted(number, noun) {
    return `${grouped(number)} ${noun}${Number(number) === 1 ? "" : "s"}`;
}

/** Return a number after its article, such as "a 7" or "an 8". */
export function withArticle(number) {
    return `${/^(8|11$|18$)/.test(number) ? "an" : "a"} ${number}`;
}

/** Return a time, which is given in seconds, as a text with a suitable unit and three digits. */
export function duration(seconds) {
    const [scale, unit] = [[1, "s"], [1e3, "ms"], [1e6, "µs"]].find(([scale]) => seconds * scale >= 1) ?? [1e9, "ns"];
    return `${grouped(Number((seconds * scale).toPrecision(3)))} ${unit}`;
}

/** Return a time in milliseconds as minutes and seconds, such as "2:05", or with hours, such as "1:02:05". */
export function minutes(milliseconds) {
    const seconds = Math.floor(milliseconds / 1000), two = (number) => String(number % 60).padStart(2, "0");
    const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
    return hour ? `${hour}:${two(minute)}:${two(seconds)}` : `${minute}:${two(seconds)}`;
}

/** Return the progress of a search in words. */
export function searchText(progress) {
    const { cycles, nodes } = progress ?? {};
    return cycles ? `${counted(cycles, "cycle")}, ${counted(nodes, "node")} of the search` : "Searching …";
}

/** Return the title of an answer; undefined before a search has ended. */
export function answerTitle({ state, unique }) {
    const solved = { true: "One solution", false: "Several solutions", null: "Solved" }[unique];
    return { solved, "no-solution": "No solution", error: "Not solved" }[state];
}

/** Return in words how long the chip takes for an answer; "" while this is unknown. */
export function chipText({ cycles, clock }) {
    if (cycles === null) return "";
    const rate = `${grouped(clock / 1e6)} MHz`;
    return `The chip takes ${duration(cycles / clock)}: ${counted(cycles, "clock cycle")} at ${rate}.`;
}

/** Return a text as a sentence, which begins with a capital letter and ends with a full stop. */
export function sentence(text) {
    const begun = text.charAt(0).toUpperCase() + text.slice(1);
    return /[.!?…]$/.test(begun) || !begun ? begun : `${begun}.`;
}

export function clueText(clue) {
    return clue === null ? "" : clue === UNKNOWN ? "?" : String(clue);
}

export function sizeText(puzzle) {
    return `${puzzle.rows}×${puzzle.cols}`;
}

/** Return a puzzle's size, its number of clues, and its name unless the name begins with the size. */
export function factsOf(puzzle) {
    const clues = counted(cluesOf(puzzle).length, puzzle.genre === "sudoku" ? "given" : "clue");
    const name = puzzle.name.startsWith(`${puzzle.rows}x${puzzle.cols}`) ? "" : puzzle.name;
    return [sizeText(puzzle), clues, name].filter(Boolean);
}
