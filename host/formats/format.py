"""The parts that formats share: the piece of a text that is read, and the form in which puzzles are written."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rowloom.host.puzzles import GENRES, Puzzle
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import Names, in_rows, is_comment
from rowloom.host.puzzles.text.lines import LONGEST_LINE, Fault, Lines

__all__ = ["Form", "Format", "Piece", "Unwritable", "is_number"]

_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')
"""A bracket, or a text in quotes, whose brackets do not count."""
_DEPTHS = {"[": 1, "{": 1, "]": -1, "}": -1}


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

    def make(
        self, genre: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]], name: str = ""
    ) -> Puzzle:
        """Return the puzzle with these clues; ValueError if they do not fit. The form may know its name."""
        return GENRES[genre].from_clues(self.names(name), rows, cols, clues, self.number)

    def sudoku(self, cells: str, name: str = "") -> Puzzle:
        """Return the 9x9 Sudoku of 81 characters, each that is no digit an empty cell; ValueError if it is none."""
        digits = [int(cell) if cell.isdecimal() else None for cell in cells]
        return self.make(Sudoku.genre, 9, 9, in_rows(digits, 9), name)

    def skip(self, wanted: Callable[[str], object]) -> None:
        """Remove the lines below as long as they are wanted."""
        for _ in self.lines.below(wanted):
            pass

    def bracketed(self) -> tuple[str, str]:
        """Return the text up to the line with its last bracket, and what an error says of the lines below the first.

        A blank line or a comment ends it, too, and so does the length of the longest line that is read.
        """
        texts, depth, length = [self.text], _depth(self.text), len(self.text)

        def belongs(text: str) -> bool:
            nonlocal depth, length
            belongs = depth > 0 and length <= LONGEST_LINE and bool(text) and not is_comment(text)
            depth, length = depth + _depth(text), length + len(text)
            return belongs

        texts += self.lines.below(belongs)
        first, last = self.number + 1, self.number + len(texts) - 1
        skipped = f"; lines {first} to {last} are skipped" if last > first else f"; line {first} is skipped"
        return "\n".join(texts).strip().rstrip(",;"), skipped if last >= first else ""


class Format(Protocol):
    """The module of a format that the first line of a piece tells. If it is written, too, it has ``FORMS``."""

    def begins(self, text: str) -> bool:
        """Return whether a line, without what stands around it, is the first of this format, whatever it holds."""

    def read(self, piece: Piece) -> Iterator[Puzzle | Fault]:
        """Yield the puzzles of a piece, a fault in place of each bad one; raise ValueError if nothing can be read."""


class Unwritable(ValueError):
    """This form cannot express the puzzle."""


@dataclass(frozen=True)
class Form:
    """A form in which puzzles are written."""

    name: str
    summary: str
    """A few words for people."""
    genres: Sequence[str]
    """The genres that it can express."""
    compose: Callable[[Puzzle], str]
    """Return the puzzle in this form without a final line end; ValueError if the form cannot express it."""
    named: bool = True
    """Each puzzle has a line ``# name`` before it, which is not part of what ``compose`` returns."""
    end: str = ""
    """The last line of a file."""
    mixed: bool = True
    """Puzzles of several genres may stand in one file."""

    def write(self, puzzle: Puzzle) -> str:
        """Return the puzzle as it stands in a file of several, with its name; errors as of :meth:`bare`."""
        text = self.bare(puzzle)
        return f"# {puzzle.name}\n{text}" if self.named else text

    def bare(self, puzzle: Puzzle) -> str:
        """Return the puzzle in this form, without a final newline; :class:`Unwritable` has the reason if it cannot."""
        if puzzle.genre not in self.genres:
            raise Unwritable(f"{self.name} is for {', '.join(self.genres)}, not for {puzzle.genre}")
        try:
            return self.compose(puzzle)
        except ValueError as error:
            raise Unwritable(str(error)) from error


def is_number(cell: str) -> bool:
    """Return whether a cell is a whole number of ASCII digits, and not too long for one."""
    return cell.isascii() and cell.isdecimal() and len(cell) < 10


def _depth(text: str) -> int:
    """Return how many more brackets are opened than closed."""
    return sum(_DEPTHS.get(found[0], 0) for found in _BRACKET.finditer(text))
