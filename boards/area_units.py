"""The gateware's units, each configured as in a SoC, and their separate synthesis."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from amaranth.back import rtlil
from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped
from amaranth.utils import ceil_log2
from amaranth_soc import csr, wishbone
from amaranth_soc.memory import MemoryMap

from rowloom.boards.synthesis import NAME, Netlist, synthesise
from rowloom.engines.catalogue import ENGINES
from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import compile_firmware
from rowloom.hw.primitives.popcount import popcount
from rowloom.hw.soc.bus import Interconnect
from rowloom.hw.soc.cpu import CPU
from rowloom.hw.soc.crc import Crc32
from rowloom.hw.soc.identity import Identity
from rowloom.hw.soc.leds import StatusLeds
from rowloom.hw.soc.line_break import LineBreak
from rowloom.hw.soc.timer import CycleCounter
from rowloom.hw.soc.top import SoC
from rowloom.hw.soc.uart import UART

__all__ = ["CONFIG", "UNITS", "synthesise_unit"]

CONFIG = SoCConfig.of("checker:10x10")

_BUILD_HASH = 0x0123_4567_89AB_CDEF
"""A constant in the logic: with the sources' own, a changed comment would change area and speed."""


class _Interconnect(wiring.Component):
    """The interconnect with all its buses as ports."""

    def __init__(self):
        cpu = wishbone.Signature(addr_width=30, data_width=32, granularity=8, features=("err", "cti", "bte"))
        super().__init__({
            "ibus": In(cpu), "dbus": In(cpu),
            "rom": Out(wishbone.Signature(addr_width=ceil_log2(CONFIG.rom_bytes // 4), data_width=32, granularity=8)),
            "ram": Out(wishbone.Signature(addr_width=ceil_log2(CONFIG.ram_bytes // 4), data_width=32, granularity=8)),
            "registers": Out(csr.Signature(addr_width=10, data_width=32)),
        })
        self.registers.memory_map = MemoryMap(addr_width=10, data_width=32)

    def elaborate(self, platform) -> Module:  # noqa: ANN001 - as everywhere in Amaranth
        m = Module()
        m.submodules.interconnect = interconnect = Interconnect(self.rom, self.ram, self.registers)
        connect(m, flipped(self.ibus), interconnect.ibus)
        connect(m, flipped(self.dbus), interconnect.dbus)
        return m


class _Popcount(wiring.Component):
    """The paper's count of the ones in a row of 32 cells."""

    vector: In(32)
    count: Out(6)

    def elaborate(self, platform) -> Module:  # noqa: ANN001
        m = Module()
        m.d.comb += self.count.eq(popcount(self.vector))
        return m


def _soc() -> SoC:
    soc = SoC(CONFIG, _BUILD_HASH)
    soc.load(compile_firmware(soc.bus_map))
    return soc


UNITS: dict[str, Callable[[], wiring.Component]] = {
    "soc": _soc,
    **{name: unit.make for engine in ENGINES.values() for name, unit in engine.units.items()},
    "cpu": CPU,
    "interconnect": _Interconnect,
    "uart": lambda: UART(divisor=CONFIG.divisor),
    "timer": CycleCounter,
    "identity": lambda: Identity(CONFIG, _BUILD_HASH),
    "leds": StatusLeds,
    "crc": Crc32,
    "line-break": lambda: LineBreak(CONFIG.clock_hz // 50),
    "popcount": _Popcount,
}
"""Functions that make a unit, by its name: the engines' units, and those around them."""

_ELABORATION = Lock()
"""Amaranth numbers all signals by one counter, which threads must not share."""


def synthesise_unit(make: Callable[[], wiring.Component], synthesis: str, folder: Path) -> Netlist:
    """Return the netlist of a unit, as :func:`synthesise` does; thread-safe.

    Parameters
    ----------
    make : callable
        Return the top module, such as a harness with the unit.
    """
    with _ELABORATION:
        text = rtlil.convert(make(), name=NAME, emit_src=False)
    return synthesise(text, synthesis, folder)
