"""The sections of Sudoku programs' files: ``[Puzzle]`` has the puzzle, ``[State]`` and others what was done with it.

The rows below ``[Puzzle]`` are rows as any other; what is below the others, up to a blank line, is no puzzle.
"""

import re
from collections.abc import Iterator

from rowloom.host.formats.piece import Piece
from rowloom.host.puzzles.puzzle import Puzzle

__all__ = ["begins", "read"]

_SECTION = re.compile(r"\[[A-Za-z][A-Za-z ]*\]")


def begins(text: str) -> bool:
    """Return whether the line is the head of a section."""
    return _SECTION.fullmatch(text) is not None


def read(piece: Piece) -> Iterator[Puzzle]:
    """Skip the head, and what is below it if that is no puzzle."""
    if piece.text.lower() != "[puzzle]":
        for _ in piece.lines.below(lambda text: text and not begins(text.strip())):
            pass
    yield from ()
