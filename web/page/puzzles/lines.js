// The lines of a text: names, comments, and the size lines of grids.

/** @typedef {{number: number, text: string}} Line `number` counts from 1; `text` has no white space at its end. */

/** Return the lines of a text. @returns {Line[]} */
export function linesOf(text) {
    const lines = text.replace(/^\uFEFF/, "").split(/\r\n|[\r\n]/);
    return lines.map((line, index) => ({ number: index + 1, text: line.trimEnd() }));
}

/** Return whether a line begins with a number sign, or is a name such as `Grid 07`. */
export function isComment(text) {
    return /^\s*(#|grid\s+\w+$)/i.test(text);
}

/** Return whether a line is neither blank nor a comment. */
export function isContent(text) {
    return text !== "" && !isComment(text);
}

/** Return the name in a comment; it may be empty. */
export function nameIn(comment) {
    return comment.trim().replace(/^#/, "").replace(/\p{C}/gu, "").trim();
}

/**
 * Return what a size line says: two whole numbers, perhaps after a word, which is else empty; null for another line.
 *
 * @returns {?{word: string, rows: number, cols: number}}
 */
export function headingIn(text) {
    const found = /^(?:([a-z]+)\s+)?([+-]?[0-9]{1,9})\s+([+-]?[0-9]{1,9})$/.exec(text.trim());
    return found ? { word: found[1] ?? "", rows: Number(found[2]), cols: Number(found[3]) } : null;
}

/** Return an error about a line, and perhaps a column, both from 1. */
export function errorAt(line, column, words) {
    return new Error(`line ${line}${column ? `, column ${column}` : ""}: ${words}`);
}
