"""``rowloom area``: what each unit of the gateware takes by itself."""

import argparse
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from rowloom.host.cli.common import CommandError, UsageError, counted, integer, say, show, tell

if TYPE_CHECKING:
    from rowloom.boards.area import Area, Comparison, Measurement
    from rowloom.boards.artix import XilinxArea

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "measure the gateware's units one by one"

DESCRIPTION = """\
Synthesises each unit of the gateware by itself, as it is in a SoC with a 10x10
checker, those of the fast engine for 64x36, and prints how many cells it takes.
For the ECP5 it is also placed and routed, between registers, to see how fast it
runs; the figures can be compared with a baseline, so that growth is noticed.
For the Artix-7 they stand beside those of the paper. Most units take a minute or
two, the largest ones a quarter of an hour; beyond 13,000 LUTs there is no Fmax."""

EPILOG = """\
examples:
  rowloom area                       all units
  rowloom area checker cpu           these two
  rowloom area --check               has anything grown since the baseline?
  rowloom area --update              this is the new baseline
  rowloom area --target artix7       checker and SoC, beside the paper's
"""

_PAPERS_UNITS = ("checker", "soc")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "units", nargs="*", metavar="UNIT", help="only these (default: all; for the Artix-7 checker and soc)"
    )
    parser.add_argument(
        "--target", choices=("ecp5", "artix7"), default="ecp5", help="the kind of FPGA (default: ecp5)"
    )
    baseline = parser.add_mutually_exclusive_group()
    baseline.add_argument(
        "--check", action="store_true", help="compare with the baseline; exit status 1 if something grew"
    )
    baseline.add_argument("--update", action="store_true", help="make this the baseline")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object on standard output, and nothing else there"
    )
    parser.add_argument(
        "--jobs", type=integer(1, 1000), metavar="N", help="how many at a time (default: one a processor)"
    )


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns the exit status."""
    try:
        from rowloom.boards.area_units import UNITS
        from rowloom.hw.tools import ToolError
    except ImportError as error:
        raise CommandError(
            f"what synthesises gateware is not installed ({error}): pip install 'rowloom[build]'"
        ) from error
    for unit in args.units:
        if unit not in UNITS:
            raise UsageError(f"there is no unit {unit!r}; there is {', '.join(UNITS)}")
    try:
        if args.target == "artix7":
            if args.check or args.update:
                raise UsageError("the baseline is for the ECP5, not for the Artix-7")
            return _artix(args, [unit for unit in UNITS if unit in (args.units or _PAPERS_UNITS)])
        return _ecp5(args, [unit for unit in UNITS if not args.units or unit in args.units])
    except ToolError as error:
        raise CommandError(str(error)) from error


def _ecp5(args: argparse.Namespace, units: Sequence[str]) -> int:
    from rowloom.boards import area

    baseline, tools, complete = area.read_baseline(), area.tool_versions(), not args.units
    if args.check and not baseline.areas:
        raise CommandError("there is no baseline to compare with: `rowloom area --update` makes one")
    if args.update and not complete and tools != baseline.tools:
        raise CommandError(
            f"the baseline is of other tools ({_versions(baseline.tools)}): measure all units anew, with"
            " `rowloom area --update`"
        )
    with _progress(units) as done:
        now = area.Measurement(tools, area.measure(units, args.jobs or os.cpu_count(), done=done))
    comparison = area.compare(baseline, now, complete) if args.check else None
    if args.json:
        say(json.dumps(_record(now, comparison)))
    else:
        _print_areas(now.areas)
    if args.update:
        kept = {} if complete else baseline.areas
        try:
            area.write_baseline(area.Measurement(tools, {**kept, **now.areas}))
        except OSError as error:
            raise CommandError(f"cannot write the baseline: {error.strerror}: {error.filename}") from error
        tell(f"the baseline is new for {counted(len(units), 'unit')}")
    if comparison is None:
        return 0
    if tools != baseline.tools:
        tell(
            f"the baseline is of other tools ({_versions(baseline.tools)}; here {_versions(tools)}), so more is"
            " put down to chance: 10 % of the cells, 30 % of the speed"
        )
    if not args.json:
        _print_comparison(comparison)
    return 0 if comparison.passed else 1


def _artix(args: argparse.Namespace, units: Sequence[str]) -> int:
    from rowloom.boards import artix

    with _progress(units) as done:
        areas = artix.measure(units, args.jobs or os.cpu_count(), done)
    if args.json:
        figures = {name: asdict(area) for name, area in areas.items()}
        say(json.dumps({"target": "artix7", "units": figures, "paper": artix.PAPER}))
    else:
        _print_artix(areas, artix.PAPER)
    return 0


@contextmanager
def _progress(units: Sequence[str]) -> Iterator[Callable[[str, Any], None]]:
    """A bar of the units that are done; without a terminal, a line for each."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("measuring units", total=len(units))
        finished = []

        def done(name: str, area: Any) -> None:
            finished.append(name)
            progress.advance(task)
            if not console.is_terminal:
                tell(f"{name} is measured ({len(finished)} of {len(units)})")

        yield done


