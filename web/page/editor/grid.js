// Draws a scene as SVG, in layers. The picture may be the page's grid, or a miniature of a grid.

import { svg } from "../element.js";
import { cellsOf, isInGrid } from "../puzzles/places.js";
import { range } from "../puzzles/puzzle.js";
import { clueText } from "../words.js";

/** The side of a cell in the units of the picture. */
export const CELL = 40;

/** The margin around the grid: the lines on its border extend into it by half of their width. */
const MARGIN = 14;

/**
 * @typedef {Object} Scene What a picture of a grid shows:
 * - {number} rows, cols; {boolean} dotted: corners have dots, and edges have no lines; {number} box: thick lines are
 *   drawn at each multiple of this number of cells
 * - givens: the rows of clues; texts: {row, col, text, look}, where `text` is SVG and may have several colours
 * - pencil: {row, col, digits, look}, the small digits in a cell; cursor: [row, col] or null
 * - fills, dots: {look, cells}; cells are [row, col]; `isSmall` fills leave a border, `isAside` dots lie beside a clue
 * - guides: the faint lines, each {edge, length}, where `length` is in cells; lines, crosses: {look, edges}; edges are
 *   [row, col, down]
 * - rings: {look, corners}; corners are [row, col], from the upper left corner of the grid
 * - steps: {place, step}, the number of a step at a cell or an edge
 */

/**
 * In a grid with more rows, rows of givens far from the window have the class `away`, and their texts are hidden. To
 * draw and to find what is under the pointer, a browser goes through all texts that are not hidden.
 */
const MOST_ROWS = 64;

const LAYERS = ["fills", "guides", "frame", "pencil", "texts", "dots", "crosses", "lines", "rings", "steps", "cursor"];

/**
 * Return an SVG element and a function that draws a scene into it.
 *
 * A large grid has thousands of clues, so the function draws only what has changed: a layer if the scene has a new
 * object for it, and a row of givens if the scene has a new list for it.
 */
