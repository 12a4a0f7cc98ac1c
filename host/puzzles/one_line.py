"""Texts with one puzzle a line, of any genres: URLs, game ids and JSON objects."""

from collections.abc import Iterator

from rowloom.host.puzzles import json_lines, tatham, urls
from rowloom.host.puzzles.puzzle import Puzzle
from rowloom.host.puzzles.text import Lines, PuzzleError, contents, puzzles_in, quoted

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
    """Yield the text's puzzles in order, and an error in place of each one that is bad or not of the ``genre``."""

    def take(lines: Lines, name: str) -> Puzzle:
        line, content = lines.popleft()
        content = content.strip()
        form = next((read_one for is_one, read_one in _FORMS if is_one(content)), None)
        if form is None:
            raise ValueError(f"expected {EXPECTED}, found {quoted(content)}")
        puzzle = form(content, name, line)
        if genre not in (None, puzzle.genre):
            raise ValueError(f"expected a puzzle of the genre {genre}, found one of {puzzle.genre}")
        return puzzle

    return puzzles_in(text, source, take, EXPECTED)
