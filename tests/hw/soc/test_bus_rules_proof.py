"""It is proved by induction that the CPU and the memories obey the rules that :mod:`test_bus_proof` assumes."""

from enum import IntEnum
from unittest.mock import patch

import pytest
from amaranth.hdl import Array, Assert, Assume, Cat, Fragment, Mux, Signal
from amaranth.lib.wiring import In
from minerva.arbiter import WishboneArbiter
from minerva.units.fetch import CachedFetchUnit
from minerva.units.loadstore import BareLoadStoreUnit

from rowloom.hw.soc.bus import BusMemory
from rowloom.hw.soc.top import CPU
from support.proof import REQUEST, Proof, keeps_requests, refuted

Cache = IntEnum("Cache", "CHECK FLUSH EVICT REFILL DONE", start=0)
"""The states of the instruction cache, in the order in which the cache defines them."""


class Master(Proof):
    """A bus unit of the CPU with arbitrary inputs. Each of its requests asks for at least one byte, and is held. The
    unit releases the bus for one clock after at most ``longest`` acknowledgements."""

    def __init__(self, unit, bus, longest):
        super().__init__(unit, [bus.ack, bus.dat_r, *(
            getattr(unit, name) for name, member in unit.signature.members.items() if member.flow is In)])
        self.bus, self.longest = bus, longest

    def claims(self, m):
        bus, had = self.bus, Signal(range(self.longest + 1))
        m.d.sync += had.eq(Mux(bus.cyc, had + bus.ack, 0))
        keeps_requests(m, bus, Assert)
        m.d.comb += [
            Assume(~bus.ack | bus.cyc),
            Assert(bus.stb == bus.cyc), Assert(~bus.cyc | bus.sel.any()),
            Assert(~bus.cyc | (had < self.longest)), Assert(had <= self.longest),
        ]
        self.reasons(m, had)


class Fetches(Master):
    """The instruction bus, which fetches one line of the cache at a time. A line has as many words here as in the
    CPU."""

    def __init__(self, words=8):
        # The number of lines makes no difference to the bus.
        unit = CachedFetchUnit(icache_nways=1, icache_nlines=2, icache_nwords=words, icache_base=0, icache_limit=2**31)
        super().__init__(unit, unit.ibus, longest=8)
        self.words = words
        self.state = self.within("icache.fsm_state", range(len(Cache)))
        self.address = self.within("icache.bus_addr", 29)
        self.ports_ask = self.within("ibus_arbiter.req", 2)
        # The arbiter's first port belongs to the cache. The second port is for addresses outside the cached range; it
        # is only accessible through the arbiter.
        arbiter = WishboneArbiter()
        with patch("minerva.units.fetch.WishboneArbiter", return_value=arbiter):
            self.unit = Fragment.get(unit, None)
        self.beyond = arbiter._port_map[1]

    def reasons(self, m, had):
        m.d.comb += Assert(self.beyond.stb == self.beyond.cyc)
        refills = self.state == Cache.REFILL
        word = self.address[:(self.words - 1).bit_length()]
        with m.If(refills):
            m.d.comb += Assert(Mux(self.ports_ask[0], had == word, word == 0))
        with m.If(self.bus.cyc & ~self.ports_ask[0]):
            m.d.comb += Assert(had == 0)


class Loads(Master):
    """The data bus, which serves one load or store at a time."""

    def __init__(self):
        unit = BareLoadStoreUnit()
        super().__init__(unit, unit.dbus, longest=1)

    def reasons(self, m, had):
        unit = self.unit
        m.d.comb += Assume(~(unit.x_load | unit.x_store) | unit.x_mask.any())


class Memory(Proof):
    """A memory, used by a master that obeys the rules. The memory acknowledges every request in the second clock of the
    request, and acknowledges nothing else. One arbitrary word is watched: a read returns the bytes that were last
    written or, in a ROM, the contents of the ROM."""

    CONTENTS = (0xA1B2_C3D4, 0x0516_2738, 0, 0xFFFF_FFFF)

    def __init__(self, words, writable):
        super().__init__(BusMemory(words, writable=writable, init=() if writable else self.CONTENTS[:words]))
        self.watched, self.bus = Signal(range(words)), self.unit.bus
        self.ports = [self.watched, *(getattr(self.bus, name) for name in (*REQUEST, "cyc", "stb"))]
        # For a ROM, this list is empty, because the words of a ROM are constants.
        self.words = [self.within(f"mem[{number}]", 32) for number in range(words * writable)]

    def claims(self, m):
        bus, begun, before = self.bus, Signal(), Signal.like(self.watched)
        asks, asked = bus.cyc & bus.stb & ~bus.ack, Signal()
        m.d.sync += [begun.eq(1), before.eq(self.watched), asked.eq(asks)]
        keeps_requests(m, bus, Assume)
        m.d.comb += Assume((self.watched < self.unit.words) & (~begun | (self.watched == before)))

        word = Signal(32)
        if self.words:
            with m.If(asks & bus.we & (bus.adr == self.watched)):
                m.d.sync += word.eq(Cat(
                    Mux(written, new, old) for written, new, old in zip(bus.sel, lanes(bus.dat_w), lanes(word))))
            m.d.comb += Assert(Array(self.words)[self.watched] == word)  # needed for the induction
        else:
            m.d.comb += word.eq(Array(self.CONTENTS)[self.watched])
        m.d.comb += [
            Assert(bus.ack == asked),
            Assert(~bus.ack | bus.we | (bus.adr != self.watched) | (bus.dat_r == word)),
        ]


def lanes(word):
    """A word's bytes."""
    return [word.word_select(lane, 8) for lane in range(4)]


def test_the_instruction_bus(prove_by_induction):
    fetch = CPU()._fetch
    assert isinstance(fetch, CachedFetchUnit)
    prove_by_induction(Fetches(fetch._icache.nwords))


def test_the_data_bus(prove_by_induction):
    assert isinstance(CPU()._loadstore, BareLoadStoreUnit)
    prove_by_induction(Loads())


@pytest.mark.parametrize("words", [3, 4])
@pytest.mark.parametrize("writable", [True, False], ids=["RAM", "ROM"])
def test_memories(prove_by_induction, writable, words):
    prove_by_induction(Memory(words, writable))


def test_longer_lines_are_refuted(prove_by_induction):
    """With longer cache lines, the data bus would have to wait longer."""
    with refuted():
        prove_by_induction(Fetches(words=16))
