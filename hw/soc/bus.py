"""The bus: two masters (instructions, data), two memories, and the registers of all peripherals."""

from collections.abc import Iterable

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, flipped
from amaranth.utils import ceil_log2, exact_log2
from amaranth_soc import csr, wishbone
from amaranth_soc.csr.wishbone import WishboneCSRBridge

__all__ = ["RAM_BASE", "REGISTERS_BASE", "ROM_BASE", "BusMemory", "Interconnect"]

ROM_BASE = 0x0000_0000
RAM_BASE = 0x0800_0000
REGISTERS_BASE = 0x1000_0000

_TIMEOUT = 4095
"""The number of clocks after which a register access stops waiting. On the fastest line, 82 bytes can arrive in this
time; the queue holds 2,048."""


class Interconnect(wiring.Component):
    """Connect the CPU's two buses with the memories and the registers.

    Address bit 28 selects registers or memory, and bit 27 selects RAM or ROM, so decoding costs one gate. The other
    upper address bits are ignored, so registers and memories also appear at further addresses: the contents of a memory
    repeat at multiples of its size, rounded up to a power of two. The instruction bus reaches only the memories. A
    register access takes three clocks. A memory access takes two clocks, or three if the other master made the previous
    access.

    A read of an engine's state can wait until the engine is done. A timeout limits the wait, because the CPU must also
    serve the serial line.

    amaranth-soc's own Wishbone decoder needs byte-wide registers on a byte-addressed bus, which would make each access
    take twice as long. So the registers are selected here, and their addresses count words of 32 bits;
    :mod:`rowloom.hw.soc.bus_map` converts them to bytes.

    Parameters
    ----------
    rom, ram : wishbone.Interface, 32 bits wide, byte granularity
        The memories' buses.
    registers : csr.Interface, 32 bits wide
        The register bus of all peripherals.
    """

    def __init__(self, rom: wishbone.Interface, ram: wishbone.Interface, registers: csr.Interface):
        self._rom, self._ram = rom, ram
        self._bridge = WishboneCSRBridge(registers, data_width=32)
        cpu = wishbone.Signature(addr_width=30, data_width=32, granularity=8, features=("err", "cti", "bte"))
        super().__init__({
            "ibus": In(cpu), "dbus": In(cpu),  # from the CPU
            "wait": In(1),  # delay the start of a register access, for up to 4,095 clocks
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.bridge = bridge = self._bridge
        m.submodules.arbiter = arbiter = wishbone.Arbiter(addr_width=30, data_width=32, granularity=8)
        data_to_memory = arbiter.bus.signature.create()
        arbiter.add(flipped(self.ibus))
        arbiter.add(data_to_memory)

        waited, waits = Signal(range(_TIMEOUT + 1)), Signal()
        m.d.comb += waits.eq(self.wait & (waited != _TIMEOUT))
        with m.If(~self.dbus.cyc | self.dbus.ack):
            m.d.sync += waited.eq(0)
        with m.Elif(waits):
            m.d.sync += waited.eq(waited + 1)

        # The buses count words, but the constants count bytes.
        is_register = self.dbus.adr[exact_log2(REGISTERS_BASE) - 2]
        is_ram = arbiter.bus.adr[exact_log2(RAM_BASE) - 2]
        registers, request = bridge.wb_bus, ("adr", "dat_w", "sel", "we", "stb")
        m.d.comb += [
            [getattr(data_to_memory, name).eq(getattr(self.dbus, name)) for name in request],
            data_to_memory.cyc.eq(self.dbus.cyc & ~is_register),
            registers.cyc.eq(self.dbus.cyc & is_register & ~waits),
            registers.adr.eq(self.dbus.adr), registers.dat_w.eq(self.dbus.dat_w), registers.sel.eq(self.dbus.sel.any()),
            registers.we.eq(self.dbus.we), registers.stb.eq(self.dbus.stb),
            self.dbus.ack.eq(data_to_memory.ack | registers.ack),
        ]
        with m.If(is_register):
            m.d.comb += self.dbus.dat_r.eq(registers.dat_r)
        with m.Else():
            m.d.comb += self.dbus.dat_r.eq(data_to_memory.dat_r)
        for memory, selected in ((self._rom, ~is_ram), (self._ram, is_ram)):
            m.d.comb += [
                [getattr(memory, name).eq(getattr(arbiter.bus, name)) for name in request],
                memory.cyc.eq(arbiter.bus.cyc & selected),
            ]
        m.d.comb += [
            arbiter.bus.dat_r.eq(Mux(is_ram, self._ram.dat_r, self._rom.dat_r)),
            arbiter.bus.ack.eq(self._rom.ack | self._ram.ack),
        ]
        return m


class BusMemory(wiring.Component):
    """Block RAM of any size on a Wishbone bus; an access takes two clocks.

    Beyond the last word, a read is undefined, and a write may change any word. The size of amaranth-soc's own memory is
    a power of two, so firmware of 17 KiB would need 32 KiB.

    Parameters
    ----------
    words : int, at least 2
        The size in words of 32 bits.
    writable : bool
        If false, writes have no effect.
    init : iterable of int
        The initial contents of the first words; the other words are 0.
    """

    def __init__(self, words: int, *, writable: bool = True, init: Iterable[int] = ()):
        if words < 2:
            raise ValueError(f"a memory has two words or more, not {words}")
        self.words = words
        self._writable = writable
        self._memory = Memory(shape=32, depth=words, init=init)
        super().__init__({"bus": In(wishbone.Signature(addr_width=ceil_log2(words), data_width=32, granularity=8))})

    def load(self, init: Iterable[int]) -> None:
        """Set the initial contents of the first words."""
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
