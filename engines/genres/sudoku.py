"""Sudoku as it passes over the wire."""

from rowloom.engines.engine import Genre, Size

__all__ = ["SUDOKU"]


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
