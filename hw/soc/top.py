"""The whole system on a chip, and its CPU."""

from collections.abc import Sequence

from amaranth.hdl import Cat, Fragment, Module, ResetInserter, Signal
from amaranth.lib import wiring
from amaranth.lib.cdc import FFSynchronizer
from amaranth.lib.wiring import In, Out, connect, flipped
from amaranth_soc import csr
from minerva.core import Minerva
from minerva.units.exception import ExceptionUnit

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.bus import BusMemory, Interconnect
from rowloom.hw.soc.bus_map import BusMap
from rowloom.hw.soc.units import (
    UART,
    ByteLine,
    BytePort,
    Crc32,
    CycleCounter,
    IdentityPeripheral,
    LineBreak,
    StatusLeds,
)

__all__ = ["CPU", "SoC", "bus_map_of"]


class CPU(Minerva):
    """Minerva as RV32I with an instruction cache; without the cache, each fetch would take four clocks.

    There are no interrupts and no control registers. An exception jumps to address 0, where the firmware begins.
    Minerva's own exception unit is left out. It would take 350 LUTs and 510 flip-flops on an ECP5, and the critical
    path of the SoC would run from this unit to the next PC: the SoC reached 54 MHz with the unit, and at least 58 MHz
    without it.

    Multiplier and divider are left out, too: without the exception unit, the critical path ran through the multiplier,
    and the firmware seldom multiplies. firmware/arithmetic.c multiplies and divides in software.
    """

    def __init__(self):
        # 128 lines of 8 words: 4 KiB, two block RAMs. With half the size, making a Sudoku takes 1,300 clocks more.
        super().__init__(with_icache=True, icache_nlines=128, icache_nwords=8)
        # Synthesis would use a block RAM for the tags, too. The outputs of a block RAM are valid 5 ns after the clock's
        # edge, so the SoC would reach only 55.0 MHz instead of 68.8 MHz, although it would need 480 fewer LUTs.
        for way in self._fetch._icache._ways:
            way._tag_mem.attrs["ram_style"] = "distributed"
        self._exception = _Restart(self._exception)  # type: ignore[has-type]


class _Restart(wiring.Component):
    """Jump to address 0 at every exception: the output for the base address of handlers is 0, because nothing drives
    it."""

    def __init__(self, replaced: ExceptionUnit):
        super().__init__(replaced.signature)
        # Otherwise Amaranth warns that the replaced unit was never elaborated.
        Fragment.get(replaced, None)

    def elaborate(self, platform) -> Module:
        m = Module()
        m.d.comb += self.m_trap.eq(Cat(
            self.m_fetch_misaligned, self.m_fetch_error, self.m_load_misaligned, self.m_load_error,
            self.m_store_misaligned, self.m_store_error, self.m_illegal, self.m_ebreak, self.m_ecall).any())
        return m


_BREAKS_PER_SECOND = 50
"""The shortest break takes 20 ms. The longest byte, at the UART's lowest rate, takes 13 ms."""


class SoC(wiring.Component):
    """A RISC-V CPU (Minerva, RV32I) that solves puzzles with the engines on its bus.

    A break on the serial line or ``restart`` resets everything except the contents of the memories. A build for USB has
    ``line``, for a :class:`.usb.USBPort`, in place of the serial line ``rx`` and ``tx``; then only ``restart`` resets.

    Parameters
    ----------
    config : SoCConfig
    build_hash : int, 64 bits
        The hash that the identification block contains.

    Attributes
    ----------
    bus_map : BusMap
        The memory map.
    usb : bool
        Whether the build is for USB.
    """

    def __init__(self, config: SoCConfig, build_hash: int = 0):
        super().__init__({
            # the serial line, in and out
            **({"line": Out(ByteLine)} if config.usb else {"rx": In(1, init=1), "tx": Out(1, init=1)}),
            "restart": In(1),  # reset the SoC while it is high
            "alive": Out(1), "solving": Out(1), "error": Out(1),  # lights; see :class:`StatusLeds`
        })
        self._engines = {instance.engine.name: instance.peripheral() for instance in config.engines}
        self._units = {
            "identity": IdentityPeripheral(config, build_hash), "port": BytePort(divisor=config.divisor),
            "timer": CycleCounter(), "leds": StatusLeds(), "crc": Crc32(), **self._engines,
        }
        self._registers = csr.Decoder(addr_width=10, data_width=32)
        for name, unit in self._units.items():
            self._registers.add(unit.bus, name=name)
        self._rom = BusMemory(config.rom_bytes // 4, writable=False)
        self._ram = BusMemory(config.ram_bytes // 4)
        self._clock_hz, self._divisor, self.usb = config.clock_hz, config.divisor, config.usb
        self.bus_map = BusMap.of(self._registers.bus.memory_map, config)

    def load(self, firmware: Sequence[int]) -> None:
        """Set the contents of the ROM, from address 0 on, where the CPU starts.

        Parameters
        ----------
        firmware : sequence of int, 32-bit words

        Raises
        ------
        ValueError
            If the firmware is larger than the ROM.
        """
        if len(firmware) > self._rom.words:
            raise ValueError(
                f"the firmware's {4 * len(firmware)} bytes do not fit in a ROM of {4 * self._rom.words} bytes")
        self._rom.load(firmware)

    def elaborate(self, platform) -> Module:
        m = Module()
        cpu = CPU()
        interconnect = Interconnect(self._rom.bus, self._ram.bus, self._registers.bus)
        parts = {**self._units, "registers": self._registers, "rom": self._rom, "ram": self._ram,
                 "cpu": cpu, "interconnect": interconnect}
        restart = Signal()
        m.d.comb += restart.eq(self.restart)
        if self.usb:
            connect(m, self._units["port"].line, flipped(self.line))
        else:
            parts["uart"] = self._serial_line(m, restart)
        for name, part in parts.items():
            m.submodules[name] = ResetInserter(restart)(part)
        connect(m, cpu.ibus, interconnect.ibus)
        connect(m, cpu.dbus, interconnect.dbus)

        # A read of an engine's `state` waits until the engine is done.
        m.d.comb += [
            interconnect.wait.eq(Cat(
                unit.busy & (cpu.dbus.adr == self.bus_map.word(name, "state"))
                for name, unit in self._engines.items() if unit.waits).any()),
            self._units["timer"].busy.eq(Cat(unit.busy for unit in self._engines.values()).any()),
        ]

        leds = self._units["leds"]
        m.d.comb += [getattr(self, name).eq(getattr(leds, name)) for name in ("alive", "solving", "error")]
        return m

    def _serial_line(self, m: Module, restart: Signal) -> UART:
        """Connect the port with the serial line, and let breaks on the line set ``restart``, too; return the UART."""
        rx = Signal(init=1)
        m.submodules.rx_in_step = FFSynchronizer(self.rx, rx, init=1)
        m.submodules.line_break = line_break = LineBreak(self._clock_hz // _BREAKS_PER_SECOND)
        uart = UART(divisor=self._divisor)
        connect(m, self._units["port"].line, uart.line)
        m.d.comb += [
            line_break.line.eq(rx), restart.eq(line_break.restart | self.restart),
            uart.rx.eq(rx), self.tx.eq(uart.tx),
        ]
        return uart


def bus_map_of(config: SoCConfig) -> BusMap:
    """Return the memory map of a SoC without building it."""
    soc = SoC(config)
    # Otherwise Amaranth would warn that the SoC was never elaborated.
    Fragment.get(soc, None)
    return soc.bus_map
