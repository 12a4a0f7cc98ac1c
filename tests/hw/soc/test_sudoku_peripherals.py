"""The two Sudoku engines are used through their registers, as the firmware uses them."""

import pytest

from rowloom.hw.sudoku.parallel.peripheral import ParallelPeripheral
from rowloom.hw.sudoku.scan.peripheral import ScanPeripheral
from rowloom.hw.sudoku.scan.scan import Command
from support.registers import AsCPU
from support.simulation import drive
from support.sudoku.parallel import place


class Scan(AsCPU):
    """The scan engine."""

    async def command(self, what, **operands):
        return await self.finish(command=what, **operands)

    async def load(self, order, values):
        await self.write("order", order)
        await self.write("cell", 0)
        for value in values:
            await self.write("given", value)
        await self.command(Command.CLEAR)
        return await self.command(Command.LOAD)

    async def values(self, first=0):
        """Return the values of 16 cells, beginning with the cell ``first``."""
        await self.write("cell", first)
        return [await self.read("value") for _ in range(16)]


PUZZLE = [1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1]
SOLUTION = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]


def test_scan_makes_a_choice_and_undoes_it():
    async def testbench(driver):
        assert not (await driver.load(2, PUZZLE)).contradiction
        state = await driver.command(Command.PROPAGATE)
        assert not (state.contradiction or state.solved)
        before, known = await driver.fields("trail"), await driver.values()
        assert (before.level, before.depth) == (0, sum(map(bool, known)) - sum(map(bool, PUZZLE)))
        found = await driver.command(Command.BRANCH, value=2)
        assert (found.row, found.col, found.value) == (0, 1, 2)  # that cell has two candidates
        assert not (await driver.command(Command.ASSUME, col=1, value=1, choice=1)).contradiction
        trail = await driver.fields("trail")
        assert trail.level == 1 and trail.depth > before.depth
        assert (await driver.values())[1] == 2
        undone = await driver.command(Command.UNDO)
        assert (undone.row, undone.col, undone.value) == (0, 1, 2)
        assert await driver.fields("trail") == before and await driver.values() == known
        assert await driver.read("counters.0") > 0  # visits
        assert await driver.read("counters.1") == sum(map(bool, PUZZLE)) + trail.depth  # placements

    drive(ScanPeripheral(2, subsets=2), Scan, testbench)


def test_scan_finds_and_keeps_a_solution():
    """The unit is built for larger puzzles. Its memory has room for the cells of the largest puzzle, followed by room
    for a solution."""
    async def testbench(driver):
        await driver.load(2, [digit if cell % 3 else 0 for cell, digit in enumerate(SOLUTION)])
        assert await driver.read("order") == 2
        state = await driver.command(Command.PROPAGATE)
        assert (state.contradiction, state.solved) == (0, 1)
        assert await driver.values() == SOLUTION
        await driver.write("cell", 81)
        for value in SOLUTION[::-1]:
            await driver.write("given", value)
        assert await driver.values() == SOLUTION and await driver.values(first=81) == SOLUTION[::-1]

    drive(ScanPeripheral(3, subsets=3), Scan, testbench)


def test_scan_states():
    """A contradiction is reported. ``busy`` can be read in the register, and is also an output of the unit. The command
    ``NONE`` does nothing, whatever its operands are."""
    async def testbench(driver):
        assert (await driver.load(2, [1, 1, *[0] * 14])).contradiction
        assert not (await driver.load(2, PUZZLE)).contradiction
        for command, busy in ((Command.NONE, 0), (Command.PROPAGATE, 1)):
            await driver.write("control", command=command, choice=1, value=3)
            await driver.ctx.tick().repeat(2)
            assert (driver.ctx.get(driver.unit.busy), (await driver.fields("state")).busy) == (busy, busy)

    drive(ScanPeripheral(2, subsets=2), Scan, testbench)


class Parallel(AsCPU):
    """The parallel engine, which solves grids written as text, row by row."""

    async def load(self, order, text):
        await self.write("control", begin=1)
        for cell, digit in enumerate(text):
            if digit != ".":
                await self.write("given", digit=int(digit) - 1, **place(order, divmod(cell, order ** 2)))

    async def solve(self, most):
        return (await self.finish(solve=1, most=most)).solutions

    async def solution(self, order):
        words = [await self.read("digits") for _ in range(0, order ** 4, 8)]
        return "".join(str(words[cell // 8] >> 4 * (cell % 8) & 15) for cell in range(order ** 4))

    async def counters(self):
        """Return guesses, rounds, clocks."""
        return [await self.read(f"counters.{number}") for number in range(3)]


@pytest.mark.parametrize("order, puzzle, solution", [
    (2, "1.....3..4.....2", "1324423124133142"),
    (3, ".7283.9...8.7..5....5.4..2........81...2.6.4.4....1....3............42..7......6.",
     "672835914984712536315649827523497681197286345468351792236178459851964273749523168"),
])
def test_parallel_solves_a_puzzle(order, puzzle, solution):
    async def testbench(driver):
        await driver.load(order, puzzle)
        assert await driver.solve(2) == 1
        assert await driver.solution(order) == solution
        guesses, rounds, clocks = await driver.counters()
        assert (guesses, rounds) == (0, clocks - 1 - 2 * sum(digit != "." for digit in puzzle)) and rounds
        await driver.load(order, "1..1")
        assert await driver.solve(2) == 0
        await driver.write("control", begin=1)
        assert await driver.counters() == [0, 0, 1]

    drive(ParallelPeripheral(order), Parallel, testbench)


@pytest.mark.parametrize("most", [1, 2])
def test_parallel_keeps_the_first_of_several_solutions(most):
    """At first, the unit returns the first solution that it found; on request, it returns the latest."""
    async def testbench(driver):
        await driver.load(2, "")
        assert await driver.solve(1) == 1
        first = await driver.solution(2)
        await driver.load(2, "")
        assert await driver.solve(most) == most
        assert await driver.solution(2) == first
        await driver.write("control", keep=1)
        last = await driver.solution(2)
        assert sorted(last) == sorted(first) and (last == first) == (most == 1)

    drive(ParallelPeripheral(2), Parallel, testbench)
