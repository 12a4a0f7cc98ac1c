// The dialog that opens a puzzle from a pasted text, a file or the examples.

import { miniature } from "../editor/grid.js";
import { puzzleScene } from "../editor/scene.js";
import { button, element } from "../element.js";
import { textOf } from "../opener.js";
import { GENRES } from "../puzzles/genres.js";
import { sentence, sizeText } from "../words.js";
import { createDialog } from "./dialogs.js";

export function createOpenDialog(opener) {
    const text = element("textarea", {
        class: "field", id: "text",
        // On a touch screen, the text has no focus at first: the keyboard would cover the examples.
        autofocus: matchMedia("(hover: hover)").matches,
        spellcheck: "false", autocomplete: "off", "aria-describedby": "text-fault",
        placeholder: "https://puzz.link/p?slither/5/5/…",
    });
    const fault = element("p", { class: "fault", id: "text-fault", role: "alert" });
    const choice = element("div", { class: "row", id: "text-genres" });
    const file = element("input", {
        type: "file", class: "spoken", tabindex: "-1", "aria-hidden": "true", onchange: readFile,
    });
    const own = element("div", { id: "own" }), examples = element("div", {});
    const dialog = createDialog("Open a puzzle", "",
        element("label", { class: "labelled" },
            element("span", {}, "A link, a game id, or a puzzle as text. The page reads the formats of many sites and"
                + " programs. You can also paste the text, or drop a file, anywhere on the page."),
            text),
        fault, choice,
        element("div", { class: "row" },
            button("main", { id: "open-text", onclick: () => open(text.value) }, "Open"),
            button("", { onclick: () => file.click() }, "From a file …"), file),
        own, examples);

    function openPuzzle(puzzle) {
        opener.openPuzzle(puzzle);
        dialog.close();
    }

    function open(source, genre = null) {
        showError(opener.open(source, genre), (chosen) => open(source, chosen));
    }

    /** Show an error; if several genres fit, also let the person choose a genre. Without an error, close the dialog. */
    function showError(wrong, choose) {
        fault.textContent = wrong?.words ?? "";
        text.setAttribute("aria-invalid", Boolean(wrong));
        choice.replaceChildren(...(wrong?.genres ?? []).map((genre) =>
            button("", { onclick: () => choose(genre) }, GENRES[genre].title)));
        if (wrong) {
            choice.firstChild?.focus();
        } else {
            dialog.close();
        }
    }

    async function readFile() {
        const [chosen] = file.files;
        if (chosen) {
            try {
                text.value = await textOf(chosen);
                open(text.value);
            } catch (error) {
                showError({ words: sentence(error.message) });
            }
            file.value = "";
        }
    }

    async function exampleLists() {
        try {
            const puzzles = await opener.examples();
            return Object.entries(GENRES).flatMap(([genre, { title }]) =>
                listed(title, puzzles.filter((puzzle) => puzzle.genre === genre), openPuzzle));
        } catch (error) {
            return [element("p", { class: "fault", role: "alert", id: "no-examples" },
                `There are no examples: ${error.message}.`)];
        }
    }

    return {
        async show() {
            showError(null);
            own.replaceChildren(...listed("Your puzzles", opener.savedPuzzles(), openPuzzle));
            dialog.showModal();
            if (!examples.querySelector(".example")) examples.replaceChildren(...await exampleLists());
        },

        /** Ask for the genre of a text that several genres fit, and call `choose` with the answer. */
        ask(source, wrong, choose) {
            this.show();
            text.value = source;
            showError(wrong, (genre) => {
                choose(genre);
                dialog.close();
            });
        },
    };
}

/** Return a heading and buttons that open puzzles; if there are no puzzles, an empty list. */
function listed(heading, puzzles, open) {
    return puzzles.length ? [
        element("h3", {}, heading),
        element("div", { class: "examples" }, puzzles.map((puzzle) => element("button", {
            class: "example", type: "button", "aria-label": `${GENRES[puzzle.genre].title}, ${caption(puzzle)}`,
            onclick: () => open(puzzle),
        }, miniature(puzzleScene(puzzle)), caption(puzzle)))),
    ] : [];
}

function caption(puzzle) {
    const difficulty = /easy|normal|hard/.exec(puzzle.name)?.[0];
    return [sizeText(puzzle), difficulty].filter(Boolean).join(", ");
}
