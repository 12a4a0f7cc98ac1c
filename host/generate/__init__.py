"""Generators of puzzles with exactly one solution, one module a genre; ``rowloom generate`` is the command."""

from typing import TYPE_CHECKING

from rowloom.host.generate.specification import ANY, DIFFICULTIES, GENERATED, SYMMETRIES, NoneFound, Specification
from rowloom.host.solvers import imported
from rowloom.hw.engine import Size

if TYPE_CHECKING:
    from rowloom.host.generate.recipe import Made

__all__ = [
    "ANY", "DIFFICULTIES", "GENERATED", "SYMMETRIES", "NoneFound", "Specification", "make", "usual_difficulty",
    "usual_size",
]  # fmt: skip

_SMALL = 9
"""Cells. In fewer, hardly any puzzle takes more than single rules, or all take guesses."""



def usual_size(genre: str) -> Size:
    """Return the size of a puzzle where none is asked for."""
    return Size(9, 9) if genre == "sudoku" else Size(10, 10)


def usual_difficulty(genre: str, size: Size) -> str:
    """Return the difficulty of a puzzle where none is asked for."""
    if genre == "sudoku" and size.rows == 4:
        return "easy"
    return ANY if size.rows * size.cols < _SMALL else "normal"


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
