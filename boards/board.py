"""What Rowloom needs to know about a board besides its pins."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from amaranth.build import Platform

from rowloom.engines.catalogue import ENGINES

__all__ = ["Board", "Pin"]


_LUTS = {"12F": 24_288, "25F": 24_288, "45F": 43_848, "85F": 83_640, "35ti": 20_800, "100ti": 63_400}
"""Lookup tables of the devices, by the ends of their names: of four inputs in an ECP5, of six in an Artix-7."""


class Pin(NamedTuple):
    """A pin as the platform names it: resource, number, and which of the resource's pins (None: it has one)."""

    resource: str
    number: int
    sub: str | None = None


@dataclass(frozen=True)
class Board:
    """A board.

    Parameters
    ----------
    name : str
        Its name for ``rowloom build``.
    title : str
        Its makers' name.
    platform : callable
        Return the platform of amaranth-boards: device, clock and pins.
    serial : str
        Where to connect the serial port.
    alive, solving, error : Pin, optional
        The status lights.
    lights : str
        The same in words.
    reset : Pin, optional
        A button that restarts it.
    high : Pin, optional
        A pin to drive high.
    bit_rate : int
        Of the serial port after a reset, in bit/s.
    note : str
        Other information for the user; may be empty.
    sram, flash : tuple of str, optional
        openFPGALoader's arguments for volatile and for permanent programming. None if there is no such way.
    module : str
        The one that describes it. Filled in by :mod:`rowloom.boards`.
    """

    name: str
    title: str
    platform: Callable[[], Platform]
    serial: str
    lights: str
    alive: Pin | None = None
    solving: Pin | None = None
    error: Pin | None = None
    reset: Pin | None = None
    high: Pin | None = None
    bit_rate: int = 1_000_000
    note: str = ""
    sram: tuple[str, ...] | None = None
    flash: tuple[str, ...] | None = None
    module: str = ""

    @property
    def device(self) -> str:
        """The FPGA, as its maker calls it, without package and speed."""
        return self.platform().device

    @property
    def engines(self) -> tuple[str, ...]:
        """What is built in if nothing else is asked for: what the engines' descriptions say for such a device."""
        luts = next(luts for end, luts in _LUTS.items() if re.search(rf"[-a]{end}$", self.device))
        chosen = {
            engine.name: default.size
            for engine in ENGINES.values()
            for default in engine.on_boards
            if default.luts <= luts and default.slow in (None, self.is_slow)
        }
        return tuple(f"{name}:{size}" for name, size in chosen.items())

    @property
    def is_slow(self) -> bool:
        """Whether its FPGA is an ECP5 of the slowest speed grade."""
        return self.is_ecp5 and self.platform().speed == "6"

    @property
    def clock_hz(self) -> int:
        """The oscillator's frequency."""
        return int(self.platform().default_clk_frequency)

    @property
    def is_ecp5(self) -> bool:
        """Whether it has an ECP5, whose tools come from PyPI; otherwise an Artix-7."""
        return self.device.startswith("LFE5U")
