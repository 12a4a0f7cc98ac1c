// The panel where a puzzle's genre and size are chosen.

import { element } from "../element.js";
import { GENRES, genreOf, rulesOf } from "../genres.js";

/** Sudokus offered; larger ones can be opened. */
const SIDES = [4, 9, 16, 25];

/** Larger grids can be opened, too: these fit a window. */
const MOST = 64;

/** Return the panel. */
export function createPuzzlePanel(store, actions) {
    const genre = element("select", { class: "field grow", id: "genre", onchange: () => actions.setGenre(genre.value) },
        Object.entries(GENRES).map(([name, { title }]) => element("option", { value: name }, title)));
    const rows = numberField("rows"), cols = numberField("cols");
    const side = element("select", { class: "field", id: "side", onchange: () => resize(side.value, side.value) });
    const free = element("div", { class: "row" },
        element("label", { class: "label", for: "rows" }, "Rows"), rows,
        element("label", { class: "label", for: "cols" }, "Columns"), cols);
    const square = element("div", { class: "row" },
        element("label", { class: "label", for: "side" }, "Size"), side);
    const rules = element("p", {});

    function numberField(id) {
        return element("input", {
            class: "field number", type: "number", id, min: "1", inputmode: "numeric",
            onchange: () => resize(rows.value, cols.value),
        });
    }

    function resize(rowsText, colsText) {
        const { puzzle } = store.get();
        const within = (text, now) => Math.min(Math.max(Math.trunc(Number(text)) || now, 1), MOST);
        const wanted = [within(rowsText, puzzle.rows), within(colsText, puzzle.cols)];
        if (!genreOf(puzzle).wrongSize(...wanted)) {
            actions.resize(...wanted);
        }
        show(store.get());
    }

    function show({ puzzle }) {
        const isSudoku = puzzle.genre === "sudoku";
        genre.value = puzzle.genre;
        rows.value = puzzle.rows;
        cols.value = puzzle.cols;
        free.hidden = isSudoku;
        square.hidden = !isSudoku;
        if (isSudoku) {
            const sizes = [...new Set([...SIDES, puzzle.rows])].sort((one, other) => one - other);
            side.replaceChildren(...sizes.map((size) => element("option", { value: size }, `${size}×${size}`)));
            side.value = puzzle.rows;
        }
        rules.textContent = rulesOf(puzzle);
    }

    store.subscribe((state, before) => {
        if (state.puzzle !== before.puzzle) {
            show(state);
        }
    });
    return element("section", { class: "panel", "aria-labelledby": "puzzle-heading" },
        element("h2", { id: "puzzle-heading" }, "Puzzle"),
        element("div", { class: "row" }, element("label", { class: "spoken", for: "genre" }, "Genre"), genre),
        free, square,
        rules);
}
