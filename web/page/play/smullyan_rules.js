// The rules of Smullyanic Dynasty by which a person finds cells, see rule_words.js.

import { UNKNOWN } from "../genres.js";
import { connectionRules } from "./connection_rules.js";
import { OPEN, SHADED, UNSHADED } from "./marks.js";
import { clueAt, foundText, neighboursOf, placeOf } from "./rule_words.js";

/** Return the rules, from simple to hard. */
export function smullyanRules(puzzle) {
    const neighbours = neighboursOf(puzzle);
    const clues = puzzle.clues.flat().flatMap((clue, at) =>
        (clue === null || clue === UNKNOWN ? [] : [{ at, clue, ...domainOf(puzzle, at, clue) }]));

    function* besideKnaves(cells) {
        for (let at = 0; at < cells.length; at++) {
            if (cells[at] !== SHADED) {
                continue;
            }
            const knave = neighbours[at].find((near) => cells[near] === SHADED);
            if (knave !== undefined) {
                yield { clash: () => "two knaves would share an edge", from: [at, knave] };
            }
            const found = neighbours[at].filter((near) => cells[near] === OPEN).map((near) => [near, UNSHADED]);
            if (found.length) {
                const say = () => `No two knaves share an edge: all beside ${placeOf(puzzle, at)} are unshaded.`;
                yield { found, from: [at], say };
            }
        }
    }

    /** Return a rule about clues: `reason` returns {explained, why}, or null if it has nothing to say. */
    const atClues = (reason) => function* (cells) {
        for (const clue of clues) {
            const found = foundAt(cells, clue);
            if (found === null) {
                const say = () => `the ${clueAt(puzzle, clue.at)} could be neither a knight’s nor a knave’s`;
                yield { clash: say, from: [clue.at] };
            } else if (found.length) {
                const { explained, why } = reason(cells, clue, found) ?? {};
                if (why) {
                    yield { found: explained, from: [clue.at], say: () => why(`The ${clueAt(puzzle, clue.at)}`) };
                }
            }
        }
    };

    const anyReason = (cells, { at }, found) => {
        const whose = { [OPEN]: "a knight’s or a knave’s", [SHADED]: "a knave’s", [UNSHADED]: "a knight’s" }[cells[at]];
        const why = (name) =>
            `${name} is ${whose}: all ways to fill its 3×3 block agree that ${foundText(puzzle, found)}.`;
        return { explained: found, why };
    };

    return [
        besideKnaves, atClues(countReason), atClues(ownReason), atClues(anyReason),
        ...connectionRules(puzzle, UNSHADED),
    ];
}

/** Return the open cells around a knight's clue if counting says all of them. */
function countReason(cells, { at, clue, domain }, found) {
    if (cells[at] !== UNSHADED) {
        return null;
    }
    const [shaded, open] = [SHADED, OPEN].map((mark) => domain.filter((near) => cells[near] === mark).length);
    if (shaded === clue) {
        const has = ["no knave", "its knave"][clue] ?? "all its knaves";
        const why = (name) => `${name} is a knight’s, and has ${has}: the open cells around it are unshaded.`;
        return { explained: found, why };
    }
    const needed = open === 1 ? "the open cell" : "all open cells";
    const why = (name) => `${name} is a knight’s, and needs ${needed} around it.`;
    return shaded + open === clue ? { explained: found, why } : null;
}

/** Return a clue's own cell if the number cannot be true, or cannot be false. */
function ownReason(_, { at }, found) {
    const own = found.find(([cell]) => cell === at);
    if (!own) {
        return null;
    }
    const why = own[1] === SHADED
        ? (name) => `${name} can be no knight’s, since it cannot be true: it is a knave’s.`
        : (name) => `${name} can be no knave’s, since it could not be false: it is a knight’s.`;
    return { explained: [own], why };
}

/** Return the cells that a clue counts, its own first, and which sets of knaves among them, bits, the clue allows. */
function domainOf({ rows, cols }, at, clue) {
    const row = Math.floor(at / cols), col = at % cols;
    const domain = [[0, 0], [-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]]
        .map(([down, right]) => [row + down, col + right])
        .filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < cols);
    const pairs = domain.flatMap(([r, c], one) => domain.flatMap(([down, right], other) =>
        (Math.abs(r - down) + Math.abs(c - right) === 1 && one < other ? [1 << one | 1 << other] : [])));
    const sizes = Array.from({ length: 1 << domain.length }, (_, set) =>
        domain.filter((__, bit) => set >> bit & 1).length);
    const allowed = sizes.flatMap((size, set) =>
        ((size === clue) !== Boolean(set & 1) && pairs.every((pair) => (set & pair) !== pair) ? [set] : []));
    return { domain: domain.map(([r, c]) => r * cols + c), allowed };
}

/** Return the open cells that have the same mark in all that a clue allows; null if it allows nothing. */
function foundAt(cells, { domain, allowed }) {
    const bits = (mark) => domain.reduce((set, at, bit) => (cells[at] === mark ? set | 1 << bit : set), 0);
    const shaded = bits(SHADED), unshaded = bits(UNSHADED), all = (1 << domain.length) - 1;
    if ((shaded | unshaded) === all) {
        return allowed.includes(shaded) ? [] : null;
    }
    let always = all, ever = 0;
    for (const set of allowed) {
        if (!(set & unshaded || shaded & ~set)) {
            always &= set;
            ever |= set;
        }
    }
    if (always & ~ever) {
        return null;
    }
    return domain.flatMap((at, bit) => {
        const same = cells[at] === OPEN && (always >> bit & 1 || !(ever >> bit & 1));
        return same ? [[at, always >> bit & 1 ? SHADED : UNSHADED]] : [];
    });
}
