"""Puzzles of any genre on one line: URLs, game ids and JSON objects."""

from rowloom.host.puzzles import json_lines, tatham, urls
from rowloom.host.puzzles.lines import Fault, Line
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.text import is_comment

__all__ = ["EXPECTED", "is_one", "read"]

EXPECTED = "a puzz.link URL, a game id such as '7x7t0:...' or '3x3:...', or a JSON object, one a line"
"""What a line should hold, for messages."""

_FORMS = ((tatham.is_game_id, tatham.read), (urls.is_url, urls.read), (json_lines.is_object, json_lines.read))
"""How a form is known, and how it is read."""


def is_one(line: str) -> bool:
    """Return whether the line is of one of these forms, whatever it holds."""
    # Most lines of other texts have none of these: that is known sooner than the forms are tried.
    if not (":" in line or "{" in line or "?" in line or "#" in line):
        return False
    line = line.lstrip()
    return not is_comment(line) and any(is_form(line) for is_form, _ in _FORMS)


def read(line: Line, name: str) -> Puzzle:
    """Return the puzzle in a line of one of these forms; :class:`Fault` if it holds none."""
    text = line.text.strip()
    read_form = next(read_form for is_form, read_form in _FORMS if is_form(text))
    try:
        return read_form(text, name, line.number)
    except ValueError as error:
        raise Fault(str(error), line.number) from error
