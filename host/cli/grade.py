"""``rowloom grade``: tell how hard puzzles are.

Solves puzzles, and tells what that takes: the grade, and figures that it follows
from. It is the same on this computer, on a board (--port) and on a simulated one
(--engine fast).

  slitherlink  easy: the deducer's rules alone solve it; normal: cells must be
               tried both ways, at most one for four cells of the grid; hard:
               more, or guesses (nodes above 1)
  slink        the first six of its rules solve it; the seventh is needed; others
  sudoku       singles solve it; locked candidates are needed; more is, and so
               many cells stay open
  smullyan, canal
               easy: single rules solve it; normal: cells must be tried both
               ways, but few; hard: many, or guesses

A puzzle that has no solution, or several, has no grade.

examples:
  rowloom grade puzzles.txt                  a table
  rowloom grade --sort *.txt                 the easiest first
  rowloom grade --json puzzles.txt           one JSON object a puzzle and line
  rowloom grade --port /dev/ttyUSB0 *.txt    by a board
  rowloom grade --jobs 4 puzzles.txt         in four processes

Ctrl-C ends it and keeps what was found.
exit status: 0 only if every puzzle has a grade, 1 if not, 2 for a wrong command
line
"""

import argparse
import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from threading import Event
from typing import NamedTuple

from rowloom.engines.catalogue import FAST
from rowloom.host.cli.batch import OnBoards, connect_for, one_each
from rowloom.host.cli.cluster import add_cluster_options, opened_cluster, solving
from rowloom.host.cli.common import UsageError, counted, cycles, say, seconds, tell
from rowloom.host.cli.connection import SIMULATED, Connection, add_boards_options
from rowloom.host.cli.files import Entry, add_files, add_genre_option, in_order, puzzles_of, read_files
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.tables import print_table
from rowloom.host.cluster.work import ClusterError, Grading, Solving
from rowloom.host.grading import LEVELS, Grade, engine_for, grade_of
from rowloom.host.jobs.job import CANCELLED, ERROR, Outcome
from rowloom.host.puzzles import BOARD_GENRES, Puzzle
from rowloom.host.solvers.runner import run as solve

__all__ = ["add_arguments", "run", "search_here"]


_FIELDS = "name", "genre", "rows", "cols", "grade", "unique", "engine", "cycles", "clock_hz", "seconds"
"""The first fields of each JSON object."""


