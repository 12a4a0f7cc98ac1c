"""Tests of this computer: its packages, its serial ports and permissions, and the adapter that programs the board."""

import platform
import re
import time
from collections.abc import Sequence
from contextlib import closing
from importlib.metadata import PackageNotFoundError, requires, version

from rowloom.errors import LinkError
from rowloom.host.doctor import Diagnosis, fault, passed, skipped
from rowloom.host.flash.loader_failures import devices_of
from rowloom.host.flash.manifest import Build
from rowloom.host.flash.programmer import Loader, ProgrammerError
from rowloom.host.link.connection import PortAnswer, probe_ports
from rowloom.host.link.ports import USUAL_RATES, Port, find_ports
from rowloom.host.link.stream import Link
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE

__all__ = ["answer", "fpga", "ports", "software"]

_EXTRAS = "flash", "sim", "build"
"""The extras that are needed to use boards."""

_REQUIREMENT = re.compile(r"([\w.-]+)[^;]*(?:;(.*))?")

_WAIT, _PAUSE = 3.0, 0.3
"""In seconds: the maximum time to wait until serial ports are back, and the time between two checks. The port of an
adapter disappears for a moment while openFPGALoader uses the adapter."""

_SCANNED = [round(DEFAULT_BIT_RATE * 1.04**step) for step in range(-18, 19) if step]
"""Bit rates from half to twice the usual rate, in steps of 4 %. A receiver tolerates an error of 3 %, so one of these
rates works for every board whose rate is in this range."""


def software() -> Diagnosis:
    """Report the versions of the program, of Python and of the packages, and list the missing packages."""
    there: dict[str, str] = {}
    needed: list[str] = []
    missing: dict[str, list[str]] = {}
    for line in requires("rowloom") or ():
        name, marker = _REQUIREMENT.fullmatch(line).groups()  # type: ignore[union-attr]
        extra = next((one for one in _EXTRAS if f'extra == "{one}"' in (marker or "")), "")
        if (marker and not extra) or name == "rowloom":
            continue
        try:
            there[name] = version(name)
            if not extra:
                needed.append(f"{name} {there[name]}")
        except PackageNotFoundError:
            missing.setdefault(extra, []).append(name)
    system = f"rowloom {version('rowloom')}, Python {platform.python_version()}, {platform.platform()}"
    figures = {"versions": {"rowloom": version("rowloom"), "python": platform.python_version(), **there}}
    if "" in missing:
        return fault("software", f"{system}; not installed: {', '.join(missing[''])}: pip install rowloom", **figures)
    system += f", {', '.join(needed)}"
    lacks = (f"; without {', '.join(names)} (pip install 'rowloom[{extra}]')" for extra, names in missing.items())
    return passed("software", system + "".join(lacks), **figures)


# The adapter that programs the board


def fpga(build: Build) -> Diagnosis:
    """Read the identification code of the board's FPGA over the adapter that programs the board."""
    if build.sram is None:
        return skipped("FPGA", "not tested: openFPGALoader reaches this board only while its boot loader runs")
    try:
        loader = Loader.find()
        loader.check_cable(build.sram)
        codes = loader.detect(build.sram)
    except ProgrammerError as error:
        return fault("FPGA", error)
    if not codes:
        return fault("FPGA", "the adapter works, but no FPGA answers: is the board supplied with power?")
    found = [devices_of(code) for code in codes]
    named = ", ".join(f"0x{code:08x}" for code in codes)
    if not any(build.device in devices for devices in found):
        known = " or ".join(dict.fromkeys(device for devices in found for device in devices)) or "an unknown device"
        return fault("FPGA", f"wrong board: its FPGA is {known} ({named}), but the {build.title} has {build.device}")
    return passed("FPGA", f"the {build.device} answers ({named})", codes=codes)


# Serial ports


def ports(name: str | None, before: Sequence[Port]) -> tuple[list[Port], list[Diagnosis]]:
    """Wait until the ports in ``before`` are back, and test the serial ports: all ports, or only the port ``name``.

    Return the ports that can be opened, and the diagnoses about adapters and permissions.
    """
    deadline = time.monotonic() + _WAIT
    while not set(before) <= set(find_ports()) and time.monotonic() < deadline:
        time.sleep(_PAUSE)
    found = [_named(name)] if name else find_ports()
    if not found:
        return [], [fault("adapter", "no serial port is plugged in: is the board's cable a data cable (many cables"
                          " only charge), and is the board switched on?")]  # fmt: skip
    listed = ", ".join(" ".join(filter(None, (one.device, one.adapter, one.usb_id))) for one in found)
    diagnoses = [passed("adapter", listed, ports=[one.device for one in found])]
    usable, faults = [], []
    for port in found:
        try:
            with closing(Link(port.device, DEFAULT_BIT_RATE)):
                usable.append(port)
        except LinkError as error:
            faults.append(str(error))
    if usable:
        diagnoses.append(passed("permission", f"{', '.join(one.device for one in usable)} can be opened"
                               + "".join(f"; {text}" for text in faults)))  # fmt: skip
    else:
        diagnoses.append(fault("permission", "; ".join(faults)))
    return usable, diagnoses


def _named(name: str) -> Port:
    return next((port for port in find_ports(everything=True) if port.device == name), Port(name, "", "", ""))


def answer(asked: Sequence[Port], build: Build | None, baud: int | None) -> tuple[PortAnswer | None, Diagnosis]:
    """Ask at ports for a board: first at the bit rates of the build and of other builds, then at many other rates.

    Return an answer and the diagnosis. If several boards answer, prefer the board with this build. If no board answers,
    the answer is None.
    """
    chosen = [rate for rate in (baud, build.bit_rate if build else None) if rate]
    first = list(dict.fromkeys((*chosen, DEFAULT_BIT_RATE, *USUAL_RATES)))
    answers = probe_ports(asked, first)
    if not any(one.identity for one in answers):
        problems = "; ".join(f"{one.port.device}: {one.problem}" for one in answers)
        answers = probe_ports(asked, _SCANNED)
        if not any(one.identity for one in answers):
            end = "" if problems.endswith("?") else "."
            return None, fault("answer", f"{problems}{end} If the board's first light is on, RX and TX may be swapped,"
                               " or a wire or pin may be dead")  # fmt: skip
    there = [one for one in answers if one.identity]
    right = next((one for one in there if build and one.identity and one.identity.build.hex() == build.build), there[0])
    board, rate = right.identity, right.bit_rate
    assert board and rate
    figures = {"port": right.port.device, "bit_rate": rate}
    # A board on USB has no bit rate.
    if board.bit_rate and abs(rate - board.bit_rate) > 0.03 * board.bit_rate:
        return right, fault(
            "answer", f"{right.port.device} answers at {rate:,} bit/s, but should answer at {board.bit_rate:,}: its"
            f" clock runs at about {board.clock * rate / board.bit_rate / 1e6:.0f} MHz instead of"
            f" {board.clock / 1e6:g} MHz, or its divisor is wrong", **figures)  # fmt: skip
    return right, passed("answer", f"{right.port.device} answers at {rate:,} bit/s", **figures)
