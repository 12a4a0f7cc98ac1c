// The cells of a grid, as [row, col]; its edges, as [row, col, down]: the one above a cell, or, down, the one to its
// left; and the houses of a Sudoku.

/** Return all cells of a grid, as [row, col]. */
export function cellsOf(rows, cols) {
    return Array.from({ length: rows * cols }, (_, at) => [Math.floor(at / cols), at % cols]);
}

/** Yield all edges of a grid, as [row, col, down]. */
export function* edges(rows, cols) {
    for (let row = 0; row <= rows; row++) {
        for (let col = 0; col < cols; col++) {
            yield [row, col, false];
        }
    }
    for (let row = 0; row < rows; row++) {
        for (let col = 0; col <= cols; col++) {
            yield [row, col, true];
        }
    }
}

/** Return the two cells at an edge, as [row, col]; one may lie outside the grid. */
export function besideEdge([row, col, down]) {
    return down ? [[row, col - 1], [row, col]] : [[row - 1, col], [row, col]];
}

/** Return whether an edge is part of the loop that separates "1" from "0"; outside the grid is "0". */
export function isLine(solution, edge) {
    const [one, other] = besideEdge(edge).map(([row, col]) => solution[row]?.[col] ?? "0");
    return one !== other;
}

/** Return whether an edge is a line, by what is known of edges; null if that is not known. */
export function knownLine({ horizontal, vertical }, [row, col, down]) {
    return { 1: true, 0: false }[(down ? vertical : horizontal)[row][col]] ?? null;
}

/** Return the four edges of a cell. */
export function edgesOfCell(row, col) {
    return [[row, col, false], [row, col, true], [row, col + 1, true], [row + 1, col, false]];
}

/** Return the edges that meet at a vertex, two to four. */
export function edgesOfVertex(row, col, rows, cols) {
    return [
        ...(row > 0 ? [[row - 1, col, true]] : []), ...(row < rows ? [[row, col, true]] : []),
        ...(col > 0 ? [[row, col - 1, false]] : []), ...(col < cols ? [[row, col, false]] : []),
    ];
}

/** Return the houses of a Sudoku: {name, cells}. */
export function houses(side) {
    const order = Math.sqrt(side);
    const all = [];
    for (let at = 0; at < side; at++) {
        const places = Array.from({ length: side }, (_, place) => place);
        all.push({ name: `row ${at + 1}`, cells: places.map((place) => [at, place]) });
        all.push({ name: `column ${at + 1}`, cells: places.map((place) => [place, at]) });
        all.push({
            name: `box ${at + 1}`,
            cells: places.map((place) =>
                [Math.floor(at / order) * order + Math.floor(place / order), at % order * order + place % order]),
        });
    }
    return all;
}
