# amaranth: UnusedElaboratable=no
"""Two masters on the bus: what they reach, and in how many clocks."""

import random

import pytest
from amaranth.hdl import Module
from amaranth.sim import Simulator
from amaranth_soc import csr
from amaranth_soc.wishbone.sram import WishboneSRAM

from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE, Interconnect
from rowloom.hw.soc.peripheral import Peripheral

WORDS = 64


class Word(csr.Register, access="rw"):
    """32 bits."""

    value: csr.Field(csr.action.RW, 32)


class System:
    """A memory and four registers on the bus; addresses are in bytes."""

    def __init__(self):
        self.ram = WishboneSRAM(size=4 * WORDS, data_width=32, granularity=8)
        registers = Peripheral({"words": [Word() for _ in range(4)]})
        self.bus = Interconnect(self.ram.wb_bus, registers.bus)
        self.module = Module()
        self.module.submodules += [self.ram, registers, self.bus]

    def simulate(self, *testbenches):
        sim = Simulator(self.module)
        sim.add_clock(1e-6)
        for testbench in testbenches:
            sim.add_testbench(testbench)
        sim.run()


async def access(ctx, port, address, word=None, sel=0b1111, *, hold=False):
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
        assert clocks < 100
    if not hold:
        ctx.set(port.cyc, 0)
        ctx.set(port.stb, 0)
    return read, clocks


def test_memory_words_and_bytes():
    system = System()
    rng = random.Random(0)
    model = [0] * WORDS

    async def testbench(ctx):
        for _ in range(300):
            at = rng.randrange(WORDS)
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


def test_registers():
    system = System()

    async def testbench(ctx):
        dbus = system.bus.dbus
        for number in range(4):
            await access(ctx, dbus, REGISTERS_BASE + 4 * number, 0x1234_5670 + number)
        await ctx.tick()
        for number in range(4):
            assert (await access(ctx, dbus, REGISTERS_BASE + 4 * number))[0] == 0x1234_5670 + number
        # The memory of the same number is another one.
        assert (await access(ctx, dbus, RAM_BASE))[0] == 0

    system.simulate(testbench)


def test_a_part_of_a_register_is_the_whole():
    """Registers are written by words: a byte access writes all four bytes."""
    system = System()

    async def testbench(ctx):
        await access(ctx, system.bus.dbus, REGISTERS_BASE, 0xA1B2_C3D4, sel=0b0010)
        await ctx.tick()
        assert (await access(ctx, system.bus.dbus, REGISTERS_BASE, sel=0b0001))[0] == 0xA1B2_C3D4

    system.simulate(testbench)


def test_both_repeat():
    """Only bit 28 decides; the instruction bus does not look at it."""
    system = System()

    async def testbench(ctx):
        dbus, ibus = system.bus.dbus, system.bus.ibus
        await access(ctx, dbus, 8, 111)
        await access(ctx, dbus, REGISTERS_BASE + 8, 222)
        await ctx.tick()
        for address, word in (
            (8 + 4 * WORDS, 111), (0x2000_0008, 111), (0xE000_0008, 111),
            (REGISTERS_BASE + 8 + 16, 222), (0x3000_0008, 222), (0xF000_0008, 222),
        ):
            assert (await access(ctx, dbus, address))[0] == word, hex(address)
        assert (await access(ctx, ibus, REGISTERS_BASE + 8))[0] == 111

    system.simulate(testbench)


@pytest.mark.parametrize("hold", [False, True])
def test_clocks(hold):
    """Two for the memory, three for registers, reading or writing; one more after the other master."""
    system = System()
    taken = []

    async def testbench(ctx):
        dbus, ibus = system.bus.dbus, system.bus.ibus

        async def timed(port, *what, hold=hold):
            taken.append((await access(ctx, port, *what, hold=hold))[1])
            if not hold:
                await ctx.tick()

        await timed(ibus, 0)
        await timed(ibus, 4, hold=False)
        await timed(dbus, 0)
        await timed(dbus, 4, 7)
        await timed(dbus, 0)
        await timed(dbus, REGISTERS_BASE, 7)
        await timed(dbus, REGISTERS_BASE)
        await timed(dbus, REGISTERS_BASE + 4, hold=False)
        await timed(ibus, 0)
        await timed(ibus, 4)

    system.simulate(testbench)
    assert taken == [2, 2, 3, 2, 2, 3, 3, 3, 3, 2]


def test_both_masters_at_once():
    """Each gets its own data, and none waits for longer than one access of the other."""
    system = System()
    system.ram.init = [0x100 + at for at in range(WORDS)]

    def master(port, addresses, longest):
        async def testbench(ctx):
            for address in addresses:
                read, clocks = await access(ctx, port, address)
                assert read == 0x100 + (address >> 2)
                assert clocks <= longest
                await ctx.tick()

        return testbench

    rng = random.Random(0)
    system.simulate(*(
        master(port, [4 * rng.randrange(WORDS) for _ in range(200)], 2 + 2 + 1)
        for port in (system.bus.ibus, system.bus.dbus)
    ))


def test_registers_do_not_wait_for_fetches():
    system = System()

    async def fetches(ctx):
        for _ in range(30):
            await access(ctx, system.bus.ibus, 0, hold=True)

    async def data(ctx):
        for _ in range(15):
            assert (await access(ctx, system.bus.dbus, REGISTERS_BASE))[1] == 3

    system.simulate(fetches, data)


def test_no_access_fails():
    system = System()

    async def testbench(ctx):
        for address in (0, REGISTERS_BASE, 0xFFFF_FFFC):
            await access(ctx, system.bus.dbus, address)
            assert not ctx.get(system.bus.dbus.err)

    system.simulate(testbench)
