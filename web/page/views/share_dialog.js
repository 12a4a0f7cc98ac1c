// The dialog with a link to the puzzle.

import { linkOf } from "../address.js";
import { element } from "../element.js";
import { write as urlOf } from "../puzzles/urls.js";
import { createDialog } from "./dialog.js";

/** Return the dialog. */
export function createShareDialog(store) {
    const link = element("input", { class: "field", id: "link", readonly: true, "aria-label": "Link", style: "width: 100%",
        onfocus: () => link.select() });
    const plain = element("input", { class: "field", id: "address", readonly: true, "aria-label": "Puzzle", style: "width: 100%",
        onfocus: () => plain.select() });
    const solve = element("input", { type: "checkbox", id: "link-solves", onchange: show });
    const play = element("input", { type: "checkbox", id: "link-plays", onchange: show });
    const copied = element("p", { role: "status" });
    const dialog = createDialog("Share", "small",
        element("label", { class: "labelled" }, element("span", {}, "A link to this page with the puzzle in it"), link),
        element("div", { class: "row" },
            element("label", { class: "check" }, play, element("span", {}, "to play")),
            element("label", { class: "check" }, solve, element("span", {}, "solve at once")),
            element("span", { class: "grow" }),
            element("button", { class: "button main", type: "button", id: "copy", onclick: () => copy(link) }, "Copy the link")),
        element("label", { class: "labelled" }, element("span", {}, "The puzzle alone, for other programs"), plain),
        element("div", { class: "row" }, element("span", { class: "grow" }),
            element("button", { class: "button", type: "button", onclick: () => copy(plain) }, "Copy")),
        copied);

    function show() {
        const { puzzle } = store.get();
        plain.value = urlOf(puzzle, "puzz.link");
        link.value = linkOf(puzzle, { solve: solve.checked, view: play.checked ? "play" : "edit" });
        copied.textContent = "";
    }

    async function copy(field) {
        field.select();
        try {
            await navigator.clipboard.writeText(field.value);
            copied.textContent = "Copied.";
        } catch {
            copied.textContent = "This browser lets the page not copy: it is marked, and Ctrl+C copies it.";
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
