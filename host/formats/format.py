"""Interfaces for formats: a format reads puzzles from blocks of text, and may write puzzles in one or more forms."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rowloom.host.puzzles import GENRES, Puzzle
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import Names, in_rows, is_comment
from rowloom.host.puzzles.text.lines import LONGEST_LINE, Fault, Lines

__all__ = ["Block", "Form", "Format", "is_number"]

_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')
"""A bracket, or a quoted string, in which brackets are ignored."""
_DEPTHS = {"[": 1, "{": 1, "]": -1, "}": -1}


@dataclass
class Block:
    """A block of a text: its first line, and the lines below it."""

    text: str
    """The first line, without any text around the puzzle."""
    number: int
    """The number of the first line."""
    lines: Lines
    """The lines below the first line, up to the end of the text. A format removes the lines that belong to the block
    with :meth:`.lines.Lines.below`."""
    names: Names
    genre: str | None = None
    """The requested genre, if any. It is used only in formats that do not contain the genre."""

    def make(self, genre: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]], name: str = "") -> Puzzle:
        """Return the puzzle with these clues; ValueError if the clues are bad. ``name`` is the puzzle's name in the
        block; it may be empty."""
        return GENRES[genre].from_clues(self.names(name), rows, cols, clues, self.number)

    def sudoku(self, cells: str, name: str = "") -> Puzzle:
        """Return the 9x9 Sudoku that 81 characters describe: digits are givens. Raise ValueError if the givens are
        bad."""
        digits = [int(cell) if cell.isdecimal() else None for cell in cells]
        return self.make(Sudoku.genre, 9, 9, in_rows(digits, 9), name)

    def skip(self, wanted: Callable[[str], object]) -> None:
        """Remove the next lines, up to the first line for which ``wanted`` is false."""
        for _ in self.lines.below(wanted):
            pass

    def bracketed(self) -> tuple[str, str]:
        """Remove lines up to the line in which the last open bracket is closed.

        Stop earlier before a blank line or a comment, or after about ``LONGEST_LINE`` characters. Return the text of
        the block, and the end of an error message, which says which lines are skipped.
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
    """A module that recognises a format by the first line of a block, and reads blocks in this format. A module that
    can also write the format defines ``FORMS``."""

    def begins(self, text: str) -> bool:
        """Return whether a line is the first line of a puzzle in this format, even if the puzzle is bad. Any text
        around the puzzle has been removed from the line."""

    def read(self, block: Block) -> Iterator[Puzzle | Fault]:
        """Yield the puzzles of a block, and a fault for each bad puzzle; raise ValueError if nothing can be read."""


@dataclass(frozen=True)
class Form:
    """A form in which `rowloom convert` writes puzzles, such as "tatham" for game ids."""

    name: str
    summary: str
    """A short description for users."""
    genres: Sequence[str]
    """The genres whose puzzles can be written in this form."""
    compose: Callable[[Puzzle], str]
    """A function that returns the puzzle in this form without a final newline, or raises ValueError if the form cannot
    express the puzzle."""
    named: bool = True
    """True if a line ``# name`` is written before each puzzle. ``compose`` does not return this line."""
    end: str = ""
    """The last line of a file in this form; empty if the form has no special last line."""
    mixed: bool = True
    """True if puzzles of several genres may be in one file."""

    def write(self, puzzle: Puzzle) -> str:
        """Return the puzzle with its name, as part of a file. Raises the same exceptions as :meth:`bare`."""
        text = self.bare(puzzle)
        return f"# {puzzle.name}\n{text}" if self.named else text

    def bare(self, puzzle: Puzzle) -> str:
        """Return the puzzle in this form without a final newline; ValueError if the form cannot express it."""
        if puzzle.genre not in self.genres:
            raise ValueError(f"the form {self.name} is for {', '.join(self.genres)}, not for {puzzle.genre}")
        return self.compose(puzzle)


def is_number(cell: str) -> bool:
    """Return whether a cell is a whole number of up to 9 ASCII digits."""
    return cell.isascii() and cell.isdecimal() and len(cell) < 10


def _depth(text: str) -> int:
    """Return the number of opening brackets in a string minus the number of closing brackets."""
    return sum(_DEPTHS.get(found[0], 0) for found in _BRACKET.finditer(text))
