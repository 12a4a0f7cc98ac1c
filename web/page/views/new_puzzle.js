// The dialog in which a person chooses the kind of new puzzles, the sign that a puzzle is being made, and the welcome.

import { button, element, optionOf, select } from "../element.js";
import { isThinnedOnBoard } from "../make.js";
import { SIZES } from "../new_puzzle.js";
import { GENRES } from "../puzzles/genres.js";
import { createDialog } from "./dialogs.js";

const SYMMETRIES = [["NONE", "None"], ["ROTATE", "Half turn"], ["MIRROR", "Left and right"], ["DIAGONAL", "Diagonal"]];
const EASES = [["2", "Easy: rules suffice"], ["1", "Normal: no guessing"], ["0", "Hard: as few clues as possible"]];

export function createNewDialog(store, puzzles) {
    const genre = select("make-genre", Object.values(GENRES).map(({ id, title }) => [id, title]),
        () => puzzles.setWish({ genre: genre.value }));
    const size = select("make-size", [], () => {
        const [rows, cols] = size.value.split(",").map(Number);
        puzzles.setWish({ rows, cols });
    });
    const ease = select("make-ease", EASES, () => puzzles.setWish({ ease: Number(ease.value) }));
    const symmetry = select("make-symmetry", SYMMETRIES, () => puzzles.setWish({ symmetry: symmetry.value }));
    const hardness = element("div", { class: "row" }, labelled("Difficulty", ease), labelled("Symmetry", symmetry));
    const today = button("", { id: "today", onclick: () => begin(puzzles.today) });
    const how = element("p", {});
    const dialog = createDialog("New puzzle", "small",
        element("div", { class: "row" }, labelled("Genre", genre), labelled("Size", size)), hardness,
        element("div", { class: "row" },
            button("main", { id: "make", autofocus: true, onclick: () => begin(puzzles.another) }, "New puzzle"),
            today), how);

    function begin(make) {
        dialog.close();
        make();
    }

    store.subscribe(({ wish }, before) => {
        if (wish === before.wish) return;
        genre.value = wish.genre;
        size.replaceChildren(...SIZES[wish.genre].map(([rows, cols]) => optionOf([[rows, cols], `${rows}×${cols}`])));
        size.value = [wish.rows, wish.cols];
        ease.value = wish.ease;
        symmetry.value = wish.symmetry;
        hardness.hidden = !isThinnedOnBoard(wish);
        how.textContent = `${howText(wish)} Today’s puzzle is the same for everybody.`;
        today.textContent = todayText(wish);
    });
    return { show: () => dialog.showModal() };
}

/** Return a wish in words, such as "Slitherlink 7×7, easy". */
export function wishText(wish) {
    const { genre, rows, cols, ease } = wish;
    const difficulty = isThinnedOnBoard(wish) ? `, ${["hard", "normal", "easy"][ease]}` : "";
    return `${GENRES[genre].title} ${rows}×${cols}${difficulty}`;
}

/** Return sentences that say how the board and the page make such puzzles. */
function howText(wish) {
    const begun = "The page makes a random solution with all its clues. ";
    if (isThinnedOnBoard(wish)) {
        return `${begun}Then the board removes one clue after another, as long as the solution stays unique.`;
    }
    const removes = wish.genre === "slink" ? "" : "It removes clues as long as naked and hidden singles suffice. ";
    return `${begun}${removes}Then the board checks that the solution is unique.`;
}

/** Return the name of today's puzzle. */
export function todayText({ genre }) {
    return `Today’s ${GENRES[genre].title}`;
}

function labelled(text, field) {
    return element("label", { class: "labelled grow" }, element("span", {}, text), field);
}

/** Show, at the bottom of the window, that a puzzle is being made. */
export function mountMaking(store, puzzles) {
    const sign = element("div", { class: "making", hidden: true },
        element("span", {}, "Making a puzzle …"), element("div", { class: "meter" }),
        button("", { id: "make-stop", onclick: puzzles.cancel }, "Cancel"));
    document.body.append(sign);
    store.subscribe(({ making }) => (sign.hidden = !making));
}

/** On a first visit, show what the page is and what a person can do. The first choice hides this welcome. */
export function mountWelcome(welcome, store, actions, puzzles) {
    const begin = () => store.set({ welcome: false });
    welcome.append(element("div", { class: "row" },
        button("main", { id: "welcome-play", onclick: begin }, "Play it"),
        button("", { id: "welcome-watch", onclick: () => actions.setView("watch") }, "Watch the chip solve it"),
        button("", { id: "welcome-another", onclick: puzzles.another }, "Make another")));
    store.subscribe((state, before) => {
        // The welcome stays while a person makes marks, because the grid must not move then.
        const isUsed = ["puzzle", "view"].some((field) => before[field] && state[field] !== before[field]);
        if (state.welcome && isUsed) begin();
        if (state.welcome === before.welcome) return;
        const hadFocus = welcome.contains(document.activeElement);
        welcome.hidden = !state.welcome;
        if (hadFocus && welcome.hidden) document.getElementById("board").focus({ preventScroll: true });
    });
}
