"""The commands ``rowloom smull`` and ``rowloom canal``: the switches of the course, one puzzle, or a whole file.

The switches are those of Somenzi (2025), section 9, except that a file holds the collection.
"""

import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from rowloom.errors import CommandError, UsageError
from rowloom.host.cli.common import counted, failing_as, integer, say, tell
from rowloom.host.cli.files import Entry, chosen, read_entries
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import IN_PLACE, option, time_limit_option
from rowloom.host.cli.report import duration, pictures
from rowloom.host.drawing.drawing import Arrow, Drawing
from rowloom.host.drawing.pictures import LARGEST_FONT, save
from rowloom.host.puzzles import Puzzle, Solution, render
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers import ENGINES, OutOfTime
from rowloom.host.whole_files import append, aside

if TYPE_CHECKING:
    from rowloom.host.solvers.smt.shading import ShadingSearch

__all__ = ["EXAMPLES", "Options", "run"]

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

Report = Callable[["ShadingSearch", Solution, int, float], None]
"""Called with the search, a solution, its number from 1 and the seconds that it took."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """The command's options."""

    file: str = option(metavar="FILE", help=f"puzzles; {IN_PLACE}; - for standard input")
    puzzle: str = option(
        "-p", default="0", metavar="N",
        help="which puzzle: its name, or its number if none has that name; the first is 0 (default: 0)",
    )
    most: int | None = option(
        "-s", type=integer(1), metavar="N", help="find at most N solutions (default: all, and count them)"
    )
    draw: bool = option("-d", action="store_true", help="draw the puzzle and do not solve it")
    picture: bool = option("-m", action="store_true", help="make pictures with matplotlib instead of text")
    output: str | None = option(
        "-o", metavar="PICTURE",
        help="with -m: a .png or .svg file (default: the puzzle's name and .png); the second solution goes to one with"
        " -2 behind the name, and so on",
    )
    font_size: int | None = option(
        "-f", type=integer(1, LARGEST_FONT), metavar="N", help="with -m: the numbers' size in points"
    )
    arrows: bool = option(
        "-a", action="store_true",
        help="with -m: arrows to each cell's parent in the tree of connections, red where p is true, else teal",
    )
    verbose: int = option(
        "-v", action="count", default=0,
        help="say more: -v what it took to find each solution, -vv how many formulas there are, -vvv the formulas",
    )
    statistics: bool = option("-r", action="store_true", help="print Z3's statistics")
    time_limit: float | None = time_limit_option()
    weak: bool = option("--weak", action="store_true", either="connection", help="the cells need not be connected")
    distance: bool = option(
        "--distance", action="store_true", either="connection",
        help="connect the cells by their distances from the tree's root, not by turn parity",
    )
    batch: str | None = option(
        "--batch", metavar="OUT", help="solve all puzzles of the file into another one; - to print"
    )

    def __post_init__(self) -> None:
        if self.arrows and (self.weak or self.distance):
            raise UsageError(f"-a shows turn parities, and {'--weak' if self.weak else '--distance'} has none")
        if self.batch and (self.picture or self.draw):
            raise UsageError(f"--batch writes text: it does not go with {'-m' if self.picture else '-d'}")
        if self.batch not in (None, "-") and Path(str(self.batch)).resolve() == Path(self.file).resolve():
            raise UsageError(f"--batch would write over the puzzles in {self.file}")


