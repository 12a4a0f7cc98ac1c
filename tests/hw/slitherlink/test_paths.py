# amaranth: UnusedElaboratable=no
"""Lines joined into paths, against the model, to the clock; and whatever is joined, no solution is lost."""

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from amaranth.hdl import Module, Signal
from amaranth.sim import Simulator

from rowloom.hw.slitherlink.deducer import paths as paths_module
from rowloom.hw.slitherlink.deducer.paths import Paths
from rowloom.hw.slitherlink.deducer.row_rules import RowState, certain
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.slitherlink.colours import Colour
from support.slitherlink.paths import Paths as Model
from support.slitherlink.paths import certain_lines
from support.slitherlink.rows import COLOURS, Row, begin

SIDES = "north", "east", "south", "west"
ROUND = (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)


def edge(vertex, side):
    row, col = vertex
    return {"north": ((row - 1, col), vertex), "east": (vertex, (row, col + 1)),
            "south": (vertex, (row + 1, col)), "west": ((row, col - 1), vertex)}[side]


def random_inside(rng, rows, cols, *, single):
    """Cells, some of them inside, without crossing lines; with ``single`` round them is one loop."""
    inside = {(rng.randrange(rows), rng.randrange(cols))}
    for _ in range(20 * rows * cols):
        row, col = rng.randrange(rows), rng.randrange(cols)
        after = inside ^ {(row, col)}
        ring = [(row + down, col + right) in inside for down, right in ROUND]
        changes = sum(ring[number] != ring[number - 1] for number in range(8))
        one_piece = changes == 2 and 0 < sum(ring[1::2]) < 4
        crossing = any(
            (corner in after) == ((row, col) in after) != ((row, corner[1]) in after) == ((corner[0], col) in after)
            for corner in ((row + down, col + right) for down, right in ROUND[::2])
        )
        if after and (one_piece if single else not crossing):
            inside = after
    return inside


def lines_round(inside):
    """The lines between those cells and the others."""
    found = Counter(
        line for row, col in inside for line in (
            ((row, col), (row, col + 1)), ((row + 1, col), (row + 1, col + 1)),
            ((row, col), (row + 1, col)), ((row, col + 1), (row + 1, col + 1)))
    )
    return {line for line, count in found.items() if count == 1}


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
    """The unit and its model, which are compared whenever the unit has worked, as long as it is to be ``exact``."""

    def __init__(self, unit, ctx, page):
        self._unit, self._ctx, self._page = unit, ctx, page
        self._model, self._before = Model(), None
        self._all_rows, self._changed = True, []
        self.exact = True
        self.seen = Counter()

    async def _pulse(self, name):
        self._ctx.set(getattr(self._unit, name), 1)
        await self._ctx.tick()
        self._ctx.set(getattr(self._unit, name), 0)

    async def rest(self):
        """Waits until nothing is being done; for how many clocks."""
        clocks = 0
        while self._ctx.get(self._unit.busy):
            await self._ctx.tick()
            clocks += 1
        return clocks

    async def forget(self, height):
        await self.rest()
        self._ctx.set(self._unit.height, height)
        await self._pulse("forget")
        self._model, self._before, self._all_rows, self._changed = Model(), None, True, []
        return await self.rest()

    async def lookahead(self):
        self.seen["busy"] += self._ctx.get(self._unit.busy)
        await self._pulse("lookahead")
        self._before = self._model.copy()

    async def undo(self):
        await self._pulse("undo")
        self._model, self._before, self._changed = self._before, None, []

    async def start(self, state, lined, marked=()):
        """Joins the new lines of those rows: what is left of the state, None for a contradiction; and the work done."""
        unit, ctx = self._unit, self._ctx
        for row in marked:
            ctx.set(unit.marked, row)
            await self._pulse("mark")
        await self.rest()
        at_hand = self._page(state)
        work = await at_hand.work(ctx, unit, lined=sum(1 << row for row in lined))
        verdict = self._model.start(state, range(len(state)) if self._all_rows else {*lined, *marked, *self._changed})
        self._all_rows, self._changed = False, verdict.changed
        contradiction = ctx.get(unit.contradiction)
        if not self.exact:
            return None if contradiction else at_hand.state(), work
        assert contradiction == verdict.contradiction
        assert work.written == [row for (row, _), _ in verdict.edges]
        least, rows = 2 * (len(verdict.lines) + len(verdict.edges)), len(state)
        # The clock of `start` is one of them.
        assert contradiction or least < work.clocks <= least + rows + 11
        for name in ("contradiction", "closed", "changed"):
            self.seen[name] += bool(getattr(verdict, name))
        self.seen["many"] += len(verdict.edges) > 1
        if contradiction:
            return None, work
        assert ctx.get(unit.closed) == verdict.closed
        assert ctx.get(unit.changed) == bool(verdict.changed)
        if verdict.changed:
            assert [ctx.get(unit.changed_first), ctx.get(unit.changed_last)] == [
                verdict.changed[0], verdict.changed[-1]]
        assert [at_hand.read(row) for row in range(len(state))] == [at_hand.word(row) for row in verdict.state]
        return verdict.state, work


