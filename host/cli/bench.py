"""``rowloom bench``: measure how fast puzzles are solved, and compare the engines.

Solve puzzles and print a table with one row per size: clock cycles until the first solution (median, mean, 95th
percentile, max), mean time at the board's clock, and the means of the engine's counters. Puzzles without a solution,
and puzzles whose search hit the limit, are left out of the figures and listed below the table. If a paper has figures
for these sizes, a second table compares the results with the paper.

Counters of the engines (a share is a percentage of all cycles):

{_COUNTERS}

Puzzles are sent one by one, so that the board's CPU does not spend time on receiving the next puzzle during a search.
During a long search, the CPU also answers requests of the host, so the number of cycles may differ from run to
run, from its fourth digit on.

With --stream, puzzles are sent as fast as the line can carry them, as `rowloom solve` does. The command then prints
the throughput and, for simulated boards, the share of time in which the line was busy.

With --standard, the command measures standard sets of puzzles instead of files. The first time, it generates these
puzzles on this computer, which takes about a minute. They are the same on every machine.

examples:
  rowloom bench puzzles.txt               on the simulated board
  rowloom bench --standard                puzzles that everybody can generate
  rowloom bench --engine both *.txt       compare the genre's two engines
  rowloom bench --count 2 puzzles.txt     how many have a unique solution, and
                                          how long the proof takes
  rowloom bench --limit 100M *.txt        at most 100 million cycles per puzzle
  rowloom bench --stream --baud 3000000 puzzles.txt
                                          puzzles per second
  rowloom bench --jobs 4 puzzles.txt      four simulated boards, side by side
  rowloom bench --json puzzles.txt > out  one JSON object per puzzle, as from
                                          `rowloom solve --json`
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.engine import Engine
from rowloom.errors import UsageError
from rowloom.host.cli.common import echo
from rowloom.host.cli.figures import Measurement, print_comparison, print_figures
from rowloom.host.cli.files import Entry, pair_outcomes, puzzles_of, read_files
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import FILES, BatchOptions, BoardPoolOptions, PuzzleOptions, engine_option, flag, option
from rowloom.host.cli.report import duration, log_unsolved, print_outcome
from rowloom.host.cli.solving import open_solver, opened_cluster
from rowloom.host.jobs.engines import boardless, engines_for
from rowloom.host.jobs.job import Outcome, Question
from rowloom.host.jobs.status import CANCELLED, ERROR
from rowloom.host.link.session import Session

if TYPE_CHECKING:
    from rowloom.host.cluster.cluster import Cluster


def _counters(engine: Engine) -> str:
    columns = [f"{one.column}: {one.meaning}" for one in engine.counters if one.column]
    columns += [f"cycles/{one.cost}: the mean number of cycles per {one.cost}" for one in engine.counters if one.cost]
    if any(one.share for one in engine.counters):
        columns.append("rest: all other cycles")
    text = f"{engine.name}: {'; '.join(columns)}"
    return fill(text, 80, initial_indent="  ", subsequent_indent="    ")


_COUNTERS = "\n".join(map(_counters, ENGINES.values()))


_BOTH = "both"

_LEAST_CYCLES = 500_000
"""The fewest cycles per puzzle for which the speed of the simulation is printed. With fewer cycles, most of the time is
spent on the simulation of the serial line, whose cycles are not counted."""


@dataclass(frozen=True, kw_only=True)
class BenchOptions(PuzzleOptions, BoardPoolOptions, BatchOptions):
    files: tuple[str, ...] = option(nargs="*", metavar="FILE", help=FILES)
    standard: bool = flag("--standard", "measure the standard sets of puzzles instead of files")
    engine: str | None = engine_option((_BOTH,), f"; {_BOTH} to compare the genre's engines")
    count: int = option("--count", type=int, choices=(1, 2), default=1,
                        help="find up to this number of solutions; 2 shows whether a solution is unique (default: 1)")
    stream: bool = flag("--stream", "send puzzles without waiting for results")

    def __post_init__(self) -> None:
        super().__post_init__()
        if bool(self.files) == self.standard:
            raise UsageError("--standard replaces the files" if self.standard else
                             "give files with puzzles, or --standard for the standard sets")
        if self.stream and self.on_workers:
            raise UsageError(
                f"--stream cannot be combined with {self.on_workers}: it measures only boards that this command opens"
            )


def run(options: BenchOptions) -> int:
    files = _standard_files(options.genre) if options.standard else options.files
    entries = list(read_files(files, options.genre))
    good = True
    with opened_cluster(options, options.boards) as cluster:
        for engines, some in list(_groups(entries, options.engine)):
            measured: list[list[Outcome]] = []
            for engine in engines:
                # Bad entries are reported only for the first engine.
                left = [entry for entry in some if not (measured and entry.bad)]
                outcomes = _measure(left, options, engine, cluster)
                measured.append(outcomes)
                if any(outcome.status == CANCELLED for outcome in outcomes):
                    return 1
            if len(measured) > 1 and not options.json:
                print_comparison(*measured)
            good &= all(outcome.verified for outcomes in measured for outcome in outcomes)
    return 0 if good and not any(entry.bad for entry in entries) else 1


def _standard_files(genre: str | None) -> list[str]:
    """Return the files of all standard sets, or of the standard sets of one genre; generate missing files."""
    from rowloom.host.generate.standard import STANDARD_SETS

    sets = [one for one in STANDARD_SETS if genre in (None, one.specification.genre)]
    meter = Meter()
    with meter.shown(sum(one.number for one in sets)):
        return [str(one.file(meter)) for one in sets]


def _groups(entries: Sequence[Entry], engine: str | None) -> Iterator[tuple[Sequence[str | None], Sequence[Entry]]]:
    """Yield pairs: names of engines, and the entries that each of these engines solves.

    A name is None if an engine is chosen separately for each puzzle.
    """
    genres = sorted({entry.puzzle.genre for entry in entries if not entry.bad})
    if engine != _BOTH or not genres:
        yield (None if engine == _BOTH else engine,), entries
        return
    for genre in genres:
        # Bad entries have no genre; the first genre's engine reports them.
        some = [entry for entry in entries if (genres[0] if entry.bad else entry.puzzle.genre) == genre]
        names = [engine.name for engine in reversed(engines_for(genre))]
        if not names:
            raise UsageError(f"--engine {_BOTH}: {boardless(genre)}")
        yield names, some


def _measure(entries: Sequence[Entry], options: BenchOptions, engine: str | None,
             cluster: "Cluster | None") -> list[Outcome]:
    """Solve the puzzles with one engine, and print the engine's figures."""
    outcomes: list[Outcome] = []
    puzzles = list(puzzles_of(entries))
    # With --stream, sending the counters would slow down the line, so they are requested only if they are printed.
    counters, most = (options.json, None) if options.stream else (True, 1)
    question = Question(count=options.count, engine=engine, limit=options.limit, counters=counters, most=most,
                        boards_only=True)
    with open_solver(puzzles, len(entries), question, options.boards, cluster) as solver:
        if options.stream:
            for session in solver.sessions:
                session.rate.raise_now()
        measurement = Measurement(solver.sessions)
        try:
            for entry, outcome in pair_outcomes(entries, solver.solve(puzzles)):
                if not entry.bad:
                    outcomes.append(outcome)
                if options.json:
                    echo(json.dumps(outcome.to_json()))
                elif outcome.status == ERROR:
                    print_outcome(entry, outcome, draw=False)
            if options.stream and (done := sum(outcome.cycles is not None for outcome in outcomes)):
                _print_throughput(done, measurement, solver.sessions, options.json)
        finally:
            # Even after a failure of the link, the figures of the solved puzzles are printed.
            if any(outcome.cycles is not None for outcome in outcomes) and not options.json:
                print_figures(outcomes, options.count)
                total, seconds = sum(outcome.cycles or 0 for outcome in outcomes), measurement.seconds
                if solver.sessions and not options.ports and total >= _LEAST_CYCLES * len(outcomes):
                    echo(f"Simulation: {total:,} cycles in {seconds:.1f} s, {total / seconds / 1e6:.2f} MHz")
    if not any(outcome.status == CANCELLED for outcome in outcomes):
        log_unsolved(sum(outcome.verified for outcome in outcomes), len(entries))
    return outcomes


def _print_throughput(puzzles: int, measurement: Measurement, sessions: Sequence[Session], as_json: bool) -> None:
    seconds, passed, busy = measurement.line_use()
    if as_json:
        record = {"puzzles": puzzles, "seconds": seconds, "busy": busy or None, "bytes": passed}
        echo(json.dumps({"stream": record}))
        return
    directions = [
        f"{number / puzzles:.1f} bytes a puzzle {direction.replace('_', ' the ')}"
        + (f" (this direction was busy {100 * busy[direction]:.1f} % of the time)" if busy else "")
        for direction, number in passed.items()
    ]
    rates = {f"{one.link.bit_rate:,} bit/s" if one.board.bit_rate else "full-speed USB" for one in sessions}
    echo(f"Streaming at {' and '.join(sorted(rates))}: {puzzles:,} puzzles in {duration(seconds)},"
         f" {puzzles / seconds:,.0f} a second; {'; '.join(directions)}")
