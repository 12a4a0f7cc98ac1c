"""OpenSudoku's files: XML in which each ``game`` has a Sudoku as its ``data``."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from rowloom.host.formats.piece import Piece
from rowloom.host.puzzles.lines import Fault
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.text import WHOLE, quoted

__all__ = ["begins", "read"]

_TAG = re.compile(r"</?[a-z?!]", re.IGNORECASE)
_DECLARATION = re.compile(r"<!(?!--|\[CDATA)")
"""A declaration, which may define entities."""
_ROOT = "opensudoku"
_CELL = re.compile(r"([0-9])\|[^|]*\|([01])\|")
"""In files with what a player has done: the digit, notes, and whether it is no given."""


def begins(text: str) -> bool:
    """Return whether the line is one of XML or HTML."""
    return _TAG.match(text) is not None


def read(piece: Piece) -> Iterator[Puzzle | Fault]:
    """Yield the puzzles of the games, a fault in place of each bad one; ValueError if it is another file."""
    parser: XMLPullParser[Any] = XMLPullParser(("start", "end"))
    root, count = "", 0
    try:
        for text in chain([piece.text], piece.lines.below(lambda text: True)):
            if _DECLARATION.search(text):
                raise ValueError("XML with declarations is not read here")
            parser.feed(f"{text}\n")
            for event, element in cast(Iterator[tuple[str, Element]], parser.read_events()):
                root = root or element.tag
                if root != _ROOT:
                    raise ValueError(f"XML of {quoted(root)} is not read here, only files of OpenSudoku")
                if event == "end" and element.tag == "game":
                    count += 1
                    yield _puzzle(element.get("data", ""), piece)
                    element.clear()
                elif event == "end" and element.tag == _ROOT:
                    if count == 0:
                        raise ValueError("there is no game in this file of OpenSudoku")
                    return
        raise ValueError("this XML ends before its root does")
    except (ParseError, ValueError) as error:
        for _ in piece.lines.below(lambda text: begins(text.strip())):
            pass
        raise ValueError(str(error)) from error


def _puzzle(data: str, piece: Piece) -> Puzzle | Fault:
    """Return the puzzle of a game."""
    cells = "".join("." if free == "1" else digit for digit, free in _CELL.findall(data)) or data.strip()
    if not WHOLE.fullmatch(cells):
        return Fault(f"expected 81 cells in a game of OpenSudoku, found {len(cells)}", piece.number)
    try:
        return piece.sudoku(cells)
    except ValueError as error:
        return Fault(str(error), piece.number)
