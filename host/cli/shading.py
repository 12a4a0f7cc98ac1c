"""The commands ``rowloom smull`` and ``rowloom canal``.

Their switches are the same as in section 9 of Somenzi (2025), but the puzzles come from a file.
"""

import re
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rowloom.errors import CommandError, UsageError
from rowloom.host.cli.common import counted, echo, integer, log, prefix_errors
from rowloom.host.cli.files import Entry, choose_entry, read_entries, writing
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import IN_PLACE, flag, option, time_limit_option
from rowloom.host.cli.report import duration, pictures
from rowloom.host.drawing.drawing import Drawing
from rowloom.host.drawing.pictures import LARGEST_FONT, save
from rowloom.host.drawing.terminal import render
from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.puzzles.clued import Colours
from rowloom.host.puzzles.shading import Shading
from rowloom.host.solvers import ENGINES, OutOfTime

if TYPE_CHECKING:
    from rowloom.host.solvers.smt.shading import ShadingSearch

EXAMPLES = """\
examples:
  rowloom {command} puzzles.txt              all solutions of the first puzzle
  rowloom {command} puzzles.txt -p 3 -s 2    at most two solutions of puzzle 3
  rowloom {command} puzzles.txt -d           only draw the puzzle
  rowloom {command} puzzles.txt -m -f 20     a picture with large numbers
  rowloom {command} puzzles.txt -m -a        draw the tree that connects cells
  rowloom {command} puzzles.txt --weak -s 5  five solutions of a weaker puzzle, in
                                             which cells need not be connected
  rowloom {command} puzzles.txt --batch out  solve and time all puzzles

Ctrl-C ends the search and keeps the solutions found until then.

exit status: 0 only if every puzzle was solved and verified, 1 if not, 2 for a
wrong command line
"""

_INTERRUPTED = "interrupted"


@dataclass(frozen=True, kw_only=True)
class ShadingOptions:
    file: str = option(metavar="FILE", help=f"puzzles; {IN_PLACE}; - for standard input")
    puzzle: str = option(
        "-p", default="0", metavar="N",
        help="the name of a puzzle; or a number: the first puzzle is 0 (default: 0)",
    )
    most: int | None = option("-s", type=integer(1), metavar="N",
                              help="find at most N solutions (default: all)")
    draw: bool = flag("-d", "draw the puzzle and do not solve it")
    picture: bool = flag("-m", "make pictures with matplotlib instead of text")
    output: str | None = option(
        "-o", metavar="PICTURE",
        help="with -m: a .png or .svg file (default: the puzzle's name and .png); -2 is appended to the name for the"
        " second solution, and so on",
    )
    font_size: int | None = option("-f", type=integer(1, LARGEST_FONT), metavar="N",
                                   help="with -m: the numbers' size in points")
    arrows: bool = flag("-a", "with -m: show the tree that proves the connection, with an arrow from each cell to its"
                        " parent; the arrow is red if the cell's turn parity is true, otherwise teal")
    verbose: int = option(
        "-v", action="count", default=0,
        help="print more: -v the cost of each solution, -vv the number of formulas, -vvv the formulas",
    )
    statistics: bool = flag("-r", "print Z3's statistics")
    time_limit: float | None = time_limit_option()
    weak: bool = flag("--weak", "the cells need not be connected", either="connection")
    distance: bool = flag("--distance", "use other formulas for the connection: each cell has its distance from the"
                          " tree's root instead of a turn parity", either="connection")
    batch: str | None = option("--batch", metavar="OUT",
                               help="solve all puzzles, and write the results to OUT; - for standard output")

    def __post_init__(self) -> None:
        if self.arrows and (self.weak or self.distance):
            raise UsageError(f"-a shows turn parities; {'--weak' if self.weak else '--distance'} has none")
        if self.batch and (self.picture or self.draw):
            raise UsageError(f"--batch writes text, and cannot be combined with {'-m' if self.picture else '-d'}")
        if self.batch not in (None, "-") and Path(str(self.batch)).resolve() == Path(self.file).resolve():
            raise UsageError(f"--batch would write over the puzzles in {self.file}")


def run(options: ShadingOptions, genre: type[Shading]) -> int:
    """Run the command of a shading genre; return the exit status."""
    entries = list(read_entries(options.file, genre.genre))
    if options.batch:
        return _run_all(entries, options)
    numbers = f"puzzles have the numbers 0 to {len(entries) - 1}" if len(entries) > 1 else "puzzle has the number 0"
    fault = f"{options.file}: there is no puzzle {options.puzzle!r}; the {numbers}"
    index, puzzle = cast(tuple[int, Shading], choose_entry(entries, options.puzzle, 0, fault))
    if options.verbose:
        clues = counted(len(puzzle.clue_cells), "clue")
        echo(f"puzzle {index} of {options.file}: {puzzle.name}, {puzzle.rows}x{puzzle.cols}, {clues}")
    if options.draw:
        _show(puzzle, None, puzzle.drawing(), 1, options)
        return 0

    search = _TimedSearch(puzzle, options)
    with search.running():
        solver = search.begin()
        if options.verbose >= 2:
            echo(counted(len(solver.models.formulas), "formula"))
        if options.verbose >= 3:
            echo("\n".join(map(str, solver.models.formulas)))
        for solution in search.solutions():
            if options.verbose:
                counts = ", ".join(counted(count, name.removesuffix("s")) for name, count in solver.counters.items())
                echo(f"solution {search.found} after {duration(search.seconds)}: {counts}")
            drawing = puzzle.drawing(solution)
            if options.arrows:
                drawing = replace(drawing, arrows=tuple(solver.links))
            _show(puzzle, solution, drawing, search.found, options)
    echo(str(search))
    if options.statistics and search.solver:
        echo("\n".join(f"{name:<32}{value:>14}" for name, value in search.solver.models.statistics()))
    return 0 if search.good else 1


