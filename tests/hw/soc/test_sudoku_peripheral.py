# amaranth: UnusedElaboratable=no
"""The parallel Sudoku engine through its registers, as the firmware uses them."""

import pytest

from rowloom.hw.sudoku.parallel.peripheral import ParallelPeripheral

BEGIN, SOLVE, BACK, STOP = (1 << bit for bit in range(4))
BUSY, SOLVED, CONTRADICTION = 1, 2, 4
GUESSES, ROUNDS, CLOCKS = (f"counters.{number}" for number in range(3))


class Driver:
    """The registers, used as the CPU does: an access to one takes three clocks."""

    def __init__(self, order, ctx, registers):
        self.order, self.ctx = order, ctx
        self.read, self.write = registers.read, registers.write

    async def command(self, word):
        """The state in which it ends."""
        await self.write("control", word)
        while (state := await self.read("state")) & BUSY:
            pass
        return state

    async def load(self, lines):
        await self.write("control", BEGIN)
        for row, line in enumerate(lines):
            for col, digit in enumerate(line):
                if digit != ".":
                    (band, y), (stack, x) = divmod(row, self.order), divmod(col, self.order)
                    place = band << 10 | stack << 8 | y << 6 | x << 4
                    await self.write("given", place | int(digit) - 1)

    async def lines(self):
        found = []
        for row in range(self.order ** 2):
            band, y = divmod(row, self.order)
            await self.write("row", band << 2 | y)
            words = [await self.read(f"digits.{word}") for word in range((self.order ** 2 + 7) // 8)]
            number = sum(word << 32 * place for place, word in enumerate(words))
            found.append("".join(str(number >> 4 * col & 15) for col in range(self.order ** 2)))
        return found


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
        assert await driver.command(SOLVE) == SOLVED
        assert await driver.lines() == lines(solution)
        assert await driver.read(GUESSES) == 0
        rounds = await driver.read(ROUNDS)
        assert 0 < rounds == await driver.read(CLOCKS) - 1 - sum(digit != "." for digit in puzzle)
        await driver.write("control", BEGIN)
        assert [await driver.read(name) for name in (GUESSES, ROUNDS, CLOCKS)] == [0, 0, 1]

    drive(order, testbench)


def test_the_next_solution(drive):
    """The empty grid has 288 of them; the state tells how many guesses it hangs on."""
    async def testbench(driver):
        await driver.load([])
        state = await driver.command(SOLVE)
        found = []
        for _ in range(3):
            assert state & SOLVED and state >> 8 > 0
            found.append(tuple(await driver.lines()))
            state = await driver.command(BACK)
        assert len(set(found)) == 3

    drive(2, testbench)


def test_a_contradiction(drive):
    async def testbench(driver):
        await driver.load(["1..1"])
        assert await driver.command(SOLVE) == CONTRADICTION

    drive(2, testbench)
