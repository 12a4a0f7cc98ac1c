"""A SoC on a board: clock, reset and pins."""

from collections.abc import Callable
from functools import cache
from typing import Any

from amaranth.build import Platform
from amaranth.hdl import ClockDomain, ClockSignal, Elaboratable, Module, Signal, Value
from amaranth.lib import io
from amaranth.lib.cdc import FFSynchronizer, ResetSynchronizer
from amaranth.lib.wiring import connect

from rowloom.boards.board import BoardDefinition, Pin
from rowloom.boards.clocking import ClockDivider, ECP5Clock, ECP5USBClocks, Xilinx7Clock, dividers
from rowloom.hw.soc.top import SoC
from rowloom.hw.soc.usb import ULPIPort, USBPort

__all__ = ["BoardTop", "nearest_clock", "rtlil_platform"]


def nearest_clock(board: BoardDefinition, wanted_hz: int) -> int:
    """Return the highest frequency up to ``wanted_hz`` that a board's PLL can generate.

    Raises the same errors as :func:`dividers`.
    """
    return round(dividers(board.clock_hz, wanted_hz, _clock_unit(board).limits).output_hz(board.clock_hz))


def _clock_unit(board: BoardDefinition) -> type[ECP5Clock] | type[Xilinx7Clock]:
    return ECP5Clock if board.is_ecp5 else Xilinx7Clock


def rtlil_platform(board: BoardDefinition) -> Any:
    """Return the board's platform, changed so that it writes only RTLIL and the maker's recommended constraints."""
    base: Any = type(board.platform())

    class Project(base):
        file_templates = {
            "{{name}}.il": "{{emit_rtlil()}}",
            "{{name}}.xdc": '{{get_override("add_constraints")}}\n{{get_override("script_before_bitstream")}}',
        }

    return Project()


class BoardTop(Elaboratable):
    """The top module of a bitstream.

    The only reset is the SoC's ``restart``. The configuration of the FPGA sets all flip-flops to their initial values,
    and ``restart`` keeps the flip-flops at these values until the clock is stable. So the clock domain
    needs no reset.

    ``clock_hz`` is the SoC's frequency, from :func:`nearest_clock`. If a ``clock`` is given, it is used instead of the
    device's PLL.
    """

    def __init__(self, board: BoardDefinition, soc: SoC, clock_hz: int, clock: ClockDivider | None = None):
        self._board, self._soc = board, soc
        self._clock = clock or _clock_unit(board)(board.clock_hz, clock_hz)

    def elaborate(self, platform: Platform) -> Module:
        @cache
        def resource(name: str, number: int) -> Any:
            # If the request names a direction, Amaranth adds buffers for all pins of the resource. Without a direction,
            # unused pins stay as they are.
            return platform.request(name, number, dir="-")

        def port(pin: Pin) -> io.PortLike:
            found = resource(pin.resource, pin.number)
            return found if pin.sub is None else getattr(found, pin.sub)

        m = Module()
        m.domains.sync = ClockDomain(reset_less=True)
        m.submodules.clock = clock = self._clock
        m.submodules.soc = soc = self._soc
        m.submodules.oscillator = oscillator = io.Buffer("i", port(Pin(platform.default_clk, 0)))
        m.d.comb += [clock.oscillator.eq(oscillator.i), ClockSignal().eq(clock.clock)]

        if soc.usb:
            self._connect_usb(m, oscillator.i, port)
        else:
            m.submodules.rx = rx = io.Buffer("i", port(Pin("uart", 0, "rx")))
            m.submodules.tx = tx = io.Buffer("o", port(Pin("uart", 0, "tx")))
            m.d.comb += [soc.rx.eq(rx.i), tx.o.eq(soc.tx)]

        restart = Signal()
        m.d.comb += restart.eq(~clock.locked)
        if self._board.reset is not None:
            m.submodules.reset = reset = io.Buffer("i", port(self._board.reset))
            m.d.comb += restart.eq(~clock.locked | reset.i)
        m.submodules.restart = FFSynchronizer(restart, soc.restart, init=1)

        outputs = {"alive": soc.alive, "solving": soc.solving, "error": soc.error, "high": 1}
        for name, value in outputs.items():
            if (pin := getattr(self._board, name)) is not None:
                m.submodules[name] = buffer = io.Buffer("o", port(pin))
                m.d.comb += buffer.o.eq(value)
        return m

    def _connect_usb(self, m: Module, oscillator: Value, port: Callable[[Pin], io.PortLike]) -> None:
        """Connect the SoC with a USB device, and the device with its clocks and pins."""
        def pin(direction: io.Direction | str, name: str) -> Any:
            m.submodules[name] = buffer = io.Buffer(direction, port(Pin("usb", 0, name)))
            return buffer

        if "clk" in self._board.usb_pins:
            clocks, locked = {"usb": oscillator}, self._clock.locked
            m.submodules.usb = usb = ULPIPort()
            connect(m, usb.data, pin("io", "data"))
            m.d.comb += [usb.dir.eq(pin("i", "dir").i), usb.nxt.eq(pin("i", "nxt").i)]
            outputs = {"clk": ClockSignal("usb"), "stp": usb.stp, "rst": usb.rst}
        else:
            m.submodules.usb_clocks = made = ECP5USBClocks(self._board.clock_hz)
            m.d.comb += made.oscillator.eq(oscillator)
            clocks, locked = {"usb": made.usb, "usb_io": made.usb_io}, made.locked
            m.submodules.usb = usb = USBPort()
            for name in ("d_p", "d_n"):
                connect(m, getattr(usb, name), pin("io", name))
            outputs = {"pullup": usb.pullup}
        for name, clock in clocks.items():
            m.domains += ClockDomain(name)
            m.submodules[f"{name}_reset"] = ResetSynchronizer(~locked, domain=name)
            m.d.comb += ClockSignal(name).eq(clock)
        for name, value in outputs.items():
            m.d.comb += pin("o", name).o.eq(value)
        connect(m, self._soc.line, usb.line)
