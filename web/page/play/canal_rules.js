// The rules of Canal View by which a person finds cells, see rule_words.js.

import { UNKNOWN } from "../genres.js";
import { counted } from "../words.js";
import { connectionRules } from "./connection_rules.js";
import { OPEN, SHADED, UNSHADED } from "./marks.js";
import { clueAt, placeOf } from "./rule_words.js";

const SIDES = ["above", "below", "to the left of", "to the right of"];

/** Return the rules, from simple to hard. */
export function canalRules(puzzle) {
    const { rows, cols } = puzzle;
    const numbered = puzzle.clues.flat().flatMap((clue, at) => (clue === null ? [] : [{ at, clue }]));
    const clues = numbered.filter(({ clue }) => clue !== UNKNOWN)
        .map(({ at, clue }) => ({ at, clue, ways: waysFrom(puzzle, at) }));

    function* cluesThemselves(cells) {
        const shaded = numbered.find(({ at }) => cells[at] === SHADED);
        if (shaded) {
            yield { clash: () => `the ${clueAt(puzzle, shaded.at)} would be shaded`, from: [shaded.at] };
        }
        const found = numbered.filter(({ at }) => cells[at] === OPEN).map(({ at }) => [at, UNSHADED]);
        if (found.length) {
            yield { found, from: [], say: () => "A cell with a number is not shaded." };
        }
    }

    function* blocks(cells) {
        for (let at = 0; at < (rows - 1) * cols; at++) {
            const block = at % cols < cols - 1 ? [at, at + 1, at + cols, at + cols + 1] : [];
            const rest = block.filter((one) => cells[one] !== SHADED);
            if (block.length && !rest.length) {
                yield { clash: () => "a 2×2 block would be shaded", from: block };
            } else if (rest.length === 1 && cells[rest[0]] === OPEN) {
                const say = () => `No 2×2 block is shaded, so ${placeOf(puzzle, rest[0])} is unshaded.`;
                yield { found: [[rest[0], UNSHADED]], from: block.filter((one) => one !== rest[0]), say };
            }
        }
    }

    /** Yield what follows at clues that see as many as they may, or all that they can. */
    function* counts(cells) {
        for (const { at, clue, ways } of clues) {
            const nearest = ways.map((way) => lengthUpTo(way, (one) => cells[one] !== SHADED));
            const furthest = ways.map((way) => lengthUpTo(way, (one) => cells[one] === UNSHADED));
            const least = sum(nearest), most = sum(furthest);
            const name = () => `The ${clueAt(puzzle, at)}`;
            if (least > clue || most < clue) {
                yield { clash: () => `the ${clueAt(puzzle, at)} could not be right`, from: [at] };
            } else if (least === clue) {
                const has = ["sees no shaded cell", "has its shaded cell in view"][clue]
                    ?? "has all its shaded cells in view";
                const ends = ways.flatMap((way, side) => way.slice(nearest[side], nearest[side] + 1));
                yield* finding(cells, at, ends, UNSHADED, () => `${name()} ${has}: all its views end there.`);
            } else if (most === clue) {
                const seen = ways.flatMap((way, side) => way.slice(0, furthest[side]));
                yield* finding(cells, at, seen, SHADED, () => `${name()} needs all cells that it can see.`);
            }
        }
    }

    /** Yield what the other sides of a clue leave for each. */
    function* sides(cells) {
        for (const { at, clue, ways } of clues) {
            const lengths = ways.map((way) => lengthsOf(cells, way, clue));
            const left = lengths.map((list, side) => {
                const others = lengths.filter((_, other) => other !== side).reduce(sums, [0]);
                const possible = new Set(others.map((length) => clue - length));
                return list.filter((length) => possible.has(length));
            });
            if (left.some((list) => !list.length)) {
                yield { clash: () => `the ${clueAt(puzzle, at)} could not be right`, from: [at] };
                return;
            }
            for (const [side, list] of left.entries()) {
                const [least] = list, exact = list.length === 1;
                const many = exact && !least
                    ? "no shaded cell" : `${exact ? "exactly" : "at least"} ${counted(least, "shaded cell")}`;
                const say = () => `The other sides leave ${many} ${SIDES[side]} the ${clueAt(puzzle, at)}.`;
                const found = [
                    ...ways[side].slice(0, least).map((one) => [one, SHADED]),
                    ...(exact ? ways[side].slice(least, least + 1).map((one) => [one, UNSHADED]) : []),
                ].filter(([one]) => cells[one] === OPEN);
                if (found.length) {
                    yield { found, from: [at], say };
                }
            }
        }
    }

    return [cluesThemselves, blocks, counts, sides, ...connectionRules(puzzle, SHADED)];
}

function* finding(cells, clue, those, mark, say) {
    const found = those.filter((at) => cells[at] === OPEN).map((at) => [at, mark]);
    if (found.length) {
        yield { found, from: [clue], say };
    }
}

/** Return the cells above, below, to the left and to the right of one, the nearest first. */
function waysFrom({ rows, cols }, at) {
    const row = Math.floor(at / cols), col = at % cols;
    const way = (length, step) => Array.from({ length }, (_, index) => at + (index + 1) * step);
    return [way(row, -cols), way(rows - 1 - row, cols), way(col, -1), way(cols - 1 - col, 1)];
}

/** Return how many cells of a way lie before the first that ends it. */
function lengthUpTo(way, isEnd) {
    const length = way.findIndex(isEnd);
    return length < 0 ? way.length : length;
}

/** Return how many shaded cells may be seen along a way, in order, up to a number. */
function lengthsOf(cells, way, most) {
    const lengths = [];
    for (let length = 0; length <= Math.min(way.length, most); length++) {
        if (cells[way[length]] !== SHADED) {
            lengths.push(length);
        }
        if (cells[way[length]] === UNSHADED) {
            break;
        }
    }
    return lengths;
}

function sum(numbers) {
    return numbers.reduce((total, number) => total + number, 0);
}

/** Return all sums of a number of one list and one of another. */
function sums(one, other) {
    return [...new Set(one.flatMap((first) => other.map((second) => first + second)))];
}
