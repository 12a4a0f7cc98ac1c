// Makes a scene from the state of the page; `grid.js` draws the scene.

import { genreOf } from "../puzzles/genres.js";
import {
    COLOURS, CROSS, LINE, OPEN, SHADED, SMALL, UNSHADED, indexOf, placesOf, smallDigits, valueAt, valuesOf,
} from "../puzzles/marks.js";
import { cellsOf, edges, isLine, seenFrom } from "../puzzles/places.js";
import { DIGITS, LOOP, SHADES, kindOf, range } from "../puzzles/puzzle.js";

export function puzzleScene(puzzle) {
    const { rows, cols } = puzzle;
    return {
        rows,
        cols,
        dotted: kindOf(puzzle) === LOOP,
        box: kindOf(puzzle) === DIGITS ? Math.sqrt(rows) : 0,
        givens: puzzle.clues,
        texts: [], pencil: [], fills: [], guides: [], lines: [], crosses: [], dots: [], rings: [], steps: [],
        cursor: null,
    };
}

export function sceneOf(state) {
    const { puzzle, answer, certain, certainOn, edited, view, marks, drawn, hint, faults, cursor, selected } = state;
    const scene = still(puzzle, answer, certain, certainOn, edited, view, drawn ?? marks, hint, faults);
    return {
        ...scene,
        fills: view === "play" && kindOf(puzzle) === DIGITS ? [...seen(state), ...scene.fills, {
            look: "chosen", cells: selected.length > 1 ? selected : [],
        }] : scene.fills,
        cursor: cursor && [cursor.row, cursor.col],
    };
}

/** The scene without the parts that change with the cursor. Describing a large grid takes long, so this is cached. */
const still = latest((puzzle, answer, certain, certainOn, edited, view, marks, hint, faults) => {
    const scene = puzzleScene(puzzle);
    if (view === "play") {
        showMarks(scene, puzzle, marks);
        if (faults?.state === "solved" && kindOf(puzzle) === LOOP) {
            scene.fills.push({ look: "inside", cells: insideOf(puzzle, marks.values) });
        }
        showPlaces(scene, faults, "fault");
        if (hint) showHint(scene, puzzle, marks, hint);
    } else if (kindOf(puzzle) === DIGITS && genreOf(puzzle).wrongClue(puzzle)) {
        const { row, col } = genreOf(puzzle).wrongClue(puzzle);
        scene.fills.push({ look: "fault", cells: [[row, col]] });
    } else if (answer.solutions.length > 1) {
        showDifference(scene, puzzle, ...answer.solutions);
    } else if (answer.solutions.length) {
        showSolution(scene, puzzle, answer.solutions[0]);
    } else if (certain?.values && certainOn && edited) {
        showValues(scene, puzzle, "certain", certain.values);
    }
    return scene;
});

/** Return a function that computes a new value only if its arguments have changed since the last call. */
function latest(make) {
    let before = [], value;
    return (...given) => {
        if (given.some((one, at) => one !== before[at])) {
            value = make(...given);
            before = given;
        }
        return value;
    };
}

/** Add lines and crosses, or shaded and unshaded cells, or digits to a scene; all get the same look. */
function showValues(scene, puzzle, look, values) {
    const kind = kindOf(puzzle);
    const having = (value) => placesOf(puzzle).filter((_, at) => values[at] === value);
    if (kind === LOOP) {
        scene.lines.push({ look, edges: having(LINE) });
        scene.crosses.push({ look, edges: having(CROSS) });
    } else if (kind === SHADES) {
        const unshaded = having(UNSHADED), hasClue = (cell) => !isOpen(puzzle, cell);
        scene.fills.push({ look, cells: having(SHADED) });
        scene.dots.push({ look, cells: unshaded.filter((cell) => isOpen(puzzle, cell)) });
        // In the other genres of this kind, a cell with a clue is unshaded by a rule.
        if (genreOf(puzzle).areCluesFree) scene.dots.push({ look, cells: unshaded.filter(hasClue), isAside: true });
    } else {
        scene.texts.push(...openCells(puzzle).filter((cell) => valueAt(puzzle, values, cell)).map((cell) =>
            ({ row: cell[0], col: cell[1], text: String(valueAt(puzzle, values, cell)), look })));
    }
}

function showSolution(scene, puzzle, solution) {
    const { rows, cols } = puzzle, kind = kindOf(puzzle);
    if (kind === LOOP) {
        const inside = cellsOf(rows, cols).filter(([row, col]) => solution[row][col] === "1");
        scene.fills.push({ look: "inside", cells: inside });
    }
    showValues(scene, puzzle, kind === SHADES ? "shaded" : "found", valuesOf(puzzle, solution, OPEN));
}

function showDifference(scene, puzzle, first, second) {
    const { rows, cols } = puzzle, kind = kindOf(puzzle);
    const cells = cellsOf(rows, cols);
    const differ = cells.filter(([row, col]) => first[row][col] !== second[row][col]);
    scene.fills.push({ look: "differ", cells: differ });
    if (kind === LOOP) {
        const all = edges(rows, cols);
        const lines = (wanted) => all.filter((edge) => wanted(isLine(first, edge), isLine(second, edge)));
        scene.lines.push(
            { look: "both", edges: lines((one, other) => one && other) },
            { look: "first", edges: lines((one, other) => one && !other) },
            { look: "second", edges: lines((one, other) => !one && other) },
        );
    } else if (kind === SHADES) {
        const shaded = (cells, solution) => cells.filter(([row, col]) => solution[row][col] === "1");
        scene.fills.push({ look: "shaded", cells: shaded(shaded(cells, first), second) });
        scene.dots.push(
            { look: "first", cells: shaded(differ, first), isAside: true },
            { look: "second", cells: shaded(differ, second), isAside: true },
        );
    } else {
        scene.texts.push(...openCells(puzzle).map(([row, col]) => {
            const [one, other] = [first[row][col], second[row][col]];
            const part = (digit, look) => `<tspan class="${look}">${digit}</tspan>`;
            return one === other ? { row, col, text: String(one), look: "both" }
                : { row, col, text: `${part(one, "first")}/${part(other, "second")}`, look: "differ" };
        }));
    }
}

