"""Generators of puzzles with exactly one solution, one module a genre; ``rowloom generate`` is the command."""

from math import isqrt

from rowloom.host.puzzles import Puzzle
from rowloom.host.solvers import imported
from rowloom.hw.engine import Size

__all__ = ["DIFFICULTIES", "GENERATED", "generate", "usual_size"]

DIFFICULTIES = ("easy", "normal", "hard")

GENERATED = ("slitherlink", "slink", "sudoku", "smullyan", "canal")
"""The genres that puzzles are made of; each has a module of that name here."""


def usual_size(genre: str) -> Size:
    """Return the size of a puzzle where none is asked for."""
    return Size(9, 9) if genre == "sudoku" else Size(10, 10)


def generate(genre: str, rows: int, cols: int, difficulty: str, seed: int) -> Puzzle:
    """Return a puzzle with exactly one solution, always the same one for the same arguments; its name holds them.

    The genre is one of :data:`GENERATED`, whose module defines the difficulty; the size is in cells, 1 to 255.

    Raises
    ------
    ValueError
        If there is no such genre, size or difficulty, or no such puzzle was found.
    NotInstalled
        If the solver that proves that there is one solution is missing.
    """
    if genre not in GENERATED:
        raise ValueError(f"no puzzles of the genre '{genre}' are made; there are: {', '.join(GENERATED)}")
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"there is no difficulty '{difficulty}'; there are: {', '.join(DIFFICULTIES)}")
    module = imported(f"rowloom.host.generate.{genre}", "making puzzles")
    if genre != "sudoku":
        return module.generate(rows, cols, difficulty, seed)
    order = isqrt(rows)
    if rows != cols or order**2 != rows:
        raise ValueError(f"a Sudoku is 4x4, 9x9, 16x16 and so on up to 225x225, not {rows}x{cols}")
    return module.generate(order, difficulty, seed)
