"""Base of the formats: the block of text to read, and the form in which puzzles are written."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rowloom.host.puzzles import GENRES, Puzzle
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import Names, in_rows, is_comment
from rowloom.host.puzzles.text.lines import LONGEST_LINE, Fault, Lines

__all__ = ["Block", "Form", "Format", "Unwritable", "is_number"]

_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')
"""A bracket, or a text in quotes, whose brackets do not count."""
_DEPTHS = {"[": 1, "{": 1, "]": -1, "}": -1}


@dataclass
class Block:
    """A block of a text: its first line, and the lines below it."""

    text: str
    """The first line, without the text around a puzzle."""
    number: int
    """The number of the first line."""
    lines: Lines
    """The lines below it: :meth:`.lines.Lines.below` takes those that belong to it."""
    names: Names
    genre: str | None = None
    """The requested genre, if any; used where the form does not show the genre."""

    def make(self, genre: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]], name: str = "") -> Puzzle:
        """Return the puzzle with these clues, and with its own ``name`` if it has one; ValueError for bad clues."""
        return GENRES[genre].from_clues(self.names(name), rows, cols, clues, self.number)

    def sudoku(self, cells: str, name: str = "") -> Puzzle:
        """Return the 9x9 Sudoku of 81 characters, whose cells without a digit are empty; ValueError if it is wrong."""
        digits = [int(cell) if cell.isdecimal() else None for cell in cells]
        return self.make(Sudoku.genre, 9, 9, in_rows(digits, 9), name)

    def skip(self, wanted: Callable[[str], object]) -> None:
        """Remove the lines below up to the first that is not wanted."""
        for _ in self.lines.below(wanted):
            pass

    def bracketed(self) -> tuple[str, str]:
        """Return the text up to its last bracket, and the end of an error message about the lines below the first.

        The text also ends at a blank line, a comment, or the length of the longest line that is read.
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
    """The module of a format that is recognised by its first line. If it is also written, it has ``FORMS``."""

    def begins(self, text: str) -> bool:
        """Return whether a line, without the text around it, begins a puzzle in this format, good or bad."""

    def read(self, block: Block) -> Iterator[Puzzle | Fault]:
        """Yield the puzzles of a block, a fault in place of each bad one; raise ValueError if nothing can be read."""


class Unwritable(ValueError):
    """The form cannot express the puzzle."""


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
    """Each puzzle has a line ``# name`` before it, which ``compose`` does not return."""
    end: str = ""
    """The last line of a file."""
    mixed: bool = True
    """Puzzles of several genres may be in one file."""

    def write(self, puzzle: Puzzle) -> str:
        """Return the puzzle as part of a file of several, with its name; errors as of :meth:`bare`."""
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
