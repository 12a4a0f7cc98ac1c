"""Texts in brackets, which may span several lines."""

import re

from rowloom.host.formats.piece import Piece
from rowloom.host.puzzles.lines import LONGEST_LINE
from rowloom.host.puzzles.text import is_comment

__all__ = ["balanced"]

_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')
"""A bracket, or a text in quotes, whose brackets do not count."""
_CHANGE = {"[": 1, "{": 1, "]": -1, "}": -1}


def balanced(piece: Piece) -> tuple[str, str]:
    """Return a piece's text up to the line with its last bracket, and what an error says of the lines below the first.

    A blank line or a comment ends it, too, and so does the length of the longest line that is read.
    """
    texts, depths, lengths = [piece.text], [_depth(piece.text)], [len(piece.text)]

    def goes_on(text: str) -> bool:
        return depths[-1] > 0 and lengths[-1] <= LONGEST_LINE and bool(text) and not is_comment(text)

    for text in piece.lines.below(goes_on):
        texts.append(text)
        depths.append(depths[-1] + _depth(text))
        lengths.append(lengths[-1] + len(text))
    last = piece.number + len(texts) - 1
    first = piece.number + 1
    skipped = f"; lines {first} to {last} are skipped" if last > first else f"; line {first} is skipped"
    return "\n".join(texts).strip().rstrip(",;"), skipped if last >= first else ""


def _depth(text: str) -> int:
    """Return how many more brackets are opened than closed."""
    return sum(_CHANGE.get(found[0], 0) for found in _BRACKET.finditer(text))
