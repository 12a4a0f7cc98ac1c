"""Two masters use the bus. The tests check which targets the masters reach, and in how many clocks.

:mod:`test_bus_proof` proves that each access ends once, at its target, with the right data and after any wait;
:mod:`test_bus_rules_proof` proves the same for the memories.
"""

import random

import pytest
from amaranth.hdl import Module
from amaranth_soc import csr

from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE, ROM_BASE, BusMemory, Interconnect
from rowloom.hw.soc.peripheral import Peripheral
from support.simulation import simulate

ROM_WORDS, RAM_WORDS, REGISTERS = 32, 64, 4
IN_ROM, IN_RAM, IN_REGISTERS = 0xA000_0000, 0xB000_0000, 0xC000_0000
"""The initial contents of the first words; later words count up from there."""


class Word(csr.Register, access="rw"):
    """32 bits."""

    def __init__(self, init):
        super().__init__({"value": csr.Field(csr.action.RW, 32, init=init)})


class System:
    """Two memories and four registers on the bus."""

    def __init__(self):
        rom = BusMemory(ROM_WORDS, writable=False, init=range(IN_ROM, IN_ROM + ROM_WORDS))
        ram = BusMemory(RAM_WORDS, init=range(IN_RAM, IN_RAM + RAM_WORDS))
        registers = Peripheral({"words": [Word(IN_REGISTERS + number) for number in range(REGISTERS)]})
        self.bus = Interconnect(rom.bus, ram.bus, registers.bus)
        self.module = Module()
        self.module.submodules += [rom, ram, registers, self.bus]


def at_first(address, *, fetched=False):
    """Return the initial contents of an address: bit 28 selects the registers, and bit 27 selects the RAM."""
    if address >> 28 & 1 and not fetched:
        return IN_REGISTERS + (address >> 2) % REGISTERS
    if address >> 27 & 1:
        return IN_RAM + (address >> 2) % RAM_WORDS
    return IN_ROM + (address >> 2) % ROM_WORDS


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


def test_two_address_bits_choose():
    """All targets also appear at other addresses; the instruction bus reaches no registers; the ROM ignores writes."""
    system, rng = System(), random.Random(0)
    addresses = [ROM_BASE, RAM_BASE, REGISTERS_BASE, 0xFFFF_FFFC, *(4 * rng.getrandbits(30) for _ in range(200))]

    async def testbench(ctx):
        await access(ctx, system.bus.dbus, ROM_BASE, 1)
        for address in addresses:
            assert (await access(ctx, system.bus.dbus, address))[0] == at_first(address), hex(address)
            assert (await access(ctx, system.bus.ibus, address))[0] == at_first(address, fetched=True), hex(address)

    simulate(system.module, testbench)


@pytest.mark.parametrize("hold", [False, True])
@pytest.mark.parametrize("here, there", [
    (ROM_BASE, ROM_BASE), (RAM_BASE, RAM_BASE), (ROM_BASE, RAM_BASE), (RAM_BASE, ROM_BASE),
])
def test_clocks(here, there, hold):
    """A read or write takes two clocks in a memory, and three clocks in the registers. Right after an access of the
    other master, it lasts a clock longer."""
    system, taken = System(), []

    async def testbench(ctx):
        dbus, ibus = system.bus.dbus, system.bus.ibus

        async def timed(port, *what, hold=hold):
            taken.append((await access(ctx, port, *what, hold=hold))[1])
            if not hold:
                await ctx.tick()

        await timed(ibus, here)
        await timed(ibus, there, hold=False)
        await timed(dbus, here)
        await timed(dbus, there, 7)
        await timed(dbus, here)
        await timed(dbus, REGISTERS_BASE, 7)
        await timed(dbus, REGISTERS_BASE)
        await timed(dbus, REGISTERS_BASE + 4, hold=False)
        await timed(ibus, here)
        await timed(ibus, there)

    simulate(system.module, testbench)
    assert taken == [2, 2, 3, 2, 2, 3, 3, 3, 3, 2]
