// Makes random puzzles that have every clue that their solutions allow; a board then removes clues.

import { cellsOf, edgesOfCell, isLine, possibleDigits } from "./puzzles/places.js";
import { createGrid, createPuzzle, inRows } from "./puzzles/puzzle.js";

/** Return a random solution, and the puzzle that has all clues of this solution: {puzzle, solution}. */
export function fullPuzzle({ genre, rows, cols }, random = Math.random) {
    if (genre === "sudoku") {
        const solution = randomGrid(Math.sqrt(rows), random);
        return { puzzle: createPuzzle(genre, rows, cols, solution), solution };
    }
    const solution = randomLoop(rows, cols, random);
    const clues = createGrid(rows, cols, (row, col) => {
        const lines = edgesOfCell(row, col).filter((edge) => isLine(solution, edge)).length;
        return lines < 4 ? lines : null;
    });
    return { puzzle: createPuzzle(genre, rows, cols, clues), solution };
}

// Loops: the method is that of host/generate/slitherlink.py

/**
 * Each attempt tries to change the colour of a random cell; for each cell of the grid, there are this many attempts.
 */
const FLIPS = 60;

/**
 * A flip that makes the loop shorter by this number of lines is accepted with probability 1/e; lower values make
 * longer, thinner loops.
 */
const TEMPERATURE = 2.5;

/**
 * The steps to a cell's eight neighbours, in order around it; the neighbours with odd indices share an edge with the
 * cell.
 */
const RING = [[-1, -1], [-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1]];

/**
 * Return a random loop that winds through the whole grid, as a solution: the colours of the cells.
 *
 * At first, the loop surrounds one cell. Each flip changes the colour of one cell, and keeps the inside and the outside
 * connected. Flips that shorten the loop are seldom accepted (Metropolis), so that the loop becomes long.
 */
function randomLoop(rows, cols, random = Math.random) {
    const width = cols + 2;  // the grid has a frame, so that all cells have eight neighbours
    const inside = new Uint8Array((rows + 2) * width);
    const around = RING.map(([down, across]) => down * width + across);
    const cells = Array.from({ length: rows * cols }, (_, at) => (Math.floor(at / cols) + 1) * width + at % cols + 1);
    const anyCell = () => cells[Math.floor(random() * cells.length)];

    inside[anyCell()] = 1;
    for (let turn = FLIPS * cells.length; turn > 0; turn--) {
        const cell = anyCell();
        const gained = longer(around.map((step) => inside[cell + step] ?? 0));
        if (gained === null) continue;
        const change = inside[cell] ? -gained : gained;
        if (change >= 0 || random() < Math.exp(change / TEMPERATURE)) inside[cell] ^= 1;
    }
    return inRows(cells.map((cell) => inside[cell]), cols).map((line) => line.join(""));
}

/**
 * Return the number of lines that a loop gains if a cell changes from outside to inside; null if the cell must not
 * change.
 *
 * `ring` has the cell's neighbours. The cell may change if the ring consists of one run of inside cells and one run of
 * outside cells, and each run has a cell that shares an edge with the cell. Then inside and outside stay connected.
 */
function longer(ring) {
    const changes = ring.filter((colour, at) => colour !== ring[(at + 1) % RING.length]).length;
    const beside = ring[1] + ring[3] + ring[5] + ring[7];
    return changes !== 2 || beside === 0 || beside === 4 ? null : 4 - 2 * beside;
}

// Full grids of Sudoku

function randomGrid(order, random) {
    const side = order ** 2, grid = createGrid(side, side, () => 0), digitOf = ([row, col]) => grid[row][col];

    function fill() {
        const open = cellsOf(side, side).filter((cell) => !digitOf(cell))
            .map((cell) => ({ cell, digits: possibleDigits(side, cell, digitOf) }));
        if (!open.length) return true;
        const [{ cell: [row, col], digits }] = open.sort((one, other) => one.digits.length - other.digits.length);
        const tried = shuffled(digits, random).some((digit) => {
            grid[row][col] = digit;
            return fill();
        });
        grid[row][col] = tried ? grid[row][col] : 0;
        return tried;
    }

    fill();
    return grid;
}

function shuffled(values, random) {
    const mixed = [...values];
    for (let at = mixed.length - 1; at > 0; at--) {
        const other = Math.floor(random() * (at + 1));
        [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
    }
    return mixed;
}
