"""What is worth a lookahead against a model, to the clock; and rounds written out."""

import random

import pytest

from rowloom.hw.slitherlink.deducer.deducer import KINDS, SlitherlinkCandidates
from support.slitherlink.candidates import Candidates as Model


class Simulated:
    """The unit with rows to read and the model beside it. Whatever it must not depend on is noise.

    Parameters
    ----------
    built : (int, int)
        The largest grid.
    """

    def __init__(self, rng, unit, ctx, built):
        self._rng, self._unit, self._ctx = rng, unit, ctx
        self._rows, self._cols = built

    async def _tick(self, **inputs):
        """A clock. Rows are only read while a candidate is sought."""
        unit, ctx = self._unit, self._ctx
        for name in ("begin", "look", "progress", "seek"):
            ctx.set(getattr(unit, name), inputs.get(name, 0))
        known, free, open_edges = (self._rng.getrandbits(self._cols) for _ in range(3))
        if inputs.get("seek"):
            row, clue_row = ctx.get(unit.row), ctx.get(unit.clue_row)
            if row <= self._height:
                known = ~self._vector(self._model.undecided, row) & ((1 << self._cols) - 1)
                # Edges beyond the puzzle's cells do not count.
                most = max(self._width - 1, 0)
                open_edges = open_edges >> most << most | self._vector(self._model.open, row) & ((1 << most) - 1)
            if clue_row < self._height:
                # Cells beyond the puzzle are decided: it does not matter whether they have clues.
                free = free >> self._width << self._width | self._vector(self._free, clue_row)
        await ctx.tick()
        ctx.set(unit.seen, {"known": known, "open": open_edges})
        ctx.set(unit.clues.free, free)

    @staticmethod
    def _vector(cells, row):
        return sum(1 << col for at, col in cells if at == row)

    async def begin(self, size, clues, undecided, open_edges=()):
        """A puzzle of which so much is known."""
        self._height, self._width = size
        cells = {(row, col) for row in range(self._height) for col in range(self._width)}
        self._free = cells - set(clues)
        self._model = Model(*size, clues)
        self._model.look(undecided, open_edges)
        self._ctx.set(self._unit.height, self._height)
        await self._tick(begin=1)

    async def news(self, undecided=None, open_edges=(), *, progress=False):
        """More or less is known now, if told so; or there is progress."""
        if undecided is not None:
            self._model.look(undecided, open_edges)
        if progress:
            self._model.progress()
        await self._tick(look=undecided is not None, progress=progress)

    async def rest(self, clocks):
        for _ in range(clocks):
            await self._tick()

    async def give_up(self, clocks):
        """Seeks one for some clocks, whether it is found or not. Only another beginning may follow."""
        for _ in range(clocks):
            await self._tick(seek=1)

    async def seek(self):
        """The next candidate, an edge as its left cell and a mark; None if there is none."""
        unit, ctx = self._unit, self._ctx
        expected, clocks = self._model.seek()
        for _ in range(clocks):
            ctx.set(unit.seek, 1)
            assert not ctx.get(unit.found) and not ctx.get(unit.exhausted)
            await self._tick(seek=1)
        ctx.set(unit.seek, 1)
        assert (ctx.get(unit.found), ctx.get(unit.exhausted)) == (expected is not None, expected is None)
        if expected is not None:
            (row, col), edge = expected
            found = ctx.get(unit.candidate)
            assert (found.row, found.column, found.kind >> KINDS.index("edge")) == (row, 1 << col, edge)
            assert found.kind.bit_count() == 1
            assert (found.single, found.value) == (0, not edge)
        await self._tick(seek=1)
        return expected and (expected[0] if not expected[1] else (*expected[0], "|"))

    async def all(self):
        """All candidates up to the end."""
        found = []
        while (candidate := await self.seek()) is not None:
            found.append(candidate)
        return found


@pytest.fixture
def run(simulate):
    """Simulates a unit for a grid that is so large; a testbench gets a source of chance and the unit."""
    def start(built, testbench):
        rng, unit = random.Random(0), SlitherlinkCandidates(*built)

        async def simulated(ctx):
            await testbench(rng, Simulated(rng, unit, ctx, built))

        simulate(unit, simulated)

    return start


def some(rng, size):
    """Some cells of a grid, in any density."""
    share = rng.choice((0, 0.1, 0.3, 0.6, 0.9, 1))
    return {(row, col) for row in range(size[0]) for col in range(size[1]) if rng.random() < share}