async def advance(rng, simulated, before, after):
    """Joins what is new in a state, a few rows more being looked at; what is left, or None for a contradiction."""
    rows = {line[0][0] for line in all_lines(after) - all_lines(before)}
    rows |= {row for row in range(len(after)) if rng.random() < 0.1}
    marked = {row for row in sorted(rows) if rng.random() < 0.3}
    left, _ = await simulated.start(after, rows - marked, marked)
    return left


async def search(rng, simulated, ctx, size, built, *, single, exact_lookaheads=True):
    """More and more of random lines, with lookaheads in between: of some of these lines, or of anything."""
    await simulated.forget(size[0])
    truth = lines_round(random_inside(rng, *size, single=single))
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
    ((6, 8), (6, 8), 4), pytest.param((6, 8), (6, 8), 50, marks=pytest.mark.slow),
    pytest.param((3, 3), (3, 3), 300, marks=pytest.mark.slow),
])
def test_searches(simulate, page, built, size, count, single):
    """Everything as in the model; and of a single loop no line is ever struck out, nor is it called a contradiction."""
    rng = random.Random(0)
    unit = Paths(*built)

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        for _ in range(count):
            await search(rng, simulated, ctx, size, built, single=single)
        if size == (6, 8):
            assert all(simulated.seen[name] for name in ("busy", "contradiction", "closed", "changed", "many"))

    simulate(unit, testbench)


@pytest.mark.parametrize("limit, value", [("_LOG", 4 * 6 + 8), ("_LOOKAHEAD_BITS", 3), ("_EDGES", 2)])
def test_beyond_its_limits_it_is_not_wrong(monkeypatch, simulate, page, limit, value):
    """No solution is lost; and what a lookahead could not join leaves no trace after it."""
    monkeypatch.setattr(paths_module, limit, value)
    rng = random.Random(0)
    unit = Paths(4, 5)

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        simulated.exact = limit != "_EDGES"
        for _ in range(3):
            await search(rng, simulated, ctx, (4, 5), (4, 5), single=True, exact_lookaheads=False)

    simulate(unit, testbench)


