"""Lines are joined into paths, which are compared with the model. No solution is lost, whatever lines are joined."""

import random
from collections import Counter
from functools import partial

import pytest

from rowloom.hw.slitherlink.deducer import path_ends
from rowloom.hw.slitherlink.deducer import paths as paths_module
from rowloom.hw.slitherlink.deducer.paths import Paths
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.simulation import drive, pulse, set_inputs, until_idle
from support.slitherlink.paths import PathsModel, certain_lines, lines_around, random_inside
from support.slitherlink.rows import COLOURS, GridPage, GridRow, begin

SIDES = "north", "east", "south", "west"


def edges_of(row, col):
    """Return the edges of a vertex, in the order of :data:`SIDES`."""
    return [((row - 1, col), (row, col)), ((row, col), (row, col + 1)),
            ((row, col), (row + 1, col)), ((row, col - 1), (row, col))]


def shape_of(vertex, lines):
    return Shape(tuple(int(edge in lines) for edge in edges_of(*vertex)))


def vertices_of(state):
    return {(row, col): shapes for row, line in enumerate(state) for col, shapes in enumerate(line.vertices)}


def with_vertices(state, vertices):
    return [GridRow(tuple(vertices[row, col] for col in range(len(line.vertices))), line.cells)
            for row, line in enumerate(state)]


def settled(state, known):
    """Return the state in which the edges in ``known`` are lines (1) or no lines (0), and the vertices at the two ends
    of every edge agree about the edge. Return None if a vertex has no shape left."""
    known, vertices, changed = dict(known), vertices_of(state), True
    while changed:
        changed = False
        for vertex, shapes in vertices.items():
            edges = edges_of(*vertex)
            left = frozenset(shape for shape in shapes if all(
                known.get(edge, line) == line for edge, line in zip(edges, shape.value)))
            if not left:
                return None
            for edge, values in zip(edges, zip(*(shape.value for shape in left))):
                if edge not in known and len(set(values)) == 1:
                    known[edge] = values[0]
                    changed = True
            vertices[vertex] = left
    return with_vertices(state, vertices)


def all_lines(state):
    return {line for row, part in enumerate(state) for line in certain_lines(part, row)}


def knowing(rng, state, truth, share):
    """Return the state after a share of the lines has been decided, and after some wrong shapes have been excluded."""
    thinner = {}
    for vertex, shapes in vertices_of(state).items():
        wrong = sorted(shapes - {shape_of(vertex, truth)}, key=str)
        thinner[vertex] = shapes - {shape for shape in wrong if rng.random() < share / 8}
    return settled(with_vertices(state, thinner), {line: 1 for line in sorted(truth) if rng.random() < share})


def assuming(rng, state):
    """Return the state after one or two open edges have been decided at random."""
    unknown = [
        edge for vertex, shapes in vertices_of(state).items() for number, edge in enumerate(edges_of(*vertex))
        if number in (1, 2) and len({shape.value[number] for shape in shapes}) == 2]
    return settled(state, {at: rng.randrange(2) for at in rng.sample(unknown, min(len(unknown), rng.randrange(1, 3)))})


def possible(state, truth):
    """Return whether every vertex may still have its true shape. Return False for None, which is a contradiction."""
    return state is not None and all(shape_of(vertex, truth) in shapes for vertex, shapes in vertices_of(state).items())


