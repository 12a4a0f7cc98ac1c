// The seven shapes of a vertex (bits in the order of hw/slitherlink/deducer/shapes.py) and the states of edges that
// follow from shapes: OPEN if the state is unknown, LINE, or CROSS for no line.

import { CROSS, LINE, OPEN } from "../puzzles/marks.js";

export const SHAPES = 7;

const EMPTY = 0, NORTH_SOUTH = 1, EAST_WEST = 2, NORTH_EAST = 3, SOUTH_WEST = 4, NORTH_WEST = 5, SOUTH_EAST = 6;

/** For each side of a vertex, the shapes that have a line on this side. */
const NORTH = bits(NORTH_SOUTH, NORTH_EAST, NORTH_WEST), EAST = bits(EAST_WEST, NORTH_EAST, SOUTH_EAST);
const SOUTH = bits(NORTH_SOUTH, SOUTH_WEST, SOUTH_EAST), WEST = bits(EAST_WEST, SOUTH_WEST, NORTH_WEST);

function bits(...shapes) {
    return shapes.reduce((sum, shape) => sum | 1 << shape, 0);
}

/** Return the states of all edges, in the order of `edges` in places.js, from a mask of shapes for each vertex. */
export function edgesOf(rows, cols, shapes) {
    const states = new Uint8Array((rows + 1) * cols + rows * (cols + 1));
    let at = 0;
    for (let row = 0; row <= rows; row++) {
        for (let col = 0, first = row * (cols + 1); col < cols; col++, first++) {
            states[at++] = edgeOf(shapes[first], shapes[first + 1], false);
        }
    }
    for (let first = 0; first < rows * (cols + 1); first++) {
        states[at++] = edgeOf(shapes[first], shapes[first + cols + 1], true);
    }
    return states;
}

/**
 * Return the state of an edge. `first` and `second` are masks of the shapes that its ends may have: the left and right
 * end, or the upper and lower end if `down` is true.
 */
function edgeOf(first, second, down) {
    const begin = down ? SOUTH : EAST, end = down ? NORTH : WEST;
    if (first && !(first & ~begin) || second && !(second & ~end)) return LINE;
    return first & begin && second & end ? OPEN : CROSS;
}

/** Return the number of bits that are set in a mask. */
export function countBits(mask) {
    let number = 0;
    for (let left = mask; left; left &= left - 1) number++;
    return number;
}

/** Return the number of bits that are set in all masks of a list. */
export function bitsIn(masks) {
    return masks.reduce((sum, mask) => sum + countBits(mask), 0);
}

/** Return whether a vertex may have no lines. */
export function mayBeEmpty(mask) {
    return (mask >> EMPTY & 1) === 1;
}

/** The SVG paths of the shapes that have lines; the vertex is at the origin. */
const CURVES = new Map([
    [NORTH_SOUTH, (r) => `M0 ${-r}V${r}`],
    [EAST_WEST, (r) => `M${-r} 0H${r}`],
    [NORTH_EAST, (r) => `M0 ${-r}Q0 0 ${r} 0`],
    [SOUTH_WEST, (r) => `M0 ${r}Q0 0 ${-r} 0`],
    [NORTH_WEST, (r) => `M0 ${-r}Q0 0 ${-r} 0`],
    [SOUTH_EAST, (r) => `M0 ${r}Q0 0 ${r} 0`],
]);

/** Return the SVG path of a set of shapes, whose lines reach from the vertex to the distance `reach`. */
export function shapesPath(mask, reach) {
    return [...CURVES].map(([shape, curve]) => (mask >> shape & 1 ? curve(reach) : "")).join("");
}
