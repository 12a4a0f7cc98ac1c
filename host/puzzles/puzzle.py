"""The types of puzzles and genres."""

from collections.abc import Collection, Iterable, Iterator
from typing import Protocol, TypeVar

from rowloom.host.drawing.drawing import Cell, Drawing
from rowloom.host.puzzles.text import PuzzleError
from rowloom.host.puzzles.text.lines import Lines

__all__ = ["BoardGenre", "BoardGenreOf", "Clues", "Genre", "GenreOf", "Puzzle", "Solution"]

Clues = tuple[tuple[int | None, ...], ...]
"""The clues row by row, None for a cell without one."""

Solution = tuple[str, ...] | tuple[tuple[int, ...], ...]
"""The rows of a solution: digits for Sudoku, "1" and "0" for every other genre."""


class Puzzle(Protocol):
    """A puzzle of any genre: an immutable value.

    ``title`` is the genre's name for people, ``rule`` the genre's short rules. There are 1 to 255 rows and columns. A
    Sudoku's clues are its givens. ``line`` is the number of the puzzle's first line in its file.
    """

    @property
    def genre(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...
    @property
    def clues(self) -> Clues: ...
    @property
    def line(self) -> int | None: ...


P = TypeVar("P", bound=Puzzle)
S = TypeVar("S", bound=Solution)


class GenreOf(Protocol[P, S]):
    """A genre: the class ``P`` of its puzzles; ``S`` is the type of its solutions.

    The methods may be called with a puzzle of another class as the first argument.
    """

    genre: str
    title: str
    rule: str
    unknown: bool
    """The genre has clues of unknown value."""

    def from_clues(self, name: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]], line: int, /) -> P:
        """Return the puzzle with these clues; ValueError if they are invalid."""

    def read(self, text: str, source: str) -> Iterator[P | PuzzleError]:
        """Yield the text's puzzles in order, and a :class:`PuzzleError` in place of each bad one."""

    def take(self, lines: Lines, name: str) -> P | None:
        """Remove the lines of the next puzzle and return it; see :func:`.text.puzzles_in`."""

    def looks_like_one(self, text: str) -> bool:
        """Return whether the first line, comments aside, may be the first of a puzzle."""

    def write(self, puzzle: P, /) -> str:
        """Return the puzzle as text that ``read`` understands."""

    def verify(self, puzzle: P, solution: S, /) -> list[str]:
        """Return the violations of the rules, in plain words; empty if the solution is right."""

    def parse_solution(self, value: object) -> S:
        """Return the solution in a JSON value; ValueError if it is not a solution."""

    def read_solutions(self, text: str) -> Iterator[S]:
        """Yield the possible solutions in a text of the genre's own format."""

    def drawing(self, puzzle: P, solution: S | None = None, /) -> Drawing:
        """Return the contents of a picture, independent of how it is drawn."""


class BoardGenreOf(GenreOf[P, S], Protocol):
    """A genre that boards solve: it has gateware, or its puzzles are also puzzles of such a genre.

    If puzzles can be too large for one message of the link protocol, the genre also has ``in_cells`` and
    ``decode_cells``, see :mod:`rowloom.host.puzzles.sudoku`.
    """

    clues_follow: bool
    """A cell's clue follows from the solution, so the link protocol need not carry it."""

    def encode(self, puzzle: P, /) -> bytes:
        """Encode the puzzle as in docs/develop/protocol.md: a bit for each cell that has a clue, then the clues."""

    def solution_bytes(self, puzzle: P, /) -> int:
        """Return the length of an encoded solution."""

    def decode_solution(self, puzzle: P, data: bytes, /) -> S:
        """Decode a solution of the puzzle; ValueError if it is invalid."""

    def encode_solution(self, solution: S) -> bytes:
        """Encode a solution for the link protocol."""

    def with_clues_at(self, puzzle: P, cells: Collection[Cell], /) -> P:
        """Return the puzzle with the clues in these cells only, as a puzzle of this genre."""

    def turned(self, puzzle: P, /) -> P:
        """Return the puzzle turned by 90 degrees; it may fit a build that is too small for the upright puzzle."""

    def turned_back(self, solution: S) -> S:
        """Return the upright puzzle's solution from that of the turned puzzle."""


Genre = GenreOf[Puzzle, Solution]
"""A genre looked up by name. It accepts only its own puzzles and solutions, which the type cannot express."""

BoardGenre = BoardGenreOf[Puzzle, Solution]
"""A genre with gateware, looked up by name."""
