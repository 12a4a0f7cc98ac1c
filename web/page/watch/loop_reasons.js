// Says why lines, crosses and colours follow in a loop puzzle. The places are the edges and then the cells; the values
// of cells are INSIDE and OUTSIDE.

import { CROSS, LINE, OPEN, indexOf } from "../puzzles/marks.js";
import { besideEdge, cellsOf, edges, edgesOfCell, edgesOfVertex, isInGrid } from "../puzzles/places.js";
import { cluesOf, place, range } from "../puzzles/puzzle.js";
import { counted, sentence } from "../words.js";
import { INSIDE, OUTSIDE } from "./deducer.js";

/** The greatest distance in cells from an edge to clues that explain it; the number of tries in `isPossible`. */
const NEAR = 2, TRIES = 4_000;

const NUMBERS = ["no", "one", "two", "three", "four"];

/** Words for the rule of a dot: the loop continues there, and does not branch. */
const GO_ON = {
    full: {
        one: "Two lines meet at this dot, so no third line can.",
        many: "Where two lines meet at a dot, no third line can.",
    },
    on: {
        one: "The loop comes to this dot and can leave it in only one way.",
        many: "The loop comes to these dots and can leave each of them in only one way.",
    },
    dead: {
        one: "A line here would be a dead end.",
        many: "Lines here would be dead ends.",
    },
    several: "At each dot that the loop comes to, it continues, and it never branches.",
};

