"""The USB chips between a laptop and the boards: names, highest bit rates, and udev rules that give access to them."""

from typing import NamedTuple

__all__ = ["ADAPTERS", "RULES_PATH", "Adapter", "highest_rate", "udev_rules"]

RULES_PATH = "/etc/udev/rules.d/60-rowloom.rules"
"""The number is below that of the rules that act on the tag ``uaccess`` (73)."""


class Adapter(NamedTuple):
    """A kind of USB chip.

    Attributes
    ----------
    name : str
    boards : str
        Those that carry it.
    rate : int, optional
        The highest bit rate that its maker names; None if that is not known.
    """

    name: str
    boards: str
    rate: int | None = None


ADAPTERS = {
    (0x0403, 0x6015): Adapter("FT231X", "ULX3S, Icepi Zero", 3_000_000),
    (0x0403, 0x6010): Adapter("FT2232H", "ECPIX-5, ECP5 Evaluation Board, Arty A7", 12_000_000),
    (0x0403, 0x6011): Adapter("FT4232H", "ECPIX-5, later ones", 12_000_000),
    (0x0403, 0x6014): Adapter("FT232H", "a cable to JTAG pins, as for the Colorlight 5A-75B", 12_000_000),
    (0x1D50, 0x602B): Adapter("iCELink", "iCESugar-Pro"),
    (0x1209, 0x5AF0): Adapter("OrangeCrab", "the boot loader of the OrangeCrab"),
    (0x0403, 0x6001): Adapter("FT232R", "a cable to serial pins", 3_000_000),
    (0x10C4, 0xEA60): Adapter("CP2102", "a cable to serial pins", 1_000_000),
    (0x1A86, 0x7523): Adapter("CH340", "a cable to serial pins", 2_000_000),
}
"""By USB vendor and product."""

_BY_NAME = {"CP2102N": 3_000_000, "CP2104": 2_000_000}
"""The highest bit rates of chips that share another one's USB ids, by the beginning of the name that they report."""

_HEAD = f"""\
# Lets whoever sits at this machine use the USB adapters of the boards that Rowloom runs on. To install it:
#   rowloom flash --udev-rules | sudo tee {RULES_PATH}
#   sudo udevadm control --reload
# and then unplug the board and plug it in again.
#
# Users over ssh do not sit at the machine: for them, write MODE="0666" instead of TAG+="uaccess".

ACTION=="remove", GOTO="rowloom_end"
SUBSYSTEM!="usb|tty|hidraw", GOTO="rowloom_end"
"""

# The last part keeps ModemManager from probing whether a board is a modem, which makes its port busy.
_RULE = """
# {adapter.name}: {adapter.boards}
ATTRS{{idVendor}}=="{vendor:04x}", ATTRS{{idProduct}}=="{product:04x}", TAG+="uaccess", ENV{{ID_MM_DEVICE_IGNORE}}="1"
"""

_TAIL = """
LABEL="rowloom_end"
"""


def highest_rate(vendor: int | None, product: int | None, name: str | None) -> int | None:
    """Return the highest bit rate of the chip with these USB ids, which reports this name; None if it is not known."""
    for beginning, rate in _BY_NAME.items():
        if (name or "").startswith(beginning):
            return rate
    return ADAPTERS[vendor, product].rate if vendor and product and (vendor, product) in ADAPTERS else None


def udev_rules() -> str:
    """Return the rules that let a Linux machine's users access the adapters without being root."""
    rules = (
        _RULE.format(adapter=adapter, vendor=vendor, product=product) for (vendor, product), adapter in ADAPTERS.items()
    )
    return _HEAD + "".join(rules) + _TAIL
