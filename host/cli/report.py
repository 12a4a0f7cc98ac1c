"""Print outcomes as text for the terminal."""

import shlex
import shutil
import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

from rowloom.host import puzzles
from rowloom.host.cli.common import counted, echo, log
from rowloom.host.cli.files import STANDARD_INPUT, Entry
from rowloom.host.drawing.drawing import Drawing
from rowloom.host.drawing.terminal import ASCII, render
from rowloom.host.jobs.certain import in_common, open_cells
from rowloom.host.jobs.job import Aim, Outcome
from rowloom.host.jobs.status import CANCELLED, ERROR, HINT
from rowloom.host.puzzles import Puzzle
from rowloom.host.puzzles.drawings import fits_terminal, partial_drawing
from rowloom.host.solvers import named
from rowloom.host.solvers.sudoku.logic import NAMES, needed

__all__ = ["duration", "log_unsolved", "pictures", "print_outcome"]

_GAP = "    "

_MOST_NAMED = 12
"""The maximum number of cells that a message lists by name."""


def print_outcome(entry: Entry, outcome: Outcome, draw: bool, aim: Aim = Aim.SOLUTIONS, remark: str = "") -> None:
    """Print one or two lines about an outcome, and draw the puzzle with its solutions; log errors.

    If the link was lost before the puzzle was solved, print nothing, because the command reports the loss at its end.
    """
    if entry.bad:
        log(str(entry.puzzle))
        return
    if outcome.lost:
        return
    puzzle = entry.puzzle
    if outcome.status == ERROR:
        log(f"{entry.source}:{puzzle.line}: {puzzle.name}: {outcome.message}")
        return
    words = filter(None, ("solved and verified" if outcome.solutions else "", outcome.message, remark))
    lines = [f"{puzzle.name} ({puzzle.rows}x{puzzle.cols}): {'; '.join(words)}"]
    if outcome.cycles and outcome.clock:
        time = duration(outcome.cycles / outcome.clock)
        lines.append(f"{outcome.cycles:,} cycles, {time} at {outcome.clock / 1e6:g} MHz")
    elif outcome.seconds is not None:
        lines.append("; ".join(filter(None, (f"{duration(outcome.seconds)} with {outcome.engine}", _counts(outcome)))))
    if aim is Aim.STEPS:
        lines += [f"{number:5}  {step}" for number, step in enumerate(outcome.steps, 1)]
    if draw and outcome.status != CANCELLED:
        lines.append(_pictures(entry.source, outcome))
    echo("\n".join(lines))


def _pictures(source: str, outcome: Outcome) -> str:
    """Return the puzzle with its solutions, or with the results of the search, for the terminal."""
    puzzle = outcome.puzzle
    if not fits_terminal(puzzle):
        file = "FILE" if source == STANDARD_INPUT else shlex.quote(source)
        command = f"rowloom draw {file} -p {shlex.quote(puzzle.name)} --solve -o picture.png"
        how = "-o draws the hint." if outcome.status == HINT else f"to draw it (also as .svg): {command}"
        return f"The puzzle is too large for the terminal; {how}\n"
    if outcome.partial:
        return f"{outcome.partial.rstrip()}\n"
    if outcome.status == HINT:
        return _side_by_side([outcome.steps[0].picture()])
    if outcome.counted is not None and len(outcome.solutions) > 1:
        return _differing(outcome)
    return pictures(puzzle, (None, *outcome.solutions))


def _differing(outcome: Outcome) -> str:
    """Return drawings of two solutions, with the differences marked.

    If it is known what all solutions have in common, the first drawing shows it.
    """
    cells = open_cells(in_common(outcome.solutions))
    drawings = [replace(outcome.puzzle.drawing(solution), tinted=cells) for solution in outcome.solutions]
    names = ", ".join(named(*cell) for cell in sorted(cells)) if len(cells) <= _MOST_NAMED else f"{len(cells):,} cells"
    two = f"two solutions, which differ in {names}:"
    if outcome.certain:
        drawings.insert(0, partial_drawing(outcome.puzzle, outcome.certain, outcome.certain_edges))
        two = f"what is certain, and {two}"
    return f"{two}\n{_side_by_side(drawings)}"


def log_unsolved(solved: int, puzzles: int) -> None:
    """Log how many puzzles of a batch are solved, unless all are solved or there is only one puzzle."""
    if solved < puzzles > 1:
        log(f"{solved:,} of {puzzles:,} puzzles solved")


def _counts(outcome: Outcome) -> str:
    """Return the counters of a software engine as text."""
    if outcome.engine == "sudoku-logic":
        return f"needed: {', '.join(NAMES[letter] for letter in needed(outcome.counters)) or 'nothing'}"
    return ", ".join(counted(count, name.removesuffix("s")) for name, count in outcome.counters.items())


def duration(seconds: float) -> str:
    """Return a time as text with a unit."""
    if seconds >= 1:
        return f"{seconds:,.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} {'µs' if _shows('µ') else 'us'}"


def pictures(puzzle: Puzzle, solutions: Iterable[puzzles.Solution | None]) -> str:
    """Return the puzzle with each solution (None for the puzzle alone), side by side if the width allows."""
    return _side_by_side(puzzle.drawing(solution) for solution in solutions)


def _side_by_side(drawings: Iterable[Drawing]) -> str:
    """Return drawings side by side or, if the width is too small, one below the other."""
    # The color system is None if the output is not a terminal, or is a dumb terminal.
    console = Console()
    colour = console.color_system is not None and not console.no_color
    blocks = [render(drawing, colour).splitlines() for drawing in drawings]
    if not all(_shows(line) for block in blocks for line in block):
        blocks = [[line.translate(ASCII) for line in block] for block in blocks]
    widths = [max(map(_width, block)) for block in blocks]
    if sum(widths) + len(_GAP) * (len(widths) - 1) > shutil.get_terminal_size().columns:
        return "\n\n".join("\n".join(block) for block in blocks) + "\n"
    rows = (
        _GAP.join(line + " " * (width - _width(line)) for line, width in zip(lines, widths)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    )
    return "\n".join(rows) + "\n"


def _shows(text: str) -> bool:
    """Return whether standard output can encode all these characters."""
    return text == text.encode(sys.stdout.encoding, "replace").decode(sys.stdout.encoding)


def _width(line: str) -> int:
    return Text.from_ansi(line).cell_len