class SimulatedPaths:
    """The unit and its model. If ``exact`` is set, they are compared after each sweep."""

    def __init__(self, ctx, unit, exact=True):
        self.ctx, self._unit, self.exact, self.seen = ctx, unit, exact, Counter()

    async def forget(self, height):
        width = self._unit.signature.members["width"].shape.stop - 1
        set_inputs(self.ctx, self._unit, height=height, width=width)
        await pulse(self.ctx, self._unit.forget)
        self._model = PathsModel()
        assert await until_idle(self.ctx, self._unit.busy) == (height + 1) * (width // 2 + 1)

    async def lookahead(self):
        await pulse(self.ctx, self._unit.lookahead)
        self._before = self._model.copy()

    async def undo(self):
        await pulse(self.ctx, self._unit.undo)
        self._model = self._before

    async def send(self, state, rows):
        """Begin a sweep of these rows."""
        await pulse(self.ctx, self._unit.begin)
        for row in rows:
            self.ctx.set(self._unit.swept, {"valid": 1, "row": row, "shapes": state[row].vectors()["shapes"]})
            await self.ctx.tick()
        self.ctx.set(self._unit.swept.valid, 0)

    async def sweep(self, state, rows):
        """Join the new lines of these rows, in this order, and remove edges.

        Return the state, or None for a contradiction; the rows that were written; and the first and the last row to
        sweep again.
        """
        unit, ctx = self._unit, self.ctx
        await self.send(state, rows)
        clocks = 0
        while not ctx.get(unit.settled):
            clocks += 1
            await ctx.tick()
        page, written = GridPage(state), []
        if ctx.get(unit.closing) and not ctx.get(unit.contradiction):
            work = await page.work(ctx, unit, "remove", restarts=False)
            written = work.written
            # The last edge may cost one more clock than the others.
            assert work.clocks - 2 - 2 * len(written) in (0, 1)
        contradiction = ctx.get(unit.contradiction)
        again = [ctx.get(unit.changed_first), ctx.get(unit.changed_last)] if ctx.get(unit.changed) else []
        if self.exact:
            verdict = self._model.sweep(state, rows)
            assert contradiction == verdict.contradiction
            # While one row's lines are joined, the next rows may already arrive.
            least = 5 + verdict.clocks if verdict.clocks else 2 if rows else 0
            assert clocks == least if len(rows) < 2 else clocks <= max(least, 2)
            for name in ("contradiction", "closed", "changed"):
                self.seen[name] += bool(getattr(verdict, name))
            self.seen["many"] += len(verdict.edges) > 1
            if not contradiction:
                assert written == [row for (row, _), _ in verdict.edges]
                assert ctx.get(unit.closed) == verdict.closed
                assert again == ([verdict.changed[0], verdict.changed[-1]] if verdict.changed else [])
                assert page.state() == verdict.state
        return None if contradiction else page.state(), written, again


async def advance(rng, simulated, before, after):
    """Sweep the rows with new lines, and some other rows, in any order. Return the state, or None for a
    contradiction."""
    rows = {line[0][0] for line in all_lines(after) - all_lines(before)}
    rows |= {row for row in range(len(after)) if rng.random() < 0.1}
    left, _, again = await simulated.sweep(after, rng.sample(sorted(rows), len(rows)))
    while left and again:
        # Paths removes an edge only from the shapes of the vertex at one end. In the deducer, the next sweep applies
        # the row rules, which update the vertex at the other end. In this test, ``settled`` does this.
        swept = settled(left, {})
        if swept is None:
            return None
        rows = {line[0][0] for line in all_lines(swept) - all_lines(left)} | set(range(again[0], again[1] + 1))
        left, _, again = await simulated.sweep(swept, sorted(rows))
    return left


async def search(rng, simulated, size, built, *, single, exact_lookaheads=True):
    """Step by step, add random lines of a solution, with lookaheads in between. A lookahead adds lines of the solution,
    or arbitrary lines."""
    await simulated.forget(size[0])
    truth = lines_around(random_inside(rng, *size, single=single))
    base = [
        GridRow(row.vertices + (frozenset({Shape.EMPTY}),) * (built[1] - size[1]),
            tuple(frozenset(rng.choice(COLOURS) for _ in range(2)) for _ in range(built[1])))
        for row in begin(*size)]
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
            else:
                if rng.random() < 0.5:
                    # The lookahead is undone while lines are joined.
                    await simulated.send(assuming(rng, lookahead) or lookahead, range(size[0] + 1))
                    await simulated.ctx.tick().repeat(rng.randrange(1, 9))
            await simulated.undo()
            simulated.exact = exact
            for _ in range(rng.choice((0, 0, 1, 5))):
                await simulated.ctx.tick()


@pytest.mark.parametrize("built, size, count", [
    ((1, 1), (1, 1), 4), ((1, 6), (1, 6), 4), ((6, 1), (6, 1), 4), ((3, 3), (3, 3), 3), ((9, 5), (4, 3), 2),
    ((6, 8), (6, 8), 2), pytest.param((6, 8), (6, 8), 50, marks=pytest.mark.slow),
    pytest.param((3, 3), (3, 3), 300, marks=pytest.mark.slow),
])
def test_searches(built, size, count):
    """If the lines are a single loop, no line is ever removed, and there is no contradiction."""
    rng = random.Random(0)

    async def testbench(simulated):
        for number in range(2 * count):
            await search(rng, simulated, size, built, single=number % 2 == 0)
        if count == 50:
            assert set(+simulated.seen) == {"contradiction", "closed", "changed", "many"}

    drive(Paths(*built), SimulatedPaths, testbench)


@pytest.mark.parametrize("module, limit, value", [
    (path_ends, "_LOOKAHEAD_BITS", 3), (paths_module, "_EDGES", 2), (paths_module, "_QUEUE", 2)])
def test_beyond_its_limits_it_is_not_wrong(monkeypatch, module, limit, value):
    """No solution is lost, and a lookahead whose lines did not all fit into the unit's memories leaves no trace."""
    monkeypatch.setattr(module, limit, value)
    rng = random.Random(0)

    async def testbench(simulated):
        for _ in range(2):
            await search(rng, simulated, (4, 5), (4, 5), single=True, exact_lookaheads=False)

    drive(Paths(4, 5), partial(SimulatedPaths, exact=limit == "_LOOKAHEAD_BITS"), testbench)


def run(rows, cols, testbench, exact=True):
    """Run ``testbench(simulated)`` in the simulator; return the final value of the unit's output ``closed``."""
    unit, closed = Paths(rows, cols), []

    async def process(simulated):
        await simulated.forget(rows)
        await testbench(simulated)
        closed.append(simulated.ctx.get(unit.closed))

    drive(unit, partial(SimulatedPaths, exact=exact), process)
    return closed[0]


def test_a_line_that_would_be_removed():
    """In a lookahead, there are new lines in two rows, which close a loop. The unit joins the lines of the upper row
    first. Then it finds that the next line would close a loop, so this edge must be removed; but the edge is already a
    line in the lower row.

    The lookahead leaves no trace: after it, a single loop is found, and there is no contradiction.
    """
    notch = {((1, 3), (1, 4)), ((1, 3), (2, 3)), ((2, 3), (3, 3)), ((3, 3), (3, 4))}
    truth = lines_around({(row, col) for row in range(4) for col in range(4)} - {(1, 3), (2, 3)})
    corner = {((0, 0), (0, 1)), ((0, 0), (1, 0))}
    base = settled(begin(4, 4), dict.fromkeys(notch | corner, 1))
    assert all_lines(base) == notch | corner
    lookahead = settled(base, {((1, 4), (2, 4)): 1})
    assert all_lines(lookahead) == notch | corner | {((1, 4), (2, 4)), ((2, 4), (3, 4))}

    async def testbench(simulated):
        assert (await simulated.sweep(base, range(5)))[0] == base
        for rows in [1], [1, 2]:
            await simulated.lookahead()
            assert (await simulated.sweep(lookahead, rows))[0] is None
            await simulated.undo()
        state, _, _ = await simulated.sweep(settled(base, {((3, 0), (4, 0)): 1}), range(5))
        await simulated.sweep(settled(state, dict.fromkeys(truth, 1)), range(5))

    assert run(4, 4, testbench)


@pytest.mark.parametrize("joined, reached", [(1, 5), (5, 1), (3, 1)])
def test_edges_far_from_the_rows_of_a_lookahead(joined, reached):
    """The lookahead sweeps a single row, in which it joins the lines of two columns. The edge that it removes lies in
    another row."""
    columns = {((row, col), (row + 1, col)): 1 for row in range(*sorted((joined, reached))) for col in (1, 2)}
    base = settled(begin(6, 5), {**columns, ((0, 4), (0, 5)): 1})
    bar = (joined, 1), (joined, 2)
    lookahead = [*base[:joined], settled(base, {bar: 1})[joined], *base[joined + 1:]]

    async def testbench(simulated):
        await simulated.sweep(base, range(7))
        await simulated.lookahead()
        left, written, again = await simulated.sweep(lookahead, [joined])
        assert written == [reached] and again == [reached, reached]
        assert not any(shape.east for shape in left[reached].vertices[1])

    run(6, 5, testbench)


def test_too_many_edges(monkeypatch):
    """There are three paths of three lines each. For each path, a fourth line would close it into a loop."""
    monkeypatch.setattr(paths_module, "_EDGES", 2)
    state = settled(begin(2, 5), {line: 1 for col in (0, 2, 4) for line in (
        ((0, col), (0, col + 1)), ((0, col), (1, col)), ((0, col + 1), (1, col + 1)))})

    async def testbench(simulated):
        left, written, _ = await simulated.sweep(state, range(3))
        assert written == [1, 1]
        assert [any(shape.east for shape in left[1].vertices[col]) for col in (0, 2, 4)] == [False, False, True]

    run(2, 5, testbench, exact=False)


def test_dropped_rows_are_swept_again(monkeypatch):
    """In the end, all lines of a loop are joined, even if an earlier sweep has already joined some of the lines. The
    second puzzle must not depend on the first."""
    monkeypatch.setattr(paths_module, "_QUEUE", 2)
    loop = sorted(lines_around({(row, col) for row in range(4) for col in range(5)}), key=lambda line: line[0][1])
    states = [settled(begin(4, 5), dict.fromkeys(lines, 1)) for lines in (loop[:8], loop)]

    async def testbench(simulated):
        for _ in range(2):
            await simulated.forget(4)
            sweeps = 0
            for state in states:
                again = [0, 4]
                while again:
                    _, _, again = await simulated.sweep(state, range(again[0], again[1] + 1))
                    sweeps += 1
            assert sweeps > 3

    assert run(4, 5, testbench, exact=False)


def test_lines_wait_while_forgetting():
    """The unit joins new lines when it has forgotten all old lines."""
    loops = [settled(begin(2, 3), dict.fromkeys(lines_around(inside), 1)) for inside in (
        {(0, 0), (0, 1), (1, 0)}, {(row, col) for row in range(2) for col in range(3)})]

    async def testbench(simulated):
        for loop in loops:
            await pulse(simulated.ctx, simulated._unit.forget)
            await simulated.sweep(loop, range(3))
            assert simulated.ctx.get(simulated._unit.closed)

    run(2, 3, testbench, exact=False)
