"""The forms that their first line tells: links, game ids, JSON, and the files of other programs.

A form is a module, a :class:`.piece.KnownForm`; to add one, write it and name it in ``KNOWN``.
"""

import re
from collections.abc import Iterator

from rowloom.host.formats import (
    hodoku,
    json_lines,
    lists,
    open_sudoku,
    pzprv3,
    sections,
    strangers,
    tatham,
    urls,
)
from rowloom.host.formats.piece import KnownForm, Piece
from rowloom.host.puzzles.lines import Fault, Line, Lines
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.text import Names, is_comment, is_whole
from rowloom.host.puzzles.unwrap import is_link, unwrapped

__all__ = ["EXPECTED", "KNOWN", "begins", "read"]

EXPECTED = "a puzz.link URL, a game id such as '7x7t0:...' or '3x3:...', or a JSON object, one a line"
"""The forms of a line, for messages."""

KNOWN: tuple[KnownForm, ...] = (
    strangers, pzprv3, tatham, hodoku, urls, json_lines, lists, open_sudoku, sections,
)  # fmt: skip
"""In the order in which they are tried."""

_MARKS = re.compile(r"[:{?#<=/]|^\s*\[|pzprv3|[Ss]umo", re.IGNORECASE)
"""Most lines of other texts have none of these: that is known sooner than the forms are tried."""


def begins(line: str) -> bool:
    """Return whether a line of a text is the first of one of these forms, whatever it holds."""
    if _MARKS.search(line) is None or is_comment(line) or (is_whole(line) and not _holds_whole(line)):
        return False
    text = unwrapped(line)
    return any(form.begins(text) for form in KNOWN)


def read(line: Line, lines: Lines, names: Names, genre: str | None) -> Iterator[Puzzle | Fault]:
    """Yield the puzzles in a line of one of these forms and those below that belong to it; errors as by a form.

    ``genre`` is the wanted genre.
    """
    piece = Piece(unwrapped(line.text), line.number, lines, names, genre)
    form = next(form for form in KNOWN if form.begins(piece.text))
    return form.read(piece)


def _holds_whole(line: str) -> bool:
    """Return whether a line with a Sudoku in it is of one of these forms all the same: a link or an object with it."""
    return is_whole(unwrapped(line)) and (is_link(line) or not line.lstrip()[:1].isalnum())
