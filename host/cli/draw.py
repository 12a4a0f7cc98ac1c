"""``rowloom draw``: a picture of a puzzle."""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any

from rowloom.host import puzzles
from rowloom.host.cli.batch import Entry, add_genre_option, read_entries, read_text
from rowloom.host.cli.common import CommandError, integer
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.solving import add_engine_options, open_solvers
from rowloom.host.puzzles.pictures import LARGEST_FONT, PictureError, picture

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "draw a puzzle, and its solution, into a picture file"

DESCRIPTION = """\
Draws a puzzle into a PNG or SVG file. The solution is drawn too if there is
one: found by a board or on this computer (--solve, like `rowloom solve`), or
read from a file (--solution) that holds what `rowloom solve --json` printed, or
as text: rows of 1 (inside, or shaded) and 0, of Sudoku a grid like a puzzle's."""

EPILOG = """\
examples:
  rowloom draw puzzle.txt -o puzzle.svg          the puzzle
  rowloom draw puzzle.txt -o solved.png --solve  with its solution, solved on the
                                                 simulated board
  rowloom draw puzzle.txt -o solved.png --solve --engine sat
                                                 solved on this computer
  rowloom draw many.txt -p 3 -o third.png        the third puzzle of a file
  rowloom solve --json many.txt > out
  rowloom draw many.txt -p NAME --solution out -o solved.svg
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="puzzles; - for standard input")
    parser.add_argument("-o", "--output", required=True, metavar="PICTURE", help="a .png or .svg file")
    parser.add_argument(
        "-p",
        "--puzzle",
        default="1",
        metavar="WHICH",
        help="a puzzle's name, or its number if none has that name (default: 1)",
    )
    parser.add_argument(
        "--font-size", type=integer(1, LARGEST_FONT), metavar="N", help="the numbers' size in points"
    )
    add_genre_option(parser)
    solution = parser.add_mutually_exclusive_group()
    solution.add_argument("--solve", action="store_true", help="solve it first, and draw the solution too")
    solution.add_argument("--solution", metavar="FILE", help="draw this solution too")
    add_engine_options(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns the exit status."""
    entry = _choose(args)
    solution = None
    if args.solve:
        solution = _solve(entry, args)
    elif args.solution:
        solution = _read_solution(args.solution, entry.puzzle)
    try:
        picture(entry.puzzle, solution, args.output, args.font_size)
    except PictureError as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"{args.output}: {error.strerror}") from error
    return 0


def _choose(args: argparse.Namespace) -> Entry:
    entries = read_entries(args.file, args.genre)
    named = [entry for entry in entries if entry.puzzle.name == args.puzzle]
    if not named and args.puzzle.isdecimal():
        named = entries[int(args.puzzle) - 1 : int(args.puzzle)] if int(args.puzzle) else []
    if not named:
        raise CommandError(f"{args.file}: there is no puzzle {args.puzzle!r} among its {len(entries)}")
    if named[0].bad:
        raise CommandError(str(named[0].puzzle))
    return named[0]


def _solve(entry: Entry, args: argparse.Namespace) -> puzzles.Solution:
    with open_solvers([entry], args) as solvers, Meter(1) as meter:
        for _, outcome in solvers.solve([entry], 1, meter):
            if outcome.verified:
                return outcome.solutions[0]
    raise CommandError(f"{entry.puzzle.name}: {outcome.message}")


def _read_solution(name: str, puzzle: Any) -> puzzles.Solution:
    """The first solution in a file that is one of the puzzle."""
    genre, text = puzzles.genre(puzzle.genre), read_text(name)
    lines = [line.strip() for line in text.splitlines()]
    if any(line.startswith("{") for line in lines):
        solutions = _json_solutions(lines, name, puzzle)
    else:
        solutions = genre.read_solutions(text)
    wrong = ""
    for solution in solutions:
        faults = genre.verify(puzzle, solution)
        if not faults:
            return solution
        wrong = wrong or f"no solution of {puzzle.name}: {faults[0]}"
    raise CommandError(f"{name}: {wrong or f'there is no solution of {puzzle.name} in it'}")


def _json_solutions(lines: Sequence[str], name: str, puzzle: Any) -> Iterator[puzzles.Solution]:
    """What the file holds for puzzles of that name; several may have it."""
    for line in filter(None, lines):
        try:
            record = json.loads(line)
            same = (record["name"], record.get("genre", puzzle.genre)) == (puzzle.name, puzzle.genre)
            values = record["solutions"] if same else []
            solutions = [puzzles.genre(puzzle.genre).parse_solution(value) for value in values]
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise CommandError(f"{name}: not what `rowloom solve --json` prints: {line[:40]}") from error
        yield from solutions
