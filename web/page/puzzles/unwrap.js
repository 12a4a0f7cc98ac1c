// Taking a puzzle out of the text that people copy with it.

/** The last link in a line: the query of a link may hold another link. */
const WITH_SCHEME = /^.*(https?:\/\/.*)$/i;

/** A link without its scheme. */
const WITH_HOST = /(?:^|[\s<(["'`|])((?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?[/?#].*)$/i;

/** A link up to its end; it includes the blanks of a puzzle that pzpr saved. */
const LINK = /^(?:[^\s<>"'`“”|]*pzprv3[^<>"'`“”|]*|[^\s<>"'`“”|]+)/;

/** Return whether an unwrapped line is a link. */
export function isLink(line) {
    return /^https?:\/\//i.test(line) || WITH_HOST.test(line);
}

/** Return the link in a line, decoded; a line without one, but for quotes around it. */
export function unwrap(line) {
    const text = decoded(line).replaceAll("&amp;", "&");
    const link = (WITH_SCHEME.exec(text) ?? WITH_HOST.exec(text))?.[1];
    return link ? LINK.exec(link)[0].replace(/[),;\]\s]+$/, "") : text.trim().replace(/^(["'`])(.*)\1$/, "$2");
}

/** Return a text without percent signs for characters; as it is if these are wrong. */
export function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
