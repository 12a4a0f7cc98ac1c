"""The serial ports of this computer."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from serial.tools.list_ports_common import ListPortInfo

from rowloom.host.link.adapters import ADAPTERS, highest_rate
from rowloom.host.link.stream import Link, check_address, serial_ports
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE

__all__ = ["USUAL_RATES", "Port", "check_name", "find_ports", "rate_limit"]

USUAL_RATES = (3_000_000, 2_000_000, 921_600, 460_800, 230_400, 115_200)
"""Bit rates that a board may have been built for instead of the default."""

_MULTIPLE = {ADAPTERS[0x0403, 0x6010], ADAPTERS[0x0403, 0x6011]}
_CHANNEL = re.compile(r":1\.([0-3])$")


@dataclass(frozen=True)
class Port:
    """A serial port.

    Attributes
    ----------
    device : str
        Its name for ``--port``.
    adapter : str
        The USB chip behind it, if known; or the name that it reports.
    usb_id : str
        Vendor and product as VVVV:PPPP, in hexadecimal digits; empty if it is not on USB.
    serial_number : str
        The adapter's; may be empty.
    """

    device: str
    adapter: str
    usb_id: str
    serial_number: str


def find_ports(everything: bool = False) -> list[Port]:
    """Return the serial ports by name; ``everything`` includes names with no hardware behind them."""
    return [
        Port(info.device, _adapter(info), _usb_id(info), info.serial_number or "") for info in serial_ports(everything)
    ]


def rate_limit(name: str) -> int | None:
    """Return the highest bit rate that the adapter of the port of this name makes; None if it is not known."""
    names = name, os.path.realpath(name)
    for info in serial_ports(everything=True):
        if info.device in names:
            return highest_rate(info.vid, info.pid, info.product)
    return None


def check_name(name: str) -> None:
    """Verify that a board may ever answer at a port of this name; the port need not exist yet.

    Raises
    ------
    LinkError
        If it is a file, a folder, or a malformed address.
    """
    check_address(name)
    file = Path(name)
    if file.is_file() or file.is_dir():
        # These can never be opened, so this raises the error.
        Link(name, DEFAULT_BIT_RATE).close()


def _adapter(info: ListPortInfo) -> str:
    known = ADAPTERS.get((info.vid, info.pid))
    name = known.name if known else info.product or info.description
    if name in (None, "n/a"):
        return ""
    # A chip with several ports has several names in the system; boards use only one of them.
    channel = _CHANNEL.search(info.location or "")
    return f"{name}, port {'ABCD'[int(channel[1])]}" if known in _MULTIPLE and channel else name


def _usb_id(info: ListPortInfo) -> str:
    return "" if info.vid is None else f"{info.vid:04x}:{info.pid:04x}"
