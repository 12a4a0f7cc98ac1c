"""The parallel Sudoku engine through its registers, as the firmware uses them."""

import pytest

from rowloom.hw.sudoku.parallel.peripheral import ParallelPeripheral

BEGIN, SOLVE, STOP, KEEP = (1 << bit for bit in range(4))
BUSY = 1
GUESSES, ROUNDS, CLOCKS = (f"counters.{number}" for number in range(3))


class Driver:
    """The registers, used as the CPU does: an access to one takes three clocks."""

    def __init__(self, order, ctx, registers):
        self.order, self.ctx = order, ctx
        self.read, self.write = registers.read, registers.write

    async def solve(self, most):
        """How many solutions there are, up to that."""
        await self.write("control", SOLVE | most << 4)
        while (state := await self.read("state")) & BUSY:
            pass
        return state >> 1

    async def load(self, lines):
        await self.write("control", BEGIN)
        for row, line in enumerate(lines):
            for col, digit in enumerate(line):
                if digit != ".":
                    (band, y), (stack, x) = divmod(row, self.order), divmod(col, self.order)
                    place = band << 10 | stack << 8 | y << 6 | x << 4
                    await self.write("given", place | int(digit) - 1)

    async def solution(self):
        """What is kept."""
        cells = self.order ** 4
        words = [await self.read("digits") for _ in range(0, cells, 8)]
        return "".join(str(words[cell // 8] >> 4 * (cell % 8) & 15) for cell in range(cells))


@pytest.fixture
def drive(simulate):
    """Runs ``testbench(driver)`` on an engine of some order."""
    def run(order, testbench):
        unit = ParallelPeripheral(order)

        async def process(ctx, registers):
            await testbench(Driver(order, ctx, registers))

        simulate(unit, process, as_cpu=True)

    return run


@pytest.mark.parametrize("order, puzzle, solution", [
    (2, "1.....3..4.....2", "1324423124133142"),
    (3,
     ".7283.9...8.7..5....5.4..2."
     ".......81...2.6.4.4....1..."
     ".3............42..7......6.",
     "672835914984712536315649827"
     "523497681197286345468351792"
     "236178459851964273749523168"),
])
def test_a_puzzle(drive, order, puzzle, solution):
    """It is solved, and the counters say how."""
    def lines(text):
        return [text[start:start + order ** 2] for start in range(0, order ** 4, order ** 2)]

    async def testbench(driver):
        await driver.load(lines(puzzle))
        assert await driver.solve(2) == 1
        assert await driver.solution() == solution
        assert await driver.read(GUESSES) == 0
        rounds = await driver.read(ROUNDS)
        assert 0 < rounds == await driver.read(CLOCKS) - 1 - 2 * sum(digit != "." for digit in puzzle)
        await driver.write("control", BEGIN)
        assert [await driver.read(name) for name in (GUESSES, ROUNDS, CLOCKS)] == [0, 0, 1]

    drive(order, testbench)


@pytest.mark.parametrize("most", [1, 2])
def test_several_solutions(drive, most):
    """Of the empty grid: the first one is kept until the last one is asked for."""
    async def testbench(driver):
        await driver.load([])
        assert await driver.solve(1) == 1
        first = await driver.solution()
        await driver.load([])
        assert await driver.solve(most) == most
        assert await driver.solution() == first
        await driver.write("control", KEEP)
        last = await driver.solution()
        assert sorted(last) == sorted(first) and (last == first) == (most == 1)

    drive(2, testbench)


def test_no_solution(drive):
    async def testbench(driver):
        await driver.load(["1..1"])
        assert await driver.solve(2) == 0

    drive(2, testbench)
