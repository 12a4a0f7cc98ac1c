"""The puzzle genres: each a module that knows its rules, its text format and its form on the wire.

A genre is added by writing its module (see :class:`Genre` for what it must hold) and naming it in ``GENRES``.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from rowloom.host.puzzles import slitherlink
from rowloom.host.puzzles.drawing import Drawing
from rowloom.host.puzzles.text import PuzzleError

__all__ = ["GENRES", "Genre", "PuzzleError", "genre", "read"]


class Genre(Protocol):
    """What a genre's module holds.

    Its puzzles are immutable values with at least ``genre``, ``name``, ``rows``, ``cols`` and ``line``; a
    solution is a sequence of str, one a row.
    """

    GENRE: str
    GENRE_ID: int

    def read(self, text: str, source: str) -> Iterator[Any]:
        """The text's puzzles in order, a :class:`PuzzleError` in the place of each bad one."""

    def write(self, puzzle: Any) -> str:
        """The puzzle as text that ``read`` understands."""

    def encode(self, puzzle: Any) -> bytes:
        """The puzzle as the link protocol carries it."""

    def decode_solution(self, rows: int, cols: int, data: bytes) -> tuple[str, ...]:
        """A solution as the link protocol carries it; ValueError if it cannot be one."""

    def turned(self, puzzle: Any) -> Any:
        """The puzzle turned by 90 degrees: it may fit a build that it does not fit upright."""

    def turned_back(self, solution: Sequence[str]) -> tuple[str, ...]:
        """What a solution of the turned puzzle is for the puzzle itself."""

    def verify(self, puzzle: Any, solution: Sequence[str]) -> list[str]:
        """How the solution breaks the rules, in plain words; empty if it is right."""

    def drawing(self, puzzle: Any, solution: Sequence[str] | None = None) -> Drawing:
        """What a picture shows, whatever it is drawn with."""

    def render(self, puzzle: Any, solution: Sequence[str] | None = None, colour: bool = False) -> str:
        """A picture for the terminal."""


GENRES: dict[str, Genre] = {module.GENRE: module for module in (slitherlink,)}


def genre(name: str) -> Genre:
    """The genre of that name.

    Raises
    ------
    ValueError
        If there is none.
    """
    if name not in GENRES:
        raise ValueError(f"there is no genre '{name}'; there are: {', '.join(GENRES)}")
    return GENRES[name]


def read(text: str, source: str, genre_name: str = slitherlink.GENRE) -> Iterator[Any]:
    """All puzzles in a text, in order; a bad one yields its error, and reading goes on behind it.

    Parameters
    ----------
    text : str
        What was read from a file or from standard input.
    source : str
        Where it came from, for messages and for the names of puzzles that have none.
    genre_name : str
        Whose format it is.

    Yields
    ------
    puzzle or PuzzleError
        At least one: a text without any puzzle yields an error that says so.
    """
    return genre(genre_name).read(text, source)
