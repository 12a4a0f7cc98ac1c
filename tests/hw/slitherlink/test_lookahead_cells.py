# amaranth: UnusedElaboratable=no
"""The cells worth a lookahead against a model, to the clock; and rounds written out."""

import random
import re

import pytest

from rowloom.hw.slitherlink.deducer.lookahead_cells import LookaheadCells
from support.slitherlink.lookahead_cells import LookaheadCells as Model


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
        """A clock. Rows are only read while a cell is sought."""
        unit, ctx = self._unit, self._ctx
        for name in ("begin", "look", "progress", "seek"):
            ctx.set(getattr(unit, name), inputs.get(name, 0))
        known, free = (self._rng.getrandbits(self._cols) for _ in range(2))
        if inputs.get("seek"):
            row, clue_row = ctx.get(unit.row), ctx.get(unit.clue_row)
            if row <= self._height:
                known = ~self._vector(self._model.undecided, row) & ((1 << self._cols) - 1)
            if clue_row < self._height:
                # Cells beyond the puzzle are decided: it does not matter whether they have clues.
                free = free >> self._width << self._width | self._vector(self._free, clue_row)
        await ctx.tick()
        ctx.set(unit.known, known)
        ctx.set(unit.free, free)

    @staticmethod
    def _vector(cells, row):
        return sum(1 << col for at, col in cells if at == row)

    async def begin(self, size, clues, undecided):
        """A puzzle of which so much is known."""
        self._height, self._width = size
        cells = {(row, col) for row in range(self._height) for col in range(self._width)}
        self._free = cells - set(clues)
        self._model = Model(*size, clues)
        self._model.look(undecided)
        self._ctx.set(self._unit.height, self._height)
        await self._tick(begin=1)

    async def news(self, undecided=None, *, progress=False):
        """More or less is known now, if told so; or there is progress."""
        if undecided is not None:
            self._model.look(undecided)
        if progress:
            self._model.progress()
        await self._tick(look=undecided is not None, progress=progress)

    async def rest(self, clocks):
        for _ in range(clocks):
            await self._tick()

    async def give_up(self, clocks):
        """Seeks a cell for some clocks, whether it is found or not. Only another beginning may follow."""
        for _ in range(clocks):
            await self._tick(seek=1)

    async def seek(self):
        """The next cell, None if there is none."""
        unit, ctx = self._unit, self._ctx
        expected, clocks = self._model.seek()
        for _ in range(clocks):
            ctx.set(unit.seek, 1)
            assert not ctx.get(unit.found) and not ctx.get(unit.exhausted)
            await self._tick(seek=1)
        ctx.set(unit.seek, 1)
        assert (ctx.get(unit.found), ctx.get(unit.exhausted)) == (expected is not None, expected is None)
        if expected is not None:
            row, col = expected
            assert (ctx.get(unit.cell.row), ctx.get(unit.cell.column)) == (row, 1 << col)
        await self._tick(seek=1)
        if self._model.branch is not None:
            assert (ctx.get(unit.branch.row), ctx.get(unit.branch.col)) == self._model.branch
        return expected

    async def all(self):
        """All cells up to the end."""
        found = []
        while (cell := await self.seek()) is not None:
            found.append(cell)
        return found


@pytest.fixture
def run(simulate):
    """Simulates a unit for a grid that is so large; a testbench gets a source of chance and the unit."""
    def start(built, testbench):
        rng, unit = random.Random(0), LookaheadCells(*built)

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
    """Puzzles of any size that fits, one after the other; some are given up while a cell is being sought."""
    async def testbench(rng, unit):
        for _ in range(count):
            size = tuple(rng.choice((rng.randint(1, most), most)) for most in built)
            await unit.begin(size, some(rng, size), some(rng, size))
            for _ in range(rng.randrange(60)):
                what = rng.choices(("seek", "rest", "look", "progress", "both"), (20, 3, 1, 1, 1))[0]
                if what == "seek":
                    await unit.seek()
                elif what == "rest":
                    await unit.rest(rng.randrange(4))
                else:
                    await unit.news(some(rng, size) if what != "progress" else None, progress=what != "look")
            if rng.random() < 0.3:
                await unit.give_up(rng.randrange(10))
                await unit.rest(3)

    run(built, testbench)


