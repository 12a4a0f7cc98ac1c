// The rule of shading that is about the whole grid: all cells of one shade are connected.

import { OPEN, SHADED, UNSHADED } from "./marks.js";
import { neighboursOf, placeOf } from "./rule_words.js";

/** Return the rules, the simple one first, of a puzzle whose cells with this mark are connected. */
export function connectionRules(puzzle, mark) {
    const neighbours = neighboursOf(puzzle);
    const [shade, other, otherShade] = mark === SHADED
        ? ["shaded", UNSHADED, "unshaded"] : ["unshaded", SHADED, "shaded"];
    const clash = () => `the ${shade} cells would be cut apart`;

    const nameOf = (group) => group.length === 1
        ? `The ${shade} cell at ${placeOf(puzzle, group[0])} has` : `The ${group.length} ${shade} cells here have`;

    function* onlyWayOut(cells) {
        const groups = groupsOf(cells, neighbours, mark);
        for (const { group, exits } of groups.length > 1 ? groups : []) {
            if (exits.length === 0) {
                yield { clash, from: group };
            } else if (exits.length === 1 && cells[exits[0]] === OPEN) {
                const say = () =>
                    `${nameOf(group)} only one way to the others, so ${placeOf(puzzle, exits[0])} is ${shade}.`;
                yield { found: [[exits[0], mark]], from: group, say };
            }
        }
    }

    function* wholeGrid(cells) {
        const start = cells.indexOf(mark);
        if (start < 0) {
            return;
        }
        const { met, members, parting } = walked(cells, neighbours, mark, start);
        if (members < cells.filter((one) => one === mark).length) {
            yield { clash, from: cells.flatMap((one, at) => (one === mark && !met[at] ? [at] : [])) };
            return;
        }
        for (const at of parting) {
            const say = () => `Without ${placeOf(puzzle, at)}, the ${shade} cells would be cut apart: it is ${shade}.`;
            yield { found: [[at, mark]], from: [], say };
        }
        const beyond = cells.flatMap((one, at) => (one === OPEN && !met[at] ? [[at, other]] : []));
        if (beyond.length) {
            const [where, so] = beyond.length === 1 ? ["this cell", "it is"] : ["these cells", "they are"];
            const say = () => `No way leads to ${where} from the ${shade} ones, so ${so} ${otherShade}.`;
            yield { found: beyond, from: [], say };
        }
    }

    return [onlyWayOut, wholeGrid];
}

/** Return the groups of connected cells with a mark: {group, exits}, `exits` are the open cells beside them. */
function groupsOf(cells, neighbours, mark) {
    const seen = new Uint8Array(cells.length);
    const groups = [];
    cells.forEach((one, start) => {
        if (one !== mark || seen[start]) {
            return;
        }
        const group = [start], exits = new Set();
        seen[start] = 1;
        for (const at of group) {
            for (const near of neighbours[at]) {
                if (cells[near] === OPEN) {
                    exits.add(near);
                } else if (cells[near] === mark && !seen[near]) {
                    seen[near] = 1;
                    group.push(near);
                }
            }
        }
        groups.push({ group, exits: [...exits] });
    });
    return groups;
}

/**
 * Walk depth-first from a cell through all that may have its mark. Return which cells were met, how many of them have
 * the mark, and the open ones without which some of these could not be reached.
 */
function walked(cells, neighbours, mark, start) {
    const met = new Int32Array(cells.length), earliest = new Int32Array(cells.length);
    const within = new Int32Array(cells.length), next = new Uint8Array(cells.length);
    const parting = new Set();
    const path = [start];
    let count = met[start] = earliest[start] = within[start] = 1;
    while (path.length) {
        const at = path.at(-1);
        if (next[at] < neighbours[at].length) {
            const near = neighbours[at][next[at]++];
            if (met[near]) {
                earliest[at] = Math.min(earliest[at], met[near]);
            } else if (cells[near] === OPEN || cells[near] === mark) {
                met[near] = earliest[near] = ++count;
                within[near] = Number(cells[near] === mark);
                path.push(near);
            }
            continue;
        }
        path.pop();
        const before = path.at(-1);
        if (before !== undefined) {
            within[before] += within[at];
            // The start has the mark, so what is cut off with a mark in it is parted from one.
            if (earliest[at] >= met[before] && within[at] && cells[before] === OPEN) {
                parting.add(before);
            }
            earliest[before] = Math.min(earliest[before], earliest[at]);
        }
    }
    return { met, members: within[start], parting };
}