@pytest.mark.parametrize("built, count", [
    ((1, 1), 40), ((1, 36), 40), ((64, 1), 10), ((2, 2), 100), ((5, 4), 80), ((6, 36), 20),
])
def test_random_use(run, built, count):
    """Puzzles of any size that fits, one after the other; some are given up while one is being sought."""
    async def testbench(rng, unit):
        for _ in range(count):
            size = tuple(rng.choice((rng.randint(1, most), most)) for most in built)
            await unit.begin(size, some(rng, size), some(rng, size), some(rng, size))
            for _ in range(rng.randrange(60)):
                what = rng.choices(("seek", "rest", "look", "progress", "both"), (20, 3, 1, 1, 1))[0]
                if what == "seek":
                    await unit.seek()
                elif what == "rest":
                    await unit.rest(rng.randrange(4))
                else:
                    await unit.news(
                        some(rng, size) if what != "progress" else None, some(rng, size), progress=what != "look")
            if rng.random() < 0.3:
                await unit.give_up(rng.randrange(10))
                await unit.rest(3)

    run(built, testbench)


def puzzle(*lines):
    """Its size, the cells with a clue (those that are digits, ``c`` or ``o``), the undecided ones (``c``, ``o``,
    ``?``), and those with an open edge to the right (``o``)."""
    cells = {(row, col): mark for row, line in enumerate(lines) for col, mark in enumerate(line)}
    marked = ({cell for cell, mark in cells.items() if mark in marks} for marks in ("0123co", "co?", "o"))
    return (len(lines), len(lines[0])), *marked


FIRST = puzzle(
    "?oc",
    "???",
    "oo.",
    "?3?",
)
ROUND = [(0, 1), (0, 2), (2, 0), (2, 1), (0, 0), (1, 0), (1, 2), (3, 0), (3, 2), (0, 1, "|"), (2, 0, "|")]
"""Candidates of :data:`FIRST` in turn: cells with a clue first, and none in the middle of undecided ones; then those
without one; then edges."""


@pytest.mark.parametrize("built", [(4, 3), (7, 5)])
def test_one_round(run, built):
    """Each once; after the last one there is none, whatever is known meanwhile, until there is progress."""
    async def testbench(rng, unit):
        await unit.begin(*FIRST)
        assert await unit.all() == ROUND
        await unit.news(*FIRST[2:])
        assert await unit.seek() is None
        await unit.news(progress=True)
        assert await unit.all() == ROUND

    run(built, testbench)


@pytest.mark.parametrize("number", range(len(ROUND)))
def test_round_after_progress(run, number):
    """It begins after the one that brought progress, and ends with all of the same row that are of the same kind."""
    def visit(one):
        return one[0], one in FIRST[1], len(one)

    row = [one for one in ROUND if visit(one) == visit(ROUND[number])]

    async def testbench(rng, unit):
        await unit.begin(*FIRST)
        for expected in ROUND[:number + 1]:
            assert await unit.seek() == expected
        await unit.news(*FIRST[2:], progress=True)
        assert await unit.all() == ROUND[number + 1:] + ROUND[:ROUND.index(row[-1]) + 1]

    run((4, 3), testbench)


def test_what_has_become_known(run):
    """Cells that are decided by now are passed over, and their neighbours come into question."""
    async def testbench(rng, unit):
        size, clues, undecided, open_edges = FIRST
        await unit.begin(size, clues, undecided, open_edges)
        assert await unit.seek() == (0, 1)
        await unit.news(undecided - {(0, 1), (2, 1)}, open_edges, progress=True)
        assert await unit.all() == [
            (0, 2), (2, 0), (0, 0), (1, 0), (1, 1), (1, 2), (3, 0), (3, 2), (0, 2)]

    run((4, 3), testbench)


@pytest.mark.parametrize("lines, clocks", [
    (("c",), 4), ((".", "c"), 4 + 2), ((".", ".", "."), 3 * (4 + 2 + 2) + 2),
    (("?",), 4 + 5), ((".", "?"), 4 + 2 + 5 + 2), (("ccc", "oc?", "ccc", "c?c", "ccc"), 4),
])
def test_latency(simulate, lines, clocks):
    """Of the first one, or of knowing that there is none: 4 clocks to look, 2 for each row, 5 for the first again."""
    size, *marked = puzzle(*lines)
    unit, model = SlitherlinkCandidates(*size), Model(*size, marked[0])
    model.look(*marked[1:])
    assert model.seek()[1] == clocks

    async def testbench(ctx):
        simulated = Simulated(random.Random(0), unit, ctx, size)
        await simulated.begin(size, *marked)
        await simulated.seek()

    simulate(unit, testbench)
