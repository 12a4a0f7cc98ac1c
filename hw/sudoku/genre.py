"""Sudoku as it passes over the wire."""

from rowloom.hw.engine import Genre, Size

__all__ = ["SUDOKU"]


def _digits(size: Size) -> int:
    """Return the bytes of a grid: two digits a byte where they have four bits."""
    cells = size.rows * size.cols
    return cells if size.rows > 15 else (cells + 1) // 2


SUDOKU = Genre(name="sudoku", number=2, puzzle_bytes=_digits, solution_bytes=_digits, firmware="engines/sudoku.c")
