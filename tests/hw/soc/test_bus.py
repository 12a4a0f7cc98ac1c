"""Two masters on the bus: what they reach, and in how many clocks."""

import random

import pytest
from amaranth.hdl import Module, Signal
from amaranth_soc import csr

from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE, ROM_BASE, Interconnect
from rowloom.hw.soc.memory import BusMemory
from rowloom.hw.soc.peripheral import Peripheral
from support.simulation import simulate

ROM_WORDS, RAM_WORDS, REGISTERS = 32, 64, 4
IN_ROM, IN_RAM, IN_REGISTERS = 0xA000_0000, 0xB000_0000, 0xC000_0000
"""What they hold at first, plus the word's number."""


class Word(csr.Register, access="rw"):
    """32 bits."""

    def __init__(self, init):
        super().__init__({"value": csr.Field(csr.action.RW, 32, init=init)})


class System:
    """Two memories and four registers on the bus; addresses are in bytes."""

    def __init__(self):
        rom = BusMemory(ROM_WORDS, writable=False, init=range(IN_ROM, IN_ROM + ROM_WORDS))
        ram = BusMemory(RAM_WORDS, init=range(IN_RAM, IN_RAM + RAM_WORDS))
        registers = Peripheral({"words": [Word(IN_REGISTERS + number) for number in range(REGISTERS)]})
        self.bus = Interconnect(rom.bus, ram.bus, registers.bus)
        self.module = Module()
        self.module.submodules += [rom, ram, registers, self.bus]

    def simulate(self, *testbenches):
        simulate(self.module, *testbenches)


def at_first(address, *, fetched=False):
    """What is read at an address before anything was written: bit 28 asks for registers, bit 27 for the RAM."""
    if address >> 28 & 1 and not fetched:
        return IN_REGISTERS + (address >> 2) % REGISTERS
    if address >> 27 & 1:
        return IN_RAM + (address >> 2) % RAM_WORDS
    return IN_ROM + (address >> 2) % ROM_WORDS


async def access(ctx, port, address, word=None, sel=0b1111, *, hold=False, patience=100):
    """Reads, or writes a word; what was read, and how many clocks it took. ``hold`` leaves the bus asked for."""
    ctx.set(port.adr, address >> 2)
    ctx.set(port.dat_w, word or 0)
    ctx.set(port.we, word is not None)
    ctx.set(port.sel, sel)
    ctx.set(port.cyc, 1)
    ctx.set(port.stb, 1)
    clocks, acknowledged = 0, 0
    while not acknowledged:
        *_, acknowledged, read = await ctx.tick().sample(port.ack, port.dat_r)
        clocks += 1
        assert clocks < patience
    if not hold:
        ctx.set(port.cyc, 0)
        ctx.set(port.stb, 0)
    return read, clocks


def test_two_address_bits_choose():
    """Elsewhere everything repeats; the instruction bus reaches no registers."""
    system = System()
    rng = random.Random(0)
    addresses = [ROM_BASE, RAM_BASE, REGISTERS_BASE, 0xFFFF_FFFC, *(4 * rng.getrandbits(30) for _ in range(200))]

    async def testbench(ctx):
        for address in addresses:
            assert (await access(ctx, system.bus.dbus, address))[0] == at_first(address), hex(address)
            assert (await access(ctx, system.bus.ibus, address))[0] == at_first(address, fetched=True), hex(address)

    system.simulate(testbench)


def test_ram_words_and_bytes():
    system = System()
    rng = random.Random(0)
    model = [IN_RAM + number for number in range(RAM_WORDS)]

    async def testbench(ctx):
        for _ in range(300):
            at = rng.randrange(RAM_WORDS)
            if rng.random() < 0.5:
                word, sel = rng.getrandbits(32), rng.choice([1, 2, 4, 8, 3, 12, 15])
                await access(ctx, system.bus.dbus, RAM_BASE + 4 * at, word, sel)
                mask = sum(0xFF << 8 * lane for lane in range(4) if sel >> lane & 1)
                model[at] = model[at] & ~mask | word & mask
            else:
                port = rng.choice([system.bus.dbus, system.bus.ibus])
                assert (await access(ctx, port, RAM_BASE + 4 * at))[0] == model[at]
            if rng.random() < 0.3:
                await ctx.tick()

    system.simulate(testbench)


def test_the_rom_cannot_be_written():
    """A write to it ends like any other, and changes nothing, neither in the ROM nor in the RAM."""
    system = System()
    rng = random.Random(0)

    async def testbench(ctx):
        dbus = system.bus.dbus
        for number in range(ROM_WORDS):
            for sel in (0b1111, 0b0001 << number % 4):
                _, clocks = await access(ctx, dbus, ROM_BASE + 4 * number, rng.getrandbits(32), sel)
                assert clocks <= 3
        for port in (dbus, system.bus.ibus):
            for base in (ROM_BASE, RAM_BASE):
                for address in range(base, base + 4 * ROM_WORDS, 4):
                    assert (await access(ctx, port, address))[0] == at_first(address), hex(address)

    system.simulate(testbench)


def test_registers():
    system = System()

    async def testbench(ctx):
        dbus = system.bus.dbus
        for number in range(REGISTERS):
            await access(ctx, dbus, REGISTERS_BASE + 4 * number, 0x1234_5670 + number)
        await ctx.tick()
        for number in range(REGISTERS):
            assert (await access(ctx, dbus, REGISTERS_BASE + 4 * number))[0] == 0x1234_5670 + number
        # The memories' words of the same numbers are others.
        for address in (ROM_BASE, RAM_BASE):
            assert (await access(ctx, dbus, address))[0] == at_first(address)

    system.simulate(testbench)


