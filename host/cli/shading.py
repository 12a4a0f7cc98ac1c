"""The commands ``rowloom smull`` and ``rowloom canal``: the switches of the course, one puzzle, or a whole file.

The switches are those of Somenzi (2025), section 9, except that a file holds the collection.
"""

import argparse
import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rowloom.host.cli.common import CommandError, UsageError, counted, failing_as, integer, say, seconds, tell
from rowloom.host.cli.files import Entry, add_files, chosen, read_entries
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.report import duration, pictures
from rowloom.host.drawing.drawing import Arrow, Drawing
from rowloom.host.drawing.pictures import LARGEST_FONT, save
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.clued import Colours
from rowloom.host.puzzles.shading import Shading
from rowloom.host.puzzles.shown import render
from rowloom.host.solvers import ENGINES, OutOfTime
from rowloom.host.whole_files import append, aside

if TYPE_CHECKING:
    from rowloom.host.solvers.smt.shading import ShadingSearch

__all__ = ["EXAMPLES", "add_arguments", "run"]

EXAMPLES = """\
examples:
  rowloom {command} puzzles.txt              all solutions of the first puzzle
  rowloom {command} puzzles.txt -p 3 -s 2    at most two of the fourth one
  rowloom {command} puzzles.txt -d           the puzzle only
  rowloom {command} puzzles.txt -m -f 20     a picture with large numbers
  rowloom {command} puzzles.txt -m -a        with the tree that connects the cells
  rowloom {command} puzzles.txt --weak -s 5  five where they need not be connected
  rowloom {command} puzzles.txt --batch out  all puzzles, and the time each took

Ctrl-C ends the search and keeps what was found.
exit status: 0 only if every puzzle was solved and verified, 1 if not, 2 for a
wrong command line
"""

_INTERRUPTED = "interrupted"

Report = Callable[["ShadingSearch", Colours, int, float], None]
"""Called with the search, a solution, its number from 1 and the seconds that it took."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands' arguments."""
    add_files(parser, several=False)
    parser.add_argument(
        "-p", dest="puzzle", default="0", metavar="N",
        help="which puzzle: its name, or its number if none has that name; the first is 0 (default: 0)",
    )
    parser.add_argument(
        "-s", dest="most", type=integer(1), metavar="N", help="find at most N solutions (default: all, and count them)"
    )
    parser.add_argument("-d", dest="draw", action="store_true", help="draw the puzzle and do not solve it")
    parser.add_argument("-m", dest="picture", action="store_true", help="make pictures with matplotlib instead of text")
    parser.add_argument(
        "-o", dest="output", metavar="PICTURE",
        help="with -m: a .png or .svg file (default: the puzzle's name and .png); the second solution goes to one with"
        " -2 behind the name, and so on",
    )
    parser.add_argument(
        "-f", dest="font_size", type=integer(1, LARGEST_FONT), metavar="N", help="with -m: the numbers' size in points"
    )
    parser.add_argument(
        "-a", dest="arrows", action="store_true",
        help="with -m: arrows to each cell's parent in the tree of connections, red where p is true, else teal",
    )
    parser.add_argument(
        "-v", dest="verbose", action="count", default=0,
        help="say more: -v what it took to find each solution, -vv how many formulas there are, -vvv the formulas",
    )
    parser.add_argument("-r", dest="statistics", action="store_true", help="print Z3's statistics")
    parser.add_argument(
        "--time-limit", type=seconds, metavar="SECONDS", help="give up on a puzzle after that time (default: none)"
    )
    connection = parser.add_mutually_exclusive_group()
    connection.add_argument("--weak", action="store_true", help="the cells need not be connected")
    connection.add_argument(
        "--distance", action="store_true",
        help="connect the cells by their distances from the tree's root, not by turn parity",
    )
    parser.add_argument("--batch", metavar="OUT", help="solve all puzzles of the file into another one; - to print")


def run(args: argparse.Namespace, genre: type[Shading]) -> int:
    """Run the command of a shading genre, given by its class; return the exit status."""
    if args.arrows and (args.weak or args.distance):
        raise UsageError(f"-a shows turn parities, and {'--weak' if args.weak else '--distance'} has none")
    if args.batch and (args.picture or args.draw):
        raise UsageError(f"--batch writes text: it does not go with {'-m' if args.picture else '-d'}")
    if args.batch not in (None, "-") and Path(args.batch).resolve() == Path(args.file).resolve():
        raise UsageError(f"--batch would write over the puzzles in {args.file}")
    entries = list(read_entries(args.file, genre.genre))
    if args.batch:
        return _run_all(entries, args)
    numbers = f"numbers 0 to {len(entries) - 1}" if len(entries) > 1 else "number 0 only"
    fault = f"{args.file}: there is no puzzle {args.puzzle!r}; it has {numbers}"
    index, puzzle = cast(tuple[int, Shading], chosen(entries, args.puzzle, 0, fault))
    if args.verbose:
        clues = counted(len(puzzle.clue_cells), "clue")
        say(f"puzzle {index} of {args.file}: {puzzle.name}, {puzzle.rows}x{puzzle.cols}, {clues}")
    if args.draw:
        _show(puzzle, None, puzzle.drawing(), 1, args)
        return 0

    def report(search: "ShadingSearch", solution: Colours, number: int, spent: float) -> None:
        if args.verbose:
            counts = ", ".join(counted(count, name.removesuffix("s")) for name, count in search.counters.items())
            say(f"solution {number} after {duration(spent)}: {counts}")
        drawing = puzzle.drawing(solution)
        if args.arrows:
            arrows = (Arrow(*link.cell, *link.direction, link.parity) for link in search.links)
            drawing = replace(drawing, arrows=tuple(arrows))
        _show(puzzle, solution, drawing, number, args)

    def begun(search: "ShadingSearch") -> None:
        if args.verbose >= 2:
            say(counted(len(search.models.formulas), "formula"))
        if args.verbose >= 3:
            say("\n".join(map(str, search.models.formulas)))

    result = _solve(puzzle, args, report, begun)
    say(str(result))
    if args.statistics and result.search:
        say("\n".join(f"{name:<32}{value:>14}" for name, value in result.search.models.statistics()))
    return 0 if result.good else 1


