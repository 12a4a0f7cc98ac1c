"""Two masters use the bus. The tests check how many clocks their accesses take.

:mod:`test_bus_proof` proves that each access ends once, at its target, with the right data and after any wait;
:mod:`test_bus_rules_proof` proves the same for the memories.
"""

import pytest
from amaranth.hdl import Module
from amaranth_soc import csr

from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE, ROM_BASE, BusMemory, Interconnect
from rowloom.hw.soc.peripheral import Peripheral
from support.simulation import simulate


class Word(csr.Register, access="rw"):
    """32 bits."""

    value: csr.Field(csr.action.RW, 32)


async def access(ctx, port, address, word=None, *, hold=False):
    """Read or write a word; return the word that was read, and the number of clocks. With ``hold``, the request stays
    active afterwards."""
    request = {"adr": address >> 2, "dat_w": word or 0, "we": word is not None, "sel": 0b1111, "cyc": 1, "stb": 1}
    for name, value in request.items():
        ctx.set(getattr(port, name), value)
    clocks, acknowledged = 0, 0
    while not acknowledged:
        *_, acknowledged, read = await ctx.tick().sample(port.ack, port.dat_r)
        clocks += 1
        assert clocks < 5000
    if not hold:
        ctx.set(port.cyc, 0)
        ctx.set(port.stb, 0)
    return read, clocks


@pytest.mark.parametrize("hold", [False, True])
@pytest.mark.parametrize("here, there", [
    (ROM_BASE, ROM_BASE), (RAM_BASE, RAM_BASE), (ROM_BASE, RAM_BASE), (RAM_BASE, ROM_BASE),
])
def test_clocks(here, there, hold):
    """A read or write takes two clocks in a memory, and three clocks in the registers. Right after an access of the
    other master, it lasts a clock longer."""
    rom, ram = BusMemory(32, writable=False, init=[1]), BusMemory(64, init=[2])
    registers = Peripheral({"words": [Word() for _ in range(2)]})
    bus, m, taken = Interconnect(rom.bus, ram.bus, registers.bus), Module(), []
    m.submodules += [rom, ram, registers, bus]

    async def testbench(ctx):
        async def timed(port, *what, hold=hold):
            word, clocks = await access(ctx, port, *what, hold=hold)
            taken.append(clocks)
            if not hold:
                await ctx.tick()
            return word

        assert await timed(bus.ibus, here) == (1 if here == ROM_BASE else 2)
        await timed(bus.ibus, there, hold=False)
        await timed(bus.dbus, here)
        await timed(bus.dbus, there, 7)
        await timed(bus.dbus, here)
        await timed(bus.dbus, REGISTERS_BASE, 7)
        assert await timed(bus.dbus, REGISTERS_BASE) == 7
        await timed(bus.dbus, REGISTERS_BASE + 4, hold=False)
        await timed(bus.ibus, here)
        assert await timed(bus.ibus, there) == (1 if there == ROM_BASE else 7)

    simulate(m, testbench)
    assert taken == [2, 2, 3, 2, 2, 3, 3, 3, 3, 2]
