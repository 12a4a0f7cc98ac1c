"""Lines joined into paths, against the model; and whatever is joined, no solution is lost."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from amaranth.hdl import Module, Signal

from rowloom.hw.slitherlink.deducer import new_lines, path_ends
from rowloom.hw.slitherlink.deducer import paths as paths_module
from rowloom.hw.slitherlink.deducer.paths import Paths
from rowloom.hw.slitherlink.deducer.row_rules import RowState, certain
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.simulation import pulse, simulate
from support.slitherlink.colours import Colour
from support.slitherlink.paths import Paths as Model
from support.slitherlink.paths import certain_lines, lines_around, random_inside
from support.slitherlink.rows import COLOURS, Row, begin

SIDES = "north", "east", "south", "west"


def edge(vertex, side):
    row, col = vertex
    return {"north": ((row - 1, col), vertex), "east": (vertex, (row, col + 1)),
            "south": (vertex, (row + 1, col)), "west": ((row, col - 1), vertex)}[side]


def shape_of(vertex, lines):
    return Shape(tuple(int(edge(vertex, side) in lines) for side in SIDES))


def blank(rng, rows, cols, built_cols):
    """A grid in a unit for so many columns: nothing is known but the frame. The colours may be any."""
    return [
        Row(row.vertices + (frozenset({Shape.EMPTY}),) * (built_cols - cols),
            tuple(frozenset(rng.choice(COLOURS) for _ in range(2)) for _ in range(built_cols)))
        for row in begin(rows, cols)
    ]


def settled(state, known):
    """What is left of a state if some edges are known to be lines, or not to be, and the vertices at both ends of every
    edge agree; None if a vertex is left without any shape."""
    known = dict(known)
    vertices = {(row, col): possible for row, line in enumerate(state) for col, possible in enumerate(line.vertices)}
    changed = True
    while changed:
        changed = False
        for vertex, possible in vertices.items():
            edges = [edge(vertex, side) for side in SIDES]
            left = frozenset(shape for shape in possible if all(
                known.get(at, line) == line for at, line in zip(edges, shape.value)))
            if not left:
                return None
            for at, values in zip(edges, zip(*(shape.value for shape in left))):
                if at not in known and len(set(values)) == 1:
                    known[at] = values[0]
                    changed = True
            vertices[vertex] = left
    return [replace(line, vertices=tuple(vertices[row, col] for col in range(len(line.vertices))))
            for row, line in enumerate(state)]


def all_lines(state):
    return {line for row, part in enumerate(state) for line in certain_lines(part, row)}


def knowing(rng, state, truth, share):
    """The state, that share of the lines being known, and some shapes that are not the truth's being out of the
    question."""
    def part(vertex, possible):
        wrong = possible - {shape_of(vertex, truth)}
        return possible - {shape for shape in sorted(wrong, key=str) if rng.random() < share / 8}

    thinner = [replace(line, vertices=tuple(part((row, col), possible) for col, possible in enumerate(line.vertices)))
               for row, line in enumerate(state)]
    return settled(thinner, {line: 1 for line in sorted(truth) if rng.random() < share})


def assuming(rng, state):
    """The state, some of its open edges being lines or not at random."""
    unknown = [
        edge((row, col), side) for row, line in enumerate(state) for col, possible in enumerate(line.vertices)
        for side in ("east", "south") if len({getattr(shape, side) for shape in possible}) == 2
    ]
    return settled(state, {at: rng.randrange(2) for at in rng.sample(unknown, min(len(unknown), rng.randrange(1, 3)))})


def possible(state, truth):
    """No vertex has lost the shape that it has in truth; None is a contradiction."""
    return state is not None and all(shape_of((row, col), truth) in shapes
               for row, line in enumerate(state) for col, shapes in enumerate(line.vertices))


class Simulated:
    """The unit and its model, which are compared whenever all lines are joined, as long as it is to be ``exact``."""

    def __init__(self, unit, ctx, page):
        self._unit, self._ctx, self._page = unit, ctx, page
        self._model, self._before = Model(), None
        self.exact = True
        self.seen = Counter()

    async def _pulse(self, name):
        await pulse(self._ctx, getattr(self._unit, name))

    async def forget(self, height):
        self._ctx.set(self._unit.height, height)
        self._ctx.set(self._unit.width, self._unit.signature.members["width"].shape.stop - 1)
        await self._pulse("forget")
        self._model, self._before = Model(), None
        while self._ctx.get(self._unit.busy):
            await self._ctx.tick()

    async def lookahead(self):
        await self._pulse("lookahead")
        self._before = self._model.copy()

    async def undo(self):
        await self._pulse("undo")
        self._model, self._before = self._before, None

    async def sweep(self, state, rows):
        """Joins the new lines of those rows, in this order, and removes edges. Returns what is left of the state, None
        for a contradiction; which rows were written; and which are to be swept again, the first and the last one."""
        unit, ctx = self._unit, self._ctx
        await self._pulse("begin")
        for row in rows:
            ctx.set(unit.swept, {"valid": 1, "row": row, "shapes": state[row].vectors()["shapes"]})
            await ctx.tick()
        ctx.set(unit.swept.valid, 0)
        clocks = 0
        while not ctx.get(unit.settled):
            clocks += 1
            await ctx.tick()
        at_hand, written = self._page(state), []
        if ctx.get(unit.closing) and not ctx.get(unit.contradiction):
            written = (await at_hand.work(ctx, unit, "remove")).written
        contradiction = ctx.get(unit.contradiction)
        again = [ctx.get(unit.changed_first), ctx.get(unit.changed_last)] if ctx.get(unit.changed) else []
        if self.exact:
            verdict = self._model.sweep(state, rows)
            assert contradiction == verdict.contradiction
            # A line takes two clocks at most, and 6 pass before the first one is joined.
            assert clocks <= 6 + 2 * len(verdict.lines)
            for name in ("contradiction", "closed", "changed"):
                self.seen[name] += bool(getattr(verdict, name))
            self.seen["many"] += len(verdict.edges) > 1
            if not contradiction:
                assert written == [row for (row, _), _ in verdict.edges]
                assert ctx.get(unit.closed) == verdict.closed
                assert again == ([verdict.changed[0], verdict.changed[-1]] if verdict.changed else [])
                assert at_hand.state() == verdict.state
        return None if contradiction else at_hand.state(), written, again


async def advance(rng, simulated, before, after):
    """Joins what is new in a state, a few rows more being swept, in any order; what is left, or None for a
    contradiction."""
    rows = {line[0][0] for line in all_lines(after) - all_lines(before)}
    rows |= {row for row in range(len(after)) if rng.random() < 0.1}
    rows = rng.sample(sorted(rows), len(rows))
    left, _, again = await simulated.sweep(after, rows)
    while left and again:
        # By then, a sweep will have told the vertices at the other ends of the edges.
        swept = settled(left, {})
        if swept is None:
            return None
        first, last = again
        rows = {line[0][0] for line in all_lines(swept) - all_lines(left)} | set(range(first, last + 1))
        left, _, again = await simulated.sweep(swept, sorted(rows))
    return left


async def search(rng, simulated, ctx, size, built, *, single, exact_lookaheads=True):
    """More and more of random lines, with lookaheads in between: of some of these lines, or of anything."""
    await simulated.forget(size[0])
    truth = lines_around(random_inside(rng, *size, single=single))
    base = blank(rng, *size, built[1])
    while base is not None and all_lines(base) != truth:
        state = knowing(rng, base, truth, rng.choice((0.05, 0.1, 0.2)))
        base = state and await advance(rng, simulated, base, state)
        assert not single or possible(base, truth)
        for _ in range(rng.randrange(5) if base and all_lines(base) != truth else 0):
            exact, simulated.exact = simulated.exact, exact_lookaheads
            await simulated.lookahead()
            lookahead, right = base, (single and rng.random() < 0.3) or not exact_lookaheads
            for _ in range(rng.randrange(4)):
                state = knowing(rng, lookahead, truth, 0.05) if right else assuming(rng, lookahead)
                lookahead = state and await advance(rng, simulated, lookahead, state)
                assert not right or possible(lookahead, truth)
                if lookahead is None:
                    break
            await simulated.undo()
            simulated.exact = exact
            for _ in range(rng.choice((0, 0, 1, 5))):
                await ctx.tick()


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("built, size, count", [
    ((1, 1), (1, 1), 4), ((1, 6), (1, 6), 4), ((6, 1), (6, 1), 4), ((3, 3), (3, 3), 8), ((9, 5), (4, 3), 6),
    ((6, 8), (6, 8), 6), pytest.param((6, 8), (6, 8), 50, marks=pytest.mark.slow),
    pytest.param((3, 3), (3, 3), 300, marks=pytest.mark.slow),
])
def test_searches(simulate, page, built, size, count, single):
    """Everything as in the model; and of a single loop no line is ever removed, nor is it called a contradiction."""
    rng = random.Random(0)
    unit = Paths(*built)

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        for _ in range(count):
            await search(rng, simulated, ctx, size, built, single=single)
        if size == (6, 8):
            assert set(+simulated.seen) == {"contradiction", "closed", "changed", "many"}

    simulate(unit, testbench)


@pytest.mark.parametrize("module, limit, value", [
    (path_ends, "_LOOKAHEAD_BITS", 3), (paths_module, "_EDGES", 2), (new_lines, "_QUEUE", 2)])
def test_beyond_its_limits_it_is_not_wrong(monkeypatch, simulate, page, module, limit, value):
    """No solution is lost; and what a lookahead could not join leaves no trace after it."""
    monkeypatch.setattr(module, limit, value)
    rng = random.Random(0)
    unit = Paths(4, 5)

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        simulated.exact = limit == "_LOOKAHEAD_BITS"
        for _ in range(3):
            await search(rng, simulated, ctx, (4, 5), (4, 5), single=True, exact_lookaheads=False)

    simulate(unit, testbench)


def test_a_line_that_is_to_be_removed(simulate, page):
    """The lookahead closes a loop in two rows: the upper one is joined first and removes the line of the other.

    That must leave no trace: what follows is one loop, and no contradiction.
    """
    notch = {((1, 3), (1, 4)), ((1, 3), (2, 3)), ((2, 3), (3, 3)), ((3, 3), (3, 4))}
    truth = lines_around({(row, col) for row in range(4) for col in range(4)} - {(1, 3), (2, 3)})
    corner = {((0, 0), (0, 1)), ((0, 0), (1, 0))}
    base = settled(begin(4, 4), dict.fromkeys(notch | corner, 1))
    assert set(all_lines(base)) == notch | corner
    lookahead = settled(base, {((1, 4), (2, 4)): 1})
    assert set(all_lines(lookahead)) == notch | corner | {((1, 4), (2, 4)), ((2, 4), (3, 4))}

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        await simulated.forget(4)
        assert (await simulated.sweep(base, range(5)))[0] == base
        await simulated.lookahead()
        assert (await simulated.sweep(lookahead, [1, 2]))[0] is None
        await simulated.undo()
        state = settled(base, {((3, 0), (4, 0)): 1})
        state, _, _ = await simulated.sweep(state, range(5))
        await simulated.sweep(settled(state, dict.fromkeys(truth, 1)), range(5))
        assert ctx.get(unit.closed)

    unit = Paths(4, 4)
    simulate(unit, testbench)


ARCHES = {line: 1 for col in (0, 2, 4) for line in (
    ((0, col), (0, col + 1)), ((0, col), (1, col)), ((0, col + 1), (1, col + 1)))}
"""Three paths of three lines each in a grid of 5 columns; the fourth line of each would close a loop."""


@pytest.mark.parametrize("joined, reached", [(1, 5), (5, 1), (3, 1)])
def test_far_from_what_the_lookahead_has_written(simulate, page, joined, reached):
    """Two columns are joined in one row, the only one that the lookahead has written; the edge is in another one."""
    columns = {((row, col), (row + 1, col)): 1 for row in range(*sorted((joined, reached))) for col in (1, 2)}
    base = settled(begin(6, 5), {**columns, ((0, 4), (0, 5)): 1})
    bar = (joined, 1), (joined, 2)
    lookahead = [*base[:joined], settled(base, {bar: 1})[joined], *base[joined + 1:]]

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        await simulated.forget(6)
        await simulated.sweep(base, range(7))
        await simulated.lookahead()
        left, written, again = await simulated.sweep(lookahead, [joined])
        assert written == [reached] and again == [reached, reached]
        assert not any(shape.east for shape in left[reached].vertices[1])

    unit = Paths(6, 5)
    simulate(unit, testbench)


def test_too_many_edges(monkeypatch, simulate, page):
    monkeypatch.setattr(paths_module, "_EDGES", 2)
    unit = Paths(2, 5)
    state = settled(begin(2, 5), ARCHES)

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        simulated.exact = False
        await simulated.forget(2)
        left, written, _ = await simulated.sweep(state, range(3))
        assert written == [1, 1]
        assert [any(shape.east for shape in left[1].vertices[col]) for col in (0, 2, 4)] == [False, False, True]

    simulate(unit, testbench)


def test_rows_without_room_are_swept_again(monkeypatch, simulate, page):
    monkeypatch.setattr(new_lines, "_QUEUE", 2)
    unit = Paths(4, 5)
    state = settled(begin(4, 5), {((row, col), (row, col + 1)): 1 for row in range(5) for col in (1, 2)})

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        simulated.exact = False
        await simulated.forget(4)
        for rows, dropped in (range(5), [2, 4]), ([2, 4], []), (range(5), []):
            _, _, again = await simulated.sweep(state, rows)
            assert again == dropped

    simulate(unit, testbench)


def components(lines):
    """Lines that hang together: each as its lines, and the vertices in which only one of them ends."""
    found = []
    for line in lines:
        touching = [part for part in found if any(set(line) & set(other) for other in part[0])]
        found = [part for part in found if part not in touching]
        ends = set(line)
        for part in touching:
            ends ^= part[1]
        found.append(([line, *(other for part in touching for other in part[0])], ends))
    return found


@pytest.mark.parametrize("rows, cols, single", [(2, 2, True), (4, 5, True), (5, 5, False), (6, 8, False)])
def test_the_model_joins(rows, cols, single):
    """Lines in any order: the table tells the ends, and an edge that would make a loop of the path."""
    rng = random.Random(0)
    for _ in range(50):
        lines = sorted(lines_around(random_inside(rng, rows, cols, single=single)))
        model = Model()
        for number, line in enumerate(rng.sample(lines, len(lines))):
            joined = model.join(line)
            parts = components(model.lines)
            paths = [sorted(ends) for _, ends in parts if ends]
            assert len(model.lines) == number + 1
            assert model.count == len(paths)
            assert all(model.other_end[one] == other and model.other_end[other] == one for one, other in paths)
            assert model.loop == (len(paths) < len(parts))
            assert model.contradiction == (model.loop and len(parts) > 1)
            (here,) = [part for part in parts if line in part[0]]
            assert joined.closed == (not here[1])
            (row, col), (end_row, end_col) = sorted(here[1]) or ((0, 0), (0, 0))
            neighbours = (end_row - row, end_col - col) in ((0, 1), (1, 0))
            expected = neighbours and len(here[0]) > 1
            assert joined.closing == (((row, col), (end_row, end_col)) if expected else None)


def test_the_model_and_every_part_of_every_loop(loops):
    """Of 2x2 cells: no contradiction, and no line is removed."""
    for solution, _ in loops(2, 2):
        truth = lines_around({(row, col) for row in range(2) for col in range(2) if solution[row][col] == "1"})
        for bits in range(1 << len(truth)):
            known = {line: 1 for number, line in enumerate(sorted(truth)) if bits >> number & 1}
            verdict = Model().sweep(settled(begin(2, 2), known), range(3))
            assert not verdict.contradiction
            assert possible(verdict.state, truth)
            assert verdict.closed == (all_lines(verdict.state) >= truth)


@pytest.mark.parametrize("side", SIDES)
def test_certain(side):
    """Every set of shapes, each in a column of its own; where no shape is left, all of them agree."""
    sets = [frozenset(shapes) for size in range(8) for shapes in combinations(Shape, size)]
    m, state, out = Module(), Signal(RowState(len(sets) - 1)), Signal(len(sets))
    m.d.comb += out.eq(certain(state.shapes, side))
    row = Row(tuple(sets), (frozenset({Colour.INSIDE}),) * (len(sets) - 1))

    async def testbench(ctx):
        ctx.set(state, row.vectors())
        assert [ctx.get(out) >> col & 1 for col in range(len(sets))] == [
            all(getattr(shape, side) for shape in shapes) for shapes in sets]

    simulate(m, testbench)
