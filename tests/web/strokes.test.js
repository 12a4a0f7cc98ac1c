// Simulated hands follow paths from dot to dot or from cell to cell. Each stroke must be exactly the hand's path.

import assert from "node:assert/strict";
import { test } from "node:test";
import { edgeAt } from "../../web/page/editor/grid.js";
import { followCells, followEdges } from "../../web/page/play/stroke.js";

const SIDE = 10, GRID = { rows: SIDE, cols: SIDE }, STRAIGHT = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const ALL = [...STRAIGHT, [1, 1], [-1, 1], [-1, -1], [1, -1]];

/** Return a random number below 1. Every run produces the same sequence of numbers. */
let seed = 45;
function random() {
    seed = Math.imul(seed ^ seed >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return ((seed ^ seed >>> 12) >>> 0) / 2 ** 32;
}

const between = (least, most) => least + (most - least) * random();
const pick = (list) => list[Math.floor(random() * list.length)];

/** Return a random path in a lattice, as a list of [x, y]. No place occurs twice in the path. */
function pathOf(steps, most, ways) {
    const path = [[pick([1, 3, 5, 7]), pick([1, 3, 5, 7])]];
    let way = pick(ways);
    while (path.length <= steps) {
        way = random() < 0.4 ? pick(ways) : way;
        const next = path.at(-1).map((place, at) => place + way[at]);
        if (next.some((place) => place < 0 || place > most) || path.some((one) => `${one}` === `${next}`)) {
            return pathOf(steps, most, ways);
        }
        path.push(next);
    }
    return path;
}

/** Return points of a trembling hand that follows a path; the distance between points is `spacing` cells. */
function handOn(path, { spacing, tremor, beside = 0 }) {
    const places = [];
    for (let way = 0; way < path.length - 1; way += spacing) {
        const at = Math.floor(way), part = way - at;
        places.push(path[at].map((place, axis) => place + (path[at + 1][axis] - place) * part));
    }
    return [...places, path.at(-1)].map((place) => {
        const [x, y] = place.map((one) => one + beside + between(-tremor, tremor));
        return { x, y };
    });
}

/** Return the places of the stroke through these points, in sorted order. */
function drawn(follow, [first, ...others]) {
    const stroke = follow(GRID, first);
    others.forEach((point) => stroke.move(point));
    stroke.release(others.at(-1) ?? first);
    return stroke.places.map(String).sort();
}

function cellsOf(path) {
    return path.map(([x, y]) => `${[y, x]}`).sort();
}

function edgesOf(path) {
    return path.slice(1).map(([x, y], at) => {
        const [fromX, fromY] = path[at];
        return `${[Math.min(y, fromY), Math.min(x, fromX), y !== fromY]}`;
    }).sort();
}

/** Test the strokes of a hand that follows 500 random paths; `pathFor(steps)` returns a path of this length. */
function testPaths(name, hand, pathFor, follow, placesOf) {
    test(`${name}: ${JSON.stringify(hand)}`, () => {
        for (let run = 0; run < 500; run++) {
            const path = pathFor(1 + run % 15);
            assert.deepEqual(drawn(follow, handOn(path, hand)), placesOf(path), JSON.stringify(path));
        }
    });
}

const HANDS = [
    { spacing: 0.1, tremor: 0.04 }, { spacing: 0.1, tremor: 0.3 }, { spacing: 0.5, tremor: 0.2 },
    { spacing: 0.8, tremor: 0.2 }, { spacing: 1, tremor: 0.3 },
];
for (const hand of HANDS) {
    testPaths("edges", hand, (steps) => pathOf(steps, SIDE, STRAIGHT), followEdges, edgesOf);
}

/** A fast hand that trembles much may skip the cell in a corner, so the fast hand in this list trembles less. */
const HANDS_IN_CELLS = [...HANDS.slice(0, 3), { spacing: 0.8, tremor: 0.1 }].map((hand) => ({ ...hand, beside: 0.5 }));
for (const hand of HANDS_IN_CELLS) {
    testPaths("cells", hand, (steps) => pathOf(steps, SIDE - 1, STRAIGHT), followCells, cellsOf);
}
testPaths("cells that touch only at corners", { spacing: 0.1, tremor: 0.1, beside: 0.5 },
    (steps) => pathOf(Math.min(steps, 10), SIDE - 1, ALL), followCells, cellsOf);

test("a straight stroke keeps to its row, even along the row's border", () => {
    for (const y of [0.02, 0.3, 0.98]) {
        const points = Array.from({ length: 80 }, (_, at) => ({ x: 0.5 + at / 10, y: y + between(-0.12, 0.12) }));
        points[0].y = y;
        const row = Array.from({ length: 9 }, (_, col) => `0,${col}`);
        assert.deepEqual(drawn(followCells, points), row.slice(0, Math.floor(points.at(-1).x) + 1));
    }
});

/** Cases for strokes along edges: each is a name, the points of the hand, and the expected edges. */
const EDGES = [
    ["short of the next dot", [[2, 2], [2.6, 2]], []],
    ["past the dot, but not to the next", [[2, 2], [3.6, 2]], ["2,2,false"]],
    ["over one corner, too far", [[2, 2], [5.5, 2], [5, 2], [5, 4]],
        ["2,2,false", "2,3,false", "2,4,false", "2,5,true", "3,5,true"]],
    ["there and back", [[2, 2], [5, 2], [3, 2]], ["2,2,false"]],
    ["there and back to the beginning", [[2, 2], [5, 2], [2, 2]], []],
    ["around a cell", [[2, 2], [3, 2], [3, 3], [2, 3], [2, 2]], ["2,2,false", "2,2,true", "2,3,true", "3,2,false"]],
    ["from an edge to an edge", [[2.5, 2], [4.5, 2]], ["2,2,false", "2,3,false", "2,4,false"]],
    ["on an edge", [[2.45, 2.1], [2.6, 1.9]], ["2,2,false"]],
    ["on an edge, first the wrong way", [[2.45, 2], [2.7, 2], [1, 2]], ["2,1,false", "2,2,false"]],
    ["from the middle of a cell", [[2.5, 2.5], [3, 3], [5, 3]], ["3,3,false", "3,4,false"]],
    ["outside, along the border", [[0, 0], [3, 0], [3, -2], [6, -2], [6, 0], [7, 0]],
        ["0,0,false", "0,1,false", "0,2,false", "0,6,false"]],
    ["outside all the time", [[-3, -3], [-3, 20]], []],
];

const CELLS = [
    ["at once from end to end", [[0.5, 0.5], [9.5, 0.5]], Array.from({ length: 10 }, (_, col) => `0,${col}`)],
    ["barely into the next", [[0.5, 0.5], [1.1, 0.5]], ["0,0"]],
    ["into the next", [[0.5, 0.5], [1.3, 0.5]], ["0,0", "0,1"]],
    ["out of the grid and back", [[0.5, 0.5], [-2, 0.5], [-2, 2.5], [0.5, 2.5]], ["0,0", "2,0"]],
];

for (const [follow, cases] of [[followEdges, EDGES], [followCells, CELLS]]) {
    for (const [name, points, places] of cases) {
        test(`${follow.name}: ${name}`, () => {
            assert.deepEqual(drawn(follow, points.map(([x, y]) => ({ x, y }))), places);
        });
    }
}

test("a click is for an edge, but near a dot for none", () => {
    const at = (x, y) => edgeAt({ x, y }, 2, 2);
    assert.equal(String(at(0.5, 0.1)), "0,0,false");
    assert.equal(String(at(1.1, 0.4)), "0,1,true");
    assert.equal(String(at(-0.1, 1.5)), "1,0,true");
    for (const [x, y] of [[1, 1], [1.1, 0.9], [0, 0], [2.1, 2.1], [0.5, 0.5], [2.5, 0], [1.5, 3]]) {
        assert.equal(at(x, y), null, `${x} ${y}`);
    }
});
