"""Grids as lists of lists, in the syntax of many programming languages. If no genre is requested, the grids are read as
Sudokus."""

import re
from collections.abc import Iterator

from rowloom.host.formats.format import Block, is_number
from rowloom.host.puzzles import GENRES, Puzzle
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import cell_name, quoted

__all__ = ["begins", "read"]

_BEGINS = re.compile(r"""(?:[\w ]+=\s*)?(?:\[\s*(?:[\[(]|$|["'][^"',]{4,}["'])|\(\s*[\[(]|\{\s*\{)""")
_INNER = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
"""A list that contains no lists."""
_EMPTY = {"", ".", "-", "_", "*", "x", "null", "none", "nil"}


def begins(text: str) -> bool:
    """Return whether the line may begin a grid."""
    return _BEGINS.match(text) is not None


def read(block: Block) -> Iterator[Puzzle]:
    """Yield the puzzle in a list of lists; ValueError if the list contains no puzzle."""
    text, skipped = block.bracketed()
    rows = [_cells(row) for row in _INNER.findall(text)]
    if len(rows) == 1:
        # Each row is a string.
        rows = [list(row) for row in rows[0]]
    if not rows or not rows[0]:
        raise ValueError(f"expected a list of lists, as in JSON, found {quoted(text)}{skipped}")
    genre = block.genre or Sudoku.genre
    clues = [[_clue(cell, row, col, genre) for col, cell in enumerate(cells)] for row, cells in enumerate(rows)]
    try:
        yield block.make(genre, len(rows), len(rows[0]), clues)
    except ValueError as error:
        raise ValueError(f"{error}{skipped}") from error


def _cells(row: str) -> list[str]:
    """Return the cells in the text of a list, in which commas or blanks separate cells. Remove quotes around cells."""
    cells = row.rstrip().removesuffix(",").split(",") if "," in row else row.split()
    return [cell.strip().strip("\"'") for cell in cells]


def _clue(cell: str, row: int, col: int, genre: str) -> int | None:
    if is_number(cell):
        return int(cell)
    if cell == "?" and GENRES[genre].unknown:
        return UNKNOWN
    if cell.lower() in _EMPTY or cell == "?":
        return None
    raise ValueError(f"{cell_name(row, col)}: {quoted(cell)} is not a number")
