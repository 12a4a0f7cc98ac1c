// The lines of a text. Finds names, comments, the size lines of grids, and links within other text.

/** @typedef {{number: number, text: string}} Line `number` counts from 1; `text` has no white space at its end. */

/** A field of SudoCue: the author, date, comment, description, level, source or address of a puzzle. */
const FIELD = /^#([ABCDLSU])(\S.*)/;

/** Invisible characters. */
const UNSEEN = /[\u200b-\u200d\u2060\ufeff]/g;

/** Return the lines of a text; lines that begin or end a code block become empty. @returns {Line[]} */
export function linesOf(text) {
    const lines = text.replace(UNSEEN, "").split(/\r\n|[\r\n]/).map((line) => line.trimEnd());
    return lines.map((line, index) => ({ number: index + 1, text: isComment(line) ? line : plain(line) }));
}

/**
 * Return a line with plain characters (instead of full-width ones, for example), and without the quote signs of emails.
 */
function plain(line) {
    return line.replace(/^(?:>\s?)+|^\s*```\w*$/, "").normalize("NFKC");
}

/** Return whether a line is a comment (it begins with `#`) or a name such as `Grid 07`. */
export function isComment(text) {
    return /^\s*(#|grid\s+\w+$)/i.test(text);
}

export function isContent(text) {
    return text !== "" && !isComment(text);
}

/** Return the name of a puzzle in the comments before it; the name may be empty. @param {Line[]} lines */
export function nameIn(lines) {
    const texts = lines.map(({ text }) => text), before = texts.slice(0, texts.findLastIndex(isComment) + 1);
    const comments = before.slice(before.lastIndexOf("") + 1), fields = comments.map((text) => FIELD.exec(text));
    const hasFields = comments.length > 1 && fields.every(Boolean);
    const name = hasFields ? fields.find(([, key]) => key === "D")?.[2] : comments[0]?.trim().replace(/^#/, "");
    return (name ?? "").replace(/\p{C}/gu, "").trim();
}

/**
 * Return {word, sizes} for a size line: its word, which may be empty, and its one to three whole numbers. Return null
 * for other lines.
 */
export function headingIn(text) {
    const found = /^(?:([a-z]+)\s+)?([+-]?\d{1,9}(?:(?:\s*[x×,]\s*|\s+)[+-]?\d{1,9}){0,2})$/i.exec(text.trim());
    return found && { word: (found[1] ?? "").toLowerCase(), sizes: found[2].match(/[+-]?\d+/g).map(Number) };
}

/**
 * Return the lines up to the line that closes the bracket at the beginning of the first line; null if there is no such
 * line.
 */
export function bracketed(lines) {
    let depth = 0;
    for (const [index, { text }] of lines.entries()) {
        for (const bracket of text.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/[()[\]{}]/g) ?? []) {
            depth += "([{".includes(bracket) ? 1 : -1;
        }
        if (depth <= 0) return lines.slice(0, index + 1);
    }
    return null;
}

/** Return an error about a line, and about a column unless it is null; both count from 1. */
export function errorAt(line, column, words) {
    return new Error(`line ${line}${column ? `, column ${column}` : ""}: ${words}`);
}

/** Call a function and return its result; if the function throws an error, name the line in the error. */
export function onLine(number, read) {
    try {
        return read();
    } catch (error) {
        throw errorAt(number, null, error.message);
    }
}

// Links

/** The start of a link; the scheme may be missing. */
const BEGIN = /https?:\/\/|(?:^|[\s<(["'`|])(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?[/?#]/i;

/** A whole link; a link with a puzzle that pzpr saved may contain blanks. */
const LINK = /^(?:[^\s<>"'`“”|()[\]]*pzprv3[^<>"'`“”|()[\]]*|[^\s<>"'`“”|()[\]]*)/;

const QUOTES = /^[\s"'`(|“‘]+|[\s"'`)|,;”’]+$/g;

export function isLink(line) {
    return BEGIN.exec(line)?.index === 0;
}

/**
 * Return the link in a line. If the query of this link is a link itself, return the inner link. If there is no link,
 * return the line without quotes.
 */
export function unwrap(line) {
    const begin = BEGIN.exec(line);
    if (!begin) return decoded(line).replace(QUOTES, "");
    let [link] = LINK.exec(line.slice(begin.index).replace(/^[^a-z\d]/i, ""));
    for (let before; before !== link;) {  // a link in a link is encoded several times
        before = link;
        link = decoded(link);
    }
    return link.replaceAll("&amp;", "&").replace(/[,;\s]+$/, "").replace(/^.*(?=https?:\/\/)/i, "");
}

export function decoded(text) {
    return text.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
        try {
            return decodeURIComponent(codes);
        } catch {
            return codes;
        }
    });
}

const LONGEST = 24;

/** Quote a text from an index on, as one line; a long line is shortened. */
export function quoted(text, from = 0) {
    const part = text.slice(from).trim().replace(/\s+/g, " ");
    return `'${part.length > LONGEST ? `${part.slice(0, LONGEST - 3)}...` : part}'`;
}
