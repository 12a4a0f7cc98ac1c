"""The whole system on a chip, and its CPU."""

from collections.abc import Mapping, Sequence

from amaranth.hdl import Cat, Fragment, Module, ResetInserter, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.cdc import FFSynchronizer
from amaranth.lib.wiring import In, Out, connect, flipped
from amaranth_soc import csr
from minerva.core import Minerva
from minerva.units.exception import ExceptionUnit

from rowloom.engines.config import SoCConfig
from rowloom.hw.soc.bus import BusMemory, Interconnect
from rowloom.hw.soc.bus_map import BusMap
from rowloom.hw.soc.router import FrameRouter
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

__all__ = ["CPU", "SharedLineSoCs", "SoC", "bus_map_of"]


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
        # 128 lines of 8 words: 4 KiB, two block RAMs. With half the size, generating a Sudoku takes 1,300 clocks more.
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


def _members(has_line: bool) -> dict[str, wiring.Member]:
    """Return the members of a :class:`SoC`, with ``line`` or with a serial line."""
    return {
        # the serial line, in and out
        **({"line": Out(ByteLine)} if has_line else {"rx": In(1, init=1), "tx": Out(1, init=1)}),
        "restart": In(1),  # reset the SoC while it is high
        **{light: Out(1) for light in _LIGHTS},  # see :class:`StatusLeds`
    }


_LIGHTS = "alive", "solving", "error"


def _add_uart(m: Module, pins: wiring.PureInterface, line: wiring.PureInterface, restart: Signal,
              config: SoCConfig) -> UART:
    """Return a UART that connects ``line``, a line of bytes, to the serial line in ``pins``. Drive ``restart``: it is
    high while ``pins.restart`` is high, and for a clock after a break on the serial line."""
    rx = Signal(init=1)
    m.submodules.rx_in_step = FFSynchronizer(pins.rx, rx, init=1)
    m.submodules.line_break = line_break = LineBreak(config.clock_hz // _BREAKS_PER_SECOND)
    uart = UART(divisor=config.divisor)
    connect(m, line, uart.line)
    m.d.comb += [
        line_break.line.eq(rx), restart.eq(line_break.restart | pins.restart), uart.rx.eq(rx), pins.tx.eq(uart.tx)]
    return uart


def _add_parts(m: Module, restart: Value, parts: Mapping[str, wiring.Component]) -> None:
    """Add submodules that are reset in the clock after each clock in which ``restart`` is high, and in the first clock.

    The wires of a reset reach all flip-flops, so they start at a register: on an 85F, they alone can take 13 ns.
    """
    reset = Signal(init=1)
    m.d.sync += reset.eq(restart)
    for name, part in parts.items():
        m.submodules[name] = ResetInserter(reset)(part)


class SoC(wiring.Component):
    """A RISC-V CPU (Minerva, RV32I) that solves puzzles with the engines on its bus.

    A break on the serial line or ``restart`` resets everything except the contents of the memories.

    Some SoCs have the member ``line`` instead of the serial line ``rx`` and ``tx``. In a build for USB, ``line`` must
    be connected to a :class:`.usb.USBPort`. If several SoCs share a line to the host, ``line`` and the further member
    ``whole`` must be connected to a :class:`.router.FrameRouter`. Only ``restart`` resets a SoC with ``line``.

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
        self._config, self._shared = config, bool(config.beside)
        super().__init__(_members(config.usb or self._shared) | ({"whole": Out(1)} if self._shared else {}))
        self._engines = {instance.engine.name: instance.peripheral() for instance in config.engines}
        self._units = {
            "identity": IdentityPeripheral(config, build_hash),
            "port": BytePort(divisor=config.divisor, shared=self._shared),
            "timer": CycleCounter(), "leds": StatusLeds(), "crc": Crc32(), **self._engines,
        }
        self._registers = csr.Decoder(addr_width=10, data_width=32)
        for name, unit in self._units.items():
            self._registers.add(unit.bus, name=name)
        self._rom = BusMemory(config.rom_bytes // 4, writable=False)
        self._ram = BusMemory(config.ram_bytes // 4)
        self.usb = config.usb
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

    def memory_map(self) -> str:
        """Return the memory map as Markdown."""
        return self.bus_map.markdown()

    def elaborate(self, platform) -> Module:
        m = Module()
        cpu = CPU()
        interconnect = Interconnect(self._rom.bus, self._ram.bus, self._registers.bus)
        parts = {**self._units, "registers": self._registers, "rom": self._rom, "ram": self._ram,
                 "cpu": cpu, "interconnect": interconnect}
        restart = Signal()
        m.d.comb += restart.eq(self.restart)
        port = self._units["port"]
        if self.usb or self._shared:
            connect(m, port.line, flipped(self.line))
        else:
            parts["uart"] = _add_uart(m, self, port.line, restart, self._config)
        if self._shared:
            m.d.comb += self.whole.eq(port.whole)
        _add_parts(m, restart, parts)
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
        m.d.comb += [getattr(self, name).eq(getattr(leds, name)) for name in _LIGHTS]
        return m


class SharedLineSoCs(wiring.Component):
    """Several SoCs that share a line to the host. The members are those of a :class:`SoC`.

    A break on the serial line or ``restart`` resets all SoCs. A light is on if any SoC has it on.

    Parameters
    ----------
    socs : sequence of SoC, 2 to 16
        The SoCs of a build, in order.

    Attributes
    ----------
    usb : bool
        Whether the build is for USB.
    """

    def __init__(self, config: SoCConfig, socs: Sequence[SoC]):
        self._config, self._socs, self.usb = config, socs, config.usb
        super().__init__(_members(config.usb))

    def memory_map(self) -> str:
        """Return the memory map of each SoC as Markdown."""
        return "\n".join(f"SoC {number}:\n\n{soc.memory_map()}" for number, soc in enumerate(self._socs))

    def elaborate(self, platform) -> Module:
        m = Module()
        router = FrameRouter(len(self._socs))
        parts: dict[str, wiring.Component] = {"router": router}
        restart = Signal()
        m.d.comb += restart.eq(self.restart)
        if self.usb:
            connect(m, router.line, flipped(self.line))
        else:
            parts["uart"] = _add_uart(m, self, router.line, restart, self._config)
        _add_parts(m, restart, parts)
        for number, soc in enumerate(self._socs):
            m.submodules[f"soc_{number}"] = soc
            connect(m, soc.line, router.lines[number])
            m.d.comb += [soc.restart.eq(restart), router.whole[number].eq(soc.whole)]
        m.d.comb += [getattr(self, name).eq(Cat(getattr(soc, name) for soc in self._socs).any()) for name in _LIGHTS]
        return m


def bus_map_of(config: SoCConfig) -> BusMap:
    """Return the memory map of a SoC without building it."""
    soc = SoC(config)
    # Otherwise Amaranth would warn that the SoC was never elaborated.
    Fragment.get(soc, None)
    return soc.bus_map
