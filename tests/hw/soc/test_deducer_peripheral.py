"""The deducer through its registers, as the firmware uses them."""

import pytest

from rowloom.hw.slitherlink.deducer.peripheral import DeducerPeripheral

OUTSIDE, ASSUME, SOLVE, SOLUTIONS, BEGIN, STOP, PACK = 1, 1 << 16, 1 << 17, 18, *(1 << bit for bit in range(20, 23))
BUSY, CONTRADICTION, DECIDED, KEPT, CELL = 1 << 16, 1 << 17, 1 << 18, 1 << 19, 0xFFFE
CLUES, NEEDS_GIVEN, NEEDS_VALUES, HAS_PACKED = 0xFFFF, 1 << 16, 1 << 17, 1 << 18
COUNTERS = PROBES, VISITS, SWEEPING, JOINING, FLOODING, PROBING = range(6)


def cell(row, col):
    return row << 8 | col << 1


class Driver:
    """The registers, used as the CPU does: an access to one takes three clocks."""

    def __init__(self, unit, ctx, registers):
        self.unit, self.ctx = unit, ctx
        self.read, self.write = registers.read, registers.write

    async def finish(self):
        """The state when it is no longer busy, and how many clocks it took to be so."""
        clocks = 0
        while (state := await self.read("state")) & BUSY:
            clocks += 3
        return state, clocks

    async def begin(self, clues, page=0):
        """Clues by rows of marks, ``.`` for none."""
        self.size = len(clues), len(clues[0])
        await self.write("size", len(clues) | len(clues[0]) << 8)
        await self.pages(len(clues), page, page)
        await self.write("control", BEGIN)
        await self.finish()
        marks = "".join(clues)
        values = [int(mark) for mark in marks if mark != "."]
        given = [mark != "." for mark in marks]
        for cells in self.words(given, 1):
            await self.write("given", cells)
            while not await self.packing(NEEDS_GIVEN):
                if await self.packing(NEEDS_VALUES):
                    await self.write("values", self.words(values, 2)[0])
                    del values[:16]
        assert await self.packing(CLUES) == sum(given)

    @staticmethod
    def words(numbers, width):
        """Numbers of so many bits each in words, the first number in the lowest bits."""
        each = 32 // width
        return [sum(number << width * place for place, number in enumerate(numbers[begin:begin + each]))
                for begin in range(0, len(numbers), each)]

    async def packing(self, field):
        return await self.read("packing") & field

    async def pages(self, rows, page, parent):
        await self.write("pages", (page + 2) * (rows + 1) | (parent + 2) * (rows + 1) << 16)

    async def command(self, word):
        await self.write("control", word)
        state, _ = await self.finish()
        return state

    async def inside(self):
        """By rows of marks."""
        (rows, cols), cells = self.size, ""
        await self.write("control", PACK)
        while len(cells) < rows * cols:
            while not await self.packing(HAS_PACKED):
                pass
            cells += f"{await self.read('packed'):032b}"[::-1]
        assert "1" not in cells[rows * cols:]
        return [cells[row * cols:(row + 1) * cols] for row in range(rows)]

    async def counters(self):
        return [await self.read(f"counters.{number}") for number in COUNTERS]


@pytest.fixture
def drive(simulate):
    """Runs ``testbench(driver)`` on a deducer of some size."""
    def run(rows, cols, testbench):
        unit = DeducerPeripheral(rows, cols)

        async def process(ctx, registers):
            await testbench(Driver(unit, ctx, registers))

        simulate(unit, process, as_cpu=True)

    return run


def test_a_puzzle(drive):
    """It is solved, and the counters say how."""
    async def testbench(driver):
        await driver.begin(["33", "1."])
        assert await driver.counters() == [0] * 6
        assert await driver.command(SOLVE) & (CONTRADICTION | DECIDED) == DECIDED
        assert await driver.inside() == ["11", "00"]
        counters = await driver.counters()
        assert counters[PROBES] == 0
        assert counters[SWEEPING] >= counters[VISITS] > 0 and counters[FLOODING] > 0 and counters[JOINING] > 0
        await driver.begin(["0"])
        assert await driver.counters() == [0] * 6
        assert await driver.command(SOLVE) & (CONTRADICTION | DECIDED) == CONTRADICTION

    drive(2, 2, testbench)


