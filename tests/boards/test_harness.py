"""A unit between registers: what goes in one by one, and what comes out folded."""

import random

from amaranth.hdl import Cat, Module
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out
from amaranth.sim import Simulator

from rowloom.boards.area_units import Harness


class Unit(wiring.Component):
    """Ports of several kinds: a structure, an interface, an array."""

    def __init__(self):
        super().__init__({
            "pair": In(data.StructLayout({"low": 2, "high": 3})),
            "bus": Out(wiring.Signature({"ask": Out(2), "answer": In(1)})),
            "rows": Out(2).array(2),
        })

    def elaborate(self, platform):
        m = Module()
        m.d.comb += [
            self.bus.ask.eq(self.pair.low),
            self.rows[0].eq(self.pair.high[:2]),
            self.rows[1].eq(Cat(self.pair.high[2], ~self.bus.answer)),
        ]
        return m


def test_every_port_is_between_registers():
    unit = Unit()
    dut = Harness(unit)
    inputs = Cat(unit.pair, unit.bus.answer)
    outputs = Cat(unit.bus.ask, *unit.rows)
    rng = random.Random(0)

    async def testbench(ctx):
        given = taken = folded = 0
        for _ in range(200):
            bit, out = rng.getrandbits(1), ctx.get(outputs)
            ctx.set(dut.scan_in, bit)
            await ctx.tick()
            given = (given << 1 | bit) & 0x3F
            taken, folded = out, (taken ^ folded << 1) & 0x3F
            assert ctx.get(inputs) == given
            assert ctx.get(dut.scan_out) == folded >> 5

    sim = Simulator(dut)
    sim.add_clock(1e-6)
    sim.add_testbench(testbench)
    sim.run()
