"""Outcomes as people and programs read them."""

import json
import shutil
import sys
from itertools import zip_longest
from typing import Any

from rich.text import Text

from rowloom.host import puzzles
from rowloom.host.cli.batch import Entry
from rowloom.host.cli.common import tell
from rowloom.host.job import ERROR, Outcome

__all__ = ["duration", "print_json", "print_outcome"]

_GAP = "    "


def print_json(outcome: Outcome, clock: int | None) -> None:
    """One line with a JSON object; ``clock`` in Hz, None if no board was asked. What is not known is null."""
    puzzle = outcome.puzzle
    record = {
        "name": puzzle.name,
        "genre": getattr(puzzle, "genre", None),
        "rows": getattr(puzzle, "rows", None),
        "cols": getattr(puzzle, "cols", None),
        "engine": outcome.engine or None,
        "status": outcome.status,
        "solutions": outcome.solutions,
        "complete": outcome.complete,
        "cycles": outcome.cycles,
        "clock_hz": clock,
        "seconds": outcome.cycles / clock if clock else None,
        "nodes": outcome.nodes,
        "verified": outcome.verified,
        "message": outcome.message,
    }
    print(json.dumps(record), flush=True)


def print_outcome(entry: Entry, outcome: Outcome, clock: int | None, draw: bool) -> None:
    """A line or two of words, and the puzzle beside its solutions; errors go where messages go."""
    if entry.bad:
        tell(outcome.message)
        return
    puzzle = entry.puzzle
    if outcome.status == ERROR:
        tell(f"{entry.source}:{puzzle.line}: {puzzle.name}: {outcome.message}")
        return
    print(f"{puzzle.name} ({puzzle.rows}x{puzzle.cols}): {outcome.message or outcome.status}")
    if outcome.cycles:
        print(
            f"{outcome.cycles:,} cycles, {duration(outcome.cycles / clock)} at {clock / 1e6:g} MHz;"
            f" {outcome.nodes:,} checks, went back {outcome.backs:,} times,"
            f" {outcome.candidates:,} {'candidate' if outcome.candidates == 1 else 'candidates'}"
        )
    if draw:
        print(_pictures(puzzle, outcome))
    sys.stdout.flush()


def duration(seconds: float) -> str:
    """A time as a person reads it."""
    if seconds >= 1:
        return f"{seconds:,.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} us"


def _pictures(puzzle: Any, outcome: Outcome) -> str:
    """The puzzle and its solutions, side by side if the terminal is wide enough."""
    render = puzzles.genre(puzzle.genre).render
    colour = sys.stdout.isatty()
    blocks = [render(puzzle, solution, colour).splitlines() for solution in (None, *outcome.solutions)]
    widths = [max(_width(line) for line in block) for block in blocks]
    room = shutil.get_terminal_size().columns
    if sum(widths) + len(_GAP) * (len(widths) - 1) > room:
        return "\n\n".join("\n".join(block) for block in blocks) + "\n"
    rows = (
        _GAP.join(line + " " * (width - _width(line)) for line, width in zip(lines, widths)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    )
    return "\n".join(rows) + "\n"


def _width(line: str) -> int:
    return Text.from_ansi(line).cell_len