def run(options: Options, genre: ModuleType) -> int:
    """Run the command of a shading genre, given by its module; return the exit status."""
    entries = list(read_entries(options.file, genre.GENRE))
    if options.batch:
        return _run_all(entries, genre, options)
    numbers = f"numbers 0 to {len(entries) - 1}" if len(entries) > 1 else "number 0 only"
    fault = f"{options.file}: there is no puzzle {options.puzzle!r}; it has {numbers}"
    index, puzzle = cast(tuple[int, Shading], chosen(entries, options.puzzle, 0, fault))
    if options.verbose:
        clues = counted(len(puzzle.clue_cells), "clue")
        say(f"puzzle {index} of {options.file}: {puzzle.name}, {puzzle.rows}x{puzzle.cols}, {clues}")
    if options.draw:
        _show(puzzle, None, genre.drawing(puzzle), 1, options)
        return 0

    def report(search: "ShadingSearch", solution: Solution, number: int, spent: float) -> None:
        if options.verbose:
            counts = ", ".join(counted(count, name.removesuffix("s")) for name, count in search.counters.items())
            say(f"solution {number} after {duration(spent)}: {counts}")
        drawing = genre.drawing(puzzle, solution)
        if options.arrows:
            arrows = (Arrow(*link.cell, *link.direction, link.parity) for link in search.links)
            drawing = replace(drawing, arrows=tuple(arrows))
        _show(puzzle, solution, drawing, number, options)

    def begun(search: "ShadingSearch") -> None:
        if options.verbose >= 2:
            say(counted(len(search.models.formulas), "formula"))
        if options.verbose >= 3:
            say("\n".join(map(str, search.models.formulas)))

    result = _solve(puzzle, genre, options, report, begun)
    say(str(result))
    if options.statistics and result.search:
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
    puzzle: Puzzle, genre: ModuleType, options: Options, report: Report,
    begun: Callable[["ShadingSearch"], None] = lambda search: None,
) -> _Result:
    """Find solutions, verify them and report each at once; ``begun`` is called when all formulas are there."""
    connection = None if options.weak else "distance" if options.distance else "parity"
    result, start = _Result(), time.process_time()
    try:
        search = cast("ShadingSearch", ENGINES["z3"].search(puzzle, connection=connection))
        result.search = search
        begun(search)
        for solution in search.solutions(options.time_limit):
            result.seconds = time.process_time() - start
            if faults := genre.verify(puzzle, solution, options.weak):
                raise CommandError(f"{puzzle.name}: the solver's answer is wrong: {faults[0]}")
            result.found += 1
            report(search, solution, result.found, result.seconds)
            # Drawing does not count.
            start = time.process_time() - result.seconds
            if result.found == options.most:
                result.limited = True
                break
    except OutOfTime:
        result.broken = f"{options.time_limit:g} s are over"
    except KeyboardInterrupt:
        result.broken = _INTERRUPTED
    result.seconds = time.process_time() - start
    return result


def _show(puzzle: Puzzle, solution: Solution | None, drawing: Drawing, number: int, options: Options) -> None:
    """Draw on the terminal, or into a file and say where it is."""
    if not options.picture and not options.output:
        say(pictures(puzzle, [solution]))
        return
    path = Path(options.output or re.sub(r"[^\w.-]", "_", puzzle.name) + ".png")
    if number > 1:
        path = path.with_stem(f"{path.stem}-{number}")
    with failing_as(path, OSError):
        save(drawing, path, options.font_size)
    say(f"{'the puzzle' if solution is None else f'solution {number}'} is in {path}")


def _run_all(entries: list[Entry], genre: ModuleType, options: Options) -> int:
    """Solve all puzzles into one file; return the exit status."""
    results: list[_Result] = []
    meter, out = Meter(), str(options.batch)
    with _written(out) as write, meter.shown(len(entries)):
        for entry in entries:
            text, result = _batch_entry(entry, genre, options)
            with meter.hidden():
                write(text)
                if entry.bad:
                    tell(text)
                elif options.verbose and options.batch != "-":
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
    if options.batch != "-":
        say(summary)
    return 0 if good == len(entries) else 1


def _batch_entry(entry: Entry, genre: ModuleType, options: Options) -> tuple[str, _Result | None]:
    """Return what a batch writes for one entry: the puzzle and its solutions, or what is wrong with it."""
    puzzle = entry.puzzle
    if entry.bad:
        return str(entry.puzzle), None
    puzzle = entry.puzzle

    def draw(solution: Solution | None) -> str:
        on_terminal = options.batch == "-"
        return pictures(puzzle, [solution]).rstrip("\n") if on_terminal else render(puzzle, solution)

    drawn = [draw(None)]
    result = _solve(puzzle, genre, options, lambda _, solution, *more: drawn.append(draw(solution)))
    return "\n".join([f"{puzzle.name} ({puzzle.rows}x{puzzle.cols}): {result}", *drawn, ""]), result


@contextmanager
def _written(name: str) -> Iterator[Callable[[str], None]]:
    """Yield a function that writes texts into a file, or to standard output for ``-``."""
    if name == "-":
        yield say
        return

    with failing_as(name, OSError), aside(name, partly=True) as path, open(path, "wb") as file:
        yield lambda text: append(file.fileno(), f"{text}\n".encode())
