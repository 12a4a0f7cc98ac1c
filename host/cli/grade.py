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

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rowloom.engines.catalogue import FAST
from rowloom.errors import RowloomError
from rowloom.host.cli.common import counted, say, tell
from rowloom.host.cli.files import Entry, in_order, puzzles_of, read_files
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import (
    BoardOptions,
    PuzzleOptions,
    WorkerOptions,
    limit_option,
    option,
    time_limit_option,
)
from rowloom.host.cli.solving import open_solver, opened_cluster
from rowloom.host.cli.tables import print_table
from rowloom.host.jobs.job import Aim, Outcome, Question
from rowloom.host.jobs.status import CANCELLED, ERROR, LEVELS, Grade

__all__ = ["Options", "run"]

_FIELDS = "name", "genre", "rows", "cols", "grade", "unique", "engine", "cycles", "clock_hz", "seconds"
"""The first fields of each JSON object."""


@dataclass(frozen=True, kw_only=True)
class Options(PuzzleOptions, BoardOptions, WorkerOptions):
    """The command's options."""

    sort: bool = option("--sort", action="store_true", help="the easiest puzzles first, those without a grade last")
    json: bool = option("--json", action="store_true", help="print one JSON object a line instead of the table")
    engine: str | None = option(
        "--engine", choices=(FAST,), metavar="ENGINE",
        help=f"{FAST}: by a board, a simulated one without --port (default: on this computer, unless --port is given)",
    )
    limit: int = limit_option()
    time_limit: float | None = time_limit_option()

    @property
    def question(self) -> Question:
        """What is asked about each puzzle."""
        return Question(Aim.GRADE, 2, self.engine, self.limit, self.time_limit)


class _Graded(NamedTuple):
    """An entry of a file, and what came of it; None if there was no puzzle."""

    entry: Entry
    outcome: Outcome | None

    @property
    def grade(self) -> Grade | None:
        """The grade, if there is one."""
        return self.outcome.grade if self.outcome else None

    @property
    def cancelled(self) -> bool:
        """Ctrl-C came before it was solved."""
        return self.outcome is not None and (self.outcome.status == CANCELLED or self.outcome.interrupted)

    @property
    def hardness(self) -> tuple[int, Sequence[int]]:
        """What it is sorted by; those without a grade come last."""
        return (LEVELS.index(self.grade.level), [*self.grade.counters.values()]) if self.grade else (len(LEVELS), [])


def run(options: Options) -> int:
    """Run the command; return the exit status."""
    entries = list(read_files(options.files, options.genre))
    puzzles = list(puzzles_of(entries))
    graded: list[_Graded] = []
    failure: RowloomError | KeyboardInterrupt | None = None
    meter = Meter()
    with (
        opened_cluster(options, options.boards) as cluster,
        open_solver(puzzles, options.question, options.boards, meter, cluster) as solver,
        meter.shown(len(entries), solver.boards),
    ):
        try:
            for graded_entry in map(_Graded._make, in_order(entries, solver.solve(puzzles))):
                graded.append(graded_entry)
                with meter.hidden():
                    if options.json and not options.sort:
                        say(_json(graded_entry))
                    elif graded_entry.grade is None:
                        _tell(graded_entry)
        except RowloomError as error:
            failure = error
    if any(one.cancelled for one in graded):
        failure = failure or KeyboardInterrupt()
    if options.sort:
        graded.sort(key=lambda one: one.hardness)
    if not options.json:
        _print_table([one for one in graded if one.grade])
    elif options.sort:
        say("\n".join(map(_json, graded)))
    if failure:
        raise failure
    return 0 if all(one.grade for one in graded) else 1


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
