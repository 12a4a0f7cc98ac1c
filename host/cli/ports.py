"""``rowloom ports``: list the serial ports, and find the boards at them.

List the serial ports, and ask at each port whether a Rowloom board answers. This takes about a second, and sends some
bytes to every device that is plugged in.

examples:
  rowloom ports             a table
  rowloom ports --baud all  also at bit rates other than 1,000,000
  rowloom ports --json      for programs

exit status: 0 if a board answers, 1 if none does
"""

import argparse
import json
from contextlib import suppress
from dataclasses import astuple, dataclass
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from rowloom.host.cli.common import echo, log, show
from rowloom.host.cli.options import flag, option
from rowloom.host.jobs.engines import abilities, describe_capability
from rowloom.host.link.connection import PortAnswer, probe_ports
from rowloom.host.link.ports import USUAL_RATES, find_ports
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE

_WIDTH = 200


def _bit_rate(text: str) -> tuple[int, ...]:
    if text == "all":
        return USUAL_RATES
    with suppress(ValueError):
        if (rate := int(text)) > 0:
            return (rate,)
    raise argparse.ArgumentTypeError(f"{text!r} is neither a bit rate nor `all`")


@dataclass(frozen=True, kw_only=True)
class PortsOptions:
    baud: tuple[tuple[int, ...], ...] = option(
        "--baud", type=_bit_rate, action="append", metavar="N",
        help="also ask at this bit rate; repeatable; `all` means all usual bit rates (each takes a second)",
    )
    all: bool = flag("--all", "also list ports without a detected device")
    json: bool = flag("--json", "print only a JSON array on standard output")


def run(options: PortsOptions) -> int:
    further = [rate for choice in options.baud for rate in choice]
    findings = probe_ports(find_ports(options.all), dict.fromkeys((DEFAULT_BIT_RATE, *further)))
    if options.json:
        echo(json.dumps([_record(finding) for finding in findings]))
    elif findings:
        _print(findings)
    else:
        log("no serial port is plugged in: is the board's cable a data cable (many cables only charge)?")
    return 0 if any(finding.identity for finding in findings) else 1


def _record(finding: PortAnswer) -> dict[str, Any]:
    port, identity = finding.port, finding.identity
    record = {
        "port": port.device, "adapter": port.adapter, "usb_id": port.usb_id, "serial_number": port.serial_number,
        "rowloom": identity is not None, "problem": finding.problem or None,
    }
    if not identity:
        return record
    return record | {
        "build": identity.build.hex(), "clock_hz": identity.clock, "bit_rate": finding.bit_rate,
        "solves": abilities(identity.capabilities),
    }


def _print(findings: list[PortAnswer]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("port", no_wrap=True)
    table.add_column("adapter")
    table.add_column("what answers", overflow="fold")
    for finding in findings:
        device, *adapter = astuple(finding.port)
        table.add_row(device, " ".join(filter(None, adapter)), _answer(finding))
    # If the output is not a terminal, the table is not cut to the width of a terminal.
    console = Console(width=None if Console().is_terminal else _WIDTH, markup=False, highlight=False)
    show(console, table)


def _answer(finding: PortAnswer) -> str:
    if not finding.identity:
        return finding.problem
    identity = finding.identity
    solves = ", ".join(map(describe_capability, abilities(identity.capabilities)))
    rate = "" if finding.bit_rate == DEFAULT_BIT_RATE else f", {finding.bit_rate:,} bit/s (--baud)"
    return f"Rowloom, build {identity.build.hex()}, {identity.clock / 1e6:g} MHz{rate}: {solves}"
