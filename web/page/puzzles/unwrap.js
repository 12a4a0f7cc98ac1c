// Taking a puzzle out of the text that people copy with it.

/** The first link in a line, up to its end; it includes the blanks of a puzzle that pzpr saved. */
const LINK = new RegExp(
    "(?:https?://|(?<=^|[\\s<([\"'`|])(?:[a-z\\d-]+\\.)+[a-z]{2,}(?::\\d+)?[/?#])" // the scheme may be missing
    + "(?:[^\\s<>\"'`“”|()[\\]]*pzprv3[^<>\"'`“”|()[\\]]*|[^\\s<>\"'`“”|()[\\]]*)",
    "i",
);

const QUOTES = /^[\s"'`(|“‘]+|[\s"'`)|,;”’]+$/g;

/** Return whether an unwrapped line is a link. */
export function isLink(line) {
    return LINK.exec(line)?.index === 0;
}

/** Return the link in a line, or the link in its query; a line without a link, but for quotes around it. */
export function unwrap(line) {
    const link = decoded(LINK.exec(line)?.[0] ?? "").replaceAll("&amp;", "&").replace(/[,;\s]+$/, "");
    return link.replace(/^.*(?=https?:\/\/)/i, "") || decoded(line).replace(QUOTES, "");
}

/** Return a text without percent signs for characters. */
export function decoded(text) {
    return text.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
        try {
            return decodeURIComponent(codes);
        } catch {
            return codes;
        }
    });
}
