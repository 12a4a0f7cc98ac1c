// Numbers in words, as all views write them.

/** Return a number with its digits in groups. */
export function grouped(number) {
    return Number(number).toLocaleString("en");
}

/** Return a number with a noun: "1 clue", "2,000 clues". */
export function counted(number, noun) {
    return `${grouped(number)} ${noun}${Number(number) === 1 ? "" : "s"}`;
}

/** Return a time in seconds with a unit that suits it, to three digits. */
export function duration(seconds) {
    const [scale, unit] = [[1, "s"], [1e3, "ms"], [1e6, "µs"]].find(([scale]) => seconds * scale >= 1) ?? [1e9, "ns"];
    return `${grouped(Number((seconds * scale).toPrecision(3)))} ${unit}`;
}

/** Return a text as a sentence: with a capital and a full stop. */
export function sentence(text) {
    const begun = text.charAt(0).toUpperCase() + text.slice(1);
    return /[.!?…]$/.test(begun) || !begun ? begun : `${begun}.`;
}
