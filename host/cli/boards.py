"""``rowloom boards``: list the supported boards.

List the boards that Rowloom supports, with their FPGAs and their default engines. For the latest measured build with
these engines, the table also shows the clock, the speed, the area and the build time. With a board's name, print all
details of this board, and its measured builds with other options.

examples:
  rowloom boards            list all boards
  rowloom boards ulx3s-25f  print the details of one board
  rowloom build ulx3s-25f   build its bitstream
"""

import json
import shlex
import statistics
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rowloom.errors import CommandError, NotInstalled, UsageError
from rowloom.host.cli.common import echo, print_table, requiring
from rowloom.host.cli.options import flag, option

if TYPE_CHECKING:
    from rowloom.boards import BoardDefinition


@dataclass(frozen=True, kw_only=True)
class BoardsOptions:
    board: str | None = option(nargs="?", metavar="BOARD", help="show only this board, with its pins")
    json: bool = flag("--json", "print only JSON on standard output")


def run(options: BoardsOptions) -> int:
    with requiring("build"):
        from rowloom.boards import BOARDS
    boards = [*BOARDS.values()] if options.board is None else [get_board(options.board)]
    records = [_record(board) for board in boards]
    if options.json:
        echo(json.dumps(records[0] if options.board else records))
    elif options.board:
        _print_one(records[0], boards[0])
    else:
        _print_table(records)
    return 0


def get_board(name: str) -> "BoardDefinition":
    """Return the board with this name.

    Raises
    ------
    UsageError, CommandError, NotInstalled
        If the name is empty, if there is no board of this name, or if the descriptions of the boards are not installed.
    """
    # An empty name usually comes from an unset variable in a script.
    if not name:
        raise UsageError("the board is missing")
    with requiring("build"):
        from rowloom.boards import UnknownBoard, find_board
    try:
        return find_board(name)
    except UnknownBoard as error:
        raise CommandError(f"{error} (`rowloom boards` lists them)", status=2) from error


def check_board(name: str) -> None:
    """Check a board's name like :func:`get_board`; accept every name if the descriptions of boards are not installed.
    """
    with suppress(NotInstalled):
        get_board(name)


def spread(hertz: Iterable[float]) -> str:
    """Return the minimum, median and maximum of frequencies as text."""
    some = [one / 1e6 for one in hertz]
    return f"min {min(some):.2f} MHz, median {statistics.median(some):.2f} MHz, max {max(some):.2f} MHz"


def _record(board: "BoardDefinition") -> dict[str, Any]:
    from rowloom.boards.measured import clock_of, measured, name_of

    default = name_of(board.name, board.engines)
    builds = {name: what for name, what in measured().items() if name.startswith(f"{board.name} ")}
    return {
        "board": board.name, "title": board.title, "device": board.device, "oscillator_hz": board.clock_hz,
        "serial": board.serial, "usb": board.usb or None, "bit_rate": board.bit_rate,
        "lights": board.lights, "note": board.note, "pins": board.pins(), "bitstream": board.is_ecp5,
        "engines": board.engines,
        "clock_hz": clock_of(board.name, board.engines), "measured": builds.pop(default, None),
        "other_builds": {name.removeprefix(f"{board.name} "): what for name, what in builds.items()},
    }


_CAPTION = (
    "MHz: the clock of the build with the default engines. Fmax: minimum, median and maximum, over all seeds, of the"
    " frequency in MHz that place-and-route reached. logic, RAM: the used shares of the FPGA. build, GB: the time that"
    " the build took, and its peak memory. Boards without figures have not been measured. `rowloom boards BOARD` shows"
    " pins and more."
)

_FIGURES = "MHz", "Fmax", "logic", "RAM", "build", "GB"


def _print_table(records: list[dict[str, Any]]) -> None:
    lines = [(one["board"], one["device"], ",\n".join(one["engines"]), *_figures(one)) for one in records]
    print_table(_CAPTION, ("board", "device", "default engines", *_FIGURES), lines, words=3, compact=True)


def _figures(record: dict[str, Any]) -> tuple[str, ...]:
    clock, what = f"{record['clock_hz'] / 1e6:.1f}", record["measured"]
    if what is None:
        return clock, "", "", "", "", ""
    fmax = (what["fmax_hz"][0], statistics.median(what["fmax_hz"]), what["fmax_hz"][-1])
    logic, memory = (100 * what["used"][name] / what["available"][name] for name in ("TRELLIS_COMB", "DP16KD"))
    return (clock, "\n".join(f"{one / 1e6:.1f}" for one in fmax), f"{logic:.0f} %", f"{memory:.0f} %",
            f"{what['seconds'] // 60}:{what['seconds'] % 60:02}", f"{what['peak_bytes'] / 1e9:.1f}")


def _details(what: dict[str, Any], board: "BoardDefinition", options: str = "") -> str:
    """Return the figures of a measured build with these options as text.

    The text says "these sources" if the present sources and tools would make the same build, and otherwise "earlier
    sources".
    """
    with requiring("build"):
        from rowloom.boards.build import Request
        from rowloom.firmware.build import build_hash

    flags, *engines = options.split("--with ")
    request = Request(board, tuple(engine.strip() for engine in engines), usb="--usb" in flags)
    is_present = what["build"] == build_hash(request.config())
    return (
        f"Fmax of {len(what['fmax_hz'])} seeds {spread(what['fmax_hz'])}; {what['used']['TRELLIS_COMB']:,} of"
        f" {what['available']['TRELLIS_COMB']:,} logic cells, {what['used']['DP16KD']} of"
        f" {what['available']['DP16KD']} block RAMs; built in {what['seconds']:.0f} s with"
        f" {what['peak_bytes'] / 1e6:.0f} MB, from {'these' if is_present else 'earlier'} sources"
        f" (build {what['build']})"
    )


def _print_one(record: dict[str, Any], board: "BoardDefinition") -> None:
    lines = {
        "board": record["title"],
        "device": record["device"],
        "oscillator": f"{record['oscillator_hz'] / 1e6:g} MHz; a PLL derives the clock from it",
        "serial": f"{record['serial']}; {record['bit_rate']:,} bit/s",
        "pins": ", ".join(f"{name} {pin}" for name, pin in record["pins"].items()),
        "lights": record["lights"],
        "default": f"{', '.join(record['engines'])}; clock {record['clock_hz'] / 1e6:g} MHz",
        "tools": ("open tools, from `pip install`" if record["bitstream"]
                  else "Vivado, or experimentally the open tools (`rowloom build --tools open`)"),
    }
    if what := record["measured"]:
        lines["measured"] = _details(what, board)
    if record["usb"]:
        lines["usb"] = f"{record['usb']}, in a build with --usb"
    if record["note"]:
        lines["note"] = record["note"]
    for name, text in lines.items():
        echo(f"{name:<10} {text}")
    for options, what in record["other_builds"].items():
        arguments = shlex.join([board.name, *options.split()])
        echo(f"also       rowloom build {arguments}: clock {what['clock_hz'] / 1e6:g} MHz; "
             f"{_details(what, board, options)}")
