"""``rowloom techniques``: list which techniques Sudokus take.

Solves Sudokus by the techniques that people use, from the simplest on, and
prints a table of how many puzzles took each of them, with the letters of the
paper on the genre (its Table III): singles, hidden singles, hidden and naked
pairs to quintets, candidate lines, double and triple lines, forced chains from
cells with two and with three candidates, and branching only when all these find
nothing more. A technique is tried when no simpler one finds anything.

examples:
  rowloom techniques sudokus.txt            the table
  rowloom techniques --json sudokus.txt     one JSON object a puzzle, a line each
  rowloom techniques --jobs 4 sudokus.txt   in four processes
  rowloom solve --engine sudoku-logic --explain sudoku.txt
                                            one puzzle, step by step

Ctrl-C ends it and keeps what was found.
exit status: 0 only if every puzzle was solved and verified, 1 if not, 2 for a
wrong command line
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence

from rowloom.host.cli.cluster import add_cluster_options, opened_cluster
from rowloom.host.cli.common import counted, say, seconds
from rowloom.host.cli.files import Entry, add_files, in_order, puzzles_of, read_files
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.report import duration, print_outcome
from rowloom.host.cli.solving import Solvers
from rowloom.host.cli.tables import print_table
from rowloom.host.cluster.work import Solving
from rowloom.host.jobs.job import ERROR, Outcome
from rowloom.host.puzzles import sudoku
from rowloom.host.solvers.sudoku.logic import BRANCHING, NAMES, needed

__all__ = ["add_arguments", "run"]

_ENGINE = "sudoku-logic"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_files(parser, "Sudokus")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line instead of the table")
    parser.add_argument(
        "--time-limit", type=seconds, metavar="SECONDS", help="give up on a puzzle after that time (default: none)"
    )
    add_cluster_options(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    with opened_cluster(args):
        return _techniques(args)


def _techniques(args: argparse.Namespace) -> int:
    entries = list(read_files(args.files, sudoku.GENRE))
    options = argparse.Namespace(engine=_ENGINE, limit=0, time_limit=args.time_limit, workers=args.workers)
    solvers = Solvers((), options, Solving(_ENGINE, time_limit=args.time_limit) if args.workers else None)
    solved: list[Outcome] = []
    with Meter(len(entries)) as meter:
        for entry, outcome in in_order(entries, solvers.solve(puzzles_of(entries), 1, meter)):
            with meter.hidden():
                if args.json:
                    _print_json(entry, outcome)
                elif not (outcome and outcome.verified):
                    print_outcome(entry, outcome, draw=False)
            if outcome and outcome.verified:
                solved.append(outcome)
    if solved and not args.json:
        _print_table(solved)
    return 0 if len(solved) == len(entries) else 1


def _print_json(entry: Entry, outcome: Outcome | None) -> None:
    counts = dict(outcome.counters) if outcome else {}
    record = {
        "name": entry.puzzle.name, "status": outcome.status if outcome else ERROR, "techniques": needed(counts),
        "counts": counts, "seconds": outcome.seconds if outcome else None,
        "message": outcome.message if outcome else str(entry.puzzle),
    }  # fmt: skip
    say(json.dumps(record))


def _print_table(solved: Sequence[Outcome]) -> None:
    """Print how many of the solved puzzles took each technique."""
    takers = Counter(letter for outcome in solved for letter in needed(outcome.counters))
    lines = [
        (name, letter, f"{takers[letter]:,}", f"{takers[letter] / len(solved):.1%}") for letter, name in NAMES.items()
    ]
    caption = "Techniques needed, simplest first"
    print_table(caption, ("technique", "letter", "puzzles", "share"), lines, words=2)
    without = len(solved) - takers[BRANCHING]
    total = sum(outcome.seconds or 0 for outcome in solved)
    say(
        f"{counted(len(solved), 'puzzle')} solved and verified, {without:,} of them without branching;"
        f" {duration(total / len(solved))} on average"
    )
