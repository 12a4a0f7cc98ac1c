"""The deducer is used through its registers, as the firmware uses them."""

import pytest

from rowloom.hw.slitherlink.deducer.deducer import DeducerPeripheral
from support.deduction.packing import packed
from support.registers import AsCPU
from support.simulation import drive

COUNTERS = PROBES, VISITS, SWEEPING, JOINING, FLOODING, PROBING = range(6)


class DeducerDriver(AsCPU):
    """Send commands to the deducer. Clues and solutions are texts with a character for each cell."""

    async def begin(self, *clues, page=0):
        """Write clues, given as one text for each row; ``.`` stands for no clue."""
        self.size = rows, cols = len(clues), len(clues[0])
        await self.write("size", rows=rows, cols=cols)
        await self.pages(page, page)
        await self.finish(begin=1)
        marks = "".join(clues)
        values = [int(mark) for mark in marks if mark != "."]
        for word in packed([mark != "." for mark in marks]):
            await self.write("given", word)
            while not (packing := await self.fields("packing")).needs_given:
                if packing.needs_values:
                    await self.write("values", sum(value << 2 * place for place, value in enumerate(values[:16])))
                    del values[:16]
        assert packing.clues == len(marks) - marks.count(".")

    async def pages(self, page, parent):
        words = self.size[0] + 1
        await self.write("pages", page=(page + 2) * words, parent=(parent + 2) * words)

    async def solve(self, **operands):
        return await self.finish(solve=1, **operands)

    async def inside(self):
        (rows, cols), cells = self.size, ""
        await self.write("control", pack=1)
        while len(cells) < rows * cols:
            while not (await self.fields("packing")).has_packed:
                pass
            cells += f"{await self.read('packed'):032b}"[::-1]
        assert "1" not in cells[rows * cols:]
        return [cells[row * cols:(row + 1) * cols] for row in range(rows)]

    async def counters(self):
        return [await self.read(f"counters.{number}") for number in COUNTERS]


def test_a_puzzle():
    """The puzzle is solved, and the work is counted. Values that were written to registers can be read back."""
    async def testbench(driver):
        await driver.begin("33", "1.")
        assert await driver.counters() == [0] * 6
        state = await driver.solve()
        assert (state.contradiction, state.decided) == (0, 1)
        assert await driver.inside() == ["11", "00"]
        counters = await driver.counters()
        assert counters[PROBES] == 0
        assert counters[SWEEPING] >= counters[VISITS] > 0 and counters[FLOODING] > 0 and counters[JOINING] > 0
        await driver.begin("0")
        assert await driver.counters() == [0] * 6
        state = await driver.solve()
        assert (state.contradiction, state.decided) == (1, 0)
        assert await driver.read("words") == 512
        for name, word in (("size", 0x0302), ("pages", 0x0123_0045)):
            await driver.write(name, word)
            assert await driver.read(name) == word

    drive(DeducerPeripheral(2, 2), DeducerDriver, testbench)


def test_solutions():
    """The puzzle has several solutions. If one solution is wanted, lookahead ends at the first solution. If two
    solutions are wanted, lookahead saves the first solution. If no solution is wanted, lookahead continues after each
    solution."""
    async def testbench(driver):
        found = []
        for wanted, saved in (1, 0), (2, 1), (0, 0):
            await driver.begin("2.", "..")
            state = await driver.solve(solutions=wanted)
            assert (state.contradiction, state.decided, state.saved) == (0, 1, saved)
            found.append(await driver.inside())
            if saved:
                await driver.pages(-1, -1)
                assert await driver.inside() == found[0]
        assert found == [["01", "11"], ["11", "10"], ["11", "11"]]

    drive(DeducerPeripheral(2, 2), DeducerDriver, testbench)


def test_stop_and_busy():
    """``stop`` ends the work early. ``busy`` is a bit of the register and also a port of the unit. A write that only
    sets operands starts nothing."""
    async def testbench(driver):
        async def clocks():
            reads = 0
            while (state := await driver.fields("state")).busy:
                assert driver.ctx.get(driver.unit.busy) or reads
                reads += 1
            assert not driver.ctx.get(driver.unit.busy)
            return state, 3 * reads

        await driver.begin("..", "..")
        for operands in ({}, {"value": 1, "assume": 1, "solutions": 1, "row": 1, "col": 1}):
            await driver.write("control", **operands)
            await driver.ctx.tick().repeat(2)
            assert not driver.ctx.get(driver.unit.busy)
        assert await driver.inside() == ["11", "11"]
        await driver.write("control", solve=1)
        _, whole = await clocks()
        await driver.begin("..", "..")
        await driver.write("control", solve=1)
        await driver.write("control", stop=1)
        state, stopped = await clocks()
        assert not (state.contradiction or state.decided)
        assert stopped < whole // 2
        assert await driver.inside() == ["11", "11"]

    drive(DeducerPeripheral(2, 2), DeducerDriver, testbench)


@pytest.mark.parametrize("cols", [1, 33])
def test_wide_rows(cols):
    """A word holds 32 cells of a row."""
    async def testbench(driver):
        await driver.begin("3" + "." * (cols - 2) + "3" if cols > 1 else ".")
        assert await driver.inside() == [cols * "1"]
        await driver.solve(solutions=1)
        assert await driver.inside() == [cols * "1"]

    drive(DeducerPeripheral(1, cols), DeducerDriver, testbench)
