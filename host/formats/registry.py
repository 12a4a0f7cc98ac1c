"""The formats that are recognised by their first line, and the forms in which puzzles are written.

Each format is a module with the interface :class:`.format.Format`. To add a format, add its module to ``FORMATS``.
"""

import re
from collections.abc import Iterator

from rowloom.host.formats import json_lines, lists, pzpr, sudoku_programs, tatham, unsupported
from rowloom.host.formats.format import Block, Form, Format
from rowloom.host.puzzles import GENRES, Puzzle
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.puzzles.text import Names, is_comment, is_whole
from rowloom.host.puzzles.text.lines import Fault, Line, Lines
from rowloom.host.puzzles.text.unwrap import is_link, unwrapped

__all__ = ["EXPECTED", "FORMATS", "FORMS", "begins", "read"]

EXPECTED = "a puzz.link URL, a game id such as '7x7t0:...' or '3x3:...', or a JSON object, one per line"
"""The most common formats, for messages about a line that is in no known format."""

FORMATS: tuple[Format, ...] = (unsupported, tatham, pzpr, json_lines, lists, sudoku_programs)
"""The formats in the order in which they are tried."""

_MARKS = re.compile(r"[:{?#<=/]|^\s*\[|pzprv3|[Ss]umo|N4Ig|^\s*[a-z]+,[0-9]", re.IGNORECASE)
"""In each of the formats, the first line of a puzzle contains one of these marks. Most other lines contain none of the
marks, so the formats need not be tried for those lines."""


def begins(line: str) -> bool:
    """Return whether a line of a text begins a puzzle in one of these formats, even if the puzzle is bad."""
    if _MARKS.search(line) is None or is_comment(line) or (is_whole(line) and not _holds_whole(line)):
        return False
    text = unwrapped(line)
    return any(one.begins(text) for one in FORMATS)


def read(line: Line, lines: Lines, names: Names, genre: str | None) -> Iterator[Puzzle | Fault]:
    """Yield the puzzles that begin in a line of one of these formats. Raises the same exceptions as
    :meth:`.Format.read`."""
    block = Block(unwrapped(line.text), line.number, lines, names, genre)
    return next(one for one in FORMATS if one.begins(block.text)).read(block)


def _holds_whole(line: str) -> bool:
    """Return whether a Sudoku in a line is part of a link or of a JSON object."""
    return is_whole(unwrapped(line)) and (is_link(line) or not line.lstrip()[:1].isalnum())


def _text(puzzle: Puzzle) -> str:
    return puzzle.write().rstrip("\n") + "\n"


def _line81(puzzle: Puzzle) -> str:
    if puzzle.rows != 9:
        raise ValueError(f"81 characters describe a 9x9 Sudoku, but this one is {puzzle.rows}x{puzzle.cols}")
    return "".join(str(digit or ".") for row in puzzle.clues for digit in row)


def _slink(puzzle: Puzzle) -> str:
    """Return a puzzle as a Slink without a name, in the form that the Slink judge reads."""
    full = Slink(puzzle.name, puzzle.rows, puzzle.cols, puzzle.clues)
    return full.write().rstrip("\n").partition("\n")[2]


FORMS: dict[str, Form] = {
    form.name: form
    for form in (
        Form("text", "Rowloom's own text of the genre", tuple(GENRES), _text, named=False, mixed=False),
        *pzpr.FORMS,
        *tatham.FORMS,
        Form("line81", "a Sudoku's 81 characters", (Sudoku.genre,), _line81, named=False),
        Form("slink", "the input of the Slink judge", (Slitherlink.genre, Slink.genre), _slink, named=False, end="0 0"),
        *json_lines.FORMS,
    )
}
"""The forms, by name."""
