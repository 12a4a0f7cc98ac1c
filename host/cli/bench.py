"""``rowloom bench``: how fast puzzles are solved, beside the paper's figures and beside another engine's."""

import argparse
import json
import time
from collections.abc import Iterator, Sequence

from rowloom.host.cli.batch import Entry, add_genre_option, connect_for, read_files, solve_all
from rowloom.host.cli.common import UsageError, say
from rowloom.host.cli.connection import Connection, add_count_option, add_solving_options
from rowloom.host.cli.figures import print_comparison, print_figures
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.report import duration, print_json, print_outcome
from rowloom.host.engines import engine_name
from rowloom.host.job import CANCELLED, ERROR, Outcome
from rowloom.host.protocol import Engine

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "measure how fast puzzles are solved, and compare the engines"

DESCRIPTION = """\
Solves puzzles and prints a table, one row a size: the clock cycles that the
first solution took (median, mean, 95th percentile, greatest), the mean time at
the board's clock, and what the engine counted, on average. Puzzles without a
solution and those that hit the limit are listed; they count as not solved, and
not in the other figures. Another table holds the figures of the paper on the
genre, where it has one for the size, and ours.

Slitherlink: the checker counts the assignments that it judged (checks). The fast
engine counts the nodes of its search, the cells that it probed and the rows that
it visited, and tells where the cycles went: sweeping rows, joining lines,
flooding, probing beyond these, and the rest.

Sudoku: the fast engine counts the cycles in which it works itself (engine), its
guesses and its rounds of deduction. The scan engine counts guesses, visits of
rows, columns and boxes, the cells that it filled, those of them that were the
only place for their digit (hidden), the parts of lines from which it excluded
locked candidates, and the cells from which it excluded others by subsets.

Puzzles are sent one by one, because a CPU that listens to the next one
meanwhile would take the time from the search. The host's questions about a
puzzle that runs for long still do: two runs may differ in the fourth digit.
With --stream they follow one another as fast as the line carries them, as they
do with `rowloom solve`; how many the board solves a second is told, too, and
how busy the simulated line was: from the first bit to the last."""

EPILOG = """\
examples:
  rowloom bench puzzles.txt               on the simulated board
  rowloom bench --engine both *.txt       each puzzle with the plain engine and
                                          the fast one, and how they compare
  rowloom bench --count 2 puzzles.txt     how many have only one solution, and
                                          how long it takes to know
  rowloom bench --limit 100M *.txt        at most 100 million cycles a puzzle
  rowloom bench --estimate sudokus.txt    by models of the Sudoku engines, ten to
                                          a hundred times faster
  rowloom bench --stream --baud 3000000 puzzles.txt
                                          how many puzzles a second
  rowloom bench --json puzzles.txt > out  one JSON object a puzzle, as from
                                          `rowloom solve --json`
"""

_BOTH = "both"

_PAIRS = {"slitherlink": (Engine.CHECKER, Engine.FAST), "sudoku": (Engine.STEPS, Engine.FAST)}
"""What is compared then: the plain way and the fast one."""

_LEAST_CYCLES = 500_000
"""In fewer cycles a puzzle, most of what is simulated is the serial line, and its cycles are not among those told."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzles; - for standard input")
    add_genre_option(parser)
    add_count_option(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a line on standard output, and nothing else there"
    )
    parser.add_argument("--stream", action="store_true", help="send puzzles without waiting for the one before")
    add_solving_options(parser, more_engines=(_BOTH,))


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns the exit status."""
    if args.estimate and args.stream:
        raise UsageError("--stream measures the line, on which an estimate's bytes take no time")
    entries = read_files(args.files, args.genre)
    good = True
    for engines, some in _groups(entries, args.engine):
        measured = []
        for engine in engines:
            # What is bad is said once.
            left = [entry for entry in some if not (measured and entry.bad)]
            outcomes = _measure(left, argparse.Namespace(**{**vars(args), "engine": engine}))
            measured.append(outcomes)
            if any(outcome.status == CANCELLED for outcome in outcomes):
                return 1
        if len(measured) > 1 and not args.json:
            print_comparison(*measured)
        good &= all(outcome.verified for outcomes in measured for outcome in outcomes)
    return 0 if good and not any(entry.bad for entry in entries) else 1


def _groups(entries: Sequence[Entry], engine: str | None) -> Iterator[tuple[Sequence[str | None], Sequence[Entry]]]:
    """Which engines solve which entries: those of a genre can be compared."""
    genres = sorted({entry.puzzle.genre for entry in entries if not entry.bad})
    if engine != _BOTH or not genres:
        yield (None if engine == _BOTH else engine,), entries
        return
    for genre in genres:
        # What is bad goes with the first.
        some = [entry for entry in entries if (genres[0] if entry.bad else entry.puzzle.genre) == genre]
        yield tuple(map(engine_name, _PAIRS[genre])), some


def _measure(entries: Sequence[Entry], args: argparse.Namespace) -> list[Outcome]:
    """Solves the puzzles with one engine, and prints its figures."""
    outcomes: list[Outcome] = []
    with connect_for(entries, args) as connection:
        clock = connection.identity.clock if connection else None
        if connection and args.stream:
            connection.link.line_use()  # what comes after it counts
        start = time.monotonic()
        try:
            in_flight = None if args.stream else 1
            with Meter(len(entries)) as meter:
                for entry, outcome in solve_all(connection, entries, args.count, args.limit, meter, in_flight):
                    if not entry.bad:
                        outcomes.append(outcome)
                    with meter.hidden():
                        if args.json:
                            print_json(outcome, clock)
                        elif outcome.status == ERROR:
                            print_outcome(entry, outcome, clock, draw=False)
            if args.stream and (done := sum(outcome.cycles is not None for outcome in outcomes)):
                _print_throughput(done, time.monotonic() - start, connection, args.json)
        finally:
            # A link that breaks does not take the figures so far with it.
            seconds = time.monotonic() - start
            total = sum(outcome.cycles or 0 for outcome in outcomes)
            if total and not args.json:
                print_figures(outcomes, clock, args.count)
                if connection.simulated and total >= _LEAST_CYCLES * len(outcomes):
                    what = "Estimate, counters exact and cycles about right" if args.estimate else "Simulation"
                    say(f"{what}: {total:,} cycles in {seconds:.1f} s, {total / seconds / 1e6:.2f} MHz")
    return outcomes


def _print_throughput(puzzles: int, seconds: float, connection: Connection, as_json: bool) -> None:
    """How many puzzles a second went through; of a simulated board, seconds are simulated ones."""
    use, busy = connection.link.line_use(), {}
    if use:
        seconds = use.clocks / connection.identity.clock
        busy = {"to_board": use.to_board / use.clocks, "from_board": use.from_board / use.clocks}
    if as_json:
        say(json.dumps({"stream": {"puzzles": puzzles, "seconds": seconds, "busy": busy or None}}))
        return
    shares = [f"{100 * share:.1f} % of the time {direction.replace('_', ' the ')}" for direction, share in busy.items()]
    line = f"; the line was busy {' and '.join(shares)}" if busy else ""
    say(f"Streaming at {connection.rate:,} bit/s: {puzzles:,} puzzles in {duration(seconds)},"
        f" {puzzles / seconds:,.0f} a second{line}")
