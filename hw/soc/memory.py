"""A memory on the bus, of any number of words."""

from collections.abc import Iterable

from amaranth.hdl import Module, Mux
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In
from amaranth.utils import ceil_log2
from amaranth_soc import wishbone

__all__ = ["BusMemory"]


class BusMemory(wiring.Component):
    """Block RAM on a Wishbone bus.

    An access takes two clocks. What is beyond the last word has no meaning: a read is undefined, a write may change any
    word. amaranth-soc's own memory takes powers of two only, so that firmware of 17 KiB would take 32.

    Parameters
    ----------
    words : int
        Its size, in words of 32 bits.
    writable : bool
        Otherwise a write ends like any other and changes nothing.
    init : iterable of int
        The first words at the start; the others are 0.

    Members
    -------
    bus : In(wishbone.Signature)
        32 bits wide, byte granularity.

    Raises
    ------
    ValueError
        If there are fewer than two words.
    """

    def __init__(self, words: int, *, writable: bool = True, init: Iterable[int] = ()):
        if words < 2:
            raise ValueError(f"a memory has two words or more, not {words}")
        self.words = words
        self._writable = writable
        self._memory = Memory(shape=32, depth=words, init=init)
        super().__init__({"bus": In(wishbone.Signature(addr_width=ceil_log2(words), data_width=32, granularity=8))})

    def load(self, init: Iterable[int]) -> None:
        """Set the first words at the start."""
        self._memory.data.init = init

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.mem = self._memory
        bus = self.bus
        asked = bus.cyc & bus.stb & ~bus.ack
        m.d.sync += bus.ack.eq(asked)
        read = self._memory.read_port()
        m.d.comb += [read.addr.eq(bus.adr), bus.dat_r.eq(read.data)]
        if self._writable:
            write = self._memory.write_port(granularity=8)
            m.d.comb += [
                write.addr.eq(bus.adr), write.data.eq(bus.dat_w),
                write.en.eq(Mux(asked & bus.we, bus.sel, 0)),
                read.en.eq(~(asked & bus.we)),
            ]
        return m
