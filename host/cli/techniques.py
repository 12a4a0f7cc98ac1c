"""``rowloom techniques``: count the techniques that Sudokus need.

Solve Sudokus by the techniques that people use, and print a table with the number of puzzles that needed each
technique: singles, hidden singles, hidden and naked pairs to quintets, candidate lines, double and triple lines, forced
chains from cells with two and with three candidates, and branching. A technique is tried only if no simpler technique
finds anything. In the table, each technique also has its letter from Table III of González, Olivito and Resano (2009).

examples:
  rowloom techniques sudokus.txt            the table
  rowloom techniques --json sudokus.txt     one JSON object per puzzle and line
  rowloom techniques --jobs 4 sudokus.txt   in four processes
  rowloom solve --engine sudoku-logic --explain sudoku.txt
                                            one puzzle, step by step

Ctrl-C ends the command and keeps the results found until then.

exit status: 0 if every puzzle was solved and verified, 1 if not, 2 for a wrong command line
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rowloom.host.cli.common import counted, echo, print_table
from rowloom.host.cli.files import pair_outcomes, puzzles_of, read_files
from rowloom.host.cli.options import IN_PLACE, BatchOptions, option, time_limit_option
from rowloom.host.cli.report import duration, print_outcome
from rowloom.host.cli.solving import open_solver, opened_cluster
from rowloom.host.jobs.job import Outcome, Question
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers.sudoku.logic import BRANCH_AND_BOUND, NAMES, needed

_ENGINE = "sudoku-logic"


@dataclass(frozen=True, kw_only=True)
class TechniquesOptions(BatchOptions):
    files: tuple[str, ...] = option(nargs="+", metavar="FILE", help=f"Sudokus; {IN_PLACE}; - for standard input")
    time_limit: float | None = time_limit_option()


def run(options: TechniquesOptions) -> int:
    entries = list(read_files(options.files, Sudoku.genre))
    puzzles = list(puzzles_of(entries))
    question = Question(engine=_ENGINE, time_limit=options.time_limit)
    solved: list[Outcome] = []
    with (opened_cluster(options) as cluster, open_solver(puzzles, len(entries), question, cluster=cluster) as solver):
        for entry, outcome in pair_outcomes(entries, solver.solve(puzzles)):
            if options.json:
                counts = dict(outcome.counters)
                echo(json.dumps({
                    "name": entry.puzzle.name, "status": outcome.status, "techniques": needed(counts),
                    "counts": counts, "seconds": outcome.seconds, "message": outcome.message,
                }))  # fmt: skip
            elif not outcome.verified:
                print_outcome(entry, outcome, draw=False)
            if outcome.verified:
                solved.append(outcome)
    if solved and not options.json:
        _print_table(solved)
    return 0 if len(solved) == len(entries) else 1


def _print_table(solved: Sequence[Outcome]) -> None:
    """Print for each technique how many of the solved puzzles needed it."""
    users = Counter(letter for outcome in solved for letter in needed(outcome.counters))
    lines = [
        (name, letter, f"{users[letter]:,}", f"{users[letter] / len(solved):.1%}") for letter, name in NAMES.items()
    ]
    caption = "Techniques needed, simplest first"
    print_table(caption, ("technique", "letter", "puzzles", "share"), lines, words=2)
    without = len(solved) - users[BRANCH_AND_BOUND]
    total = sum(outcome.seconds or 0 for outcome in solved)
    echo(
        f"{counted(len(solved), 'puzzle')} solved and verified, {without:,} of them without branching;"
        f" {duration(total / len(solved))} on average"
    )
