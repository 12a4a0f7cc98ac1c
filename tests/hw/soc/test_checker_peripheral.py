"""The checker is used through its registers: it gives the same answers as its model, as fast as the CPU can ask."""

import random
from functools import partial

import pytest

from rowloom.hw.slitherlink.checker.patterns import PATTERNS
from rowloom.hw.slitherlink.checker.peripheral import CheckerPeripheral
from support.registers import AsCPU
from support.slitherlink.checker import CheckerModel, Colour, rows_of


class Driver(AsCPU):
    """Use the checker as the firmware does, and give its model the same inputs."""

    pause = 3
    """The CPU releases the bus for a clock after an access. One clock less would be too few for the check."""

    def __init__(self, rows, cols, ctx, unit):
        super().__init__(ctx, unit)
        self.model = CheckerModel(rows, cols)

    async def clear(self, rows, cols):
        self.model.clear(rows, cols)
        await self.write("size", rows=rows, cols=cols)
        await self.write("control", clear=1)

    async def clue(self, cell, value):
        self.model.clue(cell, value)
        await self.write("clue", row=cell[0], col=cell[1], value=value)

    async def assign(self, cell, colour, pattern=0):
        self.model.assign(cell, colour, pattern)
        await self.write("assign", row=cell[0], col=cell[1], pattern=pattern,
                         assigned=colour != Colour.UNDECIDED, inside=colour == Colour.INSIDE)

    async def colours(self, rows):
        return [[await self.read(f"{name}.{row}") for row in range(rows)] for name in ("inside", "outside")]

    async def flood(self, outside, undecided):
        await self.write("control", flood=1, outside=outside, undecided=undecided)
        while (verdict := await self.fields("verdict")).busy:
            pass
        return verdict.joined, verdict.pick

    async def compare(self, question):
        """Ask one question immediately, and compare the answer with that of the model."""
        model = self.model
        if question == "conflict":
            assert await self.read("conflict") == model.conflict
        elif question == "colours":
            expected = [rows_of(cells, model.rows) for cells in (model.inside, model.outside)]
            assert await self.colours(model.rows) == expected
        else:
            assert await self.flood(*question) == (model.joined(*question), model.pick)


@pytest.fixture
def run(drive):
    return lambda rows, cols, testbench: drive(CheckerPeripheral(rows, cols), testbench, partial(Driver, rows, cols))


FLOODS = [(outside, undecided) for outside in (False, True) for undecided in (False, True)]
QUESTIONS = ["conflict", "conflict", "colours", *FLOODS]


@pytest.mark.parametrize("built, size, steps", [
    ((2, 2), (2, 2), 600), ((1, 1), (1, 1), 60), ((3, 3), (2, 2), 100), ((3, 5), (3, 5), 100),
])
def test_random_operations(run, built, size, steps):
    """The operations are clearing, writing clues, and valid and invalid assignments; a question immediately follows
    each of them."""
    rng = random.Random(0)
    cells = [(row, col) for row in range(size[0]) for col in range(size[1])]

    async def testbench(driver):
        await driver.clear(*size)
        for _ in range(steps):
            if rng.random() < 0.05:
                await driver.clear(*size)
                for cell in cells:
                    if rng.random() < 0.5:
                        await driver.clue(cell, rng.randrange(4))
            else:
                colour = rng.choice([*Colour, Colour.INSIDE, Colour.OUTSIDE])
                await driver.assign(rng.choice(cells), colour, rng.randrange(8))
            await driver.compare(rng.choice(QUESTIONS))

    run(*built, testbench)


def test_answers_follow_an_assignment_at_once(run):
    """Each assignment changes the answer: an answer from before the write would be wrong."""
    async def testbench(driver):
        await driver.clear(2, 2)
        await driver.clue((0, 0), 0)
        for _ in range(5):
            # A clue 0 in the corner, in a cell that is inside, needs a frame that is inside.
            for colour, conflict in ((Colour.INSIDE, 1), (Colour.OUTSIDE, 0)):
                await driver.assign((0, 0), colour)
                assert await driver.read("conflict") == conflict
        await driver.clue((0, 0), 2)
        # The corner cell has a line on its left and on its top: its two neighbours have the cell's colour.
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
        await driver.compare("colours")

    run(3, 3, testbench)