@dataclass
class _Result:
    """What a search found."""

    found: int = 0  # solutions
    broken: str = ""  # why the search ended early; empty if it did not
    limited: bool = False  # as many solutions as were asked for are there
    seconds: float = 0.0  # CPU time from the first formula on, without drawing
    search: "ShadingSearch | None" = None  # None if it was interrupted before all formulas were there

    @property
    def good(self) -> bool:
        """There is a solution, and nothing broke."""
        return bool(self.found) and not self.broken

    def __str__(self) -> str:
        found = counted(self.found, "solution") if self.found else "no solution"
        if self.broken:
            found += f" so far: {self.broken}"
        elif self.limited:
            found += f"; no more than {self.found:,} {'was' if self.found == 1 else 'were'} asked for"
        elif self.found == 1:
            found += ", unique"
        return f"{found}; {duration(self.seconds)} of CPU time"


def _solve(
    puzzle: Shading, args: argparse.Namespace, report: Report,
    begun: Callable[["ShadingSearch"], None] = lambda search: None,
) -> _Result:
    """Find solutions, verify them and report each at once; ``begun`` is called when all formulas are there."""
    connection = None if args.weak else "distance" if args.distance else "parity"
    result, start = _Result(), time.process_time()
    try:
        search = cast("ShadingSearch", ENGINES["z3"].search(puzzle, connection=connection))
        result.search = search
        begun(search)
        for solution in search.solutions(args.time_limit):
            result.seconds = time.process_time() - start
            if faults := puzzle.verify(solution, args.weak):
                raise CommandError(f"{puzzle.name}: the solver's answer is wrong: {faults[0]}")
            result.found += 1
            report(search, solution, result.found, result.seconds)
            # Drawing does not count.
            start = time.process_time() - result.seconds
            if result.found == args.most:
                result.limited = True
                break
    except OutOfTime:
        result.broken = f"{args.time_limit:g} s are over"
    except KeyboardInterrupt:
        result.broken = _INTERRUPTED
    result.seconds = time.process_time() - start
    return result


def _show(puzzle: Puzzle, solution: Solution | None, drawing: Drawing, number: int, args: argparse.Namespace) -> None:
    """Draw on the terminal, or into a file and say where it is."""
    if not args.picture and not args.output:
        say(pictures(puzzle, [solution]))
        return
    path = Path(args.output or re.sub(r"[^\w.-]", "_", puzzle.name) + ".png")
    if number > 1:
        path = path.with_stem(f"{path.stem}-{number}")
    with failing_as(path, OSError):
        save(drawing, path, args.font_size)
    say(f"{'the puzzle' if solution is None else f'solution {number}'} is in {path}")


def _run_all(entries: list[Entry], args: argparse.Namespace) -> int:
    """Solve all puzzles into one file; return the exit status."""
    results: list[_Result] = []
    with _written(args.batch) as write, Meter(len(entries)) as meter:
        for entry in entries:
            text, result = _batch_entry(entry, args)
            with meter.hidden():
                write(text)
                if entry.bad:
                    tell(text)
                elif args.verbose and args.batch != "-":
                    say(text.partition("\n")[0])
            meter.done()
            if result:
                results.append(result)
            if result and result.broken == _INTERRUPTED:
                break
        good = sum(result.good for result in results)
        times = [result.seconds for result in results] or [0.0]
        summary = (
            f"{counted(len(entries), 'puzzle')}, {good:,} solved and verified;"
            f" CPU time: median {duration(statistics.median(times))}, maximum {duration(max(times))}"
        )
        write(summary)
    if args.batch != "-":
        say(summary)
    return 0 if good == len(entries) else 1


def _batch_entry(entry: Entry, args: argparse.Namespace) -> tuple[str, _Result | None]:
    """Return what a batch writes for one entry: the puzzle and its solutions, or what is wrong with it."""
    if entry.bad:
        return str(entry.puzzle), None
    puzzle = cast(Shading, entry.puzzle)

    def draw(solution: Solution | None) -> str:
        on_terminal = args.batch == "-"
        return pictures(puzzle, [solution]).rstrip("\n") if on_terminal else render(puzzle, solution)

    drawn = [draw(None)]
    result = _solve(puzzle, args, lambda _, solution, *more: drawn.append(draw(solution)))
    return "\n".join([f"{puzzle.name} ({puzzle.rows}x{puzzle.cols}): {result}", *drawn, ""]), result


@contextmanager
def _written(name: str) -> Iterator[Callable[[str], None]]:
    """Yield a function that writes texts into a file, or to standard output for ``-``."""
    if name == "-":
        yield say
        return

    with failing_as(name, OSError), aside(name, partly=True) as path, open(path, "wb") as file:
        yield lambda text: append(file.fileno(), f"{text}\n".encode())
