# amaranth: UnusedElaboratable=no
"""The whole SoC: what fits in its memory, and that it runs."""

import re

import pytest
from amaranth.sim import Simulator

from rowloom.hw.soc.config import SoCConfig
from rowloom.hw.soc.top import SoC


@pytest.mark.parametrize("ram_bytes", [4096, 8192])
def test_too_large_firmware(elaborated, ram_bytes):
    soc = SoC(SoCConfig(rows=1, cols=1, ram_bytes=ram_bytes))
    soc.load([0] * (ram_bytes // 4))
    message = f"the firmware's {ram_bytes + 4} bytes do not fit in a memory of {ram_bytes} bytes"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        soc.load([0] * (ram_bytes // 4 + 1))
    elaborated(soc)


def test_registers_through_the_cpu():
    """A program looks up its size, judges an assignment, lights the lamps accordingly and sends the build hash."""
    soc = SoC(SoCConfig(rows=2, cols=3, bit_rate=10_000_000, ram_bytes=4096), build_hash=0x5A)
    addresses = {f"{register.unit}.{register.name}": register.address for register in soc.bus_map.registers}
    base = min(addresses.values())

    def read(rd, name):
        return (addresses[name] - base) << 20 | 5 << 15 | 0b010 << 12 | rd << 7 | 0x03

    def write(name, rs):
        offset = addresses[name] - base
        return (offset >> 5) << 25 | rs << 20 | 5 << 15 | 0b010 << 12 | (offset & 31) << 7 | 0x23

    def immediate(rd, value):
        return value << 20 | rd << 7 | 0x13

    assert base == 0x1000_0000
    soc.load([
        base | 5 << 7 | 0x37,                                       # lui x5, base
        read(6, "identity.slitherlink"), write("checker.size", 6),
        immediate(6, 1), write("checker.control", 6),               # clear
        immediate(6, 0), write("checker.clue", 6),                  # a 0 in the corner
        immediate(6, 0b10001), write("checker.assign", 6),          # inside
        read(7, "checker.conflict"), write("leds.lights", 7),       # alive, if it is a conflict
        read(6, "identity.build_low"), write("uart.tx", 6),
        0x6F,                                                       # j .
    ])
    levels = []

    async def testbench(ctx):
        assert ctx.get(soc.tx) == 1
        await ctx.tick().until(~soc.tx)
        for _ in range(10):
            levels.append(ctx.get(soc.tx))
            await ctx.tick().repeat(5)
        assert (ctx.get(soc.alive), ctx.get(soc.solving), ctx.get(soc.error)) == (1, 0, 0)

    sim = Simulator(soc)
    sim.add_clock(1e-6)
    sim.add_testbench(testbench)
    sim.run_until(1e-3)
    assert levels == [0, *(0x5A >> place & 1 for place in range(8)), 1]