def test_all_cells_chosen_one_by_one(drive):
    """The cell to branch on is told as it is to be assumed; each page begins as the one before."""
    async def testbench(driver):
        await driver.begin(["...", "...", "..."])
        page, state, chosen = 0, await driver.command(SOLVE), []
        while not state & DECIDED:
            assert not state & CONTRADICTION
            chosen.append(state & CELL)
            await driver.pages(3, page + 1, page)
            state = await driver.command(state & CELL | ASSUME | SOLVE)
            page += 1
        assert len(chosen) == len(set(chosen)) > 1
        rows = await driver.inside()
        assert all(rows[number >> 8][number >> 1 & 0x7F] == "1" for number in chosen)
        # The first page is as it was, and there the first cell may be outside, too.
        await driver.pages(3, 0, 0)
        assert await driver.inside() == ["111"] * 3
        state = await driver.command(chosen[0] | OUTSIDE | ASSUME | SOLVE)
        assert not state & (CONTRADICTION | DECIDED)
        assert await driver.inside() == [
            "".join("0" if cell(row, col) == chosen[0] else "1" for col in range(3)) for row in range(3)]

    drive(3, 3, testbench)


def test_solutions(drive):
    """One, two or none wanted of a puzzle with several: lookahead meets one, or keeps it, or passes over all."""
    async def testbench(driver):
        found = []
        for wanted, flags in (1, DECIDED), (2, DECIDED | KEPT), (0, DECIDED):
            await driver.begin(["2.", ".."])
            assert await driver.command(SOLVE | wanted << SOLUTIONS) & (CONTRADICTION | DECIDED | KEPT) == flags
            found.append(await driver.inside())
            if wanted == 2:
                await driver.pages(2, -1, -1)
                assert await driver.inside() == found[0]
        assert found == [["01", "11"], ["11", "10"], ["11", "11"]]

    drive(2, 2, testbench)


def test_stop(drive):
    """Sooner than it would end by itself."""
    async def testbench(driver):
        await driver.begin(["..", ".."])
        await driver.write("control", SOLVE)
        _, whole = await driver.finish()
        await driver.begin(["..", ".."])
        await driver.write("control", SOLVE)
        await driver.write("control", STOP)
        state, stopped = await driver.finish()
        assert not state & (CONTRADICTION | DECIDED)
        assert stopped < whole // 2
        assert await driver.inside() == ["11", "11"]

    drive(2, 2, testbench)


def test_busy(drive):
    """Outside and in the register; a command of zeros does nothing."""
    async def testbench(driver):
        await driver.begin(["..", ".."])
        for word in (0, OUTSIDE | ASSUME | 1 << SOLUTIONS | cell(1, 1)):
            await driver.write("control", word)
            await driver.ctx.tick().repeat(2)
            assert not driver.ctx.get(driver.unit.busy)
        assert await driver.inside() == ["11", "11"]
        await driver.write("control", SOLVE)
        await driver.ctx.tick().repeat(2)
        assert driver.ctx.get(driver.unit.busy)
        assert await driver.read("state") & BUSY
        await driver.finish()
        assert not driver.ctx.get(driver.unit.busy)

    drive(2, 2, testbench)


def test_what_was_written_is_read_back(drive):
    async def testbench(driver):
        assert await driver.read("words") == 512
        for name, word in (("size", 0x0302), ("pages", 0x0123_0045)):
            await driver.write(name, word)
            assert await driver.read(name) == word

    drive(2, 2, testbench)


@pytest.mark.parametrize("cols", [1, 32, 33])
def test_wide_rows(drive, cols):
    """32 cells a word."""
    async def testbench(driver):
        await driver.begin(["3" + "." * (cols - 2) + "3" if cols > 1 else "."])
        assert await driver.inside() == [cols * "1"]
        await driver.command(SOLVE | 1 << SOLUTIONS)
        assert await driver.inside() == [cols * "1"]

    drive(1, cols, testbench)
