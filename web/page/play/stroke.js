// Strokes: find the edges or cells that a person wants to mark, from the positions of a pointer, in cells from the
// grid's upper left corner. The hand may tremble, and the pointer may move by several cells between two events.

import { edgeAt, isEdge } from "../editor/grid.js";

/** A stroke reaches the next dot or cell at this distance from the last dot, or from the middle of the last cell. */
const REACH = 0.65;

/** A stroke begins at a dot up to this distance from it. */
const AT_DOT = 0.3;

/** Prefer the direction of a stroke's last edge by this distance. */
const LEAN = 0.15;

/** Beyond this distance from the middle of its row, a stroke of cells may leave the row and the column at once. */
const ASIDE = 0.35;

/** The distance of the points that are interpolated between two events. */
const STEP = 0.1;

/**
 * Follow a pointer from dot to dot: {move, release, places}; `places` are edges, in the order in which they were drawn.
 *
 * Moving back over the last edge removes it. A stroke that begins on an edge, away from the dots, includes that edge,
 * and may end on an edge.
 */
export function followEdges({ rows, cols }, start) {
    let dot = dotAt(start, AT_DOT);
    const begun = dot ? null : edgeAt(start, rows, cols);
    const path = begun ? [begun] : [];

    /** Move to the next dot if the pointer has reached it; return whether it has. */
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

/** Follow a pointer from cell to cell: {move, release, places}; `places` are cells, as [row, col]. */
export function followCells({ rows, cols }, start) {
    let at = { row: Math.floor(start.y), col: Math.floor(start.x) };
    const cells = new Map();

    /** Enter the next cell if the pointer has reached it; return whether it has. */
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
        if (row >= 0 && row < rows && col >= 0 && col < cols) cells.set(row * cols + col, [row, col]);
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

/** Return a function of the pointer's next position that calls `go` along the way; it returns whether any call did. */
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

/** Return the dot nearest to a point, or null if it is farther than `near`. */
function dotAt({ x, y }, near) {
    const dot = { x: Math.round(x), y: Math.round(y) };
    return Math.max(Math.abs(x - dot.x), Math.abs(y - dot.y)) <= near ? dot : null;
}

function isSame(edge, other) {
    return other !== undefined && edge.every((part, at) => part === other[at]);
}
