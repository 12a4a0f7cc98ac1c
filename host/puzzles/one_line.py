"""Texts with one puzzle a line, of any genres: URLs, game ids and JSON objects."""

from collections.abc import Iterator

from rowloom.host.puzzles import json_lines, tatham, urls
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.text import PuzzleError, contents, default_name, is_comment, lines_of, name_in, quoted

__all__ = ["EXPECTED", "looks_like_one", "read"]

EXPECTED = "a puzz.link URL, a game id such as '7x7t0:...' or '3x3:...', or a JSON object, one a line"
"""What a text should hold, for messages."""

_FORMS = ((tatham.is_game_id, tatham.read), (urls.is_url, urls.read), (json_lines.is_object, json_lines.read))
"""How a form is known, and how it is read."""


def looks_like_one(text: str) -> bool:
    """Return whether the first line, comments aside, is of one of these forms."""
    first = (contents(text) or [""])[0]
    return any(is_one(first) for is_one, _ in _FORMS)


def read(text: str, source: str, genre: str | None = None) -> Iterator[Puzzle | PuzzleError]:
    """Yield the text's puzzles in order, and a :class:`PuzzleError` in place of each bad one.

    The first of the comment lines before a puzzle is its name, if it has none of its own.

    Parameters
    ----------
    text, source : str
        The text, and where it came from.
    genre : str, optional
        Puzzles of other genres are errors.
    """
    name, number, commented = "", 0, False
    for line, content in enumerate(map(str.strip, lines_of(text)), 1):
        if is_comment(content):
            name = name if commented else name_in(content)
        elif content:
            number += 1
            yield _puzzle(content, source, line, name or default_name(source, number), genre)
            name = ""
        commented = is_comment(content)


def _puzzle(content: str, source: str, line: int, name: str, genre: str | None) -> Puzzle | PuzzleError:
    """Return the puzzle on a line, or what is wrong with it."""
    form = next((read_one for is_one, read_one in _FORMS if is_one(content)), None)
    if form is None:
        return PuzzleError(f"expected {EXPECTED}, found {quoted(content)}", source, line, name)
    try:
        puzzle = form(content, name, line)
    except ValueError as error:
        return PuzzleError(str(error), source, line, name)
    if genre not in (None, puzzle.genre):
        return PuzzleError(f"expected a puzzle of the genre {genre}, found one of {puzzle.genre}", source, line, name)
    return puzzle
