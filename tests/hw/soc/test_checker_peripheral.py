"""The checker through its registers: the same answers as its model, as fast as the CPU can ask."""

import random

import pytest
from amaranth.hdl import Module
from amaranth_soc import csr
from amaranth_soc.csr.wishbone import WishboneCSRBridge

from rowloom.engines.config import SoCConfig
from rowloom.hw.slitherlink.checker.patterns import PATTERNS
from rowloom.hw.slitherlink.checker.peripheral import CheckerPeripheral
from rowloom.hw.soc.bus_map import BusMap
from support.simulation import simulate as run_simulation
from support.slitherlink.checker import CheckerModel, Colour, rows_of


class Driver:
    """The checker as the firmware sees it, and its model, given the same.

    Accesses follow each other as closely as the CPU's do: it lets go of the bus for one clock between them.
    """

    def __init__(self, rows, cols):
        self.model = CheckerModel(rows, cols)
        unit = CheckerPeripheral(rows, cols)
        decoder = csr.Decoder(addr_width=10, data_width=32)
        decoder.add(unit.bus, name="checker")
        bridge = WishboneCSRBridge(decoder.bus, data_width=32)
        self._bus = bridge.wb_bus
        bus_map = BusMap.of(decoder.bus.memory_map, SoCConfig.of("checker:1x1"))
        self._registers = {register.name: register for register in bus_map.registers}
        self._module = Module()
        self._module.submodules += [unit, decoder, bridge]

    def simulate(self, testbench):
        async def process(ctx):
            self._ctx = ctx
            await testbench()

        run_simulation(self._module, process)

    async def _access(self, name, index, word=None):
        ctx, bus = self._ctx, self._bus
        ctx.set(bus.adr, (self._registers[name].address >> 2) + index)
        ctx.set(bus.we, word is not None)
        ctx.set(bus.dat_w, word or 0)
        ctx.set(bus.sel, 1)
        ctx.set(bus.cyc, 1)
        ctx.set(bus.stb, 1)
        acknowledged, clocks = 0, 0
        while not acknowledged:
            *_, acknowledged, read = await ctx.tick().sample(bus.ack, bus.dat_r)
            clocks += 1
        assert clocks == 3
        ctx.set(bus.cyc, 0)
        ctx.set(bus.stb, 0)
        await ctx.tick()
        return read

    async def read(self, name, index=0):
        """The fields of a register by name."""
        word = await self._access(name, index)
        return {field.name: (word & field.mask) >> field.lsb for field in self._registers[name].fields}

    async def write(self, name, **values):
        """Writes a register whose other fields are 0."""
        lsb = {field.name: field.lsb for field in self._registers[name].fields}
        await self._access(name, 0, sum(int(value) << lsb[field] for field, value in values.items()))

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

    async def conflict(self):
        return (await self.read("conflict"))["conflict"]

    async def colours(self):
        return [
            [(await self.read(name, row))["cells"] for row in range(self.model.rows)] for name in ("inside", "outside")
        ]

    async def flood(self, outside, undecided):
        await self.write("control", flood=1, outside=outside, undecided=undecided)
        while (verdict := await self.read("verdict"))["busy"]:
            pass
        return verdict["joined"], verdict["pick"]

    async def compare(self, question):
        """Asks one question, as the first after whatever was written."""
        model = self.model
        if question == "conflict":
            assert await self.conflict() == model.conflict
        elif question == "colours":
            assert await self.colours() == [rows_of(cells, model.rows) for cells in (model.inside, model.outside)]
        else:
            assert await self.flood(*question) == (model.joined(*question), model.pick)


FLOODS = [(outside, undecided) for outside in (False, True) for undecided in (False, True)]
QUESTIONS = ["conflict", "conflict", "colours", *FLOODS]


@pytest.mark.parametrize("built, size, steps", [
    ((2, 2), (2, 2), 600), ((1, 1), (1, 1), 60), ((3, 3), (2, 2), 100), ((3, 5), (3, 5), 100),
])
def test_random_operations(built, size, steps):
    """Clear, clues, assignments good and bad, all asked for their effect at once."""
    rng = random.Random(0)
    driver = Driver(*built)
    cells = [(row, col) for row in range(size[0]) for col in range(size[1])]

    async def testbench():
        await driver.clear(*size)
        for _ in range(steps):
            action = rng.random()
            if action < 0.05:
                await driver.clear(*size)
                for cell in cells:
                    if rng.random() < 0.5:
                        await driver.clue(cell, rng.randrange(4))
            else:
                colour = rng.choice([*Colour, Colour.INSIDE, Colour.OUTSIDE])
                await driver.assign(rng.choice(cells), colour, rng.randrange(8))
            await driver.compare(rng.choice(QUESTIONS))

    driver.simulate(testbench)


def test_every_assignment_is_judged_at_once():
    """Each changes the judgement, there and back: an answer from before the write would be wrong."""
    driver = Driver(2, 2)

    async def testbench():
        await driver.clear(2, 2)
        await driver.clue((0, 0), 0)
        for _ in range(5):
            # A 0 inside, in the corner, demands that the frame be inside.
            await driver.assign((0, 0), Colour.INSIDE)
            assert await driver.conflict() == 1
            await driver.assign((0, 0), Colour.OUTSIDE)
            assert await driver.conflict() == 0

    driver.simulate(testbench)


def test_colours_follow_at_once():
    driver = Driver(2, 2)

    async def testbench():
        await driver.clear(2, 2)
        await driver.clue((0, 0), 2)
        # A line on the left and on top: the two neighbours are of the cell's colour.
        pattern = PATTERNS[2].index(frozenset({2, 4}))
        for colour, name, other in (
            (Colour.INSIDE, "inside", "outside"), (Colour.OUTSIDE, "outside", "inside"),
        ):
            await driver.assign((0, 0), colour, pattern)
            assert await driver.read(name) == {"cells": 0b11}
            assert await driver.read(name, 1) == {"cells": 0b01}
            assert await driver.read(other) == {"cells": 0}

    driver.simulate(testbench)


def test_size_is_read_back_and_taken_over_by_clear():
    driver = Driver(3, 3)

    async def testbench():
        assert await driver.colours() == [[0, 0, 0], [0, 0, 0]]
        await driver.write("size", rows=2, cols=1)
        assert await driver.read("size") == {"rows": 2, "cols": 1}
        assert await driver.colours() == [[0, 0, 0], [0, 0, 0]]
        await driver.write("control", clear=1)
        assert await driver.colours() == [[0, 0, 0], [0b110, 0b110, 0b111]]

    driver.simulate(testbench)


def test_a_command_of_zeros_does_nothing():
    driver = Driver(2, 2)

    async def testbench():
        await driver.clear(2, 2)
        await driver.assign((0, 0), Colour.INSIDE)
        await driver.write("control", outside=1, undecided=1)
        assert not (await driver.read("verdict"))["busy"]
        await driver.compare("colours")

    driver.simulate(testbench)
