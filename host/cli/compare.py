"""``rowloom compare``: every engine on the same puzzles; do they agree?"""

import argparse
import json
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from rowloom.host.cli.batch import Entry, add_genre_option, read_files
from rowloom.host.cli.common import counted, cycles, integer, say, seconds, tell
from rowloom.host.cli.connection import SIMULATED, add_grown_board_options, connect
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.report import duration
from rowloom.host.cli.solving import open_solvers
from rowloom.host.cli.tables import print_table
from rowloom.host.engines import KINDS, NAMES, Size, engine_name, engine_named
from rowloom.host.job import CANCELLED, ERROR, NO_SOLUTION, Outcome
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.solvers import ENGINES, NotInstalled

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "solve the same puzzles with every engine, and tell whether they agree"

DESCRIPTION = """\
Solves every puzzle with every engine that can: those of a board, a simulated one
unless --port names another, and those on this computer. Each solution is
verified. Then it says where engines disagree, and prints a table: how many
puzzles each engine solved, how many have one solution, how long it took, in
seconds and on a board in clock cycles, and how much was searched.

Engines disagree if one knows all solutions of a puzzle and another has one that
is not among them. One that gives up, at a limit or because it does not guess,
disagrees with nobody."""

EPILOG = """\
examples:
  rowloom compare puzzles.txt                  all engines
  rowloom compare --engines sat,z3 *.txt       these two; no board is opened
  rowloom compare --engines sat,fast --port /dev/ttyUSB0 *.txt
                                               a real board beside software
  rowloom compare --json puzzles.txt > out     one JSON object a puzzle

exit status: 0 if no two engines disagree and no answer is wrong, 1 if not, 2 for
a wrong command line
"""

_LIMIT, _TIME_LIMIT = 50_000_000, 60.0
"""Cycles and seconds: an engine that is lost on a puzzle shall not stop the comparison."""

_EFFORTS = "nodes", "decisions", "conflicts", "visits"
"""What tells best how much was searched: the first of an engine's counters that is here."""


Answers = dict[str, Outcome]
"""What the engines made of a puzzle, by their names."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzles; - for standard input")
    add_genre_option(parser)
    parser.add_argument(
        "--engines",
        type=_engines,
        metavar="NAME,NAME",
        help=f"which ones: of boards {', '.join(NAMES)}; on this computer {', '.join(ENGINES)} (default: all)",
    )
    parser.add_argument(
        "--count",
        type=integer(0),
        default=2,
        metavar="N",
        help="how many solutions to look for; boards take 1 or 2, engines on this computer any number, and 0 for all"
        " (default: 2)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a puzzle instead of the table")
    parser.add_argument(
        "--limit",
        type=cycles,
        default=_LIMIT,
        metavar="CYCLES",
        help=f"give up on a puzzle after that many, on a board (default: {_LIMIT // 1_000_000}M)",
    )
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=_TIME_LIMIT,
        metavar="SECONDS",
        help=f"give up on a puzzle after that time, on this computer (default: {_TIME_LIMIT:g})",
    )
    add_grown_board_options(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns the exit status."""
    entries = read_files(args.files, args.genre)
    for entry in entries:
        if entry.bad:
            tell(str(entry.puzzle))
    good = [entry for entry in entries if not entry.bad]
    answers: list[Answers] = [{} for _ in good]
    interrupted = False
    for engine in args.engines or [*_board_engines(good, args), *_software_engines(good)]:
        numbers = [number for number, entry in enumerate(good) if _takes(engine, entry.puzzle)]
        for number, outcome in zip(numbers, _solve(engine, [good[number] for number in numbers], args)):
            answers[number][engine] = outcome
            interrupted |= outcome.interrupted or outcome.status == CANCELLED
        if interrupted:
            break
    wrong = 0
    for entry, some in zip(good, answers):
        faults = list(_faults(some, args.count))
        wrong += bool(faults)
        for fault in faults:
            tell(f"{entry.source}:{entry.puzzle.line}: {entry.puzzle.name}: {fault}")
        if args.json:
            _print_json(entry.puzzle, some, not faults)
    if not args.json and any(answers):
        _print_table(answers)
        compared = sum(len(some) > 1 for some in answers)
        verdict = f"THE ENGINES DISAGREE, OR ONE IS WRONG, on {wrong:,} of" if wrong else "The engines agree on"
        say(f"{verdict} {counted(compared, 'puzzle')}" if wrong or compared else "There was nothing to compare.")
    return 1 if wrong or interrupted or len(good) < len(entries) else 0


