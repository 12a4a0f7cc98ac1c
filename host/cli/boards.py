"""``rowloom boards``: list the supported boards.

List the boards that Rowloom supports: device, default engines, and the clock, speed, area and cost of that build when
it was last measured. With a board's name, print everything about that board.

examples:
  rowloom boards            all
  rowloom boards ulx3s-25f  one
  rowloom build ulx3s-25f   its bitstream
"""

import json
import shutil
import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rowloom.errors import CommandError, UsageError
from rowloom.host.cli.common import echo, requiring, show
from rowloom.host.cli.options import flag, option

if TYPE_CHECKING:
    from rowloom.boards import Board

__all__ = ["Options", "get_board", "run", "spread"]

_BOARDS = "the descriptions of the boards are not installed", "'rowloom[build]'"

_WIDTH = 120
"""The width of the output in columns if it is no terminal."""

_WIDEST = 1000
"""A width in columns that suffices for every table."""


@dataclass(frozen=True, kw_only=True)
class Options:
    board: str | None = option(nargs="?", metavar="BOARD", help="show only this board, with its pins")
    json: bool = flag("--json", "print JSON on standard output, and nothing else there")


def run(options: Options) -> int:
    """Run the command; return the exit status."""
    with requiring(*_BOARDS):
        from rowloom.boards import BOARDS
    boards = BOARDS.values() if options.board is None else [get_board(options.board)]
    records = [_record(board) for board in boards]
    if options.json:
        echo(json.dumps(records[0] if options.board else records))
    elif options.board:
        _print_one(records[0])
    else:
        _print_table(records)
    return 0


def get_board(name: str) -> "Board":
    """Return the board with this name.

    Raises
    ------
    UsageError, CommandError, NotInstalled
        If there is no board of this name, or the descriptions of the boards are not installed.
    """
    # An empty name comes from an unset variable of a script.
    if not name:
        raise UsageError("the board is missing")
    with requiring(*_BOARDS):
        from rowloom.boards import UnknownBoard, find_board
    try:
        return find_board(name)
    except UnknownBoard as error:
        raise CommandError(f"{error} (`rowloom boards` lists them)", status=2) from error


def spread(hertz: Iterable[float]) -> str:
    """Return the minimum, median and maximum of some frequencies as text."""
    some = [one / 1e6 for one in hertz]
    return f"min {min(some):.2f} MHz, median {statistics.median(some):.2f} MHz, max {max(some):.2f} MHz"


def _record(board: "Board") -> dict[str, Any]:
    from rowloom.boards.measured import clock_of, measured, name_of

    return {
        "board": board.name, "title": board.title, "device": board.device, "oscillator_hz": board.clock_hz,
        "serial": board.serial, "bit_rate": board.bit_rate, "lights": board.lights, "note": board.note,
        "pins": board.pins(), "bitstream": board.is_ecp5, "engines": board.engines,
        "clock_hz": clock_of(board.name, board.engines), "measured": measured().get(name_of(board.name, board.engines)),
    }


def _print_table(records: list[dict[str, Any]]) -> None:
    """Print a table of boards or, if the terminal is too narrow, a list of figures for each board."""
    console = Console(width=shutil.get_terminal_size((_WIDTH, 0)).columns)
    tables = (_table(records, *between) for between in _BETWEEN)
    unlimited = console.options.update(width=_WIDEST)
    fitting = next((one for one in tables if console.measure(one, options=unlimited).maximum <= console.width), None)
    shown = [fitting] if fitting else [part for record in records for part in _sheet(record)]
    note = Text(
        "\nMHz: the clock of that build. Fmax: the fastest clock of its seeds in MHz: minimum, median, maximum. logic,"
        " RAM: how full the device is. build, GB: the time that it took, and its peak memory. Boards without figures"
        " have not been measured. `rowloom boards BOARD` shows pins and more."
    )
    show(console, *shown, note)


_FIGURES = ("MHz", "Fmax", "logic", "RAM", "build", "GB")
_HEADINGS = ("board", "device", "default engines", *_FIGURES)

_BETWEEN = ((", ", " "), (",\n", " "), (",\n", "\n"))
"""The separators of engines and of the figures of Fmax: one pair for each table to try, from the widest to the
narrowest.
"""


def _table(records: list[dict[str, Any]], between_engines: str, between_fmax: str) -> Table:
    """Return a table in which names and figures are never broken, because users copy them into other commands."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=0)
    for heading in _HEADINGS:
        table.add_column(heading, justify="right" if heading in _FIGURES else "left", no_wrap=True)
    for record in records:
        table.add_row(*_cells(record, between_engines, between_fmax))
    return table


def _sheet(record: dict[str, Any]) -> tuple[Text, Table]:
    """Return a board's name, and a table of its figures with one line for each column of the large table."""
    name, *cells = _cells(record, *_BETWEEN[0])
    sheet = Table.grid(padding=(0, 0, 0, 2))
    for heading, text in zip(_HEADINGS[1:], cells):
        if text:
            sheet.add_row(heading, text)
    return Text(f"\n{name}"), sheet


def _cells(record: dict[str, Any], between_engines: str, between_fmax: str) -> tuple[str, ...]:
    return record["board"], record["device"], between_engines.join(record["engines"]), *_figures(record, between_fmax)


def _figures(record: dict[str, Any], between_fmax: str) -> tuple[str, ...]:
    clock, what = f"{record['clock_hz'] / 1e6:.1f}", record["measured"]
    if what is None:
        return clock, "", "", "", "", ""
    fmax = (what["fmax_hz"][0], statistics.median(what["fmax_hz"]), what["fmax_hz"][-1])
    logic, memory = (100 * what["used"][name] / what["available"][name] for name in ("TRELLIS_COMB", "DP16KD"))
    return (clock, between_fmax.join(f"{one / 1e6:.1f}" for one in fmax), f"{logic:.0f} %", f"{memory:.0f} %",
            f"{what['seconds'] // 60}:{what['seconds'] % 60:02}", f"{what['peak_bytes'] / 1e9:.1f}")


def _print_one(record: dict[str, Any]) -> None:
    what = record["measured"]
    lines = {
        "board": record["title"],
        "device": record["device"],
        "oscillator": f"{record['oscillator_hz'] / 1e6:g} MHz; a PLL makes the clock from it",
        "serial": f"{record['serial']}; {record['bit_rate']:,} bit/s",
        "pins": ", ".join(f"{name} {pin}" for name, pin in record["pins"].items()),
        "lights": record["lights"],
        "default": f"{', '.join(record['engines'])}; clock {record['clock_hz'] / 1e6:g} MHz",
        "tools": ("open tools, from `pip install`" if record["bitstream"]
                  else "Vivado makes its bitstream; experimentally, `build --tools open` does"),
    }
    if what:
        lines["measured"] = (
            f"Fmax of {len(what['fmax_hz'])} seeds {spread(what['fmax_hz'])}; {what['used']['TRELLIS_COMB']:,} of"
            f" {what['available']['TRELLIS_COMB']:,} logic cells, {what['used']['DP16KD']} of"
            f" {what['available']['DP16KD']} block RAMs; built in {what['seconds']:.0f} s with"
            f" {what['peak_bytes'] / 1e6:.0f} MB"
        )
    if record["note"]:
        lines["note"] = record["note"]
    for name, text in lines.items():
        echo(f"{name:<10} {text}")
