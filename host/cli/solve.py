"""``rowloom solve``: solve puzzles and draw the solutions.

Solves puzzles, verifies every solution against the rules, and draws it.

Slitherlinks and Sudokus are solved on a board, a simulated one without --port;
the other genres, and any with one of these as --engine, on this computer:

{_ENGINES_HERE}

A Slitherlink is a line "rows columns", then its rows: a digit 0 to 3 for a clue,
a dot for a cell without one. A Sudoku is a line of 81 characters, a dot or 0 for
an empty cell, or a grid as people write it; from 4x4 to 225x225. A line "# name"
before a puzzle names it. A file may hold many. docs/ has the other formats.

examples:
  rowloom solve puzzle.txt                 on the simulated board
  rowloom solve --port /dev/ttyUSB0 *.txt  on a real board, all over one link
  rowloom solve --port auto *.txt          on every board that is plugged in
  rowloom solve --simulators 4 *.txt       on four simulated boards at once
  rowloom solve --engine sat puzzle.txt    on this computer, without a board
  printf '2 2\\n3.\\n..\\n' | rowloom solve -
                                           from standard input
  rowloom solve --count 2 puzzle.txt       is the solution unique?
  rowloom solve --engine sat --count 0 *.txt
                                           all solutions
  rowloom solve --limit 50M *.txt          at most 50 million cycles per puzzle
  rowloom solve --engine checker *.txt     by the paper's method
  rowloom solve --engine sudoku-logic --explain sudoku.txt
                                           step by step, as people solve it
  rowloom solve --engine sat --jobs 4 *.txt
                                           in four processes
  rowloom solve --cluster tcp://HOST:8786 *.txt
                                           on other computers and their boards
  rowloom solve --json *.txt > out         one JSON object per puzzle and line
  rowloom solve --resume done.jsonl *.txt  a long batch, which may be ended and
                                           gone on with

Ctrl-C ends the search and keeps what was found; a second one exits at once.
exit status: 0 only if every puzzle was solved and verified, 1 if not, 2 for a
wrong command line
"""

import argparse
from contextlib import nullcontext
from itertools import tee

from rowloom.host.cli.cluster import add_cluster_options, opened_cluster
from rowloom.host.cli.common import UsageError, integer, tell
from rowloom.host.cli.files import add_genre_option, in_order, puzzles_of, read_files
from rowloom.host.cli.kept import KeptEntries, kept
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.report import print_json, print_outcome, tell_unsolved
from rowloom.host.cli.resume import Answers, answers_in
from rowloom.host.cli.solving import add_engine_options, open_solvers, software_engine
from rowloom.host.job import CANCELLED
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import ENGINES

__all__ = ["add_arguments", "run"]

_ENGINES_HERE = "\n".join(f"  {name:<13} {engine.summary}" for name, engine in ENGINES.items())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzles; - for standard input")
    add_genre_option(parser)
    parser.add_argument(
        "--count", type=integer(0), default=1, metavar="N",
        help="find up to N solutions; 2 to check that there is only one; boards take 1 or 2, engines on this computer"
        " any number, 0 for all (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="print only JSON on standard output, one object per line")
    parser.add_argument("--no-draw", dest="draw", action="store_false", help="print no pictures")
    parser.add_argument(
        "--explain", action="store_true",
        help=f"print every deduction step ({' and '.join(_EXPLAINING)}); r1c2 is row 1, column 2",
    )
    parser.add_argument(
        "--resume", metavar="FILE",
        help="append each answer to FILE as a line of JSON, and leave out the puzzles that it answers: a batch that was"
        " ended, or killed, goes on with the same command",
    )
    add_engine_options(parser)
    add_cluster_options(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    with answers_in(args.resume, args.count) if args.resume else nullcontext() as answers:
        entries = read_files(args.files, args.genre)
        with kept(answers.left(entries) if answers else entries) as left, opened_cluster(args):
            solved = _solve(left, args, answers)
            return 0 if solved == left.count and not (answers and answers.unsolved) else 1


def _solve(entries: KeptEntries, args: argparse.Namespace, answers: Answers | None) -> int:
    """Solve, keep answers and print; return how many puzzles were solved and verified."""
    if args.explain and not all(_explains(puzzle, args.engine) for puzzle in entries.examples):
        raise UsageError(f"--explain is for {' and '.join(f'--engine {name}' for name in _EXPLAINING)}")
    verified = ended = 0
    shown, solved = tee(entries)
    with open_solvers(entries.examples, args, args.count) as solvers, Meter(entries.count, solvers.boards) as meter:
        for entry, outcome in in_order(shown, solvers.solve(puzzles_of(solved), args.count, meter, args.json)):
            if answers:
                answers.add(entry, outcome)
            with meter.hidden():
                if args.json:
                    print_json(entry, outcome, args.explain)
                else:
                    print_outcome(entry, outcome, args.draw, args.explain)
            verified += outcome is not None and outcome.verified
            ended += outcome is not None and outcome.status == CANCELLED
    if ended:
        goes_on = "; the same command goes on" if answers else ""
        tell(f"interrupted: {verified:,} of {entries.count:,} puzzles solved{goes_on}")
    else:
        tell_unsolved(verified, entries.count)
    return verified


_EXPLAINING = [name for name, engine in ENGINES.items() if engine.explains]


def _explains(puzzle: Puzzle, engine_name: str | None) -> bool:
    engine = software_engine(puzzle, engine_name)
    return engine is not None and engine.explains