class _TimedSearch:
    """A search for the solutions of a puzzle, and its results."""

    def __init__(self, puzzle: Shading, options: ShadingOptions):
        self._puzzle, self._options = puzzle, options
        self._start = self.seconds = 0.0  # CPU time, without the time that the caller spends on solutions
        self.solver: ShadingSearch | None = None  # the search in Z3; None until it has all formulas
        self.found, self.broken = 0, ""  # the number of solutions, and the reason if the search ended early

    @contextmanager
    def running(self) -> Iterator[None]:
        """Measure the time, and record a timeout or Ctrl-C as an early end of the search."""
        self._start = time.process_time()
        try:
            yield
        except OutOfTime:
            self.broken = f"the time limit of {self._options.time_limit:g} s was reached"
        except KeyboardInterrupt:
            self.broken = _INTERRUPTED
        self.seconds = time.process_time() - self._start

    def begin(self) -> "ShadingSearch":
        """Make the formulas, and return the search in Z3."""
        connection = None if self._options.weak else "distance" if self._options.distance else "parity"
        self.solver = cast("ShadingSearch", ENGINES["z3"].search(self._puzzle, connection=connection))
        return self.solver

    def solutions(self) -> Iterator[Colours]:
        """Yield verified solutions, up to the requested number."""
        solver = self.solver or self.begin()
        for solution in islice(solver.solutions(self._options.time_limit), self._options.most):
            self.seconds = time.process_time() - self._start
            if faults := self._puzzle.verify(solution, self._options.weak):
                raise CommandError(f"{self._puzzle.name}: the solver's answer is wrong: {faults[0]}")
            self.found += 1
            yield solution
            self._start = time.process_time() - self.seconds

    @property
    def good(self) -> bool:
        """True if there is a solution and the search did not end early."""
        return bool(self.found) and not self.broken

    def __str__(self) -> str:
        found = counted(self.found, "solution") if self.found else "no solution"
        if self.broken:
            found += f" so far: {self.broken}"
        elif self.found == self._options.most:
            found += f"; no more than {self.found:,} {'was' if self.found == 1 else 'were'} requested"
        elif self.found == 1:
            found += ", unique"
        return f"{found}; {duration(self.seconds)} of CPU time"


def _show(puzzle: Puzzle, solution: Solution | None, drawing: Drawing, number: int, options: ShadingOptions) -> None:
    """Draw on the terminal, or draw into a file and print its name."""
    if not options.picture and not options.output:
        echo(pictures(puzzle, [solution]))
        return
    path = Path(options.output or re.sub(r"[^\w.-]", "_", puzzle.name) + ".png")
    if number > 1:
        path = path.with_stem(f"{path.stem}-{number}")
    with prefix_errors(path, OSError):
        save(drawing, path, options.font_size)
    echo(f"{'the puzzle' if solution is None else f'solution {number}'} is in {path}")


def _run_all(entries: list[Entry], options: ShadingOptions) -> int:
    """Solve all puzzles, and write the results to one file; return the exit status."""
    searches: list[_TimedSearch] = []
    meter, out = Meter(), str(options.batch)

    def draw(puzzle: Shading, solution: Colours | None = None) -> str:
        return pictures(puzzle, [solution]).rstrip("\n") if out == "-" else render(puzzle.drawing(solution))

    with writing(None if out == "-" else out) as write, meter.shown(len(entries)):
        if out != "-":
            write("")  # so that a file that cannot be written is reported before the first search
        for entry in entries:
            if entry.bad:
                text = str(entry.puzzle)
            else:
                puzzle = cast(Shading, entry.puzzle)
                search, drawn = _TimedSearch(puzzle, options), [draw(puzzle)]
                with search.running():
                    drawn.extend(draw(puzzle, solution) for solution in search.solutions())
                searches.append(search)
                text = "\n".join([f"{puzzle.name} ({puzzle.rows}x{puzzle.cols}): {search}", *drawn, ""])
            write(f"{text}\n")
            if entry.bad:
                log(text)
            elif options.verbose and out != "-":
                echo(text.partition("\n")[0])
            meter.done()
            if searches and searches[-1].broken == _INTERRUPTED:
                break
        good = sum(search.good for search in searches)
        times = [search.seconds for search in searches] or [0.0]
        summary = (
            f"{counted(len(entries), 'puzzle')}, {good:,} solved and verified;"
            f" CPU time: median {duration(statistics.median(times))}, maximum {duration(max(times))}"
        )
        write(f"{summary}\n")
    if out != "-":
        echo(summary)
    return 0 if good == len(entries) else 1
