"""A piece of a text in a form that its first line tells."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from rowloom.host.puzzles import canal, slink, slitherlink, smullyan, sudoku
from rowloom.host.puzzles.lines import Fault, Lines
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.text import Names, in_rows

__all__ = ["MAKE", "WITH_UNKNOWN", "Clues", "KnownForm", "Piece"]

Clues = tuple[tuple[int | None, ...], ...]

MAKE: Mapping[str, Callable[[str, int, int, Clues, int], Puzzle]] = {
    slitherlink.GENRE: slitherlink.Slitherlink,
    slink.GENRE: slink.Slink,
    sudoku.GENRE: sudoku.from_clues,
    smullyan.GENRE: smullyan.Smullyan,
    canal.GENRE: canal.Canal,
}
"""Return the puzzle of (name, rows, cols, clues, line) in each genre; ValueError if the clues do not fit it."""

WITH_UNKNOWN = (smullyan.GENRE, canal.GENRE)
"""The genres that have clues of unknown value."""


@dataclass
class Piece:
    """A piece of a text: its first line, and what is below."""

    text: str
    """The first line, without what stands around a puzzle."""
    number: int
    """Its number."""
    lines: Lines
    """Those below it: :meth:`.lines.Lines.below` takes those that belong to it."""
    names: Names
    genre: str | None = None
    """The wanted genre, if it is known; it decides where the form does not."""

    def make(self, genre: str, clues: Clues, cols: int, name: str = "") -> Puzzle:
        """Return the puzzle with these clues and columns; ValueError if they do not fit. The form may know its name."""
        return MAKE[genre](self.names(name), len(clues), cols, clues, self.number)

    def sudoku(self, cells: str, name: str = "") -> Puzzle:
        """Return the 9x9 Sudoku of 81 characters, each that is no digit an empty cell; ValueError if it is none."""
        digits = [int(cell) if cell.isdecimal() else None for cell in cells]
        return self.make(sudoku.GENRE, tuple(map(tuple, in_rows(digits, 9))), 9, name)


class KnownForm(Protocol):
    """The module of a form that its first line tells."""

    def begins(self, text: str) -> bool:
        """Return whether a line, without what stands around it, is the first of this form, whatever it holds."""

    def read(self, piece: Piece) -> Iterator[Puzzle | Fault]:
        """Yield the puzzles of a piece, a fault in place of each bad one; raise ValueError if nothing can be read."""
