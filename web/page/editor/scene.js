// Makes the scene that the grid draws from the state of the page.

import { CROSS, LINE, OPEN, SHADED, UNSHADED, edgeMark, pencilDigits } from "../play/marks.js";
import { genreOf } from "../puzzles/genres.js";
import { cellsOf, edges, isLine, knownLine } from "../puzzles/places.js";
import { DIGITS, LOOP, SHADES, cluesOf, kindOf } from "../puzzles/puzzle.js";
import { clueText } from "../words.js";

export function puzzleScene(puzzle) {
    const { rows, cols } = puzzle;
    return {
        rows,
        cols,
        dotted: kindOf(puzzle) === LOOP,
        box: kindOf(puzzle) === DIGITS ? Math.sqrt(rows) : 0,
        texts: cluesOf(puzzle).map(({ row, col, clue }) => ({ row, col, text: clueText(clue), look: "given" })),
        pencil: [], fills: [], guides: [], lines: [], crosses: [], dots: [], cursor: null,
    };
}

export function sceneOf(state) {
    const { puzzle, answer, certain, cursor } = state;
    const scene = puzzleScene(puzzle);
    if (state.view === "play") {
        showMarks(scene, puzzle, state.drawn ?? state.marks);
        showPlaces(scene, state.faults, "fault");
        showPlaces(scene, state.hint, "hint");
    } else if (kindOf(puzzle) === DIGITS && genreOf(puzzle).wrongClue(puzzle)) {
        const { row, col } = genreOf(puzzle).wrongClue(puzzle);
        scene.fills.push({ look: "fault", cells: [[row, col]] });
    } else if (answer.solutions.length > 1) {
        showDifference(scene, puzzle, ...answer.solutions);
    } else if (answer.solutions.length) {
        showSolution(scene, puzzle, answer.solutions[0]);
    } else if (certain?.values && state.certainOn && state.edited) {
        showCertain(scene, puzzle, certain);
    }
    scene.cursor = cursor && [cursor.row, cursor.col];
    return scene;
}

/**
 * Add lines and crosses, or shaded and unshaded cells, or digits to a scene; all get the same look. `valueOf` returns
 * the mark of an edge or a cell, or the digit of a cell.
 */
function showValues(scene, puzzle, look, valueOf) {
    const { rows, cols } = puzzle, kind = kindOf(puzzle);
    const places = kind === LOOP ? edges(rows, cols) : cellsOf(rows, cols);
    const having = (value) => places.filter((place) => valueOf(place) === value);
    if (kind === LOOP) {
        scene.lines.push({ look, edges: having(LINE) });
        scene.crosses.push({ look, edges: having(CROSS) });
    } else if (kind === SHADES) {
        scene.fills.push({ look, cells: having(SHADED) });
        scene.dots.push({ look, cells: having(UNSHADED).filter((cell) => isOpen(puzzle, cell)) });
    } else {
        scene.texts.push(...openCells(puzzle).filter(valueOf).map((cell) =>
            ({ row: cell[0], col: cell[1], text: String(valueOf(cell)), look })));
    }
}

function showSolution(scene, puzzle, solution) {
    const { rows, cols } = puzzle, kind = kindOf(puzzle);
    const isOne = ([row, col]) => solution[row][col] === "1";
    if (kind === LOOP) scene.fills.push({ look: "inside", cells: cellsOf(rows, cols).filter(isOne) });
    showValues(scene, puzzle, kind === SHADES ? "shaded" : "found", {
        [LOOP]: (edge) => isLine(solution, edge) && LINE,
        [SHADES]: (cell) => isOne(cell) && SHADED,
        [DIGITS]: ([row, col]) => solution[row][col],
    }[kind]);
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

function showCertain(scene, puzzle, { values, edges: certain }) {
    const value = ([row, col]) => values[row][col];
    showValues(scene, puzzle, "certain", {
        [LOOP]: (edge) => ({ true: LINE, false: CROSS })[knownLine(certain, edge)],
        [SHADES]: (cell) => ({ 1: SHADED, 0: UNSHADED })[value(cell)],
        [DIGITS]: (cell) => value(cell) !== "?" && value(cell),
    }[kindOf(puzzle)]);
}

function showMarks(scene, puzzle, marks) {
    const { rows, cols } = puzzle, kind = kindOf(puzzle);
    showValues(scene, puzzle, "mine", {
        [LOOP]: (edge) => edgeMark(marks, cols, edge),
        [SHADES]: ([row, col]) => marks.cells[row * cols + col],
        [DIGITS]: ([row, col]) => marks.digits[row * cols + col],
    }[kind]);
    if (kind === LOOP) scene.guides = edges(rows, cols).filter((edge) => edgeMark(marks, cols, edge) === OPEN);
    for (const [row, col] of kind === DIGITS ? openCells(puzzle) : []) {
        const at = row * cols + col, digits = pencilDigits(marks.pencil[at]);
        if (digits.length && !marks.digits[at]) scene.pencil.push({ row, col, digits });
    }
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

function openCells(puzzle) {
    return cellsOf(puzzle.rows, puzzle.cols).filter((cell) => isOpen(puzzle, cell));
}

function isOpen(puzzle, [row, col]) {
    return puzzle.clues[row][col] === null;
}
