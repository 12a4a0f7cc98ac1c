"""Forms that are known but not read here: refused by name, with advice."""

import re
from collections.abc import Iterator

from rowloom.host.formats.piece import Piece
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.text import quoted

__all__ = ["begins", "read"]

_STRANGERS = {
    re.compile(r"[0-9]x[0-9]:d?:k:", re.IGNORECASE): "a Killer Sudoku; only plain Sudokus are known here",
    re.compile(r"SumoCueV[0-9]"): "a Sudoku of SumoCue with cages or a jigsaw; only plain ones are known here",
    re.compile(r"<!doctype html|<html|<head|<body", re.IGNORECASE): "an HTML page; copy the puzzle out of it",
    re.compile(r"%PDF-"): "a PDF; copy the puzzle out of it",
}


def _what(text: str) -> str | None:
    return next((what for pattern, what in _STRANGERS.items() if pattern.match(text)), None)


def begins(text: str) -> bool:
    """Return whether the line is the first of one of these."""
    return _what(text) is not None


def read(piece: Piece) -> Iterator[Puzzle]:
    """Skip the lines up to the next blank one, and raise ValueError."""
    for _ in piece.lines.below(bool):
        pass
    raise ValueError(f"{quoted(piece.text)} is {_what(piece.text)}")
    yield
