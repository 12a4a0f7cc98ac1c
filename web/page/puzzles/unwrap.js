// Taking a puzzle out of the text that people copy with it.

/** The beginning of a link; the scheme may be missing. */
const BEGIN = /https?:\/\/|(?:^|[\s<(["'`|])(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?[/?#]/i;

/** A link up to its end; it includes the blanks of a puzzle that pzpr saved. */
const LINK = /^(?:[^\s<>"'`“”|()[\]]*pzprv3[^<>"'`“”|()[\]]*|[^\s<>"'`“”|()[\]]*)/;

const QUOTES = /^[\s"'`(|“‘]+|[\s"'`)|,;”’]+$/g;

/** Return whether an unwrapped line is a link. */
export function isLink(line) {
    return BEGIN.exec(line)?.index === 0;
}

/** Return the link in a line, or the link in its query; a line without a link, but for quotes around it. */
export function unwrap(line) {
    const begin = BEGIN.exec(line);
    if (!begin) {
        return decoded(line).replace(QUOTES, "");
    }
    let [link] = LINK.exec(line.slice(begin.index).replace(/^[^a-z\d]/i, ""));
    for (let before; before !== link;) {  // links in links are encoded several times
        before = link;
        link = decoded(link);
    }
    return link.replaceAll("&amp;", "&").replace(/[,;\s]+$/, "").replace(/^.*(?=https?:\/\/)/i, "");
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
