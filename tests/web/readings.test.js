// The page reads the texts of tests/support/readings.json, a table that the host's tests also use. The table's field
// `about` describes its format.

import assert from "node:assert/strict";
import { test } from "node:test";
import { truth } from "./truth.js";
import { readAddress } from "../../web/page/address.js";
import { UNKNOWN } from "../../web/page/puzzles/puzzle.js";
import { read } from "../../web/page/puzzles/read.js";

const SIGNS = new Map([[null, "."], [UNKNOWN, "?"]]);

/** Return a puzzle in the format of the table. */
function tabled({ genre, rows, cols, clues }) {
    return { genre, rows, cols, clues: clues.map((row) => row.map((clue) => SIGNS.get(clue) ?? clue).join(" ")) };
}

/** The rows of the table, one for each text. In the texts, `{NAME}` is replaced by the text of this name. */
const READINGS = truth.readings.flatMap((row) => row.texts.map((text) =>
    ({ ...row, text: text.replace(/\{([A-Z0-9+]+)\}/g, (all, name) => truth.texts[name] ?? all) })));

/** Assert that a function returns (or throws) the first result in a row of the table. */
function compare({ text, found: [first] }, readIt) {
    if (typeof first === "string") {
        assert.doesNotThrow(() => assert.deepEqual(tabled(readIt()), truth.puzzles[first]), text);
    } else {
        assert.throws(readIt, ({ constructor, message }) => constructor === Error
            && first.refused.every((words) => message.toLowerCase().includes(words.toLowerCase())), text);
    }
}

for (const kind of new Set(READINGS.map((row) => row.kind))) {
    const rows = READINGS.filter((row) => row.kind === kind);
    test(`${kind}: the puzzle, and whether others follow`, () => {
        for (const row of rows) {
            compare(row, () => {
                const { puzzle, more } = read(row.text, { genre: row.genre });
                assert.equal(more, row.found.length > 1, row.text);
                return puzzle;
            });
        }
    });
    test(`${kind}: in an address`, () => {
        for (const row of rows) {
            const genre = row.genre ? `&genre=${row.genre}` : "";
            compare(row, () => readAddress(`#puzzle=${encodeURIComponent(row.text)}${genre}`).puzzle);
        }
    });
}

test("a damaged grid is neither skipped nor replaced by another grid", () => {
    const { G: grid, SOLVED: solved } = truth.texts, damaged = grid.slice(1);
    for (const text of [`${damaged}\n${grid}\n`, `${damaged},${solved}\n`, `puzzle,solution\n${damaged},${solved}\n`]) {
        assert.throws(() => read(text), /found|expected/, text);
    }
});

test("below a line with the size, lines of 16 or 81 characters are rows, not whole grids", () => {
    for (const [size, row, genre] of [
        ["2 16", "1..2............", "slitherlink"], ["2 81", `3${".".repeat(80)}`, "slitherlink"],
        ["4", `1${".".repeat(15)}`, "sudoku"], ["16", `1${".".repeat(15)}`, "sudoku"],
    ]) {
        const count = size.includes(" ") ? 2 : 16, rows = [row, ...Array(count - 1).fill(".".repeat(row.length))];
        const { puzzle } = read([size, ...rows].join("\n"));
        assert.deepEqual([puzzle.genre, puzzle.rows, puzzle.cols], [genre, count, row.length], size);
    }
});

test("names of objects in JavaScript are no names of genres and games", () => {
    const texts = ["constructor: 5x5:1o", "?constructor/4/4/o", "constructor 4 4\n....\n", '{"genre": "constructor"}'];
    for (const text of texts) assert.throws(() => read(text), /constructor/, text);
    assert.throws(() => read("1 1\n.\n", { genre: "constructor" }), /constructor/);
});

test("if several genres fit, the error lists all, and the text can be read as each of them", () => {
    let asked = 0;
    for (const { text } of READINGS) {
        try {
            read(text);
        } catch ({ genres = [] }) {
            asked += genres.length > 1;
            for (const genre of genres) assert.equal(read(text, { genre }).puzzle.genre, genre);
        }
    }
    assert.ok(asked > 4);
});