/** Return the fills for the houses of the cell under the cursor, and for all cells with the digit of this cell. */
function seen({ puzzle, marks, cursor, selected }) {
    const digitOf = ([row, col]) => puzzle.clues[row][col] ?? valueAt(puzzle, marks.values, [row, col]);
    const cell = [cursor.row, cursor.col], digit = digitOf(cell);
    const same = digit ? cellsOf(puzzle.rows, puzzle.cols).filter((one) => digitOf(one) === digit) : [];
    return [
        { look: "seen", cells: selected.length > 1 ? [] : seenFrom(puzzle.rows, cell) }, { look: "same", cells: same },
    ];
}

function showMarks(scene, puzzle, marks) {
    const kind = kindOf(puzzle), all = cellsOf(puzzle.rows, puzzle.cols);
    for (const [at, look] of (COLOURS[kind] ?? []).entries()) {
        scene.fills.push({ look: `coloured ${look}`, cells: all.filter((_, one) => marks.colours[one] === at + 1) });
    }
    showValues(scene, puzzle, "mine", marks.values);
    if (kind === LOOP) scene.guides = guidesOf(puzzle, marks.values);
    for (const cell of kind === DIGITS ? openCells(puzzle) : []) {
        for (const look of valueAt(puzzle, marks.values, cell) ? [] : SMALL) {
            const digits = smallDigits(puzzle, marks, look, cell);
            if (digits.length) scene.pencil.push({ row: cell[0], col: cell[1], digits, look });
        }
    }
}

/** Return the straight runs of edges that are not crossed out, each as long as possible: {edge, length}. */
function guidesOf(puzzle, values) {
    const { rows, cols } = puzzle, found = [];
    for (const [lines, places, down] of [[rows + 1, cols, false], [cols + 1, rows, true]]) {
        for (let line = 0; line < lines; line++) {
            let length = 0;
            for (let at = 0; at <= places; at++) {
                const edge = (place) => (down ? [place, line, true] : [line, place, false]);
                if (at < places && valueAt(puzzle, values, edge(at)) !== CROSS) {
                    length++;
                } else if (length) {
                    found.push({ edge: edge(at - length), length });
                    length = 0;
                }
            }
        }
    }
    return found;
}

/** Return the cells inside a loop: those with an odd number of lines to their left. */
function insideOf(puzzle, values) {
    const isCrossed = (row, col) => valueAt(puzzle, values, [row, col, true]) === LINE;
    return cellsOf(puzzle.rows, puzzle.cols).filter(([row, col]) =>
        range(0, col).filter((at) => isCrossed(row, at)).length % 2);
}

function showPlaces(scene, places, look) {
    if (places) {
        // Cells that the person has shaded stay visible.
        const mine = scene.fills.find((fill) => fill.look === "mine")?.cells ?? [];
        const isThere = ([row, col]) => places.cells.some((cell) => cell[0] === row && cell[1] === col);
        scene.fills.push({ look, cells: places.cells }, { look: "mine", cells: mine.filter(isThere), isSmall: true });
        scene.lines.push({ look, edges: places.edges });
    }
}

/** Show the places of a hint, the cells and the marks of the person from which it follows, and its trial. */
function showHint(scene, puzzle, marks, { places, value, from, corner, trial }) {
    const isLoop = kindOf(puzzle) === LOOP, isEdge = (place) => place.length > 2;
    const having = (wanted) => from.filter((one) => isEdge(one) && valueAt(puzzle, marks.values, one) === wanted);
    const edges = (wanted) => (isLoop && value === wanted ? places : []);
    showPlaces(scene, { cells: from.filter((one) => !isEdge(one)), edges: [] }, "reason");
    // The person's marks are drawn over this.
    scene.lines.unshift({ look: "reason", edges: having(LINE) });
    scene.crosses.unshift({ look: "reason", edges: having(CROSS) });
    showPlaces(scene, { cells: isLoop ? [] : places, edges: edges(LINE) }, "hint");
    scene.crosses.push({ look: "hint", edges: edges(CROSS) });
    scene.rings.push({ look: trial ? "fault" : "hint", corners: corner ? [corner] : [] });
    if (!trial) return;
    showPlaces(scene, { cells: trial.wrong, edges: [] }, "fault");
    showTried(scene, puzzle, trial.marks);
}

/** Show the marks of a hint's trial, and the number of the step in which each was made. */
function showTried(scene, puzzle, tried) {
    const values = placesOf(puzzle).map(() => OPEN);
    for (const { place, value } of tried) values[indexOf(puzzle, place)] = value;
    scene.steps = tried;
    if (kindOf(puzzle) !== SHADES) return showValues(scene, puzzle, "tried", values);
    for (const [value, look] of [[SHADED, "tried"], [UNSHADED, "tried empty"]]) {
        scene.fills.push({ look, cells: placesOf(puzzle).filter((_, at) => values[at] === value), isSmall: true });
    }
}

function openCells(puzzle) {
    return cellsOf(puzzle.rows, puzzle.cols).filter((cell) => isOpen(puzzle, cell));
}

function isOpen(puzzle, [row, col]) {
    return puzzle.clues[row][col] === null;
}
