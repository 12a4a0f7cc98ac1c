// The tools with which a person enters marks, small digits and colours.

import { DIGITS, LOOP, kindOf } from "../puzzles/puzzle.js";
import { getStored, setStored } from "../storage.js";

/** The tools: marks, small digits at the corners or in the middle of a cell, and colours of cells. */
export const MARK = "mark", CORNER = "corner", CENTRE = "centre", COLOUR = "colour";

export const TOOLS = [MARK, CORNER, CENTRE, COLOUR];

/** The tools of each kind of puzzle, each with its name on the page. */
const NAMES = {
    [DIGITS]: { [MARK]: "Digit", [CORNER]: "Corner", [CENTRE]: "Centre", [COLOUR]: "Colour" },
    [LOOP]: { [MARK]: "Lines", [COLOUR]: "Colours" },
};

/** Return the tools of a puzzle, each as [tool, name]. */
export function toolsOf(puzzle) {
    return Object.entries(NAMES[kindOf(puzzle)] ?? {});
}

/** Return the tool in use: the chosen tool, or marks if the puzzle does not have this tool. */
export function toolOf({ puzzle, tool }) {
    return toolsOf(puzzle).some(([one]) => one === tool) ? tool : MARK;
}

const FINGER = "rowloom-finger-draws";

/** Return whether a finger that moves over the grid draws; otherwise, it scrolls. */
export function storedFinger() {
    return getStored(FINGER) !== null;
}

export function storeFinger(draws) {
    setStored(FINGER, draws ? "1" : null);
}