def puzzle(*lines):
    """Its size, the cells with a clue (those that are digits or ``c``), and the undecided ones (``c``, ``?``)."""
    cells = {(row, col): mark for row, line in enumerate(lines) for col, mark in enumerate(line)}
    clues = {cell for cell, mark in cells.items() if mark in "0123c"}
    return (len(lines), len(lines[0])), clues, {cell for cell, mark in cells.items() if mark in "c?"}


FIRST = puzzle(
    "?cc",
    "???",
    "cc.",
    "?3?",
)
ROUND = [(0, 1), (0, 2), (2, 0), (2, 1), (0, 0), (1, 0), (1, 2), (3, 0), (3, 2)]
"""Cells of :data:`FIRST` in turn: those with a clue first, and none in the middle of undecided ones."""


@pytest.mark.parametrize("built", [(4, 3), (7, 5)])
def test_one_round(run, built):
    """Each cell once; after the last one there is none, whatever is known meanwhile, until there is progress."""
    async def testbench(rng, unit):
        await unit.begin(*FIRST)
        assert await unit.all() == ROUND
        await unit.news(FIRST[2])
        assert await unit.seek() is None
        await unit.news(progress=True)
        assert await unit.all() == ROUND

    run(built, testbench)


@pytest.mark.parametrize("number", range(len(ROUND)))
def test_round_after_progress(run, number):
    """It begins after the cell that brought progress, and ends with all of the same row that are of the same kind."""
    row = [cell for cell in ROUND if cell[0] == ROUND[number][0] and (cell in FIRST[1]) == (ROUND[number] in FIRST[1])]

    async def testbench(rng, unit):
        await unit.begin(*FIRST)
        for expected in ROUND[:number + 1]:
            assert await unit.seek() == expected
        await unit.news(FIRST[2], progress=True)
        assert await unit.all() == ROUND[number + 1:] + ROUND[:ROUND.index(row[-1]) + 1]

    run((4, 3), testbench)


def test_what_has_become_known(run):
    """Cells that are decided by now are passed over, and their neighbours come into question."""
    async def testbench(rng, unit):
        size, clues, undecided = FIRST
        await unit.begin(size, clues, undecided)
        assert await unit.seek() == (0, 1)
        await unit.news(undecided - {(0, 1), (2, 0)}, progress=True)
        assert await unit.all() == [
            (0, 2), (2, 1), (0, 0), (1, 0), (1, 1), (1, 2), (3, 0), (3, 2), (0, 2)]

    run((4, 3), testbench)


@pytest.mark.parametrize("size, clues, undecided, clocks", [
    (*puzzle("c"), 4), (*puzzle(".", "c"), 4 + 2), (*puzzle(".", ".", "."), 4 + 2 + 2 + 5 + 2 + 2),
    (*puzzle("?"), 4 + 5), (*puzzle(".", "?"), 4 + 2 + 5 + 2),
])
def test_latency(simulate, size, clues, undecided, clocks):
    """Of the first cell, or of knowing that there is none: 4 clocks to look, 2 for each row, 5 for the first again."""
    unit, model = LookaheadCells(*size), Model(*size, clues)
    model.look(undecided)
    assert model.seek()[1] == clocks

    async def testbench(ctx):
        simulated = Simulated(random.Random(0), unit, ctx, size)
        await simulated.begin(size, clues, undecided)
        await simulated.seek()

    simulate(unit, testbench)


@pytest.mark.parametrize("rows, cols, name", [(0, 3, "rows"), (3, 0, "cols")])
def test_no_empty_grid(rows, cols, name):
    with pytest.raises(ValueError, match=f"^{re.escape(f'LookaheadCells needs at least 1 {name}, not 0')}$"):
        LookaheadCells(rows, cols)
