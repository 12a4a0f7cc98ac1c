"""It is proved by induction, and so for any number of clocks, that each access on the bus ends exactly once, at its own
target and at no other target.

The proof holds for any CPU and memories that obey the rules in :class:`Bus`; :mod:`test_bus_rules_proof` shows that the
real CPU and memories obey these rules.
"""

from functools import reduce
from operator import add

import pytest
from amaranth.hdl import Assert, Assume, Cat, Mux, Signal
from amaranth_soc import csr, wishbone
from amaranth_soc.memory import MemoryMap

from rowloom.hw.soc.bus import RAM_BASE, REGISTERS_BASE, Interconnect
from support.proof import REQUEST, Proof, keeps_requests, refuted

BURST = 8
"""The largest number of fetches that follow each other without a pause: a line of the instruction cache."""

PATIENCE = 4095
"""The largest number of clocks for which a register access waits, according to the documentation."""

REGISTER_CLOCKS = 3
"""The number of clocks of a register access that does not wait."""


class Bus(Proof):
    """The unit with masters and memories that are arbitrary, except that they obey these rules.

    Both masters hold a request until it is acknowledged, and ask for at least one byte. They release the bus for one
    clock after at most ``BURST`` acknowledgements on the instruction bus, or ``loads`` acknowledgements on the data
    bus. A memory acknowledges each request, in clock ``latency`` of the request at the latest, and acknowledges nothing
    else. The word of a register is valid one clock after the read; in all other clocks, the word is arbitrary. ``wait``
    is arbitrary.
    """

    def __init__(self, latency, loads):
        self.latency, self.loads = latency, loads
        self.rom, self.ram = (
            wishbone.Interface(addr_width=width, data_width=32, granularity=8, path=(name,))
            for name, width in (("rom", 2), ("ram", 3)))
        self.registers = csr.Interface(addr_width=4, data_width=32, path=("registers",))
        self.registers.memory_map = MemoryMap(addr_width=4, data_width=32)
        unit = Interconnect(self.rom, self.ram, self.registers)
        super().__init__(unit, [
            *(getattr(bus, name) for bus in (unit.ibus, unit.dbus) for name in (*REQUEST, "cyc", "stb")),
            *(getattr(memory, name) for memory in (self.rom, self.ram) for name in ("ack", "dat_r")),
            self.registers.r_data, unit.wait,
        ])
        self.grant, self.cycle = self.within("arbiter.grant"), self.within("bridge.cycle")
        self.waited = self.within("waited", range(PATIENCE + 1))

    def claims(self, m):
        ibus, dbus = self.unit.ibus, self.unit.dbus
        self.to_registers = dbus.adr[(REGISTERS_BASE // 4).bit_length() - 1]
        self.rules(m)
        self.targets(m)
        served = self.memories(m)
        fetches, loads = self.bursts(m, ibus, BURST), self.bursts(m, dbus, self.loads)
        to_memory = dbus.cyc & ~self.to_registers
        self.turns(m, ibus, ibus.cyc, to_memory & dbus.ack, served, ~self.grant, self.loads, loads)
        self.turns(m, dbus, to_memory, ibus.ack, served, self.grant, BURST, fetches)
        self.register_access(m, dbus)

    def rules(self, m):
        """Assume that masters keep their requests, and that memories obey their rules. Assert that the unit keeps its
        requests to the memories."""
        for bus, held in ((self.unit.ibus, Assume), (self.unit.dbus, Assume), (self.rom, Assert), (self.ram, Assert)):
            keeps_requests(m, bus, held)
        for bus in (self.unit.ibus, self.unit.dbus):
            m.d.comb += [Assume(bus.stb == bus.cyc), Assume(~bus.cyc | bus.sel.any()), Assert(~bus.ack | bus.cyc),
                           Assert(~bus.err)]
        for memory in (self.rom, self.ram):
            m.d.comb += Assume(~memory.ack | memory.cyc & memory.stb)

    def targets(self, m):
        """Each acknowledgement to a master comes from the addressed memory, for the same request, and each
        acknowledgement of a memory reaches a master. So no access happens without a request, and no access happens
        twice."""
        ibus, dbus, rom, ram = self.unit.ibus, self.unit.dbus, self.rom, self.ram
        for bus, to_memory in ((ibus, 1), (dbus, ~self.to_registers)):
            in_ram = bus.adr[(RAM_BASE // 4).bit_length() - 1]
            for memory, here in ((rom, ~in_ram), (ram, in_ram)):
                with m.If(bus.ack & to_memory & here):
                    m.d.comb += [
                        Assert(memory.ack), Assert(bus.dat_r == memory.dat_r),
                        Assert(memory.adr == bus.adr[:len(memory.adr)]),
                        *(Assert(getattr(memory, name) == getattr(bus, name)) for name in ("dat_w", "sel", "we")),
                    ]
        m.d.comb += Assert(rom.ack + ram.ack == ibus.ack + (dbus.ack & ~self.to_registers))

    def memories(self, m):
        """Return the number of clocks that the current request to a memory has lasted."""
        asked = (self.rom.cyc & self.rom.stb) | (self.ram.cyc & self.ram.stb)
        served = Signal(range(self.latency))
        m.d.comb += [
            Assert(~(self.rom.cyc & self.ram.cyc)),
            Assume(~asked | (served < self.latency - 1) | self.rom.ack | self.ram.ack),
            Assert(served < self.latency), Assert(asked | (served == 0)),
        ]
        m.d.sync += served.eq(Mux(asked & ~self.rom.ack & ~self.ram.ack, served + 1, 0))
        return served

    def bursts(self, m, bus, longest):
        """Return the number of accesses that the master has made since its last pause."""
        had = Signal(range(longest + 1))
        m.d.sync += had.eq(Mux(bus.cyc, had + bus.ack, 0))
        m.d.comb += [Assume(~bus.cyc | (had < longest)), Assert(had <= longest)]
        return had

    def turns(self, m, bus, asks, other, served, granted, longest, burst):
        """The master waits for at most one burst of the other master. Its access ends within the clocks of that burst,
        one clock for the release of the bus, and the clocks of the access itself."""
        others, clocks, most = Signal(range(longest + 1)), Signal(range(256)), self.latency * (longest + 1)
        m.d.sync += [
            others.eq(Mux(bus.ack | ~asks, 0, others + other)),
            clocks.eq(Mux(bus.ack | ~asks, 0, clocks + 1)),
        ]
        m.d.comb += [
            Assert(others <= longest), Assert(clocks <= most),
            # The induction needs the following assertions, which imply the assertions above.
            Assert(asks | (others == 0) & (clocks == 0)),
            Assert(clocks <= reduce(add, [others] * self.latency) + served + granted),
            Assert(others <= Mux(granted, longest, burst)),
        ]

    def register_access(self, m, dbus):
        """Each access reads or writes the register exactly once, at least three clocks after the previous access. For
        any ``wait``, the access ends within a known time, and returns the right word."""
        registers, wait, access = self.registers, self.unit.wait, dbus.cyc & self.to_registers
        strobe, strobed, read = registers.r_stb | registers.w_stb, Signal(), Signal()
        clocks, delays = Signal(range(PATIENCE + REGISTER_CLOCKS)), Signal(range(PATIENCE + 1))
        answered, disturbed, delayed = Signal(32), Signal(), wait & (delays != PATIENCE)
        recent = Signal(REGISTER_CLOCKS - 1)  # strobes in the previous clocks
        with m.If(access & ~dbus.ack):
            m.d.sync += [
                strobed.eq(strobed | strobe), clocks.eq(clocks + 1), delays.eq(delays + delayed),
                disturbed.eq(disturbed | strobed & delayed)]
        with m.Else():
            m.d.sync += [strobed.eq(0), clocks.eq(0), delays.eq(0), disturbed.eq(0)]
        m.d.sync += [read.eq(registers.r_stb), recent.eq(Cat(strobe, recent))]
        with m.If(read):
            m.d.sync += answered.eq(registers.r_data)
        with m.If(strobe):
            m.d.comb += [
                Assert(access), Assert(~strobed), Assert(~recent.any()),
                Assert(registers.r_stb == ~dbus.we), Assert(registers.w_stb == dbus.we),
                Assert(registers.addr == dbus.adr[:len(registers.addr)]), Assert(registers.w_data == dbus.dat_w),
            ]
        with m.If(access & dbus.ack):
            m.d.comb += [
                Assert(strobed), Assert(~strobe), Assert(clocks == delays + REGISTER_CLOCKS - 1),
                # A `wait` that begins after the read would lose the word; test_wait_proof.py shows that this does not
                # happen.
                Assert(dbus.we | disturbed | (dbus.dat_r == answered)),
            ]
        m.d.comb += [
            Assert(~access | dbus.ack | (clocks < PATIENCE + REGISTER_CLOCKS - 1)),
            # The induction needs the following assertions, which imply the assertions above.
            Assert(~access | (clocks == delays + strobed + dbus.ack)),
            Assert(~access | (delays == self.waited)), Assert(access | (clocks == 0)),
            Assert(strobed == self.cycle), Assert(access | ~strobed),
            Assert(~strobed | dbus.ack | disturbed | dbus.we | read),
            Assert(~recent.any() | strobed), Assert(~recent[0] | ~dbus.ack),
        ]


@pytest.mark.parametrize("latency, loads", [(2, 1), (5, 4)])
def test_every_access(prove_by_induction, latency, loads):
    """The first case is the real bus: the memories answer in the second clock, and the CPU never holds its data bus. So
    a fetch takes at most 5 clocks, a load or store takes at most 19, and a register access takes at most 4,098."""
    prove_by_induction(Bus(latency, loads))


@pytest.mark.parametrize("name, wrong", [
    ("_TIMEOUT", PATIENCE - 1), ("RAM_BASE", 4 * RAM_BASE), ("REGISTERS_BASE", 4 * REGISTERS_BASE)])
def test_a_wrong_unit_is_refuted(prove_by_induction, monkeypatch, name, wrong):
    """In one wrong unit, the longest wait is one clock too short. In the others, the wrong bit of the address selects
    the target."""
    monkeypatch.setattr(f"rowloom.hw.soc.bus.{name}", wrong)
    with refuted():
        prove_by_induction(Bus(2, 1))
