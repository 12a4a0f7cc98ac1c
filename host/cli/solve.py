"""``rowloom solve``: puzzles in, verified solutions out."""

import argparse

from rowloom.host.cli.batch import Entry, add_genre_option, read_files
from rowloom.host.cli.common import UsageError, integer
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.report import print_json, print_outcome
from rowloom.host.cli.solving import add_engine_options, open_solvers, software_engine
from rowloom.host.solvers import ENGINES

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "solve puzzles and draw the solutions"

_ENGINES_HERE = "\n".join(f"  {name:<13} {engine.summary}" for name, engine in ENGINES.items())

DESCRIPTION = f"""\
Solves puzzles, verifies every solution against the rules, and draws it.

Slitherlinks and Sudokus are solved on a board, a simulated one unless --port
names another; the other genres, and all of them where --engine says so, on this
computer:

{_ENGINES_HERE}

A Slitherlink is a line "rows columns", then its rows: a digit 0 to 3 for a clue,
a dot for a cell without one. A Sudoku is a line of 81 characters, a dot or 0 for
an empty cell, or a grid as people write it; from 4x4 to 225x225. A line "# name"
before a puzzle names it. A file may hold many. docs/ has the other formats."""

EPILOG = """\
examples:
  rowloom solve puzzle.txt                 on the simulated board
  rowloom solve --port /dev/ttyUSB0 *.txt  on a real board, all over one link
  rowloom solve --engine sat puzzle.txt    on this computer, without a board
  printf '2 2\\n3.\\n..\\n' | rowloom solve -
                                           from standard input
  rowloom solve --count 2 puzzle.txt       is the solution the only one?
  rowloom solve --engine sat --count 0 *.txt
                                           all solutions
  rowloom solve --limit 50M *.txt          at most 50 million cycles a puzzle
  rowloom solve --engine checker *.txt     by the paper's method
  rowloom solve --engine sudoku-logic --explain sudoku.txt
                                           step by step, as people do it
  rowloom solve --json *.txt > out         one JSON object a puzzle, a line each

Ctrl-C ends the search and keeps what was found; a second one leaves at once.
exit status: 0 only if every puzzle was solved and verified, 1 if not, 2 for a
wrong command line
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzles; - for standard input")
    add_genre_option(parser)
    parser.add_argument(
        "--count",
        type=integer(0),
        default=1,
        metavar="N",
        help="how many solutions to look for; 2 tells whether there is only one; boards take 1 or 2, engines on this"
        " computer any number, and 0 for all (default: 1)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a line on standard output, and nothing else there"
    )
    parser.add_argument("--no-draw", dest="draw", action="store_false", help="print words only")
    parser.add_argument(
        "--explain",
        action="store_true",
        help=f"say what followed from what, step by step ({' and '.join(_EXPLAINING)})",
    )
    add_engine_options(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns the exit status."""
    entries = read_files(args.files, args.genre)
    if args.explain and not all(entry.bad or _explains(entry, args) for entry in entries):
        raise UsageError(f"--explain is for {' and '.join(f'--engine {name}' for name in _EXPLAINING)}")
    verified = 0
    with open_solvers(entries, args, args.count) as solvers, Meter(len(entries)) as meter:
        for entry, outcome in solvers.solve(entries, args.count, meter):
            with meter.hidden():
                if args.json:
                    print_json(outcome, solvers.clock, args.explain)
                else:
                    print_outcome(entry, outcome, solvers.clock, args.draw, args.explain)
            verified += outcome.verified
    return 0 if verified == len(entries) else 1


_EXPLAINING = [name for name, engine in ENGINES.items() if engine.explains]


def _explains(entry: Entry, args: argparse.Namespace) -> bool:
    engine = software_engine(entry.puzzle, args.engine)
    return engine is not None and engine.explains
