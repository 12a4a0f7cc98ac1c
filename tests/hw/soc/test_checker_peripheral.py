"""The checker is used through its registers, as fast as the CPU can use them.

:mod:`test_checker` compares the checker with its model.
"""

from itertools import product

import pytest

from rowloom.hw.slitherlink.checker.checker import PATTERNS, CheckerPeripheral
from support.registers import AsCPU
from support.slitherlink.checker import Colour


class Driver(AsCPU):
    """Use the checker as the firmware does."""

    pause = 3
    """The number of clocks to wait before each access. In one of these clocks, the CPU releases the bus; without this
    clock, the check would be too slow."""

    async def clear(self, rows, cols):
        await self.write("size", rows=rows, cols=cols)
        await self.write("control", clear=1)

    async def assign(self, cell, colour, pattern=0):
        await self.write("assign", row=cell[0], col=cell[1], pattern=pattern,
                         assigned=colour != Colour.UNDECIDED, inside=colour == Colour.INSIDE)

    async def colours(self, rows):
        return [[await self.read(f"{name}.{row}") for row in range(rows)] for name in ("inside", "outside")]

    async def flood(self, outside, undecided):
        await self.write("control", flood=1, outside=outside, undecided=undecided)
        while (verdict := await self.fields("verdict")).busy:
            pass
        return verdict.joined, verdict.pick


@pytest.fixture
def run(drive):
    return lambda rows, cols, testbench: drive(CheckerPeripheral(rows, cols), testbench, Driver)


def test_answers_follow_an_assignment_at_once(run):
    """Each assignment changes the answer, so an answer from before the write would be wrong."""
    async def testbench(driver):
        await driver.clear(2, 2)
        await driver.write("clue", value=0)
        for _ in range(5):
            # A corner cell with the clue 0, if it is inside, needs a frame that is inside.
            for colour, conflict in ((Colour.INSIDE, 1), (Colour.OUTSIDE, 0)):
                await driver.assign((0, 0), colour)
                assert await driver.read("conflict") == conflict
        await driver.write("clue", value=2)
        # The corner cell has lines on its left and upper edges, so its two neighbours have the cell's colour.
        pattern = PATTERNS[2].index(frozenset({2, 4}))
        for colour, expected in ((Colour.INSIDE, [[3, 1], [0, 0]]), (Colour.OUTSIDE, [[0, 0], [3, 1]])):
            await driver.assign((0, 0), colour, pattern)
            assert await driver.colours(2) == expected

    run(2, 2, testbench)


def test_clear_applies_the_size_and_zeros_do_nothing(run):
    async def testbench(driver):
        assert await driver.colours(3) == [[0, 0, 0], [0, 0, 0]]
        await driver.write("size", rows=2, cols=1)
        assert vars(await driver.fields("size")) == {"rows": 2, "cols": 1}
        assert await driver.colours(3) == [[0, 0, 0], [0, 0, 0]]
        await driver.write("control", clear=1)
        assert await driver.colours(3) == [[0, 0, 0], [0b110, 0b110, 0b111]]
        await driver.clear(2, 2)
        await driver.assign((0, 0), Colour.INSIDE)
        await driver.write("control", outside=1, undecided=1)
        assert not (await driver.fields("verdict")).busy
        assert await driver.colours(3) == [[1, 0, 0], [0b100, 0b100, 0b111]]
        await driver.assign((1, 1), Colour.INSIDE)
        # The inside cells touch only at a corner; undecided cells connect them.
        assert [await driver.flood(*kind) for kind in product((0, 1), repeat=2)] == [(0, 0), (1, 0), (1, 0), (1, 0)]

    run(3, 3, testbench)
