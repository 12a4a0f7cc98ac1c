"""Outcomes as text and as JSON."""

import json
import shlex
import shutil
import sys
from collections.abc import Callable, Collection, Iterable
from itertools import zip_longest
from typing import Any

from rich.console import Console
from rich.text import Text

from rowloom.host import puzzles
from rowloom.host.cli.common import counted, say, tell
from rowloom.host.cli.files import STANDARD_INPUT, Entry
from rowloom.host.drawing.drawing import Cell, Drawing
from rowloom.host.drawing.terminal import ASCII, render
from rowloom.host.jobs.certain import in_common, open_cells
from rowloom.host.jobs.job import Aim, Outcome
from rowloom.host.jobs.status import CANCELLED, ERROR, HINT
from rowloom.host.puzzles import Puzzle
from rowloom.host.puzzles.shown import drawn, fits_terminal, known, set_off
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers.steps import named
from rowloom.host.solvers.sudoku.logic import NAMES, needed

__all__ = ["duration", "pictures", "print_json", "print_outcome", "record_of", "tell_unsolved"]

_GAP = "    "

_MOST_NAMED = 12
"""Cells."""

_FIELDS = (
    "name", "genre", "rows", "cols", "engine", "status", "solutions", "complete", "unique", "cycles", "clock_hz",
    "seconds", "board", "nodes",
)  # fmt: skip
"""The first fields of each JSON object; the engine's counters follow, then "verified" and "message"."""


def print_json(entry: Entry, outcome: Outcome | None, aim: Aim = Aim.SOLUTIONS) -> None:
    """Print a line with a JSON object. The arguments are those of :func:`print_outcome`."""
    say(json.dumps(record_of(entry, outcome, aim)))


def record_of(entry: Entry, outcome: Outcome | None, aim: Aim = Aim.SOLUTIONS) -> dict[str, Any]:
    """Return an outcome as JSON tells it; unknown values are None. The arguments are those of :func:`print_outcome`."""
    record = {**dict.fromkeys(_FIELDS), "name": entry.puzzle.name}
    if outcome is None:
        record |= {"status": ERROR, "solutions": [], "complete": False, "verified": False, "message": str(entry.puzzle)}
    else:
        puzzle = outcome.puzzle
        record |= {
            "genre": puzzle.genre, "rows": puzzle.rows, "cols": puzzle.cols, "engine": outcome.engine or None,
            "status": outcome.status, "solutions": outcome.solutions, "complete": outcome.complete,
            "unique": outcome.unique, "cycles": outcome.cycles, "clock_hz": outcome.clock,
            "board": outcome.board or None,
            "seconds": outcome.cycles / outcome.clock if outcome.cycles and outcome.clock else outcome.seconds,
            **outcome.counters, "verified": outcome.verified, "message": outcome.message,
        }
    return record | _MORE[aim](outcome)


def _steps_of(outcome: Outcome | None) -> dict[str, Any]:
    return {"steps": [str(step) for step in outcome.steps] if outcome else []}


def _hint_of(outcome: Outcome | None) -> dict[str, Any]:
    fields = (
        {"rule": step.rule, "place": step.place, "found": step.found, "text": str(step)}
        for step in (outcome.steps if outcome else ())
    )
    return {"hint": next(fields, None)}


def _certain_of(outcome: Outcome | None) -> dict[str, Any]:
    record = {"counted": outcome.counted if outcome else None, "certain": None, "certain_edges": None}
    if not outcome or not outcome.certain:
        return record
    if outcome.puzzle.genre == Sudoku.genre:
        rows: list[Any] = [[value if value == "?" else int(value) for value in row] for row in outcome.certain]
    else:
        rows = list(map("".join, outcome.certain))
    edges = outcome.certain_edges and outcome.certain_edges._asdict()
    return {**record, "certain": rows, "certain_edges": edges}


_MORE: dict[Aim, Callable[[Outcome | None], dict[str, Any]]] = {
    Aim.SOLUTIONS: lambda outcome: {}, Aim.CERTAIN: _certain_of, Aim.STEPS: _steps_of, Aim.HINT: _hint_of,
    Aim.GRADE: lambda outcome: {},
}  # fmt: skip
"""What JSON has besides."""


