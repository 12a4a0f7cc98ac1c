"""``rowloom bench``: how fast puzzles are solved, beside the paper's figures."""

import argparse
import shutil
import statistics
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table

from rowloom.host.cli.batch import connect_for, read_files, solve_all
from rowloom.host.cli.common import say
from rowloom.host.cli.connection import add_solving_options
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.report import duration, print_json, print_outcome
from rowloom.host.job import CANCELLED, ERROR, LIMIT, NO_SOLUTION, Outcome

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "measure how fast puzzles are solved"

DESCRIPTION = """\
Solves puzzles and prints a table, one row a size: the clock cycles that the
first solution took (median, mean, 95th percentile, greatest), the mean time at
the board's clock, and the mean number of assignments that the hardware judged
(checks). Puzzles without a solution and those that hit the limit are listed;
they count as not solved, and not in the other figures.

The host's questions about the running puzzle take a few cycles from its search,
so two runs may differ in the fourth digit."""

EPILOG = """\
examples:
  rowloom bench puzzles.txt               on the simulated board
  rowloom bench --limit 100M *.txt        at most 100 million cycles a puzzle
  rowloom bench --json puzzles.txt > out  one JSON object a puzzle, as from
                                          `rowloom solve --json`
"""

# Miyauchi and Tanaka (2020), Table 8: the mean over nine 10x10 puzzles, on hardware at 50 MHz.
_PAPER_SIZE, _PAPER_SECONDS, _PAPER_CLOCK = (10, 10), 0.1578, 50e6

_HEADINGS = (
    "size", "puzzles", "solved", "median", "mean", "95 %", "max", "mean time", "checks", "cycles/check",
)  # fmt: skip
_WIDTH = 140
"""Columns where the output is no terminal."""

_LEAST_SECONDS = 1.0
"""A shorter simulation says little about its speed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzles; - for standard input")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a line on standard output, and nothing else there"
    )
    add_solving_options(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns the exit status."""
    entries = read_files(args.files)
    outcomes: list[Outcome] = []
    with connect_for(entries, args) as connection:
        clock = connection.identity.clock if connection else None
        start = time.monotonic()
        try:
            with Meter(len(entries)) as meter:
                for entry, outcome in solve_all(connection, entries, 1, args.limit, meter):
                    if not entry.bad:
                        outcomes.append(outcome)
                    with meter.hidden():
                        if args.json:
                            print_json(outcome, clock)
                        elif outcome.status == ERROR:
                            print_outcome(entry, outcome, clock, draw=False)
        finally:
            # A link that breaks does not take the figures so far with it.
            seconds = time.monotonic() - start
            total = sum(outcome.cycles or 0 for outcome in outcomes)
            if total and not args.json:
                _print_figures(outcomes, clock)
                if connection.simulated and seconds >= _LEAST_SECONDS:
                    say(f"Simulation: {total:,} cycles in {seconds:.1f} s, {total / seconds / 1e6:.2f} MHz")
    return 0 if sum(outcome.verified for outcome in outcomes) == len(entries) else 1


def _print_figures(outcomes: Sequence[Outcome], clock: int) -> None:
    sizes = defaultdict(list)
    for outcome in outcomes:
        sizes[outcome.puzzle.rows, outcome.puzzle.cols].append(outcome)
    lines = [
        (f"{rows}x{cols}", str(len(group)), *_figures(group, clock)) for (rows, cols), group in sorted(sizes.items())
    ]
    console = Console(width=shutil.get_terminal_size((_WIDTH, 0)).columns)
    with console.capture() as capture:
        console.print(f"Cycles until the first solution, time at {clock / 1e6:g} MHz", style="italic", highlight=False)
        for table in _tables(lines, console):
            console.print(table)
    say(capture.get().rstrip())
    if solved := [outcome.cycles for outcome in sizes[_PAPER_SIZE] if outcome.verified]:
        _print_paper(statistics.mean(solved), clock)
    for status, what in ((NO_SOLUTION, "No solution"), (LIMIT, "Hit the limit")):
        if names := [outcome.puzzle.name for outcome in outcomes if outcome.status == status]:
            say(f"{what}: {', '.join(names)}")
    if left := sum(outcome.status == CANCELLED for outcome in outcomes):
        say(f"Interrupted: {left} of {len(outcomes)} not measured")


def _tables(lines: Sequence[Sequence[str]], console: Console) -> Iterator[Table]:
    """One table with a line a size, or, where that is too wide, a table a size with a line a figure."""
    table = _table(_HEADINGS, lines)
    if console.measure(table, options=console.options.update(width=_WIDTH)).maximum <= console.width:
        yield table
    else:
        for size, *figures in lines:
            yield _table((_HEADINGS[0], size), zip(_HEADINGS[1:], figures))


def _table(headings: Sequence[str], lines: Iterable[Sequence[str]]) -> Table:
    table = Table()
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for line in lines:
        table.add_row(*line)
    return table


def _figures(outcomes: Sequence[Outcome], clock: int) -> list[str]:
    """The columns from "solved" on."""
    solved = [outcome for outcome in outcomes if outcome.verified]
    if not solved:
        return ["0"]
    cycles = sorted(outcome.cycles for outcome in solved)
    mean, checks = statistics.mean(cycles), statistics.mean(outcome.nodes for outcome in solved)
    # Nearest rank: the smallest that at least 95 % do not exceed.
    percentile = cycles[-(-len(cycles) * 95 // 100) - 1]
    return [
        str(len(solved)),
        *(f"{figure:,.0f}" for figure in (statistics.median(cycles), mean, percentile, cycles[-1])),
        duration(mean / clock),
        f"{checks:,.0f}",
        f"{mean / checks:.1f}" if checks else "",
    ]


def _print_paper(mean: float, clock: int) -> None:
    rows, cols = _PAPER_SIZE
    ratio = _PAPER_SECONDS * clock / mean
    compared = f"{ratio:.2f} times as fast" if ratio >= 1 else f"{1 / ratio:.2f} times as slow"
    say(
        f"{rows}x{cols} in Miyauchi and Tanaka (2020), Table 8: {duration(_PAPER_SECONDS)} on average"
        f" ({_PAPER_SECONDS * _PAPER_CLOCK / 1e6:.2f} million cycles at {_PAPER_CLOCK / 1e6:g} MHz);"
        f" here {duration(mean / clock)}, {compared}."
    )
