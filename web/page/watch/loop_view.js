// Draws a position of the deducer over the page's grid: colours, lines, crosses, and the possible shapes.

import { CELL, crossPath, edgePath } from "../editor/grid.js";
import { svg } from "../element.js";
import { CROSS, LINE } from "../puzzles/marks.js";
import { cellsOf, edges } from "../puzzles/places.js";
import { attributeSetter, cellDrawer, createOverlay, markPath, squarePath } from "./overlay.js";
import { SHAPES, countBits, edgesOf, mayBeEmpty, shapesPath } from "./shapes.js";

/** The distance to which shapes reach from their vertex, and the SVG path of each set of shapes. */
const REACH = 13, PATHS = Array.from({ length: 1 << SHAPES }, (_, mask) => shapesPath(mask, REACH));

const NAMES = ["inside", "outside"];
const EDGES = { [LINE]: "line", [CROSS]: "cross" };

export function createLoopView(grid, { rows, cols }, isTurned) {
    const overlay = createOverlay(grid, isTurned ? cols : 0), { above, remove } = overlay;
    const allEdges = edges(rows, cols);
    const vertices = cellsOf(rows + 1, cols + 1);
    const atVertices = (parent) => vertices.map(([row, col]) =>
        svg(parent, "path", { transform: `translate(${col * CELL} ${row * CELL})` }));

    const drawCells = cellDrawer(overlay, { rows, cols }, NAMES);
    const dots = svg(above, "path", { class: "watch-dots" });
    const shapes = atVertices(svg(above, "g", { class: "watch-shapes" }));
    const shapePaths = attributeSetter(shapes, "d"), shapeLooks = attributeSetter(shapes, "class");
    const edgePathsOf = { [LINE]: allEdges.map(edgePath), [CROSS]: allEdges.map(crossPath) };
    const edgeGroup = svg(above, "g");
    const edgeElements = allEdges.map(() => svg(edgeGroup, "path"));
    const edgeLooks = attributeSetter(edgeElements, "class"), edgeShapes = attributeSetter(edgeElements, "d");
    const crossed = attributeSetter(atVertices(svg(above, "g", { class: "watch-crossed" })), "d");
    const [joinedPath, markedPath, faultPath] = ["watch-joined", "watch-marked", "watch-fault"].map((look) =>
        svg(above, "path", { class: look }));

    function drawVertices({ now, base, crossed: gone }) {
        let empty = "";
        now.shapes.forEach((mask, at) => {
            const isOpen = countBits(mask) > 1;
            shapePaths(at, isOpen ? PATHS[mask] : "");
            shapeLooks(at, isOpen && mask !== base.shapes[at] ? "trial" : "");
            crossed(at, PATHS[gone.shapes[at]]);
            if (mayBeEmpty(mask)) {
                const [row, col] = vertices[at];
                empty += `M${col * CELL} ${row * CELL}h0`;
            }
        });
        dots.setAttribute("d", empty);
    }

    function drawEdges({ now, base, crossed: gone }) {
        const known = edgesOf(rows, cols, base.shapes);
        const before = edgesOf(rows, cols, now.shapes.map((mask, at) => mask | gone.shapes[at]));
        edgesOf(rows, cols, now.shapes).forEach((state, at) => {
            const trial = state !== known[at] ? " trial" : "", fresh = state !== before[at] ? " new" : "";
            edgeLooks(at, state in EDGES ? `watch-${EDGES[state]}${trial}${fresh}` : "");
            edgeShapes(at, edgePathsOf[state]?.[at] ?? "");
        });
    }

    function drawPlaces({ now, marked, joined }) {
        joinedPath.setAttribute("d", joined ? joined.map(([row, col], at) =>
            `${at ? "L" : "M"}${col * CELL} ${row * CELL}`).join("") : "");
        markedPath.setAttribute("d", !marked ? "" : marked.isEdge
            ? edgePath([marked.row, marked.col + 1, true])
            : markPath(marked));
        const faults = [
            ...vertices.filter((_, at) => !now.shapes[at]).map(([row, col]) =>
                `M${col * CELL - 11} ${row * CELL}a11 11 0 1 0 22 0a11 11 0 1 0 -22 0Z`),
            ...cellsOf(rows, cols).filter((_, at) => !now.colours[at]).map((cell) => squarePath(...cell)),
        ];
        faultPath.setAttribute("d", faults.join(""));
    }

    return {
        draw: (picture) => [drawCells, drawVertices, drawEdges, drawPlaces].forEach((draw) => draw(picture)),
        remove,
    };
}
