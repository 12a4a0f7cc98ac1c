"""What Rowloom has to know of a board beside its pins."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from amaranth.build import Platform

__all__ = ["Board", "Pin"]


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
        What ``rowloom build`` calls it.
    title : str
        What its makers call it.
    platform : callable
        Makes the platform of amaranth-boards: device, clock and pins.
    serial : str
        Where a laptop finds the serial port.
    units : tuple of str
        What is built in if nothing else is asked for; see :mod:`.units`.
    alive, solving, error : Pin, optional
        The lights that show the state.
    lights : str
        The same in words.
    reset : Pin, optional
        A button that restarts it.
    high : Pin, optional
        What has to be held high.
    bit_rate : int
        Of the serial port after a reset, in bit/s.
    note : str
        What else a person has to know; may be empty.
    sram, flash : tuple of str, optional
        openFPGALoader's arguments, for until the power goes and for ever. None where there is no such way.
    """

    name: str
    title: str
    platform: Callable[[], Platform]
    serial: str
    units: tuple[str, ...]
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

    @property
    def device(self) -> str:
        """The FPGA, as its maker calls it, without package and speed."""
        return self.platform().device

    @property
    def clock_hz(self) -> int:
        """The oscillator's frequency."""
        return int(self.platform().default_clk_frequency)

    @property
    def is_ecp5(self) -> bool:
        """Whether the open tools make its bitstream; otherwise it takes Vivado."""
        return self.device.startswith("LFE5U")
