// Says why a cell of a Sudoku has a digit.

import { cellsOf, houses, possibleDigits, seenFrom } from "../puzzles/places.js";
import { place } from "../puzzles/puzzle.js";
import { digitFaults } from "../puzzles/rules.js";
import { sentence, withArticle } from "../words.js";

export function digitReasons({ rows: side }) {
    const cells = cellsOf(side, side);
    const index = ([row, col]) => row * side + col;
    // Boxes come first, because a reader sees them most easily.
    const isBox = ({ name }) => Number(name.startsWith("box"));
    const ordered = houses(side).toSorted((one, other) => isBox(other) - isBox(one));

    function explain(known, fresh, ruledOut) {
        const reasons = [], left = new Map(fresh);
        const digitOf = (cell) => known[index(cell)];
        const next = () => [...left].map(([at, digit]) => reasonFor(at, digit, digitOf)).find(Boolean)
            ?? [...left].map(([at, digit]) => reasonAfter(at, digit, ruledOut)).find(Boolean);
        for (let reason = next(); reason; reason = next()) {
            const [at] = reason.found;
            known[at] = left.get(at);
            left.delete(at);
            reasons.push(reason);
        }
        return reasons;
    }

    /** Return a reason from the digits in the grid, or null. */
    function reasonFor(at, digit, digitOf) {
        const mine = housesOf(at);
        for (const house of mine) {
            const others = house.cells.filter((one) => index(one) !== at);
            const free = others.filter((one) => !digitOf(one));
            if (free.every((one) => !possibleDigits(side, one, digitOf).includes(digit))) {
                const why = !free.length ? `has only ${nameOf(at)} left for its ${digit}`
                    : `needs ${withArticle(digit)}, and only ${nameOf(at)} can have it: the marked ${digit}s exclude its`
                        + " other empty cells";
                const excluding = free.map((one) => seenFrom(side, one).find((cell) => digitOf(cell) === digit));
                return reason(at, `${houseName(house)} ${why}`, [...others, ...excluding]);
            }
        }
        return possibleDigits(side, cells[at], digitOf).length > 1 ? null : reason(at,
            `${nameOf(at)} is ${digit}: its row, column and box already have all other digits`,
            mine.flatMap(({ cells: those }) => those).filter(digitOf));
    }

    /** Return a reason from the digits that the engine has ruled out. */
    function reasonAfter(at, digit, ruledOut) {
        const house = housesOf(at).find(({ cells: those }) =>
            those.every((one) => index(one) === at || ruledOut(index(one)).includes(digit)));
        return house ? reason(at, `${houseName(house)} needs ${withArticle(digit)}. The chip has ruled it out everywhere`
            + ` except in ${nameOf(at)}`, house.cells.filter((one) => index(one) !== at))
            : reason(at, `${nameOf(at)} is ${digit}: the chip has ruled out all other digits there`, []);
    }

    function reason(at, words, from) {
        return { found: [at], words: sentence(words), from };
    }

    function nameOf(at) {
        return place(...cells[at]);
    }

    function housesOf(at) {
        return ordered.filter((house) => house.cells.some((one) => index(one) === at));
    }

    /** A box is marked in the grid, so it needs no number. */
    function houseName({ name }) {
        return name.startsWith("box") ? "this box" : name;
    }

    /** Describe the contradiction between these facts: {words, from}. */
    function fault(known, places) {
        const [twice] = digitFaults(side, (cell) => known[index(cell)]);
        if (twice) return { words: twice.words, from: twice.cells };
        return places.length ? { words: `no digit is left for ${nameOf(places[0])}`, from: [cells[places[0]]] }
            : { words: "some digit has no place left", from: [] };
    }

    return { explain, fault };
}
