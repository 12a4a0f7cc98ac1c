// Makes random solutions, and puzzles with all clues that these solutions allow. A board removes clues later; only from
// 4x4 and 16x16 Sudokus, the page removes clues itself. The methods are those of host/generate.

import { AROUND, SIDES, cellsOf, edgesOfCell, houses, housesOf, isLine, neighbours } from "./puzzles/places.js";
import { createGrid, createPuzzle, inRows, range } from "./puzzles/puzzle.js";

/** Return a function like Math.random whose numbers depend only on a seed of 32 bits, in every browser. */
export function seeded(seed) {
    let state = seed;
    return () => {
        state = state + 0x9E3779B9 | 0;
        let mixed = Math.imul(state ^ state >>> 16, 0x21F0AAAD);
        mixed = Math.imul(mixed ^ mixed >>> 15, 0xD35A2D97);
        return ((mixed ^ mixed >>> 15) >>> 0) / 2 ** 32;
    };
}

/**
 * Return whether a board removes clues from a puzzle like this. A Slink keeps all its clues, and the simulated board
 * for Sudokus of other sizes than 9x9 cannot remove clues.
 */
export function isThinnedOnBoard({ genre, rows }) {
    return genre === "sudoku" ? rows === 9 : genre !== "slink";
}

/** For each genre, a function that makes a random solution, and a function that returns all clues of a solution. */
const MAKERS = {
    slitherlink: [randomLoop, lineCounts], slink: [randomLoop, lineCounts],
    sudoku: [randomGrid, (solution) => solution], smullyan: [randomKnaves, statements], canal: [randomCanal, views],
};

/** Return a random solution, and the puzzle that has all clues of this solution: {puzzle, solution}. */
export function fullPuzzle({ genre, rows, cols, name = "" }, random = Math.random) {
    const [solutionOf, cluesOf] = MAKERS[genre], solution = solutionOf(rows, cols, random);
    return { puzzle: createPuzzle(genre, rows, cols, cluesOf(solution, random), name), solution };
}

function oneOf(values, random) {
    return values[Math.floor(random() * values.length)];
}

/** Return a list of cells, 1 or 0, as a solution. */
function coloured(cells, cols) {
    return inRows([...cells], cols).map((line) => line.join(""));
}

// Loops

/** The number of attempts to flip a random cell (see `randomLoop`), divided by the number of cells in the grid. */
const FLIPS = 60;

/** The probability of accepting a flip that makes the loop shorter; lower values make longer, thinner loops. */
const ACCEPTED = 0.45;

/** The steps to a cell's eight neighbours, in order around it; those with odd indices share an edge with the cell. */
const RING = [[-1, -1], [-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1]];

/**
 * Return a random loop that winds through the whole grid, as a solution: the colours of the cells.
 *
 * At first, the loop surrounds one cell. Each flip changes the colour of one cell, and keeps the inside and the outside
 * connected. Flips that shorten the loop are seldom accepted (Metropolis), so that the loop becomes long.
 */
function randomLoop(rows, cols, random) {
    const width = cols + 2;  // the grid has a frame, so that all cells have eight neighbours
    const inside = new Uint8Array((rows + 2) * width);
    const around = RING.map(([down, across]) => down * width + across);
    const cells = Array.from({ length: rows * cols }, (_, at) => (Math.floor(at / cols) + 1) * width + at % cols + 1);

    inside[oneOf(cells, random)] = 1;
    for (let turn = FLIPS * cells.length; turn > 0; turn--) {
        const cell = oneOf(cells, random);
        const gained = longer(around.map((step) => inside[cell + step] ?? 0));
        if (gained === null) continue;
        const change = inside[cell] ? -gained : gained;
        if (change >= 0 || random() < ACCEPTED) inside[cell] ^= 1;
    }
    return coloured(cells.map((cell) => inside[cell]), cols);
}

