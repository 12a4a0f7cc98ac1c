// The lines of a text: names, comments, and the size lines of grids.

/** @typedef {{number: number, text: string}} Line `number` counts from 1; `text` has no white space at its end. */

/** Characters that are not seen. */
const UNSEEN = /[\u200b-\u200d\u2060\ufeff]/g;

/** Return the lines of a text; those that mark a block of code are empty. @returns {Line[]} */
export function linesOf(text) {
    const lines = text.replace(UNSEEN, "").split(/\r\n|[\r\n]/).map((line) => line.trimEnd());
    return lines.map((line, index) => ({ number: index + 1, text: isComment(line) ? line : plain(line) }));
}

/** Return a line without marks of quoting, its characters as a keyboard has them. */
function plain(line) {
    return line.replace(/^(?:>\s?)+|^\s*```\w*$/, "").normalize("NFKC");
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
 * Return what a size line says: one to three whole numbers, perhaps after a word, which is else empty; null for another
 * line.
 *
 * @returns {?{word: string, sizes: number[]}}
 */
export function headingIn(text) {
    const found = /^(?:([a-z]+)\s+)?([+-]?\d{1,9}(?:(?:\s*[x×,]\s*|\s+)[+-]?\d{1,9}){0,2})$/i.exec(text.trim());
    return found && { word: (found[1] ?? "").toLowerCase(), sizes: found[2].match(/[+-]?\d+/g).map(Number) };
}

/** Return the lines from the first one on until brackets that it opens are closed; null if they never are. */
export function bracketed(lines) {
    let depth = 0;
    for (const [index, { text }] of lines.entries()) {
        for (const bracket of text.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/[()[\]{}]/g) ?? []) {
            depth += "([{".includes(bracket) ? 1 : -1;
        }
        if (depth <= 0) {
            return lines.slice(0, index + 1);
        }
    }
    return null;
}

/** Return an error about a line, and perhaps a column, both from 1. */
export function errorAt(line, column, words) {
    return new Error(`line ${line}${column ? `, column ${column}` : ""}: ${words}`);
}

/** Return what a function returns; its errors name the line. */
export function onLine(number, read) {
    try {
        return read();
    } catch (error) {
        throw errorAt(number, null, error.message);
    }
}
