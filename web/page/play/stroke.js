// Finds the edges or cells that a person wants to mark with a stroke. Positions are in cells, measured from the upper
// left corner of the grid. The hand may tremble, and the pointer may move by several cells between two events.

import { edgeAt, isEdge } from "../editor/grid.js";
import { isInGrid } from "../puzzles/places.js";

/**
 * A stroke reaches the next dot or cell when the pointer is this far from the stroke's last dot, or from the middle of
 * its last cell.
 */
const REACH = 0.65;

/** A stroke begins at a dot if the pointer is at most this far from the dot. */
const AT_DOT = 0.3;

/**
 * A stroke turns only if the pointer has moved farther in the new direction than in the old direction, by at least this
 * distance.
 */
const LEAN = 0.15;

/** If the pointer is farther than this from the middle of its row (or column), it may be moving diagonally. */
const ASIDE = 0.35;

/** The distance between the points that are interpolated between two events. */
const STEP = 0.1;

/**
 * Follow a pointer from dot to dot; return {move, release, places}. `places` are the edges in the order of drawing.
 *
 * If the pointer moves back over the last edge, this edge is removed. A stroke may begin on an edge, away from dots: it
 * then includes this edge, and may also end on an edge.
 */
export function followEdges({ rows, cols }, start) {
    let dot = dotAt(start, AT_DOT);
    const begun = dot ? null : edgeAt(start, rows, cols);
    const path = begun ? [begun] : [];

    /** Move to the next dot if the pointer has reached that dot; return whether it has. */
    function go({ x, y }, reach) {
        const last = path.at(-1);
        const across = x - dot.x, down = y - dot.y;
        const lean = !last ? 0 : last[2] ? LEAN : -LEAN;
        const isDown = Math.abs(down) + lean > Math.abs(across);
        const way = isDown ? down : across;
        if (Math.abs(way) <= reach) return false;
        const next = { x: dot.x + (isDown ? 0 : Math.sign(way)), y: dot.y + (isDown ? Math.sign(way) : 0) };
        const edge = [Math.min(dot.y, next.y), Math.min(dot.x, next.x), isDown];
        dot = next;
        if (!isSame(edge, last)) {
            path.push(edge);
        } else if (path.length > 1 || !begun) {
            path.pop();
        }
        return true;
    }

    return {
        move: along(start, (point) => {
            dot ??= dotAt(point, 1 - REACH);
            return dot !== null && go(point, REACH);
        }),
        release(point) {
            if (begun && dot) go(point, 1 - REACH);
        },
        get places() {
            return path.filter((edge, at) =>
                isEdge(edge, rows, cols) && path.findIndex((one) => isSame(one, edge)) === at);
        },
    };
}

/** Follow a pointer from cell to cell; return {move, release, places}. `places` are the cells, each [row, col]. */
export function followCells({ rows, cols }, start) {
    let at = { row: Math.floor(start.y), col: Math.floor(start.x) };
    const cells = new Map();

    /** Enter the next cell if the pointer has reached that cell; return whether it has. */
    function go({ x, y }, aside) {
        const across = x - at.col - 0.5, down = y - at.row - 0.5;
        const isPast = (way, other) => Math.abs(way) > REACH && (Math.abs(other) < aside || Math.abs(way) > 1);
        const isCorner = Math.abs(across) > REACH && Math.abs(down) > REACH;
        const col = isCorner || isPast(across, down) ? Math.sign(across) : 0;
        const row = isCorner || isPast(down, across) ? Math.sign(down) : 0;
        at = { row: at.row + row, col: at.col + col };
        enter();
        return row !== 0 || col !== 0;
    }

    function enter() {
        const { row, col } = at;
        if (isInGrid([row, col], rows, cols)) cells.set(row * cols + col, [row, col]);
    }

    enter();
    return {
        move: along(start, (point) => go(point, ASIDE)),
        release: (point) => go(point, REACH),
        get places() {
            return [...cells.values()];
        },
    };
}

/**
 * Return a function that calls `go` for points on the way to the next position, and returns whether any call returned
 * true.
 */
function along(start, go) {
    let from = start;
    return (to) => {
        const across = to.x - from.x, down = to.y - from.y;
        const steps = Math.ceil(Math.hypot(across, down) / STEP);
        let hasGone = false;
        for (let step = 1; step <= steps; step++) {
            hasGone = go({ x: from.x + across * step / steps, y: from.y + down * step / steps }) || hasGone;
        }
        from = to;
        return hasGone;
    };
}

/** Return the dot that is nearest to a point, or null if the dot is farther away than `near`. */
function dotAt({ x, y }, near) {
    const dot = { x: Math.round(x), y: Math.round(y) };
    return Math.max(Math.abs(x - dot.x), Math.abs(y - dot.y)) <= near ? dot : null;
}

function isSame(edge, other) {
    return other !== undefined && edge.every((part, at) => part === other[at]);
}
