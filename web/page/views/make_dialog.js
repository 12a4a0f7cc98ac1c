// The dialog that has a new puzzle made on the board.

import { element, replace } from "../element.js";
import { createDialog } from "./dialog.js";

const SYMMETRIES = [["NONE", "None"], ["ROTATE", "Half turn"], ["MIRROR", "Left and right"], ["DIAGONAL", "Diagonal"]];
const EASES = [["2", "Easy: rules suffice"], ["1", "Normal: no guessing"], ["0", "Hard: as few clues as possible"]];
const SIZES = { slitherlink: ["5x5", "7x7", "10x10", "15x10", "20x15"], sudoku: ["9x9"] };
const TITLES = { slitherlink: "Slitherlink", sudoku: "Sudoku" };

/** Return the dialog. */
export function createMakeDialog(store, solving, opening) {
    const genre = select("make-genre", Object.entries(TITLES), showSizes);
    const size = select("make-size", []);
    const ease = select("make-ease", EASES);
    const symmetry = select("make-symmetry", SYMMETRIES);
    const make = element("button", {
        class: "button main", type: "button", id: "make", autofocus: true, onclick: begin,
    }, "Make it");
    const stop = element("button", {
        class: "button", type: "button", id: "make-stop", hidden: true, onclick: solving.cancel,
    }, "Cancel");
    const meter = element("div", { class: "meter", hidden: true });
    const told = element("p", { role: "status", id: "make-told" });
    const dialog = createDialog("Make a puzzle", "small",
        element("p", {}, "A random solution is drawn with all its clues. The board removes one after the other, each"
            + " unless there would be a second solution."),
        element("div", { class: "row" }, labelled("Genre", genre), labelled("Size", size)),
        element("div", { class: "row" }, labelled("Difficulty", ease), labelled("Symmetry", symmetry)),
        element("div", { class: "row" }, make, stop), meter, told);
    dialog.addEventListener("close", () => {
        if (!stop.hidden) {
            solving.cancel();
        }
    });

    function showSizes() {
        size.replaceChildren(...SIZES[genre.value].map((text) =>
            element("option", { value: text }, text.replace("x", "×"))));
        size.value = genre.value === "slitherlink" ? "10x10" : "9x9";
    }

    async function begin() {
        const [rows, cols] = size.value.split("x").map(Number);
        busy(true);
        told.textContent = "";
        const wish = { genre: genre.value, rows, cols, ease: Number(ease.value), symmetry: symmetry.value };
        const fault = await solving.make(wish, opening.openPuzzle);
        busy(false);
        told.textContent = fault ?? "";
        if (fault === null) {
            dialog.close();
        }
    }

    function busy(is) {
        meter.hidden = !is;
        is ? replace(make, stop) : replace(stop, make);
    }

    return {
        show() {
            const { puzzle } = store.get();
            genre.value = puzzle.genre === "sudoku" ? "sudoku" : "slitherlink";
            showSizes();
            told.textContent = "";
            dialog.showModal();
        },
    };
}

function select(id, options, onchange) {
    return element("select", { class: "field", id, onchange: onchange ?? (() => {}) },
        options.map(([value, text]) => element("option", { value }, text)));
}

function labelled(text, field) {
    return element("label", { class: "labelled grow" }, element("span", {}, text), field);
}
