// Keeps what happens in a large grid in sight. A grid is shown as a whole, or enlarged; then its sheet scrolls.

import { button, icon } from "../element.js";

/** Below this width of a cell, in pixels, a grid can be enlarged. */
const READABLE = 18;

/** The signs of what happens, the most important ones first. */
const SIGNS = [
    ".guide-fresh", ".guide-fresh-line", ".guide-shade", ".guide-from", ".watch-fault", ".watch-marked", ".watch-clue.third",
    ".watch-square.guessed", ".watch-joined", ".watch-band",
];

/** Return {button, follow, remove} for the grid in a sheet; `onchange` is called when the grid has been resized. */
export function createCamera(sheet) {
    const zoom = button("quiet only-icon", {
        id: "watch-zoom", "aria-label": "Enlarge and follow", title: "Enlarge the grid, and follow what happens",
        onclick: () => choose(!isClose),
    }, icon("zoom"));
    let isClose = false, isChosen = false;

    new ResizeObserver(fit).observe(sheet);

    /** Offer the button if the cells of the whole grid are too small; at first, enlarge such a grid for a guide. */
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

    /** Scroll the sheet so that what happens is visible, `smooth`ly or at once (`instant`). */
    function follow(behavior = "instant") {
        if (!sheet.classList.contains("is-close")) return;
        const grid = sheet.querySelector(".grid.watched"), seen = sheet.getBoundingClientRect();
        const sign = SIGNS.map((one) => grid.querySelector(`${one}[d]:not([d=""]), ${one}[height]`))
            .map((one) => one?.getBoundingClientRect()).find((box) => box && box.width + box.height > 0);
        if (!sign) return;
        const middle = (begin, end, from, to) => (begin + end) / 2 - (from + to) / 2;
        // Nothing moves as long as the place is well inside the sheet.
        const apart = (offset, size, part) => (Math.abs(offset) + part / 2 > size * 0.35 ? offset : 0);
        const right = sign.width > seen.width ? 0 : middle(sign.left, sign.right, seen.left, seen.right);
        const down = middle(sign.top, sign.bottom, seen.top, seen.bottom);
        sheet.scrollBy({
            left: apart(right, seen.width, sign.width), top: apart(down, seen.height, sign.height), behavior,
        });
    }

    return {
        button: zoom,
        fit,
        follow,
        /** Enlarge a grid, or show it as a whole, until the person chooses. */
        suggest(wanted) {
            if (!isChosen) {
                isClose = wanted;
                zoom.setAttribute("aria-pressed", isClose);
            }
            fit();
        },
    };
}
