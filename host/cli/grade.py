"""``rowloom grade``: grade the difficulty of puzzles.

Solve puzzles, and print their grades, with the figures that determine each grade. A grade is the same on this computer,
on a board (--port) and on a simulated board (--engine fast).

  slitherlink  easy: the deducer's rules alone solve it; normal: at most one
               cell in four must be tried both ways (a probe); hard: more
               probes, or guesses are needed (more than one node)
  slink        easy: the first six rules of `rowloom slink` solve it; normal:
               rule 7 is needed; hard: rules after rule 7 are needed
  sudoku       easy: singles solve it; normal: locked candidates are needed;
               hard: locked candidates do not suffice; the figure is the number
               of cells that singles and locked candidates leave open
  smullyan, canal
               easy: single rules solve it; normal: a few cells must be tried
               both ways; hard: many cells must be tried, or guesses are needed

A puzzle without a solution, or with several, has no grade.

examples:
  rowloom grade puzzles.txt                  a table
  rowloom grade --sort *.txt                 the easiest first
  rowloom grade --json puzzles.txt           one JSON object per puzzle and line
  rowloom grade --port /dev/ttyUSB0 *.txt    on a board
  rowloom grade --jobs 4 puzzles.txt         in four processes

Ctrl-C ends the command and keeps the grades found until then.

exit status: 0 if every puzzle has a grade, 1 if not, 2 for a wrong command line
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rowloom.engines.catalogue import FAST
from rowloom.errors import RowloomError
from rowloom.host.cli.common import counted, echo, log, print_table
from rowloom.host.cli.files import pair_outcomes, puzzles_of, read_files
from rowloom.host.cli.options import BatchOptions, EngineOptions, PuzzleOptions, flag, option
from rowloom.host.cli.solving import open_solver, opened_cluster
from rowloom.host.jobs.job import Aim, Outcome, Question
from rowloom.host.jobs.status import LEVELS

_FIELDS = "name", "genre", "rows", "cols", "grade", "unique", "engine", "cycles", "clock_hz", "seconds"
"""The first fields of each JSON object."""


@dataclass(frozen=True, kw_only=True)
class GradeOptions(PuzzleOptions, EngineOptions, BatchOptions):
    sort: bool = flag("--sort", "print the easiest puzzles first, and puzzles without a grade last")
    engine: str | None = option(
        "--engine", choices=(FAST,), metavar="ENGINE",
        help=f"{FAST}: grade on the board at --port, or on a simulated board if there is no --port (default: on the"
        " board at --port, or on this computer)",
    )


def run(options: GradeOptions) -> int:
    entries = list(read_files(options.files, options.genre))
    puzzles = list(puzzles_of(entries))
    graded: list[Outcome] = []
    failure: RowloomError | KeyboardInterrupt | None = None
    question = Question(Aim.GRADE, 2, options.engine, options.limit, options.time_limit)
    with (
        opened_cluster(options, options.boards) as cluster,
        open_solver(puzzles, len(entries), question, options.boards, cluster) as solver,
    ):
        try:
            for entry, outcome in pair_outcomes(entries, solver.solve(puzzles)):
                graded.append(outcome)
                if options.json and not options.sort:
                    echo(_json(outcome))
                elif entry.bad:
                    log(outcome.message)
                elif not (outcome.grade or outcome.lost or outcome.stopped):
                    log(f"{entry.source}: {outcome.puzzle.name}: no grade: {outcome.message}")
        except RowloomError as error:
            failure = error
    if any(outcome.stopped for outcome in graded):
        failure = failure or KeyboardInterrupt()
    if options.sort:
        graded.sort(key=_hardness)
    if not options.json:
        _print_table(graded)
    elif options.sort:
        echo("\n".join(map(_json, graded)))
    if failure:
        raise failure
    return 0 if all(outcome.grade for outcome in graded) else 1


def _hardness(outcome: Outcome) -> tuple[int, Sequence[int]]:
    """Return the sort key of an outcome; outcomes without a grade come last."""
    grade = outcome.grade
    return (LEVELS.index(grade.level), [*grade.counters.values()]) if grade else (len(LEVELS), [])


def _json(outcome: Outcome) -> str:
    grade, record = outcome.grade, outcome.to_json()
    fields = {name: grade.level if grade and name == "grade" else record.get(name) for name in _FIELDS}
    return json.dumps({
        **fields, **(grade.counters if grade else {}), "status": outcome.status, "message": outcome.message,
    })  # fmt: skip


def _print_table(outcomes: Sequence[Outcome]) -> None:
    graded = [(outcome.puzzle, outcome.grade) for outcome in outcomes if outcome.grade]
    if not graded:
        return
    lines = [
        (puzzle.name, f"{puzzle.rows}x{puzzle.cols}", grade.level, ", ".join(
            counted(count, name.removesuffix("s").replace("_", " ")) for name, count in grade.counters.items()))
        for puzzle, grade in graded
    ]  # fmt: skip
    print_table("How hard the puzzles are", ("puzzle", "size", "grade", "what it takes"), lines, words=4)
    levels = Counter(grade.level for _, grade in graded)
    echo(f"{counted(len(graded), 'puzzle')}: {', '.join(f'{levels[level]:,} {level}' for level in LEVELS)}")
