// Shows a large grid as a whole, or enlarged. The sheet of an enlarged grid scrolls to the place of the current step.

import { button, icon } from "../element.js";

/**
 * Widths of a cell, in pixels. Below the first, a grid can be enlarged; below the second, its clues cannot be read, so
 * that the guide enlarges it.
 */
const COMFORTABLE = 18, READABLE = 14;

/** The elements of the picture that belong to the current step, the most important elements first. */
const SIGNS = [
    ".guide-fresh", ".guide-fresh-line", ".guide-shade", ".guide-from", ".watch-fault", ".watch-marked",
    ".watch-clue.third", ".watch-square.guessed", ".watch-band", ".watch-joined",
];

/** Return an object that enlarges and scrolls the grid in a sheet: {button, follow, suggest}. */
export function createCamera(sheet) {
    const zoom = button("quiet only-icon", {
        id: "watch-zoom", "aria-label": "Enlarge and follow", title: "Enlarge the grid, and follow what happens",
        onclick() {
            chosen = !isClose();
            follow();
        },
    }, icon("zoom"));
    let chosen = null;  // whether the person wants an enlarged grid; null until the person has chosen
    let isSuggested = false, isReadable = true;

    const isClose = () => sheet.classList.contains("is-close");
    new ResizeObserver(fit).observe(sheet);

    /** Find out how large the cells of the whole grid are, and offer the button if they are small. */
    function fit() {
        const grid = sheet.querySelector(".grid.watched");
        if (!grid) return;
        const style = getComputedStyle(grid), count = (name) => Number(style.getPropertyValue(name)) + 1;
        const side = Math.min(sheet.clientWidth / count("--cols"), sheet.clientHeight / count("--rows"));
        zoom.hidden = side >= COMFORTABLE;
        isReadable = side >= READABLE;
        follow();
    }

    /** Enlarge the grid if this is wanted, and scroll the sheet so that the current step is visible. */
    function follow() {
        const isWanted = !zoom.hidden && (chosen ?? (isSuggested && !isReadable));
        const sign = isWanted ? signOf(sheet.querySelector(".grid.watched")) : undefined;
        // The first and the last sentence of the guide are about the whole grid: they have no sign.
        sheet.classList.toggle("is-close", isWanted && Boolean(chosen || sign));
        zoom.setAttribute("aria-pressed", isClose());
        if (sign) scrollTo(sign.getBoundingClientRect(), sheet.getBoundingClientRect());
    }

    function scrollTo(sign, seen) {
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
        /** Set whether a grid whose clues cannot be read is enlarged, unless the person has chosen. */
        suggest(wanted) {
            isSuggested = wanted;
            fit();
        },
    };
}

/** Return the most important element of the current step; undefined if the step has none. */
function signOf(grid) {
    return SIGNS.map((one) => grid.querySelector(`${one}[d]:not([d=""]), ${one}[height]`)).find((one) => {
        const { width, height } = one?.getBoundingClientRect() ?? { width: 0, height: 0 };
        return width + height > 0;
    });
}
