// The dialog in which a person shares a puzzle, and a function that makes any dialog.

import { linkOf } from "../address.js";
import { button, element, icon, select } from "../element.js";
import { spentIn } from "../play/clock.js";
import { genreOf } from "../puzzles/genres.js";
import { urlOf } from "../puzzles/pzpr.js";
import { duration, minutes, sizeText } from "../words.js";
import { VIEWS } from "./bar.js";
import { pictureOf } from "./picture.js";

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

/** The longest name that a person may give a puzzle, in characters. */
const LONGEST_NAME = 80;

export function createShareDialog(store, actions) {
    const link = field("link"), plain = field("address"), result = field("result");
    const name = element("input", {
        class: "field", id: "name", maxlength: LONGEST_NAME, autocomplete: "off",
        onchange: () => actions.rename(name.value.trim()),
    });
    const solve = element("input", { type: "checkbox", id: "link-solves", onchange: show });
    const view = select("link-view", VIEWS, show);
    const results = element("div", { class: "labelled" },
        element("label", { class: "label", for: "result" }, "Your time and the link"),
        element("div", { class: "row" }, result, copyButton("copy-result", "", result)));
    const send = button("grow", { id: "send", hidden: !navigator.share, onclick: sendLink }, "Send …");
    const done = element("p", { role: "status" });
    const dialog = createDialog("Share", "small",
        element("label", { class: "labelled" }, element("span", {}, "Title"), name),
        element("label", { class: "label", for: "link" }, "A link that opens the puzzle in this page"),
        element("div", { class: "row" }, link, copyButton("copy", "main", link)),
        element("div", { class: "row apart" },
            element("label", { class: "row" }, element("span", {}, "It opens"), view),
            element("label", { class: "check" }, solve, element("span", {}, "solve at once"))),
        results,
        element("label", { class: "label", for: "address" }, "A link for other programs, and for puzz.link"),
        element("div", { class: "row" }, plain, copyButton("copy-address", "", plain)),
        element("div", { class: "row" }, send,
            button("grow", { id: "copy-picture", onclick: copyPicture }, "Copy picture"),
            button("grow", { id: "print", onclick: printGrid }, "Print")),
        done);

    function field(id) {
        const made = element("input", { class: "field grow", id, readonly: true, onfocus: () => made.select() });
        return made;
    }

    function copyButton(id, look, from) {
        return button(look, { id, onclick: () => copy(from) }, "Copy");
    }

    function show() {
        const state = store.get(), { puzzle } = state;
        name.value = puzzle.name;
        plain.value = urlOf(puzzle);
        link.value = linkOf(puzzle, { solve: solve.checked, view: view.value });
        result.value = `${resultOf(state)} ${linkOf(puzzle, { view: "play" })}`;
        results.hidden = !resultOf(state);
        done.textContent = "";
    }

    async function copy(field) {
        field.select();
        try {
            await navigator.clipboard.writeText(field.value);
            done.textContent = "Copied.";
        } catch {
            done.textContent = "This browser does not let the page copy. The text is selected: press Ctrl+C.";
        }
    }

    async function sendLink() {
        const state = store.get(), { puzzle } = state;
        const text = resultOf(state) || `${genreOf(puzzle).title} ${sizeText(puzzle)}`;
        try {
            await navigator.share({ title: puzzle.name || document.title, text, url: link.value });
        } catch (error) {
            if (error.name !== "AbortError") done.textContent = "This browser does not let the page send the link.";
        }
    }

    async function copyPicture() {
        const svg = document.querySelector("#board svg");
        const picture = pictureOf(svg, getComputedStyle(svg.closest(".sheet")).backgroundColor);
        try {
            // In Safari, a page can copy only immediately after a click. So the page does not wait for the picture, but
            // passes a promise of it.
            await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
            done.textContent = "Copied.";
        } catch {
            const address = URL.createObjectURL(await picture);
            element("a", { href: address, download: "puzzle.png" }).click();
            setTimeout(() => URL.revokeObjectURL(address), 1000);
            done.textContent = "This browser does not let the page copy pictures. The picture was saved as a file.";
        }
    }

    function printGrid() {
        dialog.close();
        print();
    }

    store.subscribe(({ puzzle }, before) => {
        if (before.puzzle && puzzle !== before.puzzle && dialog.open) show();
    });
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
