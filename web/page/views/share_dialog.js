// The dialog with a link to the puzzle.

import { linkOf } from "../address.js";
import { element } from "../element.js";
import { write as urlOf } from "../puzzles/urls.js";
import { createDialog } from "./dialog.js";

/** Return the dialog. */
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
        return element("button", { class: `button ${look}`, type: "button", id, onclick: () => copy(from) }, "Copy");
    }

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