export function createPicture() {
    const root = svg(null, "svg", { class: "grid", "aria-hidden": "true" });
    const layers = LAYERS.map((name) => ({ name, group: svg(root, "g", { class: `layer-${name}` }), drawn: "" }));
    const givens = svg(null, "g", { class: "layer-givens" });
    const observer = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) target.classList.toggle("away", !isIntersecting);
    }, { rootMargin: "50%" });
    let lines = [], size = {};
    root.querySelector(".layer-texts").after(givens);

    function drawGivens(rows) {
        if (rows.length !== lines.length) {
            observer.disconnect();
            givens.replaceChildren(...rows.map(() => svg(null, "g")));
            if (rows.length > MOST_ROWS) [...givens.children].forEach((group) => observer.observe(group));
        }
        for (const [row, line] of rows.entries()) {
            if (line !== lines[row]) givens.children[row].innerHTML = givenTexts(row, line);
        }
        lines = rows;
    }

    /** Set a new size. Do not call this for an unchanged size: the browser would lay out all texts again. */
    function resize({ rows, cols }) {
        size = { rows, cols };
        const [height, width] = [rows, cols].map((count) => count * CELL + 2 * MARGIN);
        root.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width} ${height}`);
        root.style.setProperty("--rows", rows);
        root.style.setProperty("--cols", cols);
    }

    return {
        svg: root,
        draw(scene) {
            const { rows, cols, dotted, box } = scene;
            if (rows !== size.rows || cols !== size.cols) resize({ rows, cols });
            drawGivens(scene.givens);
            for (const layer of layers) {
                const described = layer.name === "frame" ? `${rows} ${cols} ${dotted} ${box}` : scene[layer.name];
                if (described === layer.described) continue;
                layer.described = described;
                const drawn = DRAW[layer.name](scene);
                if (drawn !== layer.drawn) {
                    layer.group.innerHTML = drawn;
                    layer.drawn = drawn;
                }
            }
        },
    };
}

export function miniature(scene) {
    const grid = createPicture();
    grid.svg.classList.add("miniature");
    grid.draw(scene);
    return grid.svg;
}

/** Return where a point of the window lies in the grid, in cells from the upper left corner of the grid. */
export function pointIn(svg, rows, cols, clientX, clientY) {
    const box = svg.getBoundingClientRect();
    const across = (clientX - box.left) / box.width * (cols * CELL + 2 * MARGIN) - MARGIN;
    const down = (clientY - box.top) / box.height * (rows * CELL + 2 * MARGIN) - MARGIN;
    return { x: across / CELL, y: down / CELL };
}

export function cellAt(point, rows, cols) {
    const row = Math.floor(point.y), col = Math.floor(point.x);
    return isInGrid([row, col], rows, cols) ? { row, col } : null;
}

/**
 * Distances in cells. A click selects an edge if it is at most `NEAR_EDGE` away from the edge. A click selects no edge
 * if it is less than `NEAR_DOT` away from a dot, because any of the dot's edges could be meant.
 */
const NEAR_EDGE = 0.45, NEAR_DOT = 0.15;

/** Return the edge that a click at a point selects, as [row, col, down]; null if the click selects no edge. */
export function edgeAt({ x, y }, rows, cols) {
    const across = [Math.round(y), Math.floor(x), false], down = [Math.floor(y), Math.round(x), true];
    const candidates = [[Math.abs(y - across[0]), across], [Math.abs(x - down[1]), down]];
    if (candidates.every(([distance]) => distance < NEAR_DOT)) return null;
    const [nearest] = candidates
        .filter(([distance, edge]) => distance <= NEAR_EDGE && isEdge(edge, rows, cols))
        .sort(([one], [other]) => one - other);
    return nearest?.[1] ?? null;
}

/** Return whether the edge [row, col, down] lies in a grid. */
export function isEdge([row, col, down], rows, cols) {
    return row >= 0 && col >= 0 && row <= rows - down && col <= cols - !down;
}

/** Return an SVG path for each layer that is not empty; `pathOf` returns the part of a path for one place. */
function paths(name, layers, placesOf, pathOf) {
    return layers.map((layer) => {
        const d = placesOf(layer).map((place) => pathOf(place, layer)).join("");
        return d && `<path class="${name} ${layer.look}" d="${d}"/>`;
    }).join("");
}

const cellsIn = ({ cells }) => cells, edgesIn = ({ edges }) => edges;

const DRAW = {
    fills: ({ fills }) => paths("fill", fills, cellsIn, fillPath),
    rings: ({ rings }) => paths("ring", rings, ({ corners }) => corners, ringPath),
    guides: ({ guides }) => {
        const ways = guides.map(({ edge: [row, col, down], length }) =>
            `M${col * CELL} ${row * CELL}${down ? "v" : "h"}${length * CELL}`);
        return ways.length ? `<path class="guide" d="${ways.join("")}"/>` : "";
    },
    dots: ({ dots }) => paths("dot", dots, cellsIn, ([row, col], { isAside }) =>
        `M${(col + (isAside ? 0.82 : 0.5)) * CELL} ${(row + (isAside ? 0.82 : 0.5)) * CELL}h0`),
    crosses: ({ crosses }) => paths("cross", crosses, edgesIn, crossPath),
    lines: ({ lines }) => paths("line", lines, edgesIn, edgePath),
    steps: ({ steps }) => steps.map(stepText).join(""),

    frame({ rows, cols, dotted, box }) {
        const width = cols * CELL, height = rows * CELL;
        if (dotted) {
            // A dash of length 0 is a dot. In a large grid, a path with a part for each dot is slow to draw.
            const ways = range(0, rows).map((row) => `M0 ${row * CELL}h${width + 1}`);
            return `<path class="corners" stroke-dasharray="0 ${CELL}" d="${ways.join("")}"/>`;
        }
        const inner = [
            ...range(1, rows - 1).map((row) => [row, `M0 ${row * CELL}H${width}`]),
            ...range(1, cols - 1).map((col) => [col, `M${col * CELL} 0V${height}`]),
        ];
        const drawn = (isThick) => inner.map(([at, path]) => ((at % box === 0) === isThick ? path : "")).join("");
        return `<path class="thin" d="${drawn(false)}"/>`
            + `<path class="thick" d="${drawn(true)}M0 0H${width}V${height}H0Z"/>`;
    },

    pencil: ({ pencil, box }) => pencil.flatMap(({ row, col, digits, look }) => {
        const { places, size } = smallPlaces(digits.length, look, box > 3);
        return digits.map((digit, at) => {
            const [x, y] = [(col + places[at][0]) * CELL, (row + places[at][1]) * CELL];
            return `<text class="pencil ${look}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}">`
                + `${digit}</text>`;
        });
    }).join(""),

    texts: ({ texts }) => texts.map(textIn).join(""),

    cursor: ({ cursor }) => cursor
        ? `<rect class="cursor" x="${cursor[1] * CELL + 2}" y="${cursor[0] * CELL + 2}"`
            + ` width="${CELL - 4}" height="${CELL - 4}" rx="5"/>` : "",
};

/** The places of small digits at the border of a cell, each [x, y] from -1 to 1: first the corners, then the sides. */
const CORNERS = [[-1, -1], [1, -1], [-1, 1], [1, 1], [0, -1], [0, 1], [-1, 0], [1, 0]];

/**
 * Return the places of small digits in a cell, each [x, y] from 0 to 1, and the size of their font. `isWide` is set if
 * numbers may have two digits.
 */
function smallPlaces(count, look, isWide) {
    if (look === "corner" && count <= CORNERS.length) {
        const aside = isWide ? 0.24 : 0.31, size = isWide ? count > 4 ? 11 : 14 : 11.5;
        return { places: CORNERS.map(([x, y]) => [0.5 + aside * x, 0.5 + 0.28 * y]), size };
    }
    const across = isWide ? Math.max(Math.ceil(Math.sqrt(count)), 2)
        : count <= 4 ? count : count <= 8 ? Math.ceil(count / 2) : 3;
    const down = Math.ceil(count / across), step = Math.min(isWide ? 0.4 : 0.19, 0.86 / across);
    const places = range(0, count - 1).map((at) => {
        const row = Math.floor(at / across), inRow = Math.min(across, count - row * across);
        const x = step * (at % across - (inRow - 1) / 2), y = Math.min(0.3, 0.86 / down) * (row - (down - 1) / 2);
        return [0.5 + x, 0.5 + y];
    });
    return { places, size: isWide ? Math.min(14, 29 / across) : 12 };
}

const TEXT_SIZES = { 1: 22, 2: 19, 3: 15 };

function textIn({ row, col, text, look }) {
    return `<text class="clue ${look}" x="${(col + 0.5) * CELL}" y="${(row + 0.5) * CELL}"`
        + ` font-size="${TEXT_SIZES[Math.min(text.length, 3)]}">${text}</text>`;
}

/** Return the texts of a row, and a path without a look, so that the row has a place even if its texts are hidden. */
function givenTexts(row, line) {
    const texts = line.map((clue, col) =>
        (clue === null ? "" : textIn({ row, col, text: clueText(clue), look: "given" })));
    return `<path d="M0 ${row * CELL}h${line.length * CELL}"/>${texts.join("")}`;
}

function fillPath([row, col], { look, isSmall }) {
    // The fills of neighbours overlap slightly, so that no gap is visible. But the border of a hint stays in its cell.
    const margin = isSmall ? 9 : look === "hint" ? 2 : -0.2, side = CELL - 2 * margin;
    return `M${col * CELL + margin} ${row * CELL + margin}h${side}v${side}h${-side}Z`;
}

export function ringPath([row, col]) {
    return `M${col * CELL - 9} ${row * CELL}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0`;
}

/** Return the number of a step: in a corner of its cell, or between the middle and the end of its edge. */
function stepText({ place: [row, col, down], step }) {
    const [across, below] = down === undefined ? [0.18, 0.18] : down ? [0, 0.77] : [0.77, 0];
    return `<text class="step" x="${(col + across) * CELL}" y="${(row + below) * CELL}">${step}</text>`;
}

export function edgePath([row, col, down]) {
    return `M${col * CELL} ${row * CELL}${down ? "v" : "h"}${CELL}`;
}

export function crossPath([row, col, down]) {
    const x = (col + (down ? 0 : 0.5)) * CELL, y = (row + (down ? 0.5 : 0)) * CELL;
    return `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`;
}