/**
 * Return the number of lines that a loop gains if a cell changes from outside to inside; null if the cell must not
 * change.
 *
 * `ring` has the colours of the cell's eight neighbours, in order. The cell may change if the ring consists of one run
 * of inside cells and one run of outside cells, and each run has a cell that shares an edge with the cell. Then the
 * inside and the outside stay connected.
 */
function longer(ring) {
    const changes = ring.filter((colour, at) => colour !== ring[(at + 1) % RING.length]).length;
    const beside = ring[1] + ring[3] + ring[5] + ring[7];
    return changes !== 2 || beside === 0 || beside === 4 ? null : 4 - 2 * beside;
}

function lineCounts(solution) {
    return createGrid(solution.length, solution[0].length, (row, col) => {
        const lines = edgesOfCell(row, col).filter((edge) => isLine(solution, edge)).length;
        return lines < 4 ? lines : null;
    });
}

// Sudokus

/**
 * Return a grid that keeps the digits of each house. `digits` lists the digits of all cells, row by row, with 0 for an
 * empty cell. `put(at, digit)` changes a cell. `free(at)` returns the digits that no house of a cell contains: a mask
 * with bit 1 for the digit 1.
 */
function digitGrid(side, digits) {
    const around = cellsOf(side, side).map((cell) => housesOf(side, cell)), used = new Int32Array(3 * side);
    const toggle = (at, digit) => around[at].forEach((house) => (used[house] ^= 1 << digit));
    digits.forEach((digit, at) => toggle(at, digit));
    return {
        digits,
        put(at, digit) {
            toggle(at, digits[at]);
            toggle(at, digits[at] = digit);
        },
        free(at) {
            const [row, col, box] = around[at];
            return ~(used[row] | used[col] | used[box]) & (2 << side) - 2;
        },
    };
}

/** After this number of steps, the search for a random grid starts again, because it might take very long. */
const MOST_STEPS = 2_000;

function randomGrid(side, _, random) {
    const { digits, put, free } = digitGrid(side, new Array(side ** 2).fill(0)), all = range(1, side);
    let left = 0;

    function fill() {
        if (left-- <= 0) return false;
        let at = -1, fewest = all, isFull = true;
        for (const cell of digits.keys()) {
            if (digits[cell]) continue;
            const mask = free(cell), possible = all.filter((digit) => mask >> digit & 1);
            if (isFull || possible.length < fewest.length) [at, fewest] = [cell, possible];
            isFull = false;
        }
        if (isFull) return true;
        const tried = shuffled(fewest, random).some((digit) => {
            put(at, digit);
            return fill();
        });
        if (!tried) put(at, 0);
        return tried;
    }

    do left = MOST_STEPS; while (!fill());
    return inRows(digits, side);
}

/** Return what is left of a full Sudoku if its clues are removed in random order, as long as singles restore them. */
export function thinnedBySingles({ rows: side, clues, name }, random) {
    const left = clues.flat(), lines = houses(side).map(({ cells }) => cells.map(([row, col]) => row * side + col));

    /** Return whether naked and hidden singles fill the cell `at`. All that they fill is right. */
    function isRestored(at) {
        const { digits, put, free } = digitGrid(side, [...left]);
        for (let isStuck = false; !isStuck && !digits[at];) {
            isStuck = true;
            for (const line of lines) {
                const open = line.filter((cell) => !digits[cell]), masks = open.map(free);
                let once = 0, twice = 0;
                for (const mask of masks) {
                    twice |= once & mask;
                    once |= mask;
                }
                masks.forEach((mask, number) => {
                    const single = mask & ~twice || mask;
                    if (single & single - 1) return;
                    put(open[number], 31 - Math.clz32(single));
                    isStuck = false;
                });
            }
        }
        return digits[at] > 0;
    }

    for (const at of shuffled(left.keys(), random)) {
        const clue = left[at];
        left[at] = 0;
        if (!isRestored(at)) left[at] = clue;
    }
    return createPuzzle("sudoku", side, side, inRows(left.map((clue) => clue || null), side), name);
}

