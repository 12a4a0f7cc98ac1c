"""Packed clues and packed solutions: all small puzzles, and random ones with late words, to the clock."""

import random
from itertools import product

import pytest

from rowloom.hw.deduction.clue_unpacker import ClueUnpacker
from rowloom.hw.deduction.solution_packer import SolutionPacker
from support.deduction.packing import WORD, packed
from support.deduction.packing import ClueUnpacker as Model
from support.simulation import pulse, simulate

SMALL = pytest.mark.parametrize("rows, cols", [(1, 1), (1, 3), (3, 1), (2, 2)])
LARGE = [(1, 36), (36, 1), (5, 7), (8, 8)]


def sizes(rng, rows, cols):
    """The largest size and a smaller one."""
    return (rows, cols), (rng.randint(1, rows), rng.randint(1, cols))


class Unpacker:
    """A ClueUnpacker and its model."""

    def __init__(self, ctx, unit, bits):
        self.unit, self._ctx, self._bits = unit, ctx, bits

    async def start(self, rows, cols):
        self._ctx.set(self.unit.size, {"rows": rows, "cols": cols})
        self._model, self._clues = Model(rows, cols, self._bits), []
        await pulse(self._ctx, self.unit.start)

    async def clock(self):
        unit, ctx = self.unit, self._ctx
        if ctx.get(unit.clue.enable):
            self._clues.append(tuple(ctx.get(unit.clue[name]) for name in ("row", "col", "value")))
        await ctx.tick()

    async def settle(self):
        """Wait until it needs a word; compare it with the model. Return the number of clocks."""
        unit, ctx, clocks = self.unit, self._ctx, 0
        while not (ctx.get(unit.given.ready) or ctx.get(unit.values.ready)):
            await self.clock()
            clocks += 1
        assert self._clues == self._model.clues
        assert (ctx.get(unit.number), ctx.get(unit.given.ready), ctx.get(unit.values.ready)) == (
            len(self._clues), self._model.needs_given, self._model.needs_values)
        return clocks

    async def put(self, stream, word):
        self._ctx.set(stream.payload, word)
        self._ctx.set(stream.valid, 1)
        await self.clock()
        self._ctx.set(stream.valid, 0)

    async def puzzle(self, clues, delay=lambda: 0):
        """Send clues in reading order, None for a cell without one; return the clocks, without those of the words."""
        values = packed([clue for clue in clues if clue is not None], self._bits)
        clocks = 0
        for word in packed([clue is not None for clue in clues]):
            await self.put(self.unit.given, word)
            self._model.give(word)
            clocks += await self.settle()
            while self._model.needs_values:
                for _ in range(delay()):
                    await self.clock()
                await self.settle()
                await self.put(self.unit.values, values[0])
                self._model.set(values.pop(0))
                clocks += await self.settle()
        assert not values
        return clocks


def unpack(rows, cols, bits, testbench):
    """Run ``testbench(unpacker)`` in the simulator."""
    unit = ClueUnpacker(rows, cols, bits)

    async def process(ctx):
        await testbench(Unpacker(ctx, unit, bits))

    simulate(unit, process)


@SMALL
def test_unpack_every_puzzle(rows, cols):
    async def testbench(unpacker):
        for clues in product((None, 0, 1, 2, 3), repeat=rows * cols):
            await unpacker.start(rows, cols)
            assert await unpacker.puzzle(clues) == rows * cols
        # After the last cell, words are ignored.
        for _ in range(3):
            await unpacker.put(unpacker.unit.given, 0xFFFF_FFFF)
            assert await unpacker.settle() == 0

    unpack(rows, cols, 2, testbench)


@pytest.mark.parametrize("rows, cols, bits", [*((*size, bits) for size in LARGE for bits in (2, 4, 8)), (64, 36, 2)])
def test_unpack_random_puzzles(rows, cols, bits):
    """Puzzles of several sizes, after others that were interrupted."""
    rng = random.Random(rows * cols)

    async def testbench(unpacker):
        for density, size in product((0.0, 0.1, 0.5, 1.0) if rows < 64 else (0.1,), sizes(rng, rows, cols)):
            clues = [rng.randrange(1 << bits) if rng.random() < density else None for _ in range(size[0] * size[1])]
            await unpacker.start(*size)
            assert await unpacker.puzzle(clues, lambda: rng.randrange(4)) == len(clues)
            await unpacker.start(*size)
            await unpacker.put(unpacker.unit.given, rng.getrandbits(WORD))
            for _ in range(rng.randrange(4)):
                await unpacker.clock()

    unpack(rows, cols, bits, testbench)


class Packer:
    """A SolutionPacker with rows to read; undefined inputs are random."""

    def __init__(self, ctx, unit, rng, cols):
        self._ctx, self._unit, self._rng, self._cols = ctx, unit, rng, cols

    async def start(self, rows, cols, cells):
        self._size, self._cells = (rows, cols), cells
        self._ctx.set(self._unit.size, {"rows": rows, "cols": cols})
        self._ctx.set(self._unit.start, 1)
        await self.clock()
        self._ctx.set(self._unit.start, 0)

    async def clock(self):
        rows, cols = self._size
        row, word = self._ctx.get(self._unit.row), self._rng.getrandbits(self._cols)
        if row < rows:
            word = word >> cols << cols | sum(self._cells[row * cols + col] << col for col in range(cols))
        await self._ctx.tick()
        self._ctx.set(self._unit.cells, word)

    async def words(self, delay=lambda: 0):
        """Compare all words, and return the clocks until the last one, without those in which one was accepted."""
        stream, clocks = self._unit.packed, 0
        for word in packed(self._cells):
            while not self._ctx.get(stream.valid):
                await self.clock()
                clocks += 1
            for _ in range(1 + delay()):
                assert (self._ctx.get(stream.valid), self._ctx.get(stream.payload)) == (1, word)
                self._ctx.set(stream.ready, 0)
                await self.clock()
            self._ctx.set(stream.ready, 1)
            await self.clock()
            self._ctx.set(stream.ready, 0)
        for _ in range(2 * WORD):
            assert not self._ctx.get(stream.valid)
            await self.clock()
        return clocks


def pack(rows, cols, testbench):
    """Run ``testbench(packer, rng)`` in the simulator."""
    unit, rng = SolutionPacker(rows, cols), random.Random(rows * cols)

    async def process(ctx):
        await testbench(Packer(ctx, unit, rng, cols), rng)

    simulate(unit, process)


@SMALL
def test_pack_every_solution(rows, cols):
    async def testbench(packer, rng):
        for cells in product((False, True), repeat=rows * cols):
            await packer.start(rows, cols, cells)
            assert await packer.words() == WORD + 2 * rows  # the last word is padded

    pack(rows, cols, testbench)


@pytest.mark.parametrize("rows, cols", [*LARGE, (64, 36)])
def test_pack_random_solutions(rows, cols):
    """Solutions of several sizes, after others that were interrupted."""
    async def testbench(packer, rng):
        for size in sizes(rng, rows, cols) * (5 if rows < 64 else 1):
            cells = rng.choices((False, True), k=size[0] * size[1])
            await packer.start(*size, cells)
            for _ in range(rng.randrange(50)):
                await packer.clock()
            await packer.start(*size, cells)
            clocks = await packer.words(lambda: rng.randrange(4))
            assert clocks <= -(-len(cells) // WORD) * WORD + 2 * size[0]

    pack(rows, cols, testbench)
