"""Packed solutions against a model: every small one, random ones, words that are taken late, and the clocks."""

import random
from itertools import product

import pytest

from rowloom.hw.deduction.solution_packer import SolutionPacker
from support.deduction.solution_packer import WORD, packed


class Simulated:
    """The unit with rows to read; all else that it reads is noise."""

    def __init__(self, rng, unit, ctx, built):
        self._rng, self._unit, self._ctx, self._cols = rng, unit, ctx, built[1]

    async def start(self, rows, cols, cells):
        """Cells in reading order."""
        self._size, self._cells = (rows, cols), cells
        self._ctx.set(self._unit.size.rows, rows)
        self._ctx.set(self._unit.size.cols, cols)
        self._ctx.set(self._unit.start, 1)
        await self.clock()
        self._ctx.set(self._unit.start, 0)

    async def clock(self):
        rows, cols = self._size
        row, noise = self._ctx.get(self._unit.row), self._rng.getrandbits(self._cols)
        if row < rows:
            cells = self._cells[row * cols:(row + 1) * cols]
            noise = noise >> cols << cols | sum(cell << col for col, cell in enumerate(cells))
        await self._ctx.tick()
        self._ctx.set(self._unit.cells, noise)

    async def word(self, late):
        """The next one, and the clocks until it was there."""
        stream, clocks = self._unit.packed, 0
        while not self._ctx.get(stream.valid):
            await self.clock()
            clocks += 1
        word = self._ctx.get(stream.payload)
        for _ in range(late):
            await self.clock()
            assert (self._ctx.get(stream.valid), self._ctx.get(stream.payload)) == (1, word)
        self._ctx.set(stream.ready, 1)
        await self.clock()
        self._ctx.set(stream.ready, 0)
        return word, clocks

    async def words(self, late=lambda: 0):
        """All of them, and the clocks until the last one was there, without those in which one was taken."""
        expected = packed(self._cells)
        found = [await self.word(late()) for _ in expected]
        assert [word for word, _ in found] == expected
        for _ in range(2 * WORD):
            assert not self._ctx.get(self._unit.packed.valid)
            await self.clock()
        return sum(clocks for _, clocks in found)


@pytest.fixture
def drive(simulate):
    """Runs ``testbench(simulated, rng)`` on a unit of some size."""
    def run(rows, cols, testbench):
        unit, rng = SolutionPacker(rows, cols), random.Random(rows * cols)

        async def process(ctx):
            await testbench(Simulated(rng, unit, ctx, (rows, cols)), rng)

        simulate(unit, process)

    return run


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 3), (3, 1), (2, 2)])
def test_every_solution(drive, rows, cols):
    async def testbench(simulated, rng):
        for cells in product((False, True), repeat=rows * cols):
            await simulated.start(rows, cols, cells)
            # The last word is filled up.
            assert await simulated.words() == WORD + 2 * rows

    drive(rows, cols, testbench)


@pytest.mark.parametrize("rows, cols", [(1, 36), (36, 1), (8, 8), (5, 7), (64, 36)])
def test_random_solutions(drive, rows, cols):
    """Of this size and smaller, after others that were broken off; with words that are taken late."""
    async def testbench(simulated, rng):
        for _ in range(5):
            for size in (rows, cols), (rng.randint(1, rows), rng.randint(1, cols)):
                cells = rng.choices((False, True), k=size[0] * size[1])
                await simulated.start(*size, cells)
                for _ in range(rng.randrange(50)):
                    await simulated.clock()
                await simulated.start(*size, cells)
                clocks = await simulated.words(lambda: rng.randrange(4))
                assert clocks <= -(-len(cells) // WORD) * WORD + 2 * size[0]

    drive(rows, cols, testbench)
