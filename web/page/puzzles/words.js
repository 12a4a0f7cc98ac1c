// How messages quote a text.

const LONGEST = 24;

/** Quote a text, or its part from an index on: on one line and not too long. */
export function quoted(text, from = 0) {
    const part = text.slice(from).trim().replace(/\s+/g, " ");
    return `'${part.length > LONGEST ? `${part.slice(0, LONGEST - 3)}...` : part}'`;
}
