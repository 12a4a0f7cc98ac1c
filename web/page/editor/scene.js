// What is to be seen of the page's state: a scene for the grid.

import { DIGITS, LOOP, SHADES, clueText, genreOf, kindOf } from "../genres.js";
import { CROSS, LINE, OPEN, SHADED, UNSHADED, edgeMark, pencilDigits } from "../play/marks.js";
import { cellsOf, edges, isLine, knownLine } from "../play/places.js";

/** Return the scene of a puzzle alone. */
export function puzzleScene(puzzle) {
    const { rows, cols } = puzzle;
    return {
        rows,
        cols,
        dotted: kindOf(puzzle) === LOOP,
        box: kindOf(puzzle) === DIGITS ? Math.sqrt(rows) : 0,
        texts: clueTexts(puzzle),
        pencil: [], fills: [], guides: [], lines: [], crosses: [], dots: [], cursor: null,
    };
}

/** Return the scene of the page's state. */
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

function clueTexts({ clues }) {
    return clues.flatMap((line, row) => line.flatMap((clue, col) =>
        clue === null ? [] : [{ row, col, text: clueText(clue), look: "given" }]));
}

function showSolution(scene, puzzle, solution) {
    const { rows, cols } = puzzle;
    const kind = kindOf(puzzle);
    if (kind === DIGITS) {
        scene.texts.push(...openCells(puzzle).map(([row, col]) =>
            ({ row, col, text: String(solution[row][col]), look: "found" })));
        return;
    }
    const ones = cellsOf(rows, cols).filter(([row, col]) => solution[row][col] === "1");
    scene.fills.push({ look: kind === LOOP ? "inside" : "shaded", cells: ones });
    if (kind === LOOP) {
        scene.lines.push({ look: "found", edges: [...edges(rows, cols)].filter((edge) => isLine(solution, edge)) });
    }
}

function showDifference(scene, puzzle, first, second) {
    const { rows, cols } = puzzle;
    const kind = kindOf(puzzle);
    const cells = cellsOf(rows, cols);
    const differ = cells.filter(([row, col]) => first[row][col] !== second[row][col]);
    scene.fills.push({ look: "differ", cells: differ });
    if (kind === LOOP) {
        const all = [...edges(rows, cols)];
        const lines = (wanted) => all.filter((edge) => wanted(isLine(first, edge), isLine(second, edge)));
        scene.lines.push(
            { look: "both", edges: lines((one, other) => one && other) },
            { look: "first", edges: lines((one, other) => one && !other) },
            { look: "second", edges: lines((one, other) => !one && other) },
        );
    } else if (kind === SHADES) {
        const both = cells.filter(([row, col]) => first[row][col] === "1" && second[row][col] === "1");
        scene.fills.push({ look: "shaded", cells: both });
        const shaded = (solution) => differ.filter(([row, col]) => solution[row][col] === "1");
        scene.dots.push({ look: "first", cells: shaded(first), isAside: true });
        scene.dots.push({ look: "second", cells: shaded(second), isAside: true });
    } else {
        scene.texts.push(...openCells(puzzle).map(([row, col]) => {
            const [one, other] = [first[row][col], second[row][col]];
            return one === other
                ? { row, col, text: String(one), look: "both" }
                : { row, col, text: `${part(one, "first")}/${part(other, "second")}`, look: "differ" };
        }));
    }
}

function part(digit, look) {
    return `<tspan class="${look}">${digit}</tspan>`;
}

function showCertain(scene, puzzle, { values, edges: certain }) {
    const { rows, cols } = puzzle;
    const kind = kindOf(puzzle);
    const known = ([row, col]) => values[row][col] !== "?";
    if (kind === LOOP) {
        const sure = (wanted) => [...edges(rows, cols)].filter((edge) => knownLine(certain, edge) === wanted);
        scene.lines.push({ look: "certain", edges: sure(true) });
        scene.crosses.push({ look: "certain", edges: sure(false) });
    } else if (kind === SHADES) {
        const sure = cellsOf(rows, cols).filter(known);
        const isShaded = ([row, col]) => values[row][col] === "1";
        scene.fills.push({ look: "certain", cells: sure.filter(isShaded) });
        scene.dots.push({ look: "certain", cells: sure.filter((cell) => !isShaded(cell) && isOpen(puzzle, cell)) });
    } else {
        scene.texts.push(...openCells(puzzle).filter(known).map(([row, col]) =>
            ({ row, col, text: values[row][col], look: "certain" })));
    }
}

function showMarks(scene, puzzle, marks) {
    const { rows, cols } = puzzle;
    const kind = kindOf(puzzle);
    if (kind === LOOP) {
        const all = [...edges(rows, cols)];
        const marked = (mark) => all.filter((edge) => edgeMark(marks, cols, edge) === mark);
        scene.guides = marked(OPEN);
        scene.lines.push({ look: "mine", edges: marked(LINE) });
        scene.crosses.push({ look: "mine", edges: marked(CROSS) });
    } else if (kind === SHADES) {
        const marked = (mark) => cellsOf(rows, cols).filter(([row, col]) => marks.cells[row * cols + col] === mark);
        scene.fills.push({ look: "mine", cells: marked(SHADED) });
        scene.dots.push({ look: "mine", cells: marked(UNSHADED).filter((cell) => isOpen(puzzle, cell)) });
    } else {
        for (const [row, col] of openCells(puzzle)) {
            const digit = marks.digits[row * cols + col];
            const digits = pencilDigits(marks.pencil[row * cols + col]);
            if (digit) {
                scene.texts.push({ row, col, text: String(digit), look: "mine" });
            } else if (digits.length) {
                scene.pencil.push({ row, col, digits });
            }
        }
    }
}

function showPlaces(scene, places, look) {
    if (places) {
        // What a person has shaded there stays to be seen.
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
