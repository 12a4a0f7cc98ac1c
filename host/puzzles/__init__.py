"""The puzzle genres: each a module that knows its rules, its text format and, if boards solve it, its form on the wire.

A genre is added by writing its module (see :class:`Genre` for what it must hold) and naming it in ``GENRES``; one that
gateware solves also is a :class:`BoardGenre` and is named in ``BOARD_GENRES``.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from rowloom.host.puzzles import canal, one_line, slink, slitherlink, smullyan, sudoku
from rowloom.host.puzzles.drawing import Drawing
from rowloom.host.puzzles.text import PuzzleError, contents, quoted

__all__ = ["BOARD_GENRES", "GENRES", "BoardGenre", "Genre", "PuzzleError", "Solution", "genre", "read"]

Solution = Sequence[Any]
"""Row by row; what a row is, the genre knows."""


class Genre(Protocol):
    """What a genre's module holds.

    Its puzzles are immutable values with at least ``genre``, ``name``, ``rows``, ``cols`` and ``line``; a
    solution is a tuple with something for each row that JSON can hold.
    """

    GENRE: str

    MOST_IN_TERMINAL: int
    """The most rows, and the most columns, that ``render`` is for."""

    def read(self, text: str, source: str) -> Iterator[Any]:
        """The text's puzzles in order, a :class:`PuzzleError` in the place of each bad one."""

    def looks_like_one(self, text: str) -> bool:
        """Whether the first line, comments aside, may be the first of a puzzle."""

    def write(self, puzzle: Any) -> str:
        """The puzzle as text that ``read`` understands."""

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


class BoardGenre(Genre, Protocol):
    """What the module of a genre holds besides, if gateware solves it.

    A genre whose puzzles can be too large for one message of the link protocol also has ``cells``, see
    :func:`rowloom.host.puzzles.sudoku.cells`.
    """

    GENRE_ID: int
    """The genre's number in the link protocol."""

    def encode(self, puzzle: Any) -> bytes:
        """The puzzle as the link protocol carries it."""

    def decode_solution(self, rows: int, cols: int, data: bytes) -> Solution:
        """A solution as the link protocol carries it; ValueError if it cannot be one."""

    def turned(self, puzzle: Any) -> Any:
        """The puzzle turned by 90 degrees: it may fit a build that it does not fit upright."""

    def turned_back(self, solution: Solution) -> Solution:
        """What a solution of the turned puzzle is for the puzzle itself."""


BOARD_GENRES: dict[str, BoardGenre] = {module.GENRE: module for module in (slitherlink, sudoku)}
"""The genres that boards solve, by name."""

_EXPECTED = (
    f"a size line 'rows cols' and the rows under it; for a Sudoku {sudoku.EXPECTED}; or {one_line.EXPECTED}"
)
"""What a text should hold, for messages."""

GENRES: dict[str, Genre] = {**BOARD_GENRES, **{module.GENRE: module for module in (slink, smullyan, canal)}}
"""All genres, by name."""


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
        Whose text it is; found from the text, if it is not said. Where each line is a puzzle, such as a URL, those of
        other genres are errors then.

    Yields
    ------
    puzzle or PuzzleError
        At least one: a text without any puzzle yields an error that says so.
    """
    told = genre(genre_name) if genre_name else None
    if one_line.looks_like_one(text):
        return one_line.read(text, source, genre_name)
    found = [told] if told else _genres_of(text, source)
    if len(found) == 1:
        return found[0].read(text, source)
    if found:
        names = " or ".join(f"'{one.GENRE}'" for one in found)
        message = f"{source} may be {names}: tell which by --genre, or by the word in front of the sizes in the file"
        return iter([PuzzleError(message, source)])
    found_instead = contents(text)
    met = f", found {quoted(found_instead[0])}" if found_instead else ""
    return iter([PuzzleError(f"no puzzle in {source}: expected {_EXPECTED}{met}", source)])


def _genres_of(text: str, source: str) -> list[Genre]:
    """The genre whose first puzzle the text begins with; several if that cannot be told, none if it is no puzzle.

    Where it is not clear, it is the one for which the least of the text is bad. Of equals, it is the one whose name is
    in the name of the file or of its folder. Where none looks likely, it is the first that finds most.
    """
    likely = [one for one in GENRES.values() if one.looks_like_one(text)]
    if len(likely) == 1:
        return likely
    shares = {one.GENRE: _good_share(list(one.read(text, source))) for one in likely or GENRES.values()}
    best = max(shares.values())
    if best == 0:
        return likely[:1]
    equals = [GENRES[name] for name, share in shares.items() if share == best]
    place = "/".join(Path(source).parts[-2:]).lower()
    return [one for one in equals if one.GENRE in place] or (equals if likely else equals[:1])


def _good_share(found: list[Any]) -> float:
    return sum(not isinstance(puzzle, PuzzleError) for puzzle in found) / len(found)