def test_a_part_of_a_register_is_the_whole():
    """Registers are written by words: a byte access writes all four bytes."""
    system = System()

    async def testbench(ctx):
        await access(ctx, system.bus.dbus, REGISTERS_BASE, 0xA1B2_C3D4, sel=0b0010)
        await ctx.tick()
        assert (await access(ctx, system.bus.dbus, REGISTERS_BASE, sel=0b0001))[0] == 0xA1B2_C3D4

    system.simulate(testbench)


@pytest.mark.parametrize("hold", [False, True])
@pytest.mark.parametrize("here, there", [
    (ROM_BASE, ROM_BASE), (RAM_BASE, RAM_BASE), (ROM_BASE, RAM_BASE), (RAM_BASE, ROM_BASE),
])
def test_clocks(here, there, hold):
    """Two for a memory, three for registers, reading or writing; one more after the other master, whatever it had."""
    system = System()
    taken = []

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

    system.simulate(testbench)
    assert taken == [2, 2, 3, 2, 2, 3, 3, 3, 3, 2]


def test_both_masters_at_once():
    """Each gets its own data, from either memory, and none waits for longer than one access of the other."""
    system = System()

    def master(port, addresses, longest):
        async def testbench(ctx):
            for address in addresses:
                read, clocks = await access(ctx, port, address)
                assert read == at_first(address)
                assert clocks <= longest
                await ctx.tick()

        return testbench

    rng = random.Random(0)
    system.simulate(*(
        master(port, [rng.choice([ROM_BASE, RAM_BASE]) + 4 * rng.randrange(ROM_WORDS) for _ in range(200)], 2 + 2 + 1)
        for port in (system.bus.ibus, system.bus.dbus)
    ))


def test_registers_do_not_wait_for_fetches():
    system = System()

    async def fetches(ctx):
        for _ in range(30):
            await access(ctx, system.bus.ibus, ROM_BASE, hold=True)

    async def data(ctx):
        for _ in range(15):
            assert (await access(ctx, system.bus.dbus, REGISTERS_BASE))[1] == 3

    system.simulate(fetches, data)


@pytest.fixture
def waiting():
    """A system in which every access finds ``wait`` high for so many clocks."""
    system = System()
    system.waiting, begun = Signal(16), Signal(16)
    bus = system.bus
    with system.module.If(bus.dbus.cyc & ~bus.dbus.ack):
        system.module.d.sync += begun.eq(begun + 1)
    with system.module.Else():
        system.module.d.sync += begun.eq(0)
    system.module.d.comb += bus.wait.eq(begun < system.waiting)
    return system


@pytest.mark.parametrize("hold", [False, True])
def test_a_register_access_waits(waiting, hold):
    """Until ``wait`` is low, or for 4,095 clocks: each access has that patience anew. Memories do not wait.
    :mod:`test_bus_proof` proves it of all other numbers of clocks."""
    taken = {}

    async def testbench(ctx):
        # The first access to a memory takes it over from the fetches.
        await access(ctx, waiting.bus.dbus, RAM_BASE)
        for clocks in (0, 1, 500, 9000, 3):
            ctx.set(waiting.waiting, clocks)
            for what in ((REGISTERS_BASE,), (REGISTERS_BASE, clocks), (RAM_BASE,)):
                _, took = await access(ctx, waiting.bus.dbus, *what, hold=hold, patience=5000)
                taken.setdefault((clocks, *what), took)
                if not hold:
                    await ctx.tick()
            assert (await access(ctx, waiting.bus.dbus, REGISTERS_BASE, hold=hold, patience=5000))[0] == clocks

    waiting.simulate(testbench)
    for (clocks, address, *_), took in taken.items():
        assert took == (2 if address == RAM_BASE else 3 + min(clocks, 4095))


def test_what_waits_has_not_begun(waiting):
    """An access that is given up leaves no trace."""
    async def testbench(ctx):
        dbus = waiting.bus.dbus
        ctx.set(waiting.waiting, 9000)
        for name, value in (("adr", REGISTERS_BASE >> 2), ("dat_w", 7), ("we", 1), ("sel", 1), ("cyc", 1), ("stb", 1)):
            ctx.set(getattr(dbus, name), value)
        for _ in range(4095):
            assert not ctx.get(dbus.ack)
            await ctx.tick()
        ctx.set(dbus.cyc, 0)
        await ctx.tick().repeat(3)
        ctx.set(waiting.waiting, 0)
        assert (await access(ctx, dbus, REGISTERS_BASE))[0] == IN_REGISTERS

    waiting.simulate(testbench)


def test_fetches_do_not_wait(waiting):
    async def testbench(ctx):
        ctx.set(waiting.waiting, 9000)
        ctx.set(waiting.bus.dbus.adr, REGISTERS_BASE >> 2)
        ctx.set(waiting.bus.dbus.cyc, 1)
        ctx.set(waiting.bus.dbus.stb, 1)
        for _ in range(20):
            assert (await access(ctx, waiting.bus.ibus, ROM_BASE))[1] == 2
            await ctx.tick()

    waiting.simulate(testbench)


def test_no_access_fails():
    system = System()

    async def testbench(ctx):
        for address in (ROM_BASE, RAM_BASE, REGISTERS_BASE, 0xFFFF_FFFC):
            await access(ctx, system.bus.dbus, address)
            assert not ctx.get(system.bus.dbus.err)

    system.simulate(testbench)
