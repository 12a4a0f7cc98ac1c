"""The whole system on a chip."""

from collections.abc import Sequence

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect
from amaranth_soc import csr
from amaranth_soc.wishbone.sram import WishboneSRAM

from ..slitherlink.peripheral import CheckerPeripheral
from .bus import Interconnect
from .bus_map import BusMap
from .config import SoCConfig
from .cpu import CPU
from .identity import Identity
from .leds import StatusLeds
from .timer import CycleCounter
from .uart import UART

__all__ = ["SoC"]


class SoC(wiring.Component):
    """A RISC-V CPU (Minerva, RV32IM) that solves puzzles with the engines on its bus.

    Parameters
    ----------
    config : SoCConfig
        Sizes, clock and bit rate.
    build_hash : int, 64 bits
        What the identification block tells.

    Members
    -------
    rx : In(1)
        The serial line in.
    tx : Out(1)
        The serial line out.
    alive, solving, error : Out(1)
        Lights; see :class:`.leds.StatusLeds`.

    Attributes
    ----------
    bus_map : BusMap
        The memory map.
    """

    def __init__(self, config: SoCConfig, build_hash: int = 0):
        super().__init__({
            "rx": In(1, init=1), "tx": Out(1, init=1),
            "alive": Out(1), "solving": Out(1), "error": Out(1),
        })
        self._units = {
            "identity": Identity(config, build_hash),
            "uart": UART(divisor=config.divisor),
            "timer": CycleCounter(),
            "leds": StatusLeds(),
            "checker": CheckerPeripheral(config.rows, config.cols),
        }
        self._registers = csr.Decoder(addr_width=10, data_width=32)
        for name, unit in self._units.items():
            self._registers.add(unit.bus, name=name)
        self._ram = WishboneSRAM(size=config.ram_bytes, data_width=32, granularity=8)
        self.bus_map = BusMap.of(self._registers.bus.memory_map, config.ram_bytes, config.as_dict())

    def load(self, firmware: Sequence[int]) -> None:
        """Sets what the memory holds after configuration; the CPU starts at address 0.

        Parameters
        ----------
        firmware : sequence of int, 32-bit words

        Raises
        ------
        ValueError
            If the firmware is larger than the memory.
        """
        if 4 * len(firmware) > self._ram.size:
            raise ValueError(f"the firmware's {4 * len(firmware)} bytes do not fit in "
                             f"a memory of {self._ram.size} bytes")
        self._ram.init = firmware

    def elaborate(self, platform) -> Module:
        m = Module()
        for name, unit in self._units.items():
            m.submodules[name] = unit
        m.submodules.registers = self._registers
        m.submodules.ram = self._ram
        m.submodules.cpu = cpu = CPU()
        m.submodules.interconnect = interconnect = Interconnect(self._ram.wb_bus, self._registers.bus)
        connect(m, cpu.ibus, interconnect.ibus)
        connect(m, cpu.dbus, interconnect.dbus)

        uart, leds = self._units["uart"], self._units["leds"]
        m.d.comb += [
            uart.rx.eq(self.rx),
            self.tx.eq(uart.tx),
            self.alive.eq(leds.alive),
            self.solving.eq(leds.solving),
            self.error.eq(leds.error),
        ]
        return m
