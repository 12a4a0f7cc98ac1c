"""Sudokus in the files of programs: the library of HoDoKu, files of OpenSudoku, and files with sections.

In the library of HoDoKu, a puzzle is a line of fields between colons. The third field is the grid, in which a plus sign
precedes each digit that is not a given. Files of OpenSudoku are XML; the attribute ``data`` of each ``game`` contains a
Sudoku. In files with sections, the rows below the heading ``[Puzzle]`` are read as if there were no heading. The text
below any other heading, such as ``[State]``, is skipped up to the next blank line.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from rowloom.host.formats.format import Block
from rowloom.host.puzzles import Puzzle
from rowloom.host.puzzles.text import WHOLE, quoted
from rowloom.host.puzzles.text.lines import Fault

__all__ = ["begins", "read"]

_HODOKU = re.compile(r":[0-9x]{4}(?:-[0-9]+)?:[^:]*:")
_SOLVED = re.compile(r"\+[1-9]")

_SECTION = re.compile(r"\[[A-Za-z][A-Za-z ]*\]")

_TAG = re.compile(r"</?[a-z?!]", re.IGNORECASE)
_DECLARATION = re.compile(r"<!(?!--|\[CDATA)")
"""A declaration in XML. Such files are rejected, because a small declaration may define huge entities."""
_ROOT = "opensudoku"
_CELL = re.compile(r"([0-9])\|[^|]*\|([01])\|")
"""A cell in those files of OpenSudoku that contain a player's digits: the digit, the notes, and a field that is 0 if
the digit is a given."""


def begins(text: str) -> bool:
    """Return whether the line is a line of HoDoKu's library, the heading of a section, XML or HTML."""
    return bool(_HODOKU.match(text) or _SECTION.fullmatch(text) or _TAG.match(text))


def read(block: Block) -> Iterator[Puzzle | Fault]:
    """Yield the puzzles, and a fault for each bad puzzle; ValueError if the line or the file contains no puzzle."""
    if _HODOKU.match(block.text):
        yield _of_hodoku(block)
    elif not _SECTION.fullmatch(block.text):
        yield from _games(block)
    elif block.text.lower() != "[puzzle]":
        block.skip(lambda text: text and not _SECTION.fullmatch(text.strip()))


def _of_hodoku(block: Block) -> Puzzle:
    """Read a line of HoDoKu's library; return its puzzle, without the digits that are not givens."""
    grid = block.text.split(":")[3].strip()
    cells = _SOLVED.sub(".", grid)
    if not WHOLE.fullmatch(cells):
        raise ValueError(f"expected the 81 cells of a Sudoku in a line of HoDoKu's library, found {len(cells)}")
    return block.sudoku(cells)


def _games(block: Block) -> Iterator[Puzzle | Fault]:
    """Yield the puzzles in an OpenSudoku file."""
    parser: XMLPullParser[Any] = XMLPullParser(("start", "end"))
    root, count = "", 0
    try:
        for text in chain([block.text], block.lines.below(lambda text: True)):
            if _DECLARATION.search(text):
                raise ValueError("XML with declarations is not supported")
            parser.feed(f"{text}\n")
            for event, element in cast(Iterator[tuple[str, Element]], parser.read_events()):
                root = root or element.tag
                if root != _ROOT:
                    raise ValueError(f"XML of {quoted(root)} is not supported, only files of OpenSudoku")
                if event == "end" and element.tag == "game":
                    count += 1
                    yield _game(element.get("data", ""), block)
                    element.clear()
                elif event == "end" and element.tag == _ROOT:
                    if count == 0:
                        raise ValueError("there is no game in this file of OpenSudoku")
                    return
        raise ValueError("this XML has no end tag for its root")
    except (ParseError, ValueError) as error:
        block.skip(lambda text: _TAG.match(text.strip()))
        raise ValueError(str(error)) from error


def _game(data: str, block: Block) -> Puzzle | Fault:
    """Return the puzzle of a game."""
    cells = "".join("." if free == "1" else digit for digit, free in _CELL.findall(data)) or data.strip()
    if not WHOLE.fullmatch(cells):
        return Fault(f"expected 81 cells in a game of OpenSudoku, found {len(cells)}", block.number)
    try:
        return block.sudoku(cells)
    except ValueError as error:
        return Fault(str(error), block.number)
