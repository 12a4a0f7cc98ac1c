"""The whole SoC refuses firmware that does not fit, and is reset by a break on its line."""

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE
from rowloom.hw.soc.top import SoC
from support.simulation import simulate


async def next_byte(ctx, soc, divisor):
    """Return the next byte that the SoC sends. Start before its first bit, and stop in the middle of its last bit."""
    await ctx.tick().until(~soc.tx)
    await ctx.tick().repeat(divisor // 2)
    levels = [ctx.get(soc.tx)]
    for _ in range(9):
        await ctx.tick().repeat(divisor)
        levels.append(ctx.get(soc.tx))
    assert (levels[0], levels[9]) == (0, 1)
    return sum(level << place for place, level in enumerate(levels[1:9]))


def test_too_large_firmware():
    rom_bytes = 8192
    soc = SoC(SoCConfig.of("checker:1x1", rom_bytes=rom_bytes, ram_bytes=rom_bytes))
    soc.load([0] * (rom_bytes // 4))
    with pytest.raises(ValueError, match=rf"{rom_bytes + 4} bytes do not fit in a ROM of {rom_bytes} bytes"):
        soc.load([0] * (rom_bytes // 4 + 1))


# 5 clocks per bit after reset; a break takes 20 ms, which are 200 clocks.
SLOW = SoCConfig.of("checker:1x1", rom_bytes=4096, ram_bytes=4096, clock_hz=10_000, bit_rate=2000)
BREAK = 200
# This program sends three numbers: how often it has been started (a count in the RAM), the divisor that it finds, and
# the number of clocks since the reset, divided by 256. Then it sends zeros forever, with another divisor. The names of
# registers are offsets from s0.
COUNTER = f"""
        li s0, {REGISTERS_BASE}
        li s1, {RAM_BASE}
        lw t0, 0(s1)
        addi t0, t0, 1
        sw t0, 0(s1)
        sw t0, port.tx(s0)
        lw t0, port.divisor(s0)
        sw t0, port.tx(s0)
        lw t0, timer.low(s0)
        srli t0, t0, 8
        sw t0, port.tx(s0)
    1:  lw t0, port.room(s0)
        srli t0, t0, 12             # sending
        bnez t0, 1b
        li t0, 9
        sw t0, port.divisor(s0)
        li t0, 7
        sw t0, leds.lights(s0)
    2:  sw zero, port.tx(s0)
        j 2b
"""


async def begun(ctx, soc, times):
    """Check the three numbers that the program sends after a start. Then check that zeros follow at the rate of the new
    divisor, and that all lights are on."""
    assert [await next_byte(ctx, soc, 5) for _ in range(3)] == [times, 5, 0]
    assert [await next_byte(ctx, soc, 9) for _ in range(3)] == [0, 0, 0]
    assert (ctx.get(soc.alive), ctx.get(soc.solving), ctx.get(soc.error)) == (1, 1, 1)


def is_reset(ctx, soc):
    """Return whether the lights are out and the outgoing line is idle, although zeros were being sent."""
    return (ctx.get(soc.alive), ctx.get(soc.solving), ctx.get(soc.error), ctx.get(soc.tx)) == (0, 0, 0, 1)


def test_a_break_or_a_restart_resets_all_but_the_memories(assembled):
    """A break or a restart resets the CPU, the lights, the cycle counter, and the UART with its divisor and queues. The
    program and its count of starts stay. The SoC stays in reset as long as ``restart`` is high."""
    soc = SoC(SLOW)
    names = (f".equ {register.unit}.{register.name}, {register.address - REGISTERS_BASE}"
             for register in soc.bus_map.registers)
    soc.load(assembled("\n".join([*names, COUNTER])))

    async def testbench(ctx):
        await begun(ctx, soc, 1)
        ctx.set(soc.rx, 0)
        # It takes two clocks to synchronize the line, and one to register the reset.
        await ctx.tick().repeat(2 + BREAK)
        assert not is_reset(ctx, soc)
        await ctx.tick()
        assert is_reset(ctx, soc)
        # While the line stays low, this is still the same break.
        await begun(ctx, soc, 2)
        ctx.set(soc.rx, 1)
        ctx.set(soc.restart, 1)
        await ctx.tick()
        for _ in range(100):
            await ctx.tick()
            assert is_reset(ctx, soc)
        ctx.set(soc.restart, 0)
        await begun(ctx, soc, 3)

    simulate(soc, testbench)