export function loopReasons(puzzle) {
    const { rows, cols } = puzzle;
    const all = edges(rows, cols), cells = cellsOf(rows, cols);
    const at = (edge) => indexOf(puzzle, edge);
    const vertices = cellsOf(rows + 1, cols + 1).map(([row, col]) => edgesOfVertex(row, col, rows, cols).map(at));
    const vertex = (row, col) => row * (cols + 1) + col;
    const ends = all.map(([row, col, down]) => [vertex(row, col), down ? vertex(row + 1, col) : vertex(row, col + 1)]);
    const clues = cluesOf(puzzle).map(({ row, col, clue }) => ({
        cell: [row, col], clue, edges: edgesOfCell(row, col).map(at), name: `the ${clue} in ${place(row, col)}`,
        corners: [vertex(row, col), vertex(row, col + 1), vertex(row + 1, col), vertex(row + 1, col + 1)],
    }));
    // For each edge: the clues whose cells it borders; the clues whose corners it touches; the clues that are at most
    // `NEAR` cells away.
    const bordered = all.map(() => []), touched = all.map(() => []), near = all.map(() => []);
    for (const clue of clues) {
        for (const edge of edgesAround(clue.cell, NEAR)) near[edge].push(clue);
        for (const edge of edgesAround(clue.cell, 0)) touched[edge].push(clue);
        for (const edge of clue.edges) bordered[edge].push(clue);
    }
    // For each edge, the places of the two cells beside it; -1 for the outside of the grid.
    const beside = all.map((edge) => besideEdge(edge).map((cell) =>
        (isInGrid(cell, rows, cols) ? all.length + cell[0] * cols + cell[1] : -1)));
    const colourIn = (known, one) => (one < 0 ? OUTSIDE : known[one]);

    /** Return the edges that touch a square: a cell, and `beyond` more cells on each of its sides. */
    function edgesAround([row, col], beyond) {
        return [...new Set(range(row - beyond, row + 1 + beyond).flatMap((down) =>
            range(col - beyond, col + 1 + beyond).flatMap((right) =>
                (down >= 0 && down <= rows && right >= 0 && right <= cols ? vertices[vertex(down, right)] : []))))];
    }

    /** Return the clues or dots that `thingsOf` lists for edges, each once; `places` may contain cells, too. */
    function around(places, thingsOf) {
        return [...new Set([...places].filter((one) => one < all.length).flatMap((edge) => thingsOf[edge]))];
    }

    function explain(known, fresh) {
        const reasons = [], left = new Map(fresh);

        /**
         * Add a reason for the unexplained places in `found`; return whether there are any. With a `value`, the reason
         * is also for the open places in `found` that have this value but that the engine finds later. The words name the
         * cells `from` and the `corners`.
         */
        function add(found, words, { from = [], corners = [], value = OPEN } = {}) {
            const those = found.filter((one) => left.has(one));
            if (!those.length) return false;
            const ahead = value === OPEN ? [] : found.filter((one) => known[one] === OPEN && !left.has(one));
            for (const one of [...those, ...ahead]) known[one] = left.get(one) ?? value;
            for (const one of those) left.delete(one);
            reasons.push({ found: those, words, from, corners, ahead: ahead.map((one) => [one, value]) });
            return true;
        }

        const rules = [
            () => byColours(known, left, add), () => byClue(known, left, add), () => byVertex(known, left, add),
            () => byColoursOf(known, left, add), () => byEnds(known, left, add), () => byClues(known, left, add, 1),
            () => byReach(known, left, add), () => byClues(known, left, add, 2), () => byClues(known, left, add, 6),
        ];
        while (left.size && rules.some((rule) => rule()));
        if (left.size) add([...left.keys()], "All other ways for the loop to run here are ruled out.");
        return reasons;
    }

    // Rules: each is a function that adds reasons, and returns whether it has added any

    /** Explain the colours of cells beside known edges. They need no words: the reader sees them. */
    function byColours(known, left, add) {
        const seen = [...left.keys()].filter((one) => one >= all.length && edgesOfCell(...cells[one - all.length])
            .some((edge) => {
                const other = beside[at(edge)].find((cell) => cell !== one), state = known[at(edge)];
                const colour = colourIn(known, other);
                return state && colour && (state === LINE) === (colour !== left.get(one));
            }));
        return add(seen, "");
    }

    function byClue(known, left, add) {
        return around(left.keys(), bordered).some(({ clue, edges: sides, name, cell }) => {
            const open = sides.filter((edge) => known[edge] === OPEN);
            const lines = sides.filter((edge) => known[edge] === LINE).length;
            if (lines === clue) {
                const has = clue === 0 ? "has no line around it" : `already has ${its(clue)}`;
                const rest = open.length === 1 ? "last side stays" : clue ? "other sides stay" : "sides stay";
                return add(open, sentence(`${name} ${has}, so its ${rest} empty`), { from: [cell], value: CROSS });
            }
            if (lines + open.length === clue) {
                const isOne = open.length === 1, number = NUMBERS[open.length], still = lines ? "still " : "";
                return add(open, sentence(`${name} ${still}needs ${number} line${isOne ? "" : "s"}, and only ${number}`
                    + ` side${isOne ? " is" : "s are"} left`), { from: [cell], value: LINE });
            }
            return false;
        });
    }

    function byVertex(known, left, add) {
        const ways = { "2": GO_ON.full, "1 1": GO_ON.on, "0 1": GO_ON.dead }, found = new Map(), corners = [];
        for (const dot of around(left.keys(), ends)) {
            const open = vertices[dot].filter((edge) => known[edge] === OPEN);
            const lines = vertices[dot].filter((edge) => known[edge] === LINE).length;
            const way = ways[lines] ?? ways[`${lines} ${open.length}`];
            if (!way || !open.some((edge) => left.has(edge))) continue;
            found.set(way, [...found.get(way) ?? [], ...open]);
            corners.push([Math.floor(dot / (cols + 1)), dot % (cols + 1)]);
        }
        const [way] = found.keys(), places = [...new Set([...found.values()].flat())];
        return add(places, found.size > 1 ? GO_ON.several : places.length > 1 ? way?.many : way?.one, { corners });
    }

    function byColoursOf(known, left, add) {
        return [[CROSS, "The cells on both sides are ", ": no line runs between them."],
            [LINE, "One cell is inside the loop and the other outside: the loop runs between them.", ""]]
            .some(([state, words, end]) => [INSIDE, OUTSIDE].some((colour) => {
                const found = [...left.keys()].filter((edge) => edge < all.length && left.get(edge) === state
                    && beside[edge].every((one) => colourIn(known, one))
                    && colourIn(known, beside[edge][0]) === colour
                    && (colourIn(known, beside[edge][1]) === colour) === (state === CROSS));
                const where = colour === INSIDE ? "inside the loop" : "outside the loop";
                return add(found, state === CROSS ? words + where + end : words);
            }));
    }

    /** Explain crosses where a line would close a loop too early. */
    function byEnds(known, left, add) {
        const path = pathsOf(known);
        const found = [...left.keys()].filter((edge) => edge < all.length && left.get(edge) === CROSS
            && path(ends[edge][0]) === path(ends[edge][1]));
        return add(found, "A line here would close a loop too early, without the other lines.");
    }

    /** Return a function that returns the path of a vertex. A path is given by one of its vertices. */
    function pathsOf(known) {
        const parents = vertices.map((_, one) => one);
        const root = (one) => {
            while (parents[one] !== one) one = parents[one] = parents[parents[one]];
            return one;
        };
        for (const edge of all.keys()) if (known[edge] === LINE) parents[root(ends[edge][0])] = root(ends[edge][1]);
        return root;
    }

    /** Explain the colours of cells that lines separate from the outside, or from the known inside. */
    function byReach(known, left, add) {
        return [...left.keys()].some((one) => one >= all.length) && [
            [INSIDE, OUTSIDE, "No way leads from here to the outside without crossing the loop, so this is inside."],
            [OUTSIDE, INSIDE, "No way leads from here to the rest of the inside, so this is outside."],
        ].some(([colour, other, words]) => {
            const reached = reach(known, other);
            const found = [...left.keys()].filter((one) =>
                one >= all.length && left.get(one) === colour && reached && !reached.has(one));
            return add(found, words);
        });
    }

    /** Return the cells that may be connected with the first known cell of a colour; null if no such cell is known. */
    function reach(known, colour) {
        const first = colour === OUTSIDE ? -1
            : range(all.length, known.length - 1).find((one) => known[one] === colour);
        if (first === undefined) return null;
        const near = new Map();
        for (const [edge, [one, other]] of beside.entries()) {
            if (known[edge] === LINE) continue;
            near.set(one, [...near.get(one) ?? [], other]);
            near.set(other, [...near.get(other) ?? [], one]);
        }
        const reached = new Set([first]);
        for (const one of reached) {
            for (const next of near.get(one) ?? []) {
                if (next < 0 ? colour === OUTSIDE : known[next] !== 3 - colour) reached.add(next);
            }
        }
        return reached;
    }

    /** Explain edges that follow from up to `most` clues together. */
    function byClues(known, left, add, most) {
        for (const edge of left.keys()) {
            if (edge >= all.length) continue;
            const needed = cluesFor(known, edge, left.get(edge), most);
            if (!needed) continue;
            const value = left.get(edge);
            // The same clues may explain several edges.
            const found = [...left.keys()].filter((other) => other === edge || left.get(other) === value
                && needed.some((clue) => touched[other]?.includes(clue)) && isForced(known, needed, other, value));
            const own = new Set(needed.flatMap((clue) => clue.edges));
            const isAlone = isForced(known.map((state, one) => (own.has(one) ? state : OPEN)), needed, edge, value);
            const words = cluesWords(known, needed, value, isAlone, found.length > 1);
            return add(found, words, { from: needed.map(({ cell }) => cell) });
        }
        return false;
    }

    /**
     * Return the words for edges that follow from some clues. `isAlone` is set if they follow without the known lines
     * and crosses around the clues.
     */
    function cluesWords(known, needed, value, isAlone, isMany) {
        const [first] = needed, isOne = needed.length === 1, isDrawn = value === LINE;
        const names = needed.map(({ name }) => name);
        const listed = isOne ? first.name : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
        if (!isAlone) {
            const [which, others] = isDrawn ? [isMany ? "without these lines" : "without this line", "every other way"]
                : [isMany ? "with any of these lines" : "with this line", "every such way"];
            return sentence(`${listed} cannot ${isOne ? "" : "all "}be completed ${which}: ${others} breaks a rule`
                + " nearby");
        }
        const where = `${isMany ? "these lines are" : "this line is"} ${isDrawn ? "drawn" : "not drawn"}`;
        const lines = first.edges.filter((one) => known[one] === LINE).length;
        const goal = isOne ? `get ${lines ? "the rest of " : ""}${its(first.clue)}` : "be right together";
        return sentence(`${listed} can only ${goal} if ${where}`);
    }

    /** Return up to `most` clues from which the value of an edge follows; null if there are no such clues. */
    function cluesFor(known, edge, value, most) {
        if (most === 1) {
            return touched[edge].map((clue) => [clue]).find((one) => isForced(known, one, edge, value)) ?? null;
        }
        if (!isForced(known, near[edge], edge, value)) return null;
        let needed = near[edge];
        for (const clue of near[edge]) {
            const fewer = needed.filter((one) => one !== clue);
            if (isForced(known, fewer, edge, value)) needed = fewer;
        }
        return needed.length && needed.length <= most ? needed : null;
    }

    /** Return whether some clues and the dots at their corners exclude the other value of an edge. */
    function isForced(known, needed, edge, value) {
        return !isPossible(known, needed, edge, 3 - value);
    }

    /**
     * Return whether the edges of some clues can be chosen so that these clues and all dots at their corners are right.
     * After `TRIES` tries, the answer is true.
     */
    function isPossible(known, needed, edge = -1, value = OPEN) {
        const dots = [...new Set([...needed.flatMap(({ corners }) => corners), ...(edge < 0 ? [] : ends[edge])])];
        const limits = [
            ...needed.map(({ edges: around, clue }) => ({ around, isRight: (lines, open) =>
                lines <= clue && clue <= lines + open })),
            ...dots.map((dot) => ({ around: vertices[dot], isRight: (lines, open) =>
                lines <= 2 && (lines !== 1 || open > 0) })),
        ];
        const limitsOf = new Map();
        for (const limit of limits) {
            for (const one of limit.around) limitsOf.set(one, [...limitsOf.get(one) ?? [], limit]);
        }
        const values = new Map([...limitsOf.keys()].map((one) => [one, known[one]]));
        if (edge >= 0) values.set(edge, value);
        const isRight = ({ around, isRight: right }) => {
            let lines = 0, open = 0;
            for (const one of around) {
                if (values.get(one) === LINE) lines++;
                else if (values.get(one) === OPEN) open++;
            }
            return right(lines, open);
        };
        if (!limits.every(isRight)) return false;
        const open = [...values.keys()].filter((one) => values.get(one) === OPEN);
        let tries = 0;
        const fits = (next) => {
            if (next === open.length || ++tries > TRIES) return true;
            for (const one of [CROSS, LINE]) {
                values.set(open[next], one);
                if (limitsOf.get(open[next]).every(isRight) && fits(next + 1)) return true;
            }
            values.set(open[next], OPEN);
            return false;
        };
        return fits(0);
    }

    /** Describe the contradiction between these facts: {words, from}. */
    function fault(known, places) {
        const beside = places.flatMap((one) => (one < all.length ? [one] : edgesAround(cells[one - all.length], 0)));
        const bad = around(beside, touched).find((clue) => !isPossible(known, [clue]));
        if (bad) {
            const lines = bad.edges.filter((edge) => known[edge] === LINE).length;
            const words = lines > bad.clue ? `would have ${counted(lines, "line")}` : `could not get ${its(bad.clue)}`;
            return { words: `${bad.name} ${words}`, from: [bad.cell] };
        }
        return { words: "the loop could not continue at the marked place", from: [] };
    }

    return { explain, fault };
}

/** Return the words for the lines of a clue. */
function its(clue) {
    return clue === 1 ? "its line" : `its ${NUMBERS[clue]} lines`;
}
