"""``rowloom solve``: puzzles in, verified solutions out."""

import argparse

from rowloom.host.cli.batch import add_genre_option, connect_for, read_files, solve_all
from rowloom.host.cli.connection import add_count_option, add_solving_options
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.report import print_json, print_outcome

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "solve puzzles and draw the solutions"

DESCRIPTION = """\
Solves puzzles on a board, verifies every solution against the rules, and draws
it.

A Slitherlink is a line "rows columns", then its rows: a digit 0 to 3 for a clue,
a dot for a cell without one. A Sudoku is a line of 81 characters, a dot or 0 for
an empty cell, or a grid as people write it; from 4x4 to 225x225. A line "# name"
before a puzzle names it. A file may hold many."""

EPILOG = """\
examples:
  rowloom solve puzzle.txt                 on the simulated board
  rowloom solve --port /dev/ttyUSB0 *.txt  on a real board, all over one link
  printf '2 2\\n3.\\n..\\n' | rowloom solve -
                                           from standard input
  rowloom solve --count 2 puzzle.txt       is the solution the only one?
  rowloom solve --limit 50M *.txt          at most 50 million cycles a puzzle
  rowloom solve --engine checker *.txt     by the paper's method
  rowloom solve --json *.txt > out         one JSON object a puzzle, a line each

Ctrl-C ends the search and keeps what was found; a second one leaves at once.
exit status: 0 only if every puzzle was solved and verified, 1 if not, 2 for a
wrong command line
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzles; - for standard input")
    add_genre_option(parser)
    add_count_option(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a line on standard output, and nothing else there"
    )
    parser.add_argument("--no-draw", dest="draw", action="store_false", help="print words only")
    add_solving_options(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns the exit status."""
    entries = read_files(args.files, args.genre)
    verified = 0
    with connect_for(entries, args) as connection, Meter(len(entries)) as meter:
        clock = connection.identity.clock if connection else None
        for entry, outcome in solve_all(connection, entries, args.count, args.limit, meter):
            with meter.hidden():
                if args.json:
                    print_json(outcome, clock)
                else:
                    print_outcome(entry, outcome, clock, args.draw)
            verified += outcome.verified
    return 0 if verified == len(entries) else 1
