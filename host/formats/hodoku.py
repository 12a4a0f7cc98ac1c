"""Sudokus of HoDoKu's library: a line of fields with colons between them, the third of which has the grid.

A plus stands before each digit that is no given.
"""

import re
from collections.abc import Iterator

from rowloom.host.formats.piece import Piece
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.text import WHOLE

__all__ = ["begins", "read"]

_LINE = re.compile(r":[0-9x]{4}(?:-[0-9]+)?:[^:]*:")
_SOLVED = re.compile(r"\+[1-9]")


def begins(text: str) -> bool:
    """Return whether the line is one of that library."""
    return _LINE.match(text) is not None


def read(piece: Piece) -> Iterator[Puzzle]:
    """Yield the puzzle: the givens alone; ValueError if the line holds none."""
    grid = piece.text.split(":")[3].strip()
    cells = _SOLVED.sub(".", grid)
    if not WHOLE.fullmatch(cells):
        raise ValueError(f"expected the 81 cells of a Sudoku in a line of HoDoKu's library, found {len(cells)}")
    yield piece.sudoku(cells)
