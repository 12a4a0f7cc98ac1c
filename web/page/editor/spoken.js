// Describes the grid and its cells for screen readers, with everything that the scene shows.

import { genreOf } from "../puzzles/genres.js";
import { COLOURS } from "../puzzles/marks.js";
import { edgesOfCell } from "../puzzles/places.js";
import { DIGITS, LOOP, kindOf, place } from "../puzzles/puzzle.js";
import { clueText, counted, sizeText } from "../words.js";

/** The names of a cell's sides, in the order of its edges. */
const SIDES = ["above", "left", "right", "below"];

/** For each kind of element in a scene, words for its looks. The words for marks are in input.js. */
const WORDS = {
    lines: {
        found: "line #", both: "line # in both solutions", first: "line # in the first solution",
        second: "line # in the second solution", certain: "certainly a line #", hint: "hint: a line #", fault: "wrong #",
        reason: "reason of the hint #", tried: "line # in the trial",
    },
    crosses: {
        certain: "certainly no line #", hint: "hint: no line #", reason: "reason of the hint #",
        tried: "cross # in the trial",
    },
    fills: {
        inside: "inside", shaded: "shaded", differ: "differs", certain: "certainly shaded", hint: "hint", reason: "reason of the hint",
        fault: "wrong", tried: "shaded in the trial", "tried empty": "unshaded in the trial",
        ...Object.fromEntries(Object.values(COLOURS).flat().map((name) => [`coloured ${name}`, `coloured ${name}`])),
    },
    dots: {
        first: "shaded in the first solution", second: "shaded in the second solution", certain: "certainly unshaded",
    },
    texts: {
        found: "#", both: "# in both solutions", differ: "# in the two solutions", certain: "certainly #",
        tried: "# in the trial",
    },
};

/** Return a description of the whole grid. */
export function spokenGrid(state) {
    return [titleOf(state.puzzle), shown(state)].filter(Boolean).join(", ");
}

export function titleOf(puzzle) {
    return `${genreOf(puzzle).title}, ${sizeText(puzzle)}`;
}

/** Return a description of the cell under the cursor; `marks` describes its marks. */
export function spokenCell({ puzzle, answer, view, cursor: { row, col } }, scene, marks = "") {
    const found = view === "play" ? [] : answer.solutions;
    const all = seenAt(scene, row, col);
    const nothing = found.length === 1 && !all.length && kindOf(puzzle) !== DIGITS
        ? kindOf(puzzle) === LOOP ? "no line" : "unshaded"
        : "";
    return [place(row, col), clueText(puzzle.clues[row][col]), marks, ...all, nothing].filter(Boolean).join(", ");
}

function shown({ view, answer, certain, certainOn, edited, marks }) {
    if (view === "play") {
        return counted(Object.values(marks).reduce((sum, list) => sum + list.filter(Boolean).length, 0), "mark");
    }
    if (answer.solutions.length) return answer.solutions.length > 1 ? "two solutions are shown" : "a solution is shown";
    return certain?.values && certainOn && edited ? "what is certain is shown" : "";
}

/**
 * Return descriptions of what the scene shows in a cell and at its edges, except for its clue. In `WORDS`, "#" is
 * replaced by the sides or the digits of the cell.
 */
function seenAt(scene, row, col) {
    const around = edgesOfCell(row, col);
    const isEdge = (edge, side) => edge.every((part, at) => part === side[at]);
    const sides = ({ edges }) => SIDES.filter((_, at) => edges.some((edge) => isEdge(edge, around[at]))).join(" and ");
    const isHere = ({ cells }) => cells.some((cell) => cell[0] === row && cell[1] === col);
    const digits = (text) => text.row === row && text.col === col && text.text.replaceAll(/<[^>]*>/g, "");
    const there = { lines: sides, crosses: sides, fills: isHere, dots: isHere, texts: digits };
    const seen = Object.entries(WORDS).flatMap(([name, words]) => scene[name].flatMap((layer) => {
        const what = words[layer.look] && there[name](layer);
        return what ? [words[layer.look].replace("#", what)] : [];
    }));
    const steps = scene.steps.flatMap(({ place: at, step }) => {
        const side = at.length > 2 && sides({ edges: [at] });
        return side ? [`step ${step} ${side}`] : at.length < 3 && isHere({ cells: [at] }) ? [`step ${step}`] : [];
    });
    return [...seen, ...steps];
}
