"""The gateware's units, configured as in a SoC, and their synthesis as separate designs."""

from collections.abc import Callable
from itertools import accumulate, pairwise
from pathlib import Path
from threading import Lock

from amaranth.back import rtlil
from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped
from amaranth.utils import ceil_log2
from amaranth_soc import csr, wishbone
from amaranth_soc.memory import MemoryMap

from rowloom.boards.synthesis import NAME, Netlist, synthesise
from rowloom.engines.catalogue import ENGINES
from rowloom.engines.config import SoCConfig
from rowloom.firmware.build import compile_firmware
from rowloom.hw.primitives.rows import popcount
from rowloom.hw.soc.bus import Interconnect
from rowloom.hw.soc.top import CPU, SoC
from rowloom.hw.soc.units import UART, BytePort, Crc32, CycleCounter, IdentityPeripheral, LineBreak, StatusLeds
from rowloom.hw.soc.usb import ULPIPort, USBPort

__all__ = ["CONFIG", "UNITS", "Bare", "Harness", "synthesise_unit"]

CONFIG = SoCConfig.of("checker:10x10")

_BUILD_HASH = 0x0123_4567_89AB_CDEF
"""A constant instead of the real build hash. With the real hash, even a change in a comment would change area and
speed."""


class _InterconnectPorts(wiring.Component):
    """The interconnect as a separate unit, with all the buses as ports."""

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
    """The population count of Miyauchi and Tanaka's design: the number of set bits in a row of 32 cells."""

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
    "interconnect": _InterconnectPorts,
    "port": lambda: BytePort(divisor=CONFIG.divisor),
    "uart": lambda: UART(divisor=CONFIG.divisor),
    "usb": USBPort,
    "usb-ulpi": ULPIPort,
    "timer": CycleCounter,
    "identity": lambda: IdentityPeripheral(CONFIG, _BUILD_HASH),
    "leds": StatusLeds,
    "crc": Crc32,
    "line-break": lambda: LineBreak(CONFIG.clock_hz // 50),
    "popcount": _Popcount,
}
"""Maps the name of each unit to a function that makes the unit: first the units of the engines, then the other units of
a SoC."""

class Bare(wiring.Component):
    """A top module that contains a unit as a submodule, and has the same ports as the unit.

    The unit is not the top module itself, because Yosys 0.70 fails on names in the deducer's peripheral if the
    peripheral is the top module.
    """

    def __init__(self, unit: wiring.Component):
        super().__init__(unit.signature)
        self._unit = unit

    def elaborate(self, platform) -> Module:  # noqa: ANN001
        m = Module()
        m.submodules.unit = self._unit
        connect(m, flipped(self), self._unit)
        return m


class Harness(wiring.Component):
    """A unit with a register before each input and after each output. With these registers, Fmax includes the paths
    from the unit's inputs and to its outputs.

    The registers before the inputs form one long shift register, which ``scan_in`` fills. A second long shift
    register, which ends in ``scan_out``, combines the registers after the outputs. So a unit with a thousand ports
    needs only two pins, and synthesis cannot remove any part of the unit.
    """

    def __init__(self, unit: wiring.Component):
        super().__init__({"scan_in": In(1), "scan_out": Out(1)})
        self._unit = unit

    def elaborate(self, platform) -> Module:  # noqa: ANN001
        m = Module()
        m.submodules.unit = unit = self._unit
        ports = [(member.flow, Value.cast(value)) for _, member, value in unit.signature.flatten(unit)]
        inputs = [value for flow, value in ports if flow == In]
        outputs = Cat(value for flow, value in ports if flow == Out)

        given = Signal(sum(map(len, inputs)), reset_less=True)
        m.d.sync += given.eq(Cat(self.scan_in, given))
        bounds = accumulate(map(len, inputs), initial=0)
        m.d.comb += [value.eq(given[start:stop]) for value, (start, stop) in zip(inputs, pairwise(bounds))]

        taken, folded = (Signal(len(outputs), reset_less=True) for _ in range(2))
        m.d.sync += [taken.eq(outputs), folded.eq(taken ^ folded << 1)]
        m.d.comb += self.scan_out.eq(folded[-1])
        return m


_ELABORATION = Lock()
"""Amaranth numbers all signals with one counter, so only one thread at a time may elaborate a design."""


def synthesise_unit(make: Callable[[], wiring.Component], synthesis: str, folder: Path) -> Netlist:
    """Synthesise the top module that ``make`` returns, as :func:`synthesise` does; return the netlist. Thread-safe."""
    with _ELABORATION:
        text = rtlil.convert(make(), name=NAME, emit_src=False)
    return synthesise(text, synthesis, folder)
