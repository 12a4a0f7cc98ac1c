"""The genres that gateware solves, as they pass over the wire."""

from rowloom.engines.deduction import clued_genre
from rowloom.engines.engine import Genre, Size

__all__ = ["CANAL", "CANAL_BITS", "SLITHERLINK", "SLITHERLINK_BITS", "SMULLYAN", "SMULLYAN_BITS", "SUDOKU"]

SLITHERLINK_BITS = 2
"""Of a clue, on the wire and in the engine."""

SMULLYAN_BITS = 4
"""Of a clue on the wire."""

CANAL_BITS = 8
"""Of a clue, on the wire and in the engine: a number of shaded cells, or 255 for one of unknown value."""

SLITHERLINK = clued_genre("slitherlink", 1, SLITHERLINK_BITS)
SMULLYAN = clued_genre("smullyan", 3, SMULLYAN_BITS)
CANAL = clued_genre("canal", 4, CANAL_BITS)


def _mask(size: Size) -> int:
    """Return the bytes that tell which cells are given."""
    return (size.rows * size.cols + 7) // 8


def _digits(size: Size) -> int:
    """Return the bytes of the digits of all cells."""
    return (size.rows * size.cols + 1) // 2


def _solution(size: Size) -> int:
    """Return the bytes of the digits of all cells but the last row's and column's."""
    return ((size.rows - 1) * (size.cols - 1) + 1) // 2


SUDOKU = Genre(
    name="sudoku",
    number=2,
    puzzle_bytes=lambda size: _mask(size) + _digits(size),
    solution_bytes=_solution,
)