function shuffled(values, random) {
    const mixed = [...values];
    for (let at = mixed.length - 1; at > 0; at--) {
        const other = Math.floor(random() * (at + 1));
        [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
    }
    return mixed;
}

// Smullyanic Dynasties

/** The share of knaves among the cells. The rules hardly allow a greater share. */
const KNAVES = 0.22;

function randomKnaves(rows, cols, random) {
    const beside = neighbours(rows, cols), shaded = new Uint8Array(rows * cols);
    let left = KNAVES * shaded.length;
    for (const cell of shuffled(shaded.keys(), random)) {
        if (left < 1 || beside[cell].some((near) => shaded[near])) continue;
        shaded[cell] = 1;
        isConnected(shaded, 0, beside) ? left-- : (shaded[cell] = 0);
    }
    return coloured(shaded, cols);
}

function isConnected(cells, colour, beside) {
    const reached = new Set([cells.indexOf(colour)]);
    for (const cell of reached) {
        for (const near of beside[cell]) if (cells[near] === colour) reached.add(near);
    }
    return reached.size === cells.filter((one) => one === colour).length;
}

/**
 * Return a clue for each cell. The clues of knights are true. The clues of knaves are false; most of them are the clues
 * of random knights.
 */
function statements(solution, random) {
    const counts = createGrid(solution.length, solution[0].length, (row, col) =>
        AROUND.filter(([down, right]) => solution[row + down]?.[col + right] === "1").length);
    const isKnave = (row, col) => solution[row][col] === "1";
    const told = counts.flatMap((line, row) => line.filter((_, col) => !isKnave(row, col)));
    return counts.map((line, row) => line.map((count, col) =>
        (isKnave(row, col) ? oneOf([...told.filter((clue) => clue !== count), count ? 0 : 1], random) : count)));
}

// Canal Views

/**
 * The share of shaded cells; the probability that a canal grows at its newest cell instead of a random cell; and the
 * probability that a new cell may touch the canal in more than one place.
 */
const CANAL = 0.54, WINDING = 0.5, MEETING = 0.01;

/**
 * Return a random canal. It grows until no cell can be added; then dead ends are removed until the share of shaded
 * cells is `CANAL`.
 */
function randomCanal(rows, cols, random) {
    const beside = neighbours(rows, cols), shaded = new Uint8Array(rows * cols);
    const touching = (cell) => beside[cell].filter((near) => shaded[near]).length;
    const fillsBlock = (cell) => [-cols - 1, -cols, -1, 0].some((step) => {
        const corner = cell + step, block = [corner, corner + 1, corner + cols, corner + cols + 1];
        return (corner + cols) % cols < cols - 1 && block.every((one) => shaded[one] || one === cell);
    });
    const growing = [Math.floor(random() * shaded.length)];
    shaded[growing[0]] = 1;
    while (growing.length) {
        const at = random() < WINDING ? growing.length - 1 : Math.floor(random() * growing.length);
        const free = beside[growing[at]].filter((cell) =>
            !shaded[cell] && !fillsBlock(cell) && (touching(cell) === 1 || random() < MEETING));
        if (free.length) {
            growing.push(oneOf(free, random));
            shaded[growing.at(-1)] = 1;
        } else {
            growing.splice(at, 1);
        }
    }
    const cells = [...shaded.keys()], isEnd = (cell) => shaded[cell] && touching(cell) < 2;
    for (let more = cells.filter((cell) => shaded[cell]).length - CANAL * cells.length; more > 0; more--) {
        const ends = cells.filter(isEnd);
        if (ends.length) shaded[oneOf(ends, random)] = 0;
    }
    return coloured(shaded, cols);
}

/** Return for each unshaded cell the number of shaded cells in view, and null for each shaded cell. */
function views(solution) {
    return createGrid(solution.length, solution[0].length, (row, col) => {
        if (solution[row][col] === "1") return null;
        return SIDES.reduce((sum, [down, right]) => {
            let seen = 0;
            while (solution[row + (seen + 1) * down]?.[col + (seen + 1) * right] === "1") seen++;
            return sum + seen;
        }, 0);
    });
}