def print_outcome(
    entry: Entry, outcome: Outcome | None, draw: bool, aim: Aim = Aim.SOLUTIONS, remark: str = ""
) -> None:
    """Print a line or two of text, and the puzzle with its solutions; print errors to standard error.

    Print nothing for a puzzle that was lost with the link: the reason is printed once, when the command ends.

    Parameters
    ----------
    entry : Entry
    outcome : Outcome or None
        None if the entry is bad.
    draw : bool
        Include the pictures.
    aim : Aim
        What was asked for.
    remark : str
        More about the outcome.
    """
    if outcome is None:
        tell(str(entry.puzzle))
        return
    if outcome.lost:
        return
    puzzle = outcome.puzzle
    if outcome.status == ERROR:
        tell(f"{entry.source}:{puzzle.line}: {puzzle.name}: {outcome.message}")
        return
    words = filter(None, ("solved and verified" if outcome.solutions else "", outcome.message, remark))
    say(f"{puzzle.name} ({puzzle.rows}x{puzzle.cols}): {'; '.join(words)}")
    if outcome.cycles and outcome.clock:
        say(f"{outcome.cycles:,} cycles, {duration(outcome.cycles / outcome.clock)} at {outcome.clock / 1e6:g} MHz")
    elif outcome.seconds is not None:
        say("; ".join(filter(None, (f"{duration(outcome.seconds)} with {outcome.engine}", _counts(outcome)))))
    if aim is Aim.STEPS:
        for number, step in enumerate(outcome.steps, 1):
            say(f"{number:5}  {step}")
    if draw and outcome.status != CANCELLED:
        _print_pictures(entry.source, outcome)


def _print_pictures(source: str, outcome: Outcome) -> None:
    puzzle = outcome.puzzle
    if not fits_terminal(puzzle):
        say(_how_to_draw(source, puzzle) if outcome.status != HINT else "Too large for the terminal; -o draws it.\n")
    elif outcome.partial:
        say(f"{outcome.partial.rstrip()}\n")
    elif outcome.status == HINT:
        (step,) = outcome.steps
        say(_beside([step.picture()]))
    elif outcome.counted is not None and len(outcome.solutions) > 1:
        _print_differing(outcome)
    else:
        say(pictures(puzzle, (None, *outcome.solutions)))


def _print_differing(outcome: Outcome) -> None:
    """Print what is certain, if that is known, and two solutions with the cells in which they differ."""
    cells = open_cells(in_common(outcome.solutions))
    pictures = [set_off(outcome.puzzle, solution, cells) for solution in outcome.solutions]
    two = f"two solutions, which differ in {_in_words(cells)}"
    if outcome.certain:
        pictures.insert(0, known(outcome.puzzle, outcome.certain, outcome.certain_edges))
    say(f"what is certain, and {two}:" if outcome.certain else f"{two}:")
    say(_beside(pictures))


def _in_words(cells: Collection[Cell]) -> str:
    names = [named(*cell) for cell in sorted(cells)]
    if len(names) > _MOST_NAMED:
        return f"{len(names):,} cells"
    return ", ".join(names)


def tell_unsolved(solved: int, puzzles: int) -> None:
    """Tell how many puzzles of a batch are solved, unless all are; a single puzzle has its own message."""
    if solved < puzzles > 1:
        tell(f"{solved:,} of {puzzles:,} puzzles solved")


def _counts(outcome: Outcome) -> str:
    """Return the counters of an engine on this computer as text."""
    if outcome.engine == "sudoku-logic":
        return f"needed: {', '.join(NAMES[letter] for letter in needed(outcome.counters)) or 'nothing'}"
    return ", ".join(counted(count, name.removesuffix("s")) for name, count in outcome.counters.items())


def duration(seconds: float) -> str:
    """Return a time as text with a unit."""
    if seconds >= 1:
        return f"{seconds:,.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} {'µs' if _shows('µ') else 'us'}"


def _how_to_draw(source: str, puzzle: Puzzle) -> str:
    """Return the command that draws a puzzle which is too large for the terminal."""
    file = "FILE" if source == STANDARD_INPUT else shlex.quote(source)
    command = f"rowloom draw {file} -p {shlex.quote(puzzle.name)} --solve -o picture.png"
    return f"Too large for the terminal; this draws it (.svg as well): {command}\n"


def pictures(puzzle: Puzzle, solutions: Iterable[puzzles.Solution | None]) -> str:
    """Return the puzzle with each of these solutions (None for the puzzle alone), side by side if the width allows."""
    return _beside(drawn(puzzle, solution) for solution in solutions)


def _beside(drawings: Iterable[Drawing]) -> str:
    """Return drawings side by side if the width allows."""
    # None if the output is no terminal, or a dumb one.
    console = Console()
    colour = console.color_system is not None and not console.no_color
    blocks = [render(drawing, colour).splitlines() for drawing in drawings]
    if not all(_shows(line) for block in blocks for line in block):
        blocks = [[line.translate(ASCII) for line in block] for block in blocks]
    widths = [max(_width(line) for line in block) for block in blocks]
    room = shutil.get_terminal_size().columns
    if sum(widths) + len(_GAP) * (len(widths) - 1) > room:
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
