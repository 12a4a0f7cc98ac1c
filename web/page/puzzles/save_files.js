// The files in which Simon Tatham's Portable Puzzle Collection saves games: lines of `KEY     :length:value`.

import * as gameIds from "./game_ids.js";

const LINE = /^([A-Z]+) *:\d+:(.*)$/;

/** Return whether a line may be the first of such a file. */
export function begins(line) {
    return line.startsWith("SAVEFILE");
}

/** Read such a file. @returns {import("./read.js").Found} */
export function read(lines, name) {
    const end = lines.findIndex(({ text }, index) => !LINE.test(text) || (index && begins(text)));
    const used = end < 0 ? lines.length : end;
    const values = Object.fromEntries(lines.slice(0, used).map(({ text }) => LINE.exec(text).slice(1)));
    const missing = ["GAME", "PARAMS", "DESC"].filter((key) => !values[key]);
    if (missing.length) {
        throw new Error(`this save file of Simon Tatham's collection has no line ${missing.join(" and no ")}`);
    }
    return { puzzle: gameIds.read(`${values.GAME}: ${values.PARAMS}:${values.DESC}`, name), used };
}