def _print_areas(areas: "Mapping[str, Area]") -> None:
    from rowloom.boards.area import MEASURES

    table = _table("unit", *MEASURES.values())
    for name, area in areas.items():
        table.add_row(name, *(_figure(measure, getattr(area, measure)) for measure in MEASURES))
    _print(
        table,
        "Cells of each unit alone, on an ECP5; Fmax between registers, at speed grade 6.\n"
        "Units are parts of others: the SoC holds them all.",
    )


def _print_artix(areas: "Mapping[str, XilinxArea]", paper: Mapping[str, tuple[int, int]]) -> None:
    table = _table("10x10", "LUTs", "as memory", "FFs", "MUXF7/8", "RAMB36", "RAMB18", "DSP48")
    for name, area in areas.items():
        table.add_row(name, *(f"{value:,}" for value in asdict(area).values()))
    luts, ffs = ("-".join(f"{value:,}" for value in paper[what]) for what in ("luts", "ffs"))
    table.add_row("the paper's", luts, "", ffs, "", "", "", "")
    _print(
        table,
        "LUTs of any width count as one each, inverters too, those used as memory by how many\n"
        "LUTs they take. Ours by Yosys, the paper's by Vivado 2018.3 (Miyauchi and Tanaka 2020,\n"
        "table 7, nine puzzles, XC7A35T); whether its figures hold its CPU, it does not say.\n"
        "The paper's clues are part of the circuit: a bitstream for each puzzle. Ours are loaded\n"
        "at run time: one bitstream for every puzzle up to 10x10.",
    )


def _print_comparison(comparison: "Comparison") -> None:
    from rowloom.boards.area import MEASURES

    lists = {"worse than the baseline": comparison.worse, "better than the baseline": comparison.better}
    for words, changes in lists.items():
        if changes:
            table = _table("unit", "", "baseline", "now", "change", "limit")
            for change in changes:
                table.add_row(
                    change.unit,
                    MEASURES[change.measure],
                    *(_figure(change.measure, value) for value in (change.before, change.now)),
                    _difference(change.before, change.now),
                    _figure(change.measure, change.limit),
                )
            say(f"{words}:")
            _print(table)
    for name in comparison.unknown:
        say(f"{name} is not in the baseline")
    for name in comparison.gone:
        say(f"{name} is in the baseline, and there is no such unit")
    if comparison.passed:
        say("nothing is worse than the baseline")
    if not comparison.passed or comparison.better:
        say("`rowloom area --update` makes a new baseline, if this is meant to be so")


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table


def _print(table: Table, note: str = "") -> None:
    # A table that is piped into a file is not cut to a terminal's width.
    console = Console(width=None if Console().is_terminal else 120)
    show(console, table, *filter(None, [Text(note)]))


def _figure(measure: str, value: int | None) -> str:
    if value is None:
        return ""
    return f"{value / 1e6:.1f} MHz" if measure == "fmax_hz" else f"{value:,}"


def _difference(before: int, now: int) -> str:
    return f"{100 * (now - before) / before:+.1f} %" if before else "new"


def _versions(tools: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in sorted(tools.items())) or "none"


def _record(now: "Measurement", comparison: "Comparison | None") -> dict[str, Any]:
    record = {
        "target": "ecp5",
        "tools": now.tools,
        "units": {name: asdict(area) for name, area in now.areas.items()},
    }
    if comparison is not None:
        record["check"] = {"passed": comparison.passed, **asdict(comparison)}
    return record
