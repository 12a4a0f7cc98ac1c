// Functions that create elements of the page.

/**
 * Return an HTML element.
 *
 * Attributes whose names begin with "on" are listeners. The value true sets an attribute without a value; false, null
 * and undefined omit it. Children are nodes or texts; nested lists are flattened, and null is omitted.
 */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) {
            made.addEventListener(key.slice(2), value);
        } else if (value !== false && value !== null && value !== undefined) {
            made.setAttribute(key, value === true ? "" : value);
        }
    }
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return made;
}

/** Return a button; `look` has further CSS classes. */
export function button(look, attributes, ...children) {
    return element("button", { class: `button ${look}`, type: "button", ...attributes }, ...children);
}

/** Return an element that offers a list of choices; each option is [value, text]. */
export function select(id, options, onchange, look = "") {
    return element("select", { class: `field ${look}`, id, onchange }, options.map(optionOf));
}

export function optionOf([value, text]) {
    return element("option", { value }, text);
}

/** Return a panel with a heading; if the look is "spoken", only screen readers get the heading. */
export function panel(id, heading, look, ...children) {
    return element("section", { class: "panel", "aria-labelledby": `${id}-heading` },
        element("h2", { id: `${id}-heading`, class: look }, heading), ...children);
}

/** Show figures, which are [name, value] pairs, in a list; hide the list if there are no figures. */
export function showFigures(list, figures) {
    list.hidden = !figures.length;
    list.replaceChildren(...figures.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

/** Hide a control and show another control, which gets the focus if the hidden control had the focus. */
export function replace(hidden, shown) {
    const hasFocus = document.activeElement === hidden;
    hidden.hidden = true;
    shown.hidden = false;
    if (hasFocus) shown.focus({ preventScroll: true });
}

const SHAPES = {
    undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
    redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6",
    theme: "M12 3a9 9 0 1 0 0 18ZM12 3a9 9 0 0 1 0 18",
    close: "m6 6 12 12M18 6 6 18",
    share: "M12 15V4M8 7.5 12 3.5l4 4M5 12v7a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-7",
    open: "M4 7.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V9.5a2 2 0 0 0-2-2h-6.5L9.5 5H6a2 2 0 0 0-2 2.5Z",
    make: "M12 4v16M4 12h16",
    plug: "M9 3v5M15 3v5M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0ZM12 17v4",
    chip: "M7 7h10v10H7ZM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
    tick: "m5 12.5 4.5 4.5L19 7.5",
    zoom: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13ZM15.5 15.5 20 20M7.5 10.5h6M10.5 7.5v6",
    first: "M6 5v14M19 5 9 12l10 7Z", last: "M18 5v14M5 5l10 7-10 7Z",
    "phase-back": "M12 6 5 12l7 6ZM20 6l-7 6 7 6Z", phase: "M4 6l7 6-7 6ZM12 6l7 6-7 6Z",
    "step-back": "M15 5 8 12l7 7", step: "m9 5 7 7-7 7",
    back: "M18 4.5 6 12l12 7.5Z", play: "M7 4.5 19 12 7 19.5Z", pause: "M8 5v14M16 5v14",
};

/** Return an icon; screen readers ignore it. */
export function icon(name, look = "") {
    const root = svg(null, "svg", { viewBox: "0 0 24 24", class: `icon ${look}`, "aria-hidden": "true" });
    svg(root, "path", { d: SHAPES[name] });
    return root;
}

/** Return an SVG element with attributes, and append it to its parent unless the parent is null. */
export function svg(parent, name, attributes = {}) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    setAttributes(made, attributes);
    parent?.append(made);
    return made;
}

export function setAttributes(element, attributes) {
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
}
