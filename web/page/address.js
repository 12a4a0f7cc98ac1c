// Puzzles in the page's address: #puzzle=TEXT, with &solve to solve it, and &view=play to play it.

/** Return what an address's fragment asks for: {text, solve, view}; text is null if it has no puzzle. */
export function readFragment(fragment) {
    const parts = new Map(fragment.replace(/^#/, "").split("&").map((part) => {
        const [name, ...value] = part.split("=");
        return [name, decoded(value.join("="))];
    }));
    return { text: parts.get("puzzle") ?? null, solve: parts.has("solve"), view: parts.get("view") ?? "edit" };
}

/** Return the address of this page with a puzzle in it. */
export function linkTo(text, { solve = false, view = "edit" } = {}) {
    // What an address may contain as it is stays legible.
    const encoded = encodeURIComponent(text).replace(/%(?:3A|2F|3F|2C)/g, decodeURIComponent);
    const page = location.href.replace(/#.*$/, "");
    return `${page}#puzzle=${encoded}${solve ? "&solve" : ""}${view === "edit" ? "" : `&view=${view}`}`;
}

function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;  // it was not encoded
    }
}
