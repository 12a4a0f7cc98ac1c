"""Packed clues against a model: every small puzzle, random ones, words that come late, and the clocks that it takes."""

import random
from itertools import product

import pytest

from rowloom.hw.deduction.clue_unpacker import ClueUnpacker
from support.deduction.clue_unpacker import WORD
from support.deduction.clue_unpacker import ClueUnpacker as Model
from support.simulation import pulse


def words(bits, width):
    """Numbers of so many bits each in words, the first number in the lowest bits."""
    each = WORD // width
    return [sum(number << width * place for place, number in enumerate(bits[begin:begin + each]))
            for begin in range(0, len(bits), each)]


class Simulated:
    """The unit, and the model beside it."""

    def __init__(self, unit, ctx, bits):
        self._unit, self._ctx, self._bits = unit, ctx, bits

    async def start(self, rows, cols):
        self._ctx.set(self._unit.size.rows, rows)
        self._ctx.set(self._unit.size.cols, cols)
        self._model, self._clues = Model(rows, cols, self._bits), []
        await pulse(self._ctx, self._unit.start)

    async def clock(self):
        unit, ctx = self._unit, self._ctx
        if ctx.get(unit.clue.enable):
            self._clues.append(tuple(ctx.get(getattr(unit.clue, name)) for name in ("row", "col", "value")))
        await ctx.tick()

    async def settle(self):
        """Wait until it needs a word; it is as the model then. Return the clocks."""
        unit, ctx, clocks = self._unit, self._ctx, 0
        while not (ctx.get(unit.given.ready) or ctx.get(unit.values.ready)):
            await self.clock()
            clocks += 1
        assert self._clues == self._model.clues
        assert ctx.get(unit.number) == len(self._clues)
        assert (ctx.get(unit.given.ready), ctx.get(unit.values.ready)) == (
            self._model.needs_given, self._model.needs_values)
        return clocks

    async def put(self, stream, word):
        self._ctx.set(stream.payload, word)
        self._ctx.set(stream.valid, 1)
        await self.clock()
        self._ctx.set(stream.valid, 0)

    async def puzzle(self, rows, cols, clues, late=lambda: 0):
        """Clues in reading order, or None; return the clocks from the first word on, without those of the words."""
        unit, clocks = self._unit, 0
        values = words([clue for clue in clues if clue is not None], self._bits)
        for word in words([int(clue is not None) for clue in clues], 1):
            await self.put(unit.given, word)
            self._model.give(word)
            clocks += await self.settle()
            while self._model.needs_values:
                for _ in range(late()):
                    await self.clock()
                await self.settle()
                word = values.pop(0)
                await self.put(unit.values, word)
                self._model.set(word)
                clocks += await self.settle()
        assert not values
        assert self._clues == [(*divmod(place, cols), clue) for place, clue in enumerate(clues) if clue is not None]
        return clocks


@pytest.fixture
def drive(simulate):
    """Runs ``testbench(simulated)`` on a unit of some size."""
    def run(rows, cols, bits, testbench):
        unit = ClueUnpacker(rows, cols, bits)

        async def process(ctx):
            await testbench(Simulated(unit, ctx, bits))

        simulate(unit, process)

    return run


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 3), (3, 1), (2, 2)])
def test_every_puzzle(drive, rows, cols):
    async def testbench(simulated):
        for clues in product((None, 0, 1, 2, 3), repeat=rows * cols):
            await simulated.start(rows, cols)
            # The word's other bits are for cells that do not exist.
            assert await simulated.puzzle(rows, cols, clues) == rows * cols

    drive(rows, cols, 2, testbench)


@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize("rows, cols", [(1, 36), (36, 1), (5, 7), (8, 8), (64, 36)])
def test_random_puzzles(drive, rows, cols, bits):
    """Of this size and smaller, after others that were broken off; with words that come late."""
    rng = random.Random(rows * cols)

    async def testbench(simulated):
        for density in (0.0, 0.1, 0.5, 0.9, 1.0):
            for size in (rows, cols), (rng.randint(1, rows), rng.randint(1, cols)):
                clues = [rng.randrange(1 << bits) if rng.random() < density else None for _ in range(size[0] * size[1])]
                await simulated.start(*size)
                assert await simulated.puzzle(*size, clues, lambda: rng.randrange(4)) == len(clues)
                await simulated.start(*size)
                if rng.random() < 0.5:
                    await simulated.put(simulated._unit.given, rng.getrandbits(WORD))
                    for _ in range(rng.randrange(4)):
                        await simulated.clock()

    drive(rows, cols, bits, testbench)


def test_what_comes_behind_the_last_cell_is_ignored(drive):
    async def testbench(simulated):
        await simulated.start(1, 2)
        await simulated.puzzle(1, 2, [3, None])
        for _ in range(3):
            await simulated.put(simulated._unit.given, 0xFFFF_FFFF)
            assert await simulated.settle() == 0

    drive(2, 2, 2, testbench)
