// Puzzles as text, URLs, game ids and JSON: the page reads and writes them in the same way as the host.

import assert from "node:assert/strict";
import { test } from "node:test";
import { truth } from "./truth.js";
import { hashOf, readAddress } from "../../web/page/address.js";
import { urlOf } from "../../web/page/puzzles/pzpr.js";
import { read } from "../../web/page/puzzles/read.js";

/** Return a puzzle without its name, which not every form can express. */
function bare({ genre, rows, cols, clues }) {
    return JSON.parse(JSON.stringify({ genre, rows, cols, clues }));
}

test("the page reads every form that the host writes, and writes the same URLs", () => {
    for (const { puzzle, forms } of truth.puzzles) {
        for (const [form, { text, genre }] of Object.entries(forms)) {
            const words = `${form}: ${text}`;
            if (form === "puzz.link") assert.equal(urlOf(puzzle), text);
            const found = read(`\n# first\n# second\n\n${text}\n\n`, { genre });
            assert.deepEqual(bare(found.puzzle), bare({ ...puzzle, genre }), words);
            assert.equal(found.puzzle.name, form === "text" || form === "json" ? puzzle.name : "first");
            assert.equal(found.more, false);
        }
    }
});

test("the page reads texts like the host", () => {
    for (const { text, puzzle, more } of truth.texts) {
        const found = read(text);
        assert.deepEqual([bare(found.puzzle), found.more], [bare(puzzle), more], text);
        assert.ok(Object.isFrozen(found.puzzle));
    }
});

test("the page refuses the same texts as the host, with plain messages", () => {
    for (const text of truth.bad) {
        assert.throws(() => read(text), ({ constructor, message }) =>
            constructor === Error && message.length > 10 && !message.includes("undefined"), text);
    }
});

test("the name is the first comment before a puzzle, or the description in SudoCue's fields", () => {
    for (const [comments, name] of [
        ["# one\n# two\n\n", "one"], ["# one\n\n# two\n\n", "two"], ["\n", ""], ["#\n# two\n", ""],
        ["Grid 07\n", "Grid 07"],
        ["#AMe\n#DA hard one\n#LHard\n", "A hard one"], ["#AMe\n#LHard\n", ""], ["#DAlone\n", "DAlone"],
    ]) {
        assert.equal(read(`${comments}1 1\n.\n`).puzzle.name, name, comments);
    }
});

test("messages name the line and column", () => {
    for (const [text, message] of [
        ["# one\n\n2 3\n1.2\n1x3\n", /line 5, column 2: 'x' is not a clue/],
        ["1..4\n..z.\n.3..\n2...\n", /line 2, column 3: 'z' is not a digit/],
        ["2 3\n1.2\n", /line 1: expected 2 rows .*found 1/],
        ["1 3\n1 . 2\n", /Smullyanic Dynasty, Canal View; .*'slitherlink 1 3'/],
    ]) {
        assert.throws(() => read(text), { message });
    }
});

test("a text that fits several genres is read as the given genre", () => {
    const clear = "1 3\n1 . 2\n", asSlink = "1 3\n1 1 2\n", column = "2 1\n1\n2\n";
    for (const genre of ["smullyan", "canal"]) {
        for (const text of [clear, asSlink, column]) assert.equal(read(text, { genre }).puzzle.genre, genre);
    }
    assert.equal(read(asSlink).puzzle.genre, "slink");
    assert.equal(read(column).puzzle.genre, "slitherlink");
    assert.equal(read(column, { genre: "slink" }).puzzle.genre, "slink");
});

test("a hash has the puzzle, its name and whether to solve it", () => {
    for (const { puzzle } of truth.puzzles) {
        for (const solve of [false, true]) {
            const hash = hashOf(puzzle, { solve });
            assert.match(hash, /^#puzzle=[^\s"<>]+$/);
            const found = readAddress(hash);
            assert.deepEqual(bare(found.puzzle), bare(puzzle));
            assert.equal(found.puzzle.name, puzzle.name);
            assert.equal(found.solve, solve);
        }
    }
    assert.equal(readAddress(""), null);
    assert.equal(readAddress("#solve"), null);
    assert.equal(readAddress(`#solve&puzzle=${encodeURIComponent("1 2\n3.\n")}`).solve, true);
    for (const text of ["nothing", "%"]) assert.throws(() => readAddress(`#puzzle=${text}`));
});
