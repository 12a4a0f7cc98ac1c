// The rules of Sudokus for trials: a digit with only one place in a house, and a cell with only one possible digit.

import { cellsOf, houses, possibleDigits, seenFrom } from "../puzzles/places.js";
import { place, range } from "../puzzles/puzzle.js";
import { sentence } from "../words.js";

/** Return a net (see trial.js). */
export function digitNet({ rows: side, clues }) {
    const cells = cellsOf(side, side), indexOf = ([row, col]) => row * side + col;
    const inHouses = houses(side).map(({ name, cells: those }) => ({ name, all: those.map(indexOf) }));
    const inCells = cells.map((cell, at) => ({ cell, at, seen: [...new Set(seenFrom(side, cell).map(indexOf))] }));

    const possible = (values, at) => possibleDigits(side, cells[at], (cell) => values[indexOf(cell)]);

    function digitInHouse({ name, all }, values) {
        const open = all.filter((at) => !values[at]).map((at) => [at, possible(values, at)]);
        const known = all.filter((at) => values[at]), has = new Set(known.map((at) => values[at]));
        for (const digit of range(1, side)) {
            const places = has.has(digit) ? [] : open.filter(([, digits]) => digits.includes(digit));
            if (has.has(digit) || places.length > 1) continue;
            const excluding = open.filter(([, digits]) => !digits.includes(digit))
                .map(([at]) => inCells[at].seen.find((one) => values[one] === digit));
            const from = [...known, ...excluding], at = places[0]?.[0];
            const why = () => sentence(`${place(...cells[at])} is ${digit}: no other cell of ${name} can be ${digit}`);
            return places.length ? { marks: [[at, digit]], why, from, cells: [] }
                : { words: `there is no place for ${digit} in ${name}`, cells: all.map((at) => cells[at]), from };
        }
        return null;
    }

    function digitInCell({ cell, at, seen }, values) {
        const digits = values[at] ? [] : possible(values, at);
        if (values[at] || digits.length > 1) return null;
        const from = range(1, side).flatMap((digit) => seen.find((one) => values[one] === digit) ?? []);
        const why = () => sentence(`${place(...cell)} is ${digits[0]}: no other digit is possible there`);
        return digits.length ? { marks: [[at, digits[0]]], why, from, cells: [] }
            : { words: `no digit is possible in ${place(...cell)}`, cells: [cell], from };
    }

    return {
        start: (values) => clues.flat().map((clue, at) => clue ?? values[at]),
        options(values, at) {
            const digits = values[at] ? [] : possible(values, at), [one, other] = digits;
            return digits.length === 2 ? [[one, other], [other, one]] : [];
        },
        rulesAt: (at) => [...inCells[at].seen.map((one) => inCells[one]), ...inHouses],
        apply(rule, values, work) {
            work.left -= side;
            return rule.all ? digitInHouse(rule, values) : digitInCell(rule, values);
        },
        further: () => null,
    };
}
