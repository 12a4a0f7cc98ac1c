"""Generators of puzzles with exactly one solution, one module a genre; ``rowloom generate`` is the command."""

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
"""Cells. In fewer, hardly any puzzle takes more than single rules, or all take guesses."""


def specified(
    genre: str, size: tuple[int, int] | None = None, difficulty: str | None = None, symmetry: str = "none",
    clues: tuple[int, int | None] = (0, None), mask: Iterable[Cell] | None = None, draft: Puzzle | None = None,
) -> Specification:
    """Return what is asked for, where the usual size and difficulty, or those for a draft, need no mention.

    Raises
    ------
    ValueError
        If there can be no such puzzle.
    """
    check_known("genre", genre, GENERATED)
    rows, cols = size or ((draft.rows, draft.cols) if draft else METHODS[genre].usual)
    if draft and (draft.rows, draft.cols) != (rows, cols):
        raise ValueError(f"the size {rows}x{cols} is not that of the draft, {draft.rows}x{draft.cols}: leave it out")
    return Specification(
        genre, rows, cols, difficulty or (ANY if draft else _usual_difficulty(genre, rows, cols)), symmetry, *clues,
        None if mask is None else frozenset(mask), draft,
    )  # fmt: skip


def _usual_difficulty(genre: str, rows: int, cols: int) -> str:
    """Return the difficulty of a puzzle where none is asked for."""
    if genre == "sudoku" and rows == 4:
        return "easy"
    return ANY if rows * cols < _SMALL else "normal"


def make(specification: Specification, seed: int) -> "Made":
    """Make a puzzle on this computer, always the same one for the same arguments; its name holds them.

    Raises
    ------
    NoneFound
        If no such puzzle was found.
    ValueError
        If there is none: the draft has no solution, for example.
    NotInstalled
        If the solver that proves that there is one solution is missing.
    """
    return imported("rowloom.host.generate.making", "making puzzles").make(specification, seed)
