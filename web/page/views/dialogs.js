// The dialog in which a person shares a puzzle, and a function that makes any dialog.

import { linkOf } from "../address.js";
import { button, element, icon, select } from "../element.js";
import { spentIn } from "../play/clock.js";
import { genreOf } from "../puzzles/genres.js";
import { urlOf } from "../puzzles/pzpr.js";
import { duration, minutes, sizeText } from "../words.js";

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
    const link = field("link"), plain = field("address"), result = field("result");
    const solve = element("input", { type: "checkbox", id: "link-solves", onchange: show });
    const view = select("link-view", [["play", "Play"], ["watch", "Watch"], ["edit", "Puzzle"]], show);
    const results = element("div", { class: "labelled" },
        element("label", { class: "label", for: "result" }, "Your time and the link"),
        element("div", { class: "row" }, result, copyButton("copy-result", "", result)));
    const copied = element("p", { role: "status" });
    const dialog = createDialog("Share", "small",
        element("label", { class: "label", for: "link" }, "A link that opens the puzzle in this page"),
        element("div", { class: "row" }, link, copyButton("copy", "main", link)),
        element("div", { class: "row apart" },
            element("label", { class: "row" }, element("span", {}, "It opens"), view),
            element("label", { class: "check" }, solve, element("span", {}, "solve at once"))),
        results,
        element("label", { class: "label", for: "address" }, "A link for other programs, and for puzz.link"),
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
        const state = store.get(), { puzzle } = state;
        plain.value = urlOf(puzzle);
        link.value = linkOf(puzzle, { solve: solve.checked, view: view.value });
        result.value = `${resultOf(state)} ${linkOf(puzzle, { view: "play" })}`;
        results.hidden = !resultOf(state);
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
            view.value = store.get().view;
            show();
            dialog.showModal();
            link.focus();
        },
    };
}

/** Return the times of the person and of the chip in words; "" if the puzzle is not solved by hand. */
function resultOf({ puzzle, faults, time, isTimed, answer: { cycles, clock } }) {
    const spent = spentIn(time);
    if (faults?.state !== "solved" || !spent || !isTimed) return "";
    const chip = cycles === null ? "" : ` The chip takes ${duration(cycles / clock)}.`;
    return `I solved this ${genreOf(puzzle).title} (${sizeText(puzzle)}) in ${minutes(spent)}.${chip}`;
}
