"""Generators of puzzles with exactly one solution. Each genre has its own module. Command: ``rowloom generate``."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rowloom.host.drawing.drawing import Cell
from rowloom.host.generate.specification import (
    ANY,
    DIFFICULTIES,
    GENERATED,
    SYMMETRIES,
    NoneFound,
    Specification,
    check_known,
    mask_of,
)
from rowloom.host.methods import METHODS
from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import imported

if TYPE_CHECKING:
    from rowloom.host.generate.recipe import Made

__all__ = [
    "ANY", "DIFFICULTIES", "GENERATED", "SYMMETRIES", "NoneFound", "Specification", "make", "mask_of", "specified",
]  # fmt: skip

_SMALL = 9
"""In grids with fewer cells, hardly any puzzle is normal."""


def specified(
    genre: str, size: tuple[int, int] | None = None, difficulty: str | None = None, symmetry: str = "none",
    clues: tuple[int, int | None] = (0, None), mask: Iterable[Cell] | None = None, draft: Puzzle | None = None,
) -> Specification:
    """Return a specification with defaults for size and difficulty; ValueError if no puzzle can meet it."""
    check_known("genre", genre, GENERATED)
    rows, cols = size or ((draft.rows, draft.cols) if draft else METHODS[genre].usual)
    if draft and (draft.rows, draft.cols) != (rows, cols):
        raise ValueError(f"the size {rows}x{cols} is not that of the draft, {draft.rows}x{draft.cols}: leave it out")
    usual = ANY if draft or rows * cols < _SMALL else "easy" if genre == "sudoku" and rows == 4 else "normal"
    cells = None if mask is None else frozenset(mask)
    return Specification(genre, rows, cols, difficulty or usual, symmetry, *clues, cells, draft)


def make(specification: Specification, seed: int) -> "Made":
    """Make a puzzle on this computer. The same arguments, which its name contains, always make the same puzzle.

    Raises
    ------
    NoneFound
        If no puzzle that meets the specification was found.
    ValueError
        If no puzzle can meet the specification, for example because the draft has no solution.
    NotInstalled
        If the solver that proves the solution unique is missing.
    """
    return imported("rowloom.host.generate.making", "making puzzles").make(specification, seed)
