// The dialogs in which a person makes or shares a puzzle, and a function that makes any dialog.

import { linkOf } from "../address.js";
import { button, element, icon, optionOf, replace, select } from "../element.js";
import { urlOf } from "../puzzles/pzpr.js";

/** Return a hidden dialog. An open dialog is closed by its button, by Escape, or by a click outside the dialog. */
export function createDialog(title, look, ...body) {
    const id = `dialog-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
    const dialog = element("dialog", { class: look, "aria-labelledby": id },
        element("div", { class: "dialog-head" },
            element("h2", { id }, title),
            button("quiet only-icon", { "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))),
        element("div", { class: "dialog-body" }, ...body));
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    return dialog;
}

// Share

export function createShareDialog(store) {
    const link = field("link"), plain = field("address");
    const solve = element("input", { type: "checkbox", id: "link-solves", onchange: show });
    const play = element("input", { type: "checkbox", id: "link-plays", onchange: show });
    const copied = element("p", { role: "status" });
    const dialog = createDialog("Share", "small",
        element("label", { class: "label", for: "link" }, "A link to this page with the puzzle in it"),
        element("div", { class: "row" }, link, copyButton("copy", "main", link)),
        element("div", { class: "row apart" },
            element("label", { class: "check" }, play, element("span", {}, "to play")),
            element("label", { class: "check" }, solve, element("span", {}, "solve at once"))),
        element("label", { class: "label", for: "address" }, "The puzzle alone, for other programs"),
        element("div", { class: "row" }, plain, copyButton("copy-address", "", plain)),
        copied);

    function field(id) {
        const made = element("input", { class: "field grow", id, readonly: true, onfocus: () => made.select() });
        return made;
    }

    function copyButton(id, look, from) {
        return button(look, { id, onclick: () => copy(from) }, "Copy");
    }

    function show() {
        const { puzzle } = store.get();
        plain.value = urlOf(puzzle);
        link.value = linkOf(puzzle, { solve: solve.checked, view: play.checked ? "play" : "edit" });
        copied.textContent = "";
    }

    async function copy(field) {
        field.select();
        try {
            await navigator.clipboard.writeText(field.value);
            copied.textContent = "Copied.";
        } catch {
            copied.textContent = "This browser does not let the page copy. The text is selected: press Ctrl+C.";
        }
    }

    return {
        show() {
            play.checked = store.get().view === "play";
            show();
            dialog.showModal();
            link.focus();
        },
    };
}

// Make

const SYMMETRIES = [["NONE", "None"], ["ROTATE", "Half turn"], ["MIRROR", "Left and right"], ["DIAGONAL", "Diagonal"]];
const EASES = [["2", "Easy: rules suffice"], ["1", "Normal: no guessing"], ["0", "Hard: as few clues as possible"]];
const SIZES = { slitherlink: ["5x5", "7x7", "10x10", "15x10", "20x15"], sudoku: ["9x9"] };
const TITLES = { slitherlink: "Slitherlink", sudoku: "Sudoku" };

export function createMakeDialog(store, solver, opener) {
    const genre = select("make-genre", Object.entries(TITLES), showSizes);
    const size = select("make-size", []);
    const ease = select("make-ease", EASES);
    const symmetry = select("make-symmetry", SYMMETRIES);
    const make = button("main", { id: "make", autofocus: true, onclick: begin }, "Make it");
    const stop = button("", { id: "make-stop", hidden: true, onclick: solver.cancel }, "Cancel");
    const meter = element("div", { class: "meter", hidden: true });
    const message = element("p", { role: "status", id: "make-message" });
    const dialog = createDialog("Make a puzzle", "small",
        element("p", {}, "The page draws a random solution with all its clues. Then the board removes clue after clue,"
            + " as long as the solution stays unique."),
        element("div", { class: "row" }, labelled("Genre", genre), labelled("Size", size)),
        element("div", { class: "row" }, labelled("Difficulty", ease), labelled("Symmetry", symmetry)),
        element("div", { class: "row" }, make, stop), meter, message);
    dialog.addEventListener("close", () => {
        if (!stop.hidden) solver.cancel();
    });

    function showSizes() {
        size.replaceChildren(...SIZES[genre.value].map((text) => optionOf([text, text.replace("x", "×")])));
        size.value = genre.value === "slitherlink" ? "10x10" : "9x9";
    }

    async function begin() {
        const [rows, cols] = size.value.split("x").map(Number);
        busy(true);
        message.textContent = "";
        const wish = { genre: genre.value, rows, cols, ease: Number(ease.value), symmetry: symmetry.value };
        const fault = await solver.make(wish, opener.openPuzzle);
        busy(false);
        message.textContent = fault ?? "";
        if (fault === null) dialog.close();
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
            message.textContent = "";
            dialog.showModal();
        },
    };
}

function labelled(text, field) {
    return element("label", { class: "labelled grow" }, element("span", {}, text), field);
}
