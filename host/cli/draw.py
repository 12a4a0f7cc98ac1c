"""``rowloom draw``: draw a puzzle, and its solution, into a picture file.

Draws a puzzle into a PNG or SVG file, with its solution if it is found by a
board or on this computer (--solve, like `rowloom solve`) or read from a file
(--solution): the output of `rowloom solve --json`, or text with rows of 1
(inside, or shaded) and 0, or a Sudoku grid.

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

import argparse
import json
from collections.abc import Iterator, Sequence

from rowloom.host import puzzles
from rowloom.host.cli.common import CommandError, failing_as, integer
from rowloom.host.cli.files import add_genre_option, chosen, read_entries, read_text
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.solving import add_engine_options, open_solvers
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.pictures import LARGEST_FONT, save
from rowloom.host.puzzles.text import quoted

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="puzzles; - for standard input")
    parser.add_argument("-o", "--output", required=True, metavar="PICTURE", help="a .png or .svg file")
    parser.add_argument(
        "-p", "--puzzle", default="1", metavar="WHICH",
        help="a puzzle's name, or its number if none has that name (default: 1)",
    )
    parser.add_argument("--font-size", type=integer(1, LARGEST_FONT), metavar="N", help="the numbers' size in points")
    add_genre_option(parser)
    solution = parser.add_mutually_exclusive_group()
    solution.add_argument("--solve", action="store_true", help="solve it first, and draw the solution too")
    solution.add_argument("--solution", metavar="FILE", help="draw this solution too")
    add_engine_options(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    entries = list(read_entries(args.file, args.genre))
    fault = f"{args.file}: there is no puzzle {args.puzzle!r} among its {len(entries)}"
    _, puzzle = chosen(entries, args.puzzle, 1, fault)
    solution = None
    if args.solve:
        solution = _solve(puzzle, args)
    elif args.solution:
        solution = _read_solution(args.solution, puzzle)
    with failing_as(args.output, OSError):
        save(puzzles.genre(puzzle.genre).drawing(puzzle, solution), args.output, args.font_size)
    return 0


def _solve(puzzle: Puzzle, args: argparse.Namespace) -> Solution:
    with open_solvers([puzzle], args) as solvers, Meter(1) as meter:
        (outcome,) = solvers.solve([puzzle], 1, meter)
    if not outcome.verified:
        raise CommandError(f"{puzzle.name}: {outcome.message}")
    return outcome.solutions[0]


def _read_solution(name: str, puzzle: Puzzle) -> Solution:
    """Return the first solution in a file that solves the puzzle."""
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


def _json_solutions(lines: Sequence[str], name: str, puzzle: Puzzle) -> Iterator[Solution]:
    """Yield the solutions in the file for puzzles with this name, which may not be unique."""
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            record = json.loads(line)
            same = (record["name"], record.get("genre", puzzle.genre)) == (puzzle.name, puzzle.genre)
            values = record["solutions"] if same else []
            solutions = [puzzles.genre(puzzle.genre).parse_solution(value) for value in values]
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            wrong = quoted(line, getattr(error, "pos", 0))
            raise CommandError(f"{name}:{number}: not what `rowloom solve --json` prints: {wrong}") from error
        yield from solutions
