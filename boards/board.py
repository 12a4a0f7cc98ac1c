"""The definition of a board: its platform of amaranth-boards, and data that amaranth-boards lacks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from amaranth.build import Platform

from rowloom.engines.catalogue import ENGINES

__all__ = ["CAPACITY", "BoardDefinition", "Pin", "capacity_of"]

CAPACITY = {
    "12F": {"TRELLIS_COMB": 24288, "TRELLIS_FF": 24288, "DP16KD": 56, "MULT18X18D": 28},
    "25F": {"TRELLIS_COMB": 24288, "TRELLIS_FF": 24288, "DP16KD": 56, "MULT18X18D": 28},
    "45F": {"TRELLIS_COMB": 43848, "TRELLIS_FF": 43848, "DP16KD": 108, "MULT18X18D": 72},
    "85F": {"TRELLIS_COMB": 83640, "TRELLIS_FF": 83640, "DP16KD": 208, "MULT18X18D": 156},
    "35t": {"LUTs": 20_800, "flip-flops": 41_600, "block RAMs": 100},
    "100t": {"LUTs": 63_400, "flip-flops": 126_800, "block RAMs": 270},
}
"""The resources of each device, by the size in the device's name; the first resource is the lookup tables.
For an ECP5, these are the resources that nextpnr counts. For an Artix-7, they are the resources in the data sheet
(Xilinx DS180; block RAMs of 18 kbit). nextpnr counts the resources of the die, which may have more than the data sheet
promises for the device."""


def capacity_of(device: str) -> dict[str, int]:
    """Return the resources of a device from its name, such as ``LFE5U-25F`` or ``xc7a35ti``."""
    return CAPACITY[device.rpartition("-")[2].removeprefix("xc7a").removesuffix("i")]


class Pin(NamedTuple):
    """A pin as the platform names it: a resource, the resource's number, and the pin's name in the resource (None if
    the resource has only one pin)."""

    resource: str
    number: int
    sub: str | None = None


@dataclass(frozen=True)
class BoardDefinition:
    """The definition of a board: device, clock, pins, and how to program it.

    Parameters
    ----------
    name, title : str
        The board's name in ``rowloom build``, and the name that its maker uses.
    platform : callable
        Returns the platform of amaranth-boards, which describes device, clock and pins.
    serial : str
        Where to connect the serial port.
    lights : str
        A description of the status lights for the user.
    alive, solving, error : Pin, optional
        The status lights.
    reset : Pin, optional
        A button that restarts the board.
    high : Pin, optional
        A pin that must be driven high.
    bit_rate : int
        The rate of the serial port after a reset, in bit/s.
    note : str
        Other information for the user; may be empty.
    usb : str
        A description of the USB connector whose pins lead to the FPGA (the platform's resource ``usb``); empty if there
        is no such connector. The resource is either the pins D+ and D-, or a PHY of 60 MHz whose clock comes from the
        FPGA.
    sram, flash : tuple of str, optional
        openFPGALoader's arguments for volatile and for permanent programming; each is None if the board does not
        support that kind of programming.
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
    usb: str = ""
    sram: tuple[str, ...] | None = None
    flash: tuple[str, ...] | None = None

    @property
    def device(self) -> str:
        """The maker's name for the FPGA, without package and speed."""
        return self.platform().device

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines of the board's default build, according to the engines' descriptions."""
        luts = next(iter(capacity_of(self.device).values()))
        is_slow = self.is_ecp5 and self.platform().speed == "6"
        chosen = {engine.name: default.size for engine in ENGINES.values() for default in engine.on_boards
                  if default.luts <= luts and default.slow in (None, is_slow)}
        return tuple(f"{name}:{size}" for name, size in chosen.items() if size)

    @property
    def clock_hz(self) -> int:
        """The oscillator's frequency."""
        return int(self.platform().default_clk_frequency)

    @property
    def is_ecp5(self) -> bool:
        """True if the FPGA is an ECP5, whose tools come from PyPI; otherwise it is an Artix-7."""
        return self.device.startswith("LFE5U")

    @property
    def usb_pins(self) -> tuple[str, ...]:
        """The names of the pins in the resource ``usb``: the pins of a PHY, or ``d_p``, ``d_n`` and ``pullup``."""
        found: Any = self.platform().lookup("usb", 0)
        ulpi = "data", "clk", "dir", "nxt", "stp", "rst"
        return ulpi if "dir" in {pin.name for pin in found.ios} else ("d_p", "d_n", "pullup")

    def pins(self, usb: bool = False) -> dict[str, str]:
        """Return the device's pins by purpose: ``clock``, ``rx``, ``tx``, and the optional pins that the board has.

        With ``usb``, the result has the :attr:`usb_pins` in place of ``rx`` and ``tx``.
        """
        platform = self.platform()

        def names(resource: str, number: int, sub: str | None = None) -> str:
            found: Any = platform.lookup(resource, number)
            ios = next(io.ios for io in found.ios if io.name == sub) if sub else found.ios
            return " ".join(ios[0].map_names(platform._conn_pins, found))

        optional = {purpose: names(*pin) for purpose in ("reset", "alive", "solving", "error", "high")
                    if (pin := getattr(self, purpose))}
        resource, line = ("usb", self.usb_pins) if usb else ("uart", ("rx", "tx"))
        return {"clock": names(platform.default_clk, 0), **{name: names(resource, 0, name) for name in line},
                **optional}
