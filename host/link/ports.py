"""The serial ports of this computer and their USB chips: names, bit rates, and udev rules for access."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from serial.tools.list_ports_common import ListPortInfo

from rowloom.engines.config import USB_ID
from rowloom.host.link.stream import Link, check_address, serial_ports
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE

__all__ = [
    "ADAPTERS", "RULES_PATH", "USUAL_RATES", "Adapter", "Port", "check_name", "find_ports", "rate_limit", "udev_rules",
]  # fmt: skip

USUAL_RATES = (3_000_000, 2_000_000, 921_600, 460_800, 230_400, 115_200)
"""A board may have been built with one of these bit rates instead of the default bit rate."""

RULES_PATH = "/etc/udev/rules.d/60-rowloom.rules"
"""The file's number must be below 73, because the system's rules for the tag ``uaccess`` have the number 73."""


class Adapter(NamedTuple):
    """A kind of USB chip, the boards with this chip, and the highest bit rate that the chip's maker specifies, if
    any."""

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
    (0x1D50, 0x615C): Adapter("Apollo", "Cynthion"),
    USB_ID: Adapter("Rowloom", "OrangeCrab, ULX3S and Cynthion, if built with --usb"),
    (0x0403, 0x6001): Adapter("FT232R", "a cable to serial pins", 3_000_000),
    (0x10C4, 0xEA60): Adapter("CP2102", "a cable to serial pins", 1_000_000),
    (0x1A86, 0x7523): Adapter("CH340", "a cable to serial pins", 2_000_000),
}
"""The adapters, by USB vendor and product."""

_RATES_BY_NAME = {"CP2102N": 3_000_000, "CP2104": 2_000_000}
"""Some chips have the same USB ids as slower chips, but report a different name. This table maps the beginning of each
such name to the chip's highest bit rate."""

_MULTIPLE = {ADAPTERS[0x0403, 0x6010], ADAPTERS[0x0403, 0x6011]}
_CHANNEL = re.compile(r":1\.([0-3])$")

# Without ID_MM_DEVICE_IGNORE, ModemManager tests whether a board is a modem, and the board's port is busy during the
# test.
_RULES = f"""\
# Lets local users of this machine access the USB adapters of the boards that Rowloom runs on. To install this file:
#   rowloom flash --udev-rules | sudo tee {RULES_PATH}
#   sudo udevadm control --reload
# and then unplug the board and plug it in again.
#
# For users over ssh, write MODE="0666" instead of TAG+="uaccess".

ACTION=="remove", GOTO="rowloom_end"
SUBSYSTEM!="usb|tty|hidraw", GOTO="rowloom_end"
{{adapters}}
LABEL="rowloom_end"
"""
_RULE = """
# {1.name}: {1.boards}
ATTRS{{idVendor}}=="{0[0]:04x}", ATTRS{{idProduct}}=="{0[1]:04x}", TAG+="uaccess", ENV{{ID_MM_DEVICE_IGNORE}}="1"
"""


def udev_rules() -> str:
    """Return the rules that let a Linux machine's users access the adapters without being root."""
    return _RULES.format(adapters="".join(_RULE.format(ids, adapter) for ids, adapter in ADAPTERS.items()))


@dataclass(frozen=True)
class Port:
    """A serial port."""

    device: str
    """The name of the port for ``--port``."""
    adapter: str
    """The kind of USB chip, if known; otherwise, the name that the chip reports."""
    usb_id: str
    """The USB ids of vendor and product as VVVV:PPPP, in hexadecimal digits; empty if it is not a USB port."""
    serial_number: str
    """The serial number of the adapter; may be empty."""


def find_ports(everything: bool = False) -> list[Port]:
    """Return the serial ports, sorted by name; ``everything`` includes ports without hardware."""
    return [
        Port(
            info.device, _adapter(info), "" if info.vid is None else f"{info.vid:04x}:{info.pid:04x}",
            info.serial_number or "",
        )
        for info in serial_ports(everything)
    ]  # fmt: skip


def _adapter(info: ListPortInfo) -> str:
    known = ADAPTERS.get((info.vid, info.pid))
    name = known.name if known else info.product or info.description
    if name in (None, "n/a"):
        return ""
    # The system has a port for each channel of a chip; boards use only one channel.
    channel = _CHANNEL.search(info.location or "")
    return f"{name}, port {'ABCD'[int(channel[1])]}" if known in _MULTIPLE and channel else name


def rate_limit(name: str) -> int | None:
    """Return the highest bit rate of the adapter at this port; None if the rate is not known."""
    for info in serial_ports(everything=True):
        if info.device in (name, os.path.realpath(name)):
            for beginning, rate in _RATES_BY_NAME.items():
                if (info.product or "").startswith(beginning):
                    return rate
            adapter = ADAPTERS.get((info.vid, info.pid))
            return adapter and adapter.rate
    return None


def check_name(name: str) -> None:
    """Raise LinkError if a port's name is the name of a file or folder, or a malformed address. The port need not exist
    yet."""
    check_address(name)
    if Path(name).is_file() or Path(name).is_dir():
        # Opening a file or a folder as a port fails and raises the error.
        Link(name, DEFAULT_BIT_RATE).close()
