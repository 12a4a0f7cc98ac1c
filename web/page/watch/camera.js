// Shows a large grid as a whole, or enlarged. The sheet of an enlarged grid scrolls to the place of the current step.

import { button, icon } from "../element.js";

/** Below this width of a cell, in pixels, a grid can be enlarged. */
const READABLE = 18;

/** The elements of the picture that belong to the current step, the most important elements first. */
const SIGNS = [
    ".guide-fresh", ".guide-fresh-line", ".guide-shade", ".guide-from", ".watch-fault", ".watch-marked",
    ".watch-clue.third", ".watch-square.guessed", ".watch-joined", ".watch-band",
];

/** Return an object that enlarges and scrolls the grid in a sheet: {button, follow, suggest}. */
export function createCamera(sheet) {
    const zoom = button("quiet only-icon", {
        id: "watch-zoom", "aria-label": "Enlarge and follow", title: "Enlarge the grid, and follow what happens",
        onclick: () => choose(!isClose),
    }, icon("zoom"));
    let isClose = false, isChosen = false;

    new ResizeObserver(fit).observe(sheet);

    /** Offer the button if the cells of the whole grid are too small to read. */
    function fit() {
        const grid = sheet.querySelector(".grid.watched");
        if (!grid) return;
        const style = getComputedStyle(grid), count = (name) => Number(style.getPropertyValue(name)) + 1;
        const side = Math.min(sheet.clientWidth / count("--cols"), sheet.clientHeight / count("--rows"));
        zoom.hidden = side >= READABLE;
        sheet.classList.toggle("is-close", isClose && !zoom.hidden);
        follow();
    }

    function choose(wanted) {
        isClose = wanted;
        isChosen = true;
        zoom.setAttribute("aria-pressed", isClose);
        fit();
    }

    /** Scroll the sheet so that the current step is visible. */
    function follow() {
        if (!sheet.classList.contains("is-close")) return;
        const grid = sheet.querySelector(".grid.watched"), seen = sheet.getBoundingClientRect();
        const sign = SIGNS.map((one) => grid.querySelector(`${one}[d]:not([d=""]), ${one}[height]`))
            .map((one) => one?.getBoundingClientRect()).find((box) => box && box.width + box.height > 0);
        if (!sign) return;
        const middle = (begin, end, from, to) => (begin + end) / 2 - (from + to) / 2;
        // If the element is well inside the sheet, the sheet does not scroll.
        const apart = (offset, size, part) => (Math.abs(offset) + part / 2 > size * 0.35 ? offset : 0);
        const right = sign.width > seen.width ? 0 : middle(sign.left, sign.right, seen.left, seen.right);
        const down = middle(sign.top, sign.bottom, seen.top, seen.bottom);
        sheet.scrollBy({
            left: apart(right, seen.width, sign.width), top: apart(down, seen.height, sign.height),
            behavior: "instant",
        });
    }

    return {
        button: zoom,
        follow,
        /** Enlarge a grid, or show it as a whole, unless the person has chosen one of the two. */
        suggest(wanted) {
            if (!isChosen) {
                isClose = wanted;
                zoom.setAttribute("aria-pressed", isClose);
            }
            fit();
        },
    };
}
