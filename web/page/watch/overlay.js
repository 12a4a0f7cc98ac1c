// What is drawn over the page's grid: groups of SVG elements, of which only those that differ are written again.

/** The side of a cell in the page's grid. */
export const CELL = 40;

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Return an SVG element with attributes, in a parent. */
export function svg(parent, name, attributes = {}) {
    const made = document.createElementNS(NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes)) {
        made.setAttribute(key, value);
    }
    parent.append(made);
    return made;
}

/** Two groups in the page's grid, below its lines and above its clues. */
export class Overlay {
    constructor(grid) {
        this.grid = grid;
        this.below = document.createElementNS(NAMESPACE, "g");
        this.above = document.createElementNS(NAMESPACE, "g");
        grid.querySelector(".layer-frame").before(this.below);
        grid.querySelector(".layer-cursor").before(this.above);
        grid.classList.add("watched");
    }

    /** Draw what the engine has of a turned puzzle where it is in the puzzle, which has so many rows. */
    turnBack(rows) {
        for (const group of [this.below, this.above]) {
            group.setAttribute("transform", `matrix(0 -1 1 0 0 ${rows * CELL})`);
        }
    }

    remove() {
        this.below.remove();
        this.above.remove();
        this.grid.classList.remove("watched");
    }
}

/** An attribute of many elements. */
export class Attribute {
    #elements;
    #name;
    #values = [];

    constructor(elements, name) {
        this.#elements = elements;
        this.#name = name;
    }

    set(at, value) {
        if (this.#values[at] !== value) {
            this.#values[at] = value;
            this.#elements[at].setAttribute(this.#name, value);
        }
    }
}
