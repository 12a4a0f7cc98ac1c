"""The puzzle genres: each a module that knows its rules, its text format and its form on the wire.

A genre is added by writing its module (see :class:`Genre` for what it must hold) and naming it in ``GENRES``.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from rowloom.host.puzzles import slitherlink, sudoku
from rowloom.host.puzzles.drawing import Drawing
from rowloom.host.puzzles.text import PuzzleError, first_content, quoted

__all__ = ["GENRES", "Genre", "PuzzleError", "Solution", "genre", "read"]

Solution = Sequence[Any]
"""Row by row; what a row is, the genre knows."""


class Genre(Protocol):
    """What a genre's module holds.

    Its puzzles are immutable values with at least ``genre``, ``name``, ``rows``, ``cols`` and ``line``; a
    solution is a tuple with something for each row that JSON can hold. A genre whose puzzles can be too large for one
    message of the link protocol also has ``cells``, see :func:`rowloom.host.puzzles.sudoku.cells`.
    """

    GENRE: str
    GENRE_ID: int

    EXPECTED: str
    """What a text should hold, for messages."""

    MOST_IN_TERMINAL: int
    """The most rows, and the most columns, that ``render`` is for."""

    def read(self, text: str, source: str) -> Iterator[Any]:
        """The text's puzzles in order, a :class:`PuzzleError` in the place of each bad one."""

    def looks_like_one(self, text: str) -> bool:
        """Whether the first line, comments aside, may be the first of a puzzle."""

    def write(self, puzzle: Any) -> str:
        """The puzzle as text that ``read`` understands."""

    def encode(self, puzzle: Any) -> bytes:
        """The puzzle as the link protocol carries it."""

    def decode_solution(self, rows: int, cols: int, data: bytes) -> Solution:
        """A solution as the link protocol carries it; ValueError if it cannot be one."""

    def turned(self, puzzle: Any) -> Any:
        """The puzzle turned by 90 degrees: it may fit a build that it does not fit upright."""

    def turned_back(self, solution: Solution) -> Solution:
        """What a solution of the turned puzzle is for the puzzle itself."""

    def verify(self, puzzle: Any, solution: Solution) -> list[str]:
        """How the solution breaks the rules, in plain words; empty if it is right."""

    def parse_solution(self, value: object) -> Solution:
        """A solution from what JSON holds; ValueError if it is none."""

    def read_solutions(self, text: str) -> Iterator[Solution]:
        """What may be solutions in a text of the genre's own form."""

    def drawing(self, puzzle: Any, solution: Solution | None = None) -> Drawing:
        """What a picture shows, whatever it is drawn with."""

    def render(self, puzzle: Any, solution: Solution | None = None, colour: bool = False) -> str:
        """A picture for the terminal."""


GENRES: dict[str, Genre] = {module.GENRE: module for module in (slitherlink, sudoku)}


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


def read(text: str, source: str, genre_name: str | None = None) -> Iterator[Any]:
    """All puzzles in a text, in order; a bad one yields its error, and reading goes on behind it.

    Parameters
    ----------
    text : str
        What was read from a file or from standard input.
    source : str
        Where it came from, for messages and for the names of puzzles that have none.
    genre_name : str, optional
        Whose format it is; found from the text, if it is not said.

    Yields
    ------
    puzzle or PuzzleError
        At least one: a text without any puzzle yields an error that says so.
    """
    found = genre(genre_name) if genre_name else _genre_of(text, source)
    if found is not None:
        return found.read(text, source)
    expected = " or ".join(f"{one.EXPECTED} ({one.GENRE.capitalize()})" for one in GENRES.values())
    first = first_content(text)
    met = f", found {quoted(first)}" if first else ""
    return iter([PuzzleError(f"no puzzle in {source}: expected {expected}{met}", source)])


def _genre_of(text: str, source: str) -> Genre | None:
    """The genre whose first puzzle the text begins with; failing that, one that finds a puzzle anywhere in it."""
    likely = [one for one in GENRES.values() if one.looks_like_one(text)]
    if len(likely) == 1:
        return likely[0]
    good = (one for one in likely or GENRES.values() if _any_good(one.read(text, source)))
    return next(good, next(iter(likely), None))


def _any_good(found: Iterator[Any]) -> bool:
    return any(not isinstance(puzzle, PuzzleError) for puzzle in found)