def test_a_line_that_is_to_be_struck_out(simulate, page):
    """The lookahead closes a loop in two rows: the upper one is joined first and strikes out the line of the other.

    That must leave no trace: what follows is one loop, and no contradiction.
    """
    notch = {((1, 3), (1, 4)), ((1, 3), (2, 3)), ((2, 3), (3, 3)), ((3, 3), (3, 4))}
    truth = lines_round({(row, col) for row in range(4) for col in range(4)} - {(1, 3), (2, 3)})
    corner = {((0, 0), (0, 1)), ((0, 0), (1, 0))}
    base = settled(begin(4, 4), dict.fromkeys(notch | corner, 1))
    assert set(all_lines(base)) == notch | corner
    lookahead = settled(base, {((1, 4), (2, 4)): 1})
    assert set(all_lines(lookahead)) == notch | corner | {((1, 4), (2, 4)), ((2, 4), (3, 4))}

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        await simulated.forget(4)
        assert (await simulated.start(base, []))[0] == base
        await simulated.lookahead()
        assert (await simulated.start(lookahead, [1, 2]))[0] is None
        await simulated.undo()
        state = settled(base, {((3, 0), (4, 0)): 1})
        state, _ = await simulated.start(state, range(5))
        await simulated.start(settled(state, dict.fromkeys(truth, 1)), range(5))
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
        await simulated.start(base, [])
        await simulated.lookahead()
        left, work = await simulated.start(lookahead, [joined])
        assert work.written == [reached]
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
        left, work = await simulated.start(state, [])
        assert work.written == [1, 1]
        assert [any(shape.east for shape in left[1].vertices[col]) for col in (0, 2, 4)] == [False, False, True]

    simulate(unit, testbench)


@pytest.mark.parametrize("room, lines", [(-1, 0), (0, 9), (13, 9), (14, 11)])
def test_a_full_log(monkeypatch, simulate, page, room, lines):
    """A row is joined if there is room for as many lines as it could have and for those that are being joined: here as
    long as there are no more entries than ``room``. The lookahead's first row has nine lines; seven of them are done
    when it is the turn of the next one, which has two."""
    monkeypatch.setattr(paths_module, "_LOG", 4 * 6 + 4 + room)
    unit = Paths(3, 5)
    base = begin(3, 5)
    state = settled(base, {**ARCHES, ((2, 1), (2, 2)): 1, ((2, 3), (2, 4)): 1})

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        simulated.exact = False
        await simulated.forget(3)
        await simulated.start(base, [])
        await simulated.lookahead()
        await simulated.start(state, [0, 2])
        await simulated.undo()
        assert await simulated.rest() == (2 * lines + 2 if lines else 1)

    simulate(unit, testbench)


def test_more_lookaheads_than_have_a_number(monkeypatch, simulate, page):
    monkeypatch.setattr(paths_module, "_LOOKAHEAD_BITS", 2)
    unit = Paths(2, 5)
    base, state = begin(2, 5), settled(begin(2, 5), ARCHES)

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, page)
        simulated.exact = False
        for _ in range(2):
            await simulated.forget(2)
            await simulated.start(base, [])
            written = []
            for _ in range(4):
                await simulated.lookahead()
                _, work = await simulated.start(state, [0])
                written.append(work.written)
                await simulated.undo()
            assert written == [[1, 1, 1]] * 2 + [[]] * 2

    simulate(unit, testbench)


@pytest.mark.parametrize("rows, cols, height", [(1, 1, 1), (3, 4, 3), (3, 4, 1)])
def test_the_clocks_of_forget(simulate, page, rows, cols, height):
    unit = Paths(rows, cols)

    async def testbench(ctx):
        assert await Simulated(unit, ctx, page).forget(height) == (height + 1) * (cols + 1)

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
        lines = sorted(lines_round(random_inside(rng, rows, cols, single=single)))
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
    """Of 2x2 cells: no contradiction, and no line is struck out."""
    for solution, _ in loops(2, 2):
        truth = lines_round({(row, col) for row in range(2) for col in range(2) if solution[row][col] == "1"})
        for bits in range(1 << len(truth)):
            known = {line: 1 for number, line in enumerate(sorted(truth)) if bits >> number & 1}
            verdict = Model().start(settled(begin(2, 2), known), range(3))
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

    sim = Simulator(m)
    sim.add_testbench(testbench)
    sim.run()


@pytest.mark.parametrize("rows, cols, name", [(0, 3, "rows"), (3, 0, "cols")])
def test_no_empty_grid(rows, cols, name):
    with pytest.raises(ValueError, match=f"^{re.escape(f'Paths needs at least 1 {name}, not 0')}$"):
        Paths(rows, cols)