class _Graded(NamedTuple):
    """An entry of a file, what came of it, and its grade; the latter two None if there are none."""

    entry: Entry
    outcome: Outcome | None
    grade: Grade | None

    @property
    def cancelled(self) -> bool:
        """Ctrl-C came before a board or a worker had solved it."""
        return self.outcome is not None and self.outcome.status == CANCELLED

    @property
    def hardness(self) -> tuple[int, Sequence[int]]:
        """What it is sorted by; those without a grade come last."""
        return (LEVELS.index(self.grade.level), [*self.grade.counters.values()]) if self.grade else (len(LEVELS), [])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_files(parser)
    add_genre_option(parser)
    parser.add_argument("--sort", action="store_true", help="the easiest puzzles first, those without a grade last")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line instead of the table")
    parser.add_argument(
        "--engine", choices=(FAST,), metavar="ENGINE",
        help=f"{FAST}: by a board, a simulated one without --port (default: on this computer, unless --port is given)",
    )
    parser.add_argument(
        "--limit", type=cycles, default=0, metavar="CYCLES", help="give up on a puzzle after so many, on a board"
    )
    parser.add_argument(
        "--time-limit", type=seconds, metavar="SECONDS", help="give up on a puzzle after that time, on this computer"
    )
    add_boards_options(parser)
    add_cluster_options(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    with opened_cluster(args):
        return _grade(args)


def _grade(args: argparse.Namespace) -> int:
    entries = list(read_files(args.files, args.genre))
    asked = args.engine or args.port or args.simulators > 1 or any(getattr(args, name, None) for name in SIMULATED)
    for_boards = [puzzle for puzzle in puzzles_of(entries) if asked and puzzle.genre in BOARD_GENRES]
    if args.limit and not asked:
        raise UsageError("--limit is for boards; on this computer there is --time-limit SECONDS")
    graded: list[_Graded] = []
    grades: deque[Grade | None] = deque()
    failure: ClusterError | KeyboardInterrupt | None = None
    with connect_for([] if args.workers else for_boards, args) as connections, Meter(len(entries)) as meter:
        boards = OnBoards(connections, 2, args.limit, meter, counters=True)
        if args.workers:
            work = Grading(_solving(for_boards, args))
            outcomes = one_each(puzzles_of(entries), partial(_on_workers, work, args, meter, grades), ClusterError)
        else:
            outcomes = _outcomes(puzzles_of(entries), connections, boards, args, meter)
        try:
            for entry, outcome in in_order(entries, outcomes):
                # Those of workers come with their grades, unless they were cancelled or lost.
                grade = grades.popleft() if grades else grade_of(outcome) if outcome and not args.workers else None
                graded.append(_Graded(entry, outcome, grade))
                with meter.hidden():
                    if args.json and not args.sort:
                        say(_json(graded[-1]))
                    elif graded[-1].grade is None:
                        _tell(graded[-1])
        except (ClusterError, KeyboardInterrupt) as error:
            failure = error
    if any(one.cancelled for one in graded):
        failure = failure or KeyboardInterrupt()
    if args.sort:
        graded.sort(key=lambda one: one.hardness)
    if not args.json:
        _print_table([one for one in graded if one.grade])
    elif args.sort:
        say("\n".join(map(_json, graded)))
    boards.end()
    if failure:
        raise failure
    return 0 if all(one.grade for one in graded) else 1


def _solving(for_boards: Sequence[Puzzle], args: argparse.Namespace) -> Solving:
    """Return how workers search for two solutions of each puzzle."""
    args.count = 2
    if not for_boards:
        return Solving(count=2, time_limit=args.time_limit, grading=True)
    return replace(solving(for_boards, args, boards_only=True), engine=FAST, counters=True, grading=True)


def _on_workers(
    work: Grading, args: argparse.Namespace, meter: Meter, grades: "deque[Grade | None]", puzzles: Iterator[Puzzle],
    cancel: Event,
) -> Iterator[Outcome]:
    """Have workers grade puzzles; yield the outcomes, each after its grade was appended."""
    for outcome, grade in args.workers.run(work, puzzles, cancel, meter.at_work):
        grades.append(grade)
        yield outcome


def _outcomes(
    puzzles: Iterable[Puzzle], connections: Sequence[Connection], boards: OnBoards, args: argparse.Namespace,
    meter: Meter,
) -> Iterator[Outcome]:  # fmt: skip
    """Search for two solutions of each puzzle."""
    for on_board, group in groupby(puzzles, lambda puzzle: bool(connections) and puzzle.genre in BOARD_GENRES):
        if on_board:
            yield from boards.solve(group)
            continue
        yield from search_here(group, args.time_limit, meter)


def search_here(puzzles: Iterable[Puzzle], time_limit: float | None, meter: Meter) -> Iterator[Outcome]:
    """Search for two solutions of each puzzle on this computer, for its grade; KeyboardInterrupt at Ctrl-C."""
    for puzzle in puzzles:
        meter.searching(puzzle.name)
        outcome = solve(engine_for(puzzle.genre), puzzle, 2, time_limit)
        if outcome.interrupted:
            raise KeyboardInterrupt
        yield outcome
        meter.done()


def _tell(one: _Graded) -> None:
    """Say why a puzzle has no grade."""
    if one.outcome is None:
        tell(str(one.entry.puzzle))
    elif not (one.outcome.lost or one.cancelled):
        tell(f"{one.entry.source}: {one.outcome.puzzle.name}: no grade: {one.outcome.message}")


def _json(one: _Graded) -> str:
    record = {**dict.fromkeys(_FIELDS), "name": one.entry.puzzle.name}
    if one.outcome:
        puzzle, outcome = one.outcome.puzzle, one.outcome
        record |= {
            "genre": puzzle.genre, "rows": puzzle.rows, "cols": puzzle.cols, "unique": outcome.unique,
            "engine": outcome.engine or None, "cycles": outcome.cycles, "clock_hz": outcome.clock,
            "seconds": outcome.cycles / outcome.clock if outcome.cycles and outcome.clock else outcome.seconds,
        }  # fmt: skip
    if one.grade:
        record |= {"grade": one.grade.level, **one.grade.counters}
    record["status"] = one.outcome.status if one.outcome else ERROR
    record["message"] = one.outcome.message if one.outcome else str(one.entry.puzzle)
    return json.dumps(record)


def _print_table(graded: Sequence[_Graded]) -> None:
    if not graded:
        return
    lines = [
        (puzzle.name, f"{puzzle.rows}x{puzzle.cols}", one.grade.level, ", ".join(_counts(one.grade)))
        for one in graded if one.grade and one.outcome and (puzzle := one.outcome.puzzle)
    ]
    print_table("How hard the puzzles are", ("puzzle", "size", "grade", "what it takes"), lines, words=4)
    levels = Counter(one.grade.level for one in graded if one.grade)
    say(f"{counted(len(graded), 'puzzle')}: {', '.join(f'{levels[level]:,} {level}' for level in LEVELS)}")


def _counts(grade: Grade) -> Iterator[str]:
    return (counted(count, name.removesuffix("s").replace("_", " ")) for name, count in grade.counters.items())
