"""The scan unit through its registers, as the firmware uses them."""

import pytest

from rowloom.hw.sudoku.scan.peripheral import ScanPeripheral
from rowloom.hw.sudoku.scan.scan import Command

BUSY, CONTRADICTION, SOLVED, CHOICE = 1 << 24, 1 << 25, 1 << 26, 1 << 24
VISITS, PLACEMENTS = range(2)

PUZZLE = [1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1]
SOLUTION = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]


class Driver:
    """The registers, used as closely as the CPU can: an access to one takes three clocks."""

    def __init__(self, unit, ctx, registers):
        self.unit, self.ctx = unit, ctx
        self.read, self.write = registers.read, registers.write

    async def command(self, what, operands=0):
        await self.write("control", what << 25 | operands)
        while (state := await self.read("state")) & BUSY:
            pass
        return state

    async def load(self, order, values):
        await self.write("order", order)
        await self.write("cell", 0)
        for value in values:
            await self.write("given", value)
        await self.command(Command.CLEAR)
        return await self.command(Command.LOAD)

    async def values(self, number, first=0):
        await self.write("cell", first)
        return [await self.read("value") for _ in range(number)]


@pytest.fixture
def drive(simulate):
    """Runs ``testbench(driver)`` on a unit of some order."""
    def run(order, testbench):
        unit = ScanPeripheral(order, subsets=order)

        async def process(ctx, registers):
            await testbench(Driver(unit, ctx, registers))

        simulate(unit, process, as_cpu=True)

    return run


def test_a_puzzle(drive):
    """Row after row is read; a choice is made, told, and taken back."""
    async def testbench(driver):
        assert not await driver.load(2, PUZZLE) & CONTRADICTION
        assert not await driver.command(Command.PROPAGATE) & (CONTRADICTION | SOLVED)
        before, known = await driver.read("trail"), await driver.values(16)
        assert before >> 16 == 0 and before == sum(map(bool, known)) - sum(map(bool, PUZZLE))
        state = await driver.command(Command.BRANCH, 2)
        assert state & 0xFFFFFF == 1 << 8 | 2  # the second cell of the first row has two candidates
        assert not await driver.command(Command.ASSUME, CHOICE | 1 << 8 | 1) & CONTRADICTION
        trail = await driver.read("trail")
        assert trail >> 16 == 1 and trail & 0xFFFF > before
        assert (await driver.values(16))[1] == 2
        assert await driver.command(Command.UNDO) & 0xFFFFFF == 1 << 8 | 2
        assert await driver.read("trail") == before
        assert await driver.values(16) == known
        assert await driver.read(f"counters.{VISITS}") > 0
        assert await driver.read(f"counters.{PLACEMENTS}") == sum(map(bool, PUZZLE)) + (trail & 0xFFFF)

    drive(2, testbench)


def test_a_solution(drive):
    """In a unit for larger ones; there is room to keep it."""
    async def testbench(driver):
        givens = [digit if cell % 3 else 0 for cell, digit in enumerate(SOLUTION)]
        await driver.load(2, givens)
        assert await driver.command(Command.PROPAGATE) & (CONTRADICTION | SOLVED) == SOLVED
        assert await driver.values(16) == SOLUTION
        await driver.write("cell", 81)
        for value in SOLUTION[::-1]:
            await driver.write("given", value)
        assert await driver.values(16) == SOLUTION
        assert await driver.values(16, first=81) == SOLUTION[::-1]

    drive(3, testbench)


def test_contradiction(drive):
    async def testbench(driver):
        assert await driver.load(2, [1, 1, *[0] * 14]) & CONTRADICTION
        assert not await driver.load(2, [0] * 16) & CONTRADICTION

    drive(2, testbench)


def test_busy(drive):
    """Outside and in the register; a command of zeros does nothing."""
    async def testbench(driver):
        await driver.load(2, PUZZLE)
        await driver.write("control", CHOICE | 3)
        await driver.ctx.tick().repeat(2)
        assert not driver.ctx.get(driver.unit.busy)
        await driver.write("control", Command.PROPAGATE << 25)
        await driver.ctx.tick().repeat(2)
        assert driver.ctx.get(driver.unit.busy)
        assert await driver.read("state") & BUSY

    drive(2, testbench)


def test_order_is_read_back(drive):
    async def testbench(driver):
        await driver.write("order", 3)
        assert await driver.read("order") == 3

    drive(3, testbench)