def _engines(text: str) -> list[str]:
    """An argparse type: names of engines with commas between them."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in (*NAMES, *ENGINES):
            raise argparse.ArgumentTypeError(
                f"there is no engine {name!r}; there are: {', '.join((*NAMES, *ENGINES))}"
            )
    return list(dict.fromkeys(names))


def _board_engines(entries: Sequence[Entry], args: argparse.Namespace) -> list[str]:
    """Those of the board at the port, or of simulated ones if there can be any, that take some of the puzzles."""
    names = [name for name in NAMES if any(_takes(name, entry.puzzle) for entry in entries)]
    if not names:
        return []
    if args.port:
        with connect(argparse.Namespace(**{**vars(args), "engine": None})) as connection:
            there = {engine_name(capability.engine) for capability in connection.identity.capabilities}
        return [name for name in names if name in there]
    try:
        import rowloom.sim  # noqa: F401 - only whether it is there
    except ImportError as error:
        tell(f"comparing without a simulated board, which is not installed ({error}): pip install 'rowloom[sim]'")
        return []
    return names


def _software_engines(entries: Sequence[Entry]) -> Iterator[str]:
    """Those that take some of the puzzles and are installed."""
    for name, engine in ENGINES.items():
        genres = {entry.puzzle.genre for entry in entries} & set(engine.genres)
        try:
            for genre in genres:
                engine.module(genre)
        except NotInstalled as error:
            tell(f"comparing without it: {error}")
        else:
            if genres:
                yield name


def _takes(engine: str, puzzle: Any) -> bool:
    """Whether an engine solves such puzzles, as large as it can be."""
    if engine in ENGINES:
        return puzzle.genre in ENGINES[engine].genres
    if puzzle.genre not in BOARD_GENRES:
        return False
    kind = KINDS.get((BOARD_GENRES[puzzle.genre].GENRE_ID, engine_named(engine)))
    size = Size(puzzle.rows, puzzle.cols)
    return kind is not None and (kind.fits(kind.largest, size) or kind.fits(kind.largest, size.turned))


def _solve(engine: str, entries: Sequence[Entry], args: argparse.Namespace) -> Iterator[Outcome]:
    """What one engine makes of the puzzles; with the seconds that a board's cycles are."""
    here = engine in ENGINES
    options = {"engine": engine, "limit": 0 if here else args.limit, "time_limit": args.time_limit if here else None}
    if here and args.port:
        options |= {"port": None, "baud": None}
    options |= dict.fromkeys(SIMULATED) if here else {}
    with (
        open_solvers(entries, argparse.Namespace(**{**vars(args), **options}), args.count) as solvers,
        Meter(len(entries)) as meter,
    ):
        for _, outcome in solvers.solve(entries, args.count, meter):
            yield outcome if outcome.cycles is None else replace(outcome, seconds=outcome.cycles / solvers.clock)


def _faults(answers: Answers, count: int) -> Iterator[str]:
    """What is wrong with the answers to one puzzle."""
    for engine, outcome in answers.items():
        if outcome.status == ERROR:
            yield f"{engine}: {outcome.message}"
    for (one, known), (other, outcome) in permutations(answers.items(), 2):
        knows_all = known.complete and known.status != ERROR and (count == 0 or len(known.solutions) < count)
        if knows_all and not set(outcome.solutions) <= set(known.solutions):
            number = len(known.solutions)
            there_is, has = (f"{counted(number, 'solution')}", "another one") if number else ("no solution", "one")
            yield f"the engines disagree: {one} says that there is {there_is}, {other} has {has}"


def _print_json(puzzle: Any, answers: Answers, agree: bool) -> None:
    record = {
        "name": puzzle.name,
        "genre": puzzle.genre,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "agree": agree,
        "engines": {
            engine: {
                "status": outcome.status,
                "solutions": len(outcome.solutions),
                "complete": outcome.complete,
                "cycles": outcome.cycles,
                "seconds": outcome.seconds,
                **outcome.counters,
            }
            for engine, outcome in answers.items()
        },
    }
    say(json.dumps(record))


def _print_table(answers: Sequence[Answers]) -> None:
    """A line for each genre and engine."""
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for some in answers:
        for engine, outcome in some.items():
            groups.setdefault((outcome.puzzle.genre, engine), []).append(outcome)
    lines = []
    for (genre, engine), outcomes in sorted(groups.items(), key=lambda group: group[0][0]):
        solved = [outcome for outcome in outcomes if outcome.verified]
        unique = sum(outcome.complete and len(outcome.solutions) == 1 for outcome in solved)
        none = sum(outcome.status == NO_SOLUTION for outcome in outcomes)
        counts = [len(outcomes), len(solved), unique, none, len(outcomes) - len(solved) - none]
        lines.append((genre, engine, *(f"{number:,}" for number in counts), *_figures(outcomes)))
    numbers = "puzzles", "solved", "unique", "none", "given up"
    headings = "genre", "engine", *numbers, "median", "mean", "greatest", "mean cycles", "search"
    print_table("Every engine on the same puzzles", headings, lines, words=2)


def _figures(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """Times, cycles and what was searched, of the puzzles that came to an end."""
    ended = [outcome for outcome in outcomes if outcome.complete and outcome.seconds is not None]
    if not ended:
        return ("",) * 5
    times = [outcome.seconds for outcome in ended]
    clocks = [outcome.cycles for outcome in ended if outcome.cycles is not None]
    effort = next((name for name in _EFFORTS if name in ended[0].counters), None)
    return (
        duration(statistics.median(times)),
        duration(statistics.mean(times)),
        duration(max(times)),
        f"{statistics.mean(clocks):,.0f}" if clocks else "",
        f"{statistics.mean(outcome.counters[effort] for outcome in ended):,.1f} {effort}" if effort else "",
    )
