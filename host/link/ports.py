"""The serial ports, and which of them a board answers on."""

import os
import re
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from serial.tools.list_ports_common import ListPortInfo

from rowloom.host.link.adapters import ADAPTERS, highest_rate
from rowloom.host.link.session import Session
from rowloom.host.link.stream import Link, LinkError, check_address, serial_ports
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE, Identity

__all__ = ["USUAL_RATES", "Finding", "Port", "ask", "check_name", "find_ports", "rate_limit"]

USUAL_RATES = (3_000_000, 2_000_000, 921_600, 460_800, 230_400, 115_200)
"""Bit rates that a board may have been built for instead of the default."""

_TIMEOUT, _RESEND_INTERVAL = 0.7, 0.2
"""Seconds that a board has to answer at one bit rate, and after which the request is repeated."""

_MULTIPLE = {ADAPTERS[0x0403, 0x6010], ADAPTERS[0x0403, 0x6011]}
_CHANNEL = re.compile(r":1\.([0-3])$")

_GRACE = 0.3
"""Seconds for opening and closing a port."""


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


@dataclass(frozen=True)
class Finding:
    """What answered at a port.

    Attributes
    ----------
    port : Port
    identity : Identity, optional
        The board's answer.
    bit_rate : int, optional
        The rate of the answer.
    problem : str
        Why there is no answer; empty if there is one.
    """

    port: Port
    identity: Identity | None = None
    bit_rate: int | None = None
    problem: str = ""


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


def ask(ports: Sequence[Port], bit_rates: Iterable[int]) -> list[Finding]:
    """Ask at all ports at once whether a board answers.

    Each port is asked at one bit rate after the other, about a second each, until it answers. A port that hangs, as
    Bluetooth ones do, is abandoned and delays nothing.

    Returns
    -------
    list of Finding
        One a port, in their order.
    """
    bit_rates = list(bit_rates)
    findings: dict[Port, Finding] = {}

    def ask_one(port: Port) -> None:
        findings[port] = _ask(port, bit_rates)

    threads = [Thread(target=ask_one, args=(port,), daemon=True) for port in ports]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + len(bit_rates) * _TIMEOUT + _GRACE
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    hangs = "it hangs; if it is a Bluetooth port, what it belongs to is out of reach"
    return [findings.get(port) or Finding(port, problem=hangs) for port in ports]


def _ask(port: Port, bit_rates: Sequence[int]) -> Finding:
    problem = ""
    try:
        with closing(Link(port.device, bit_rates[0])) as link:
            for bit_rate in bit_rates:
                link.set_bit_rate(bit_rate)
                try:
                    identity = Session(link, _TIMEOUT, _RESEND_INTERVAL).identify()
                    return Finding(port, identity, bit_rate)
                except LinkError as error:
                    problem = problem or str(error)
    except LinkError as error:
        problem = problem or str(error)
    # The reader knows which port this is about.
    return Finding(port, problem=problem.removeprefix(port.device).lstrip(": "))


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
