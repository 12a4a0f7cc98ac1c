"""The types of puzzles and genres."""

from collections.abc import Collection, Iterable, Iterator
from typing import Protocol, TypeVar

from rowloom.host.drawing.drawing import Cell, Drawing
from rowloom.host.puzzles.text import PuzzleError
from rowloom.host.puzzles.text.lines import Lines

__all__ = ["BoardGenre", "BoardGenreOf", "Clues", "Genre", "GenreOf", "Puzzle", "Solution"]

Clues = tuple[tuple[int | None, ...], ...]
"""The clues, row by row; None for a cell without a clue."""

Solution = tuple[str, ...] | tuple[tuple[int, ...], ...]
"""The rows of a solution: digits for Sudoku, "1" and "0" for every other genre."""


class Puzzle(Protocol):
    """A puzzle of any genre. It is an immutable value.

    ``title`` is the genre's name for people, and ``rule`` describes its rules in short. A puzzle has 1 to 255 rows and
    1 to 255 columns. The clues of a Sudoku are its givens. ``line`` is the number of the puzzle's first line in its
    file.
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
    """A genre, which is the class ``P`` of its puzzles. ``S`` is the type of its solutions.

    Methods are called on the class, and the first argument may be a puzzle of another class.
    """

    genre: str
    title: str
    rule: str
    unknown: bool
    """True if the genre has clues of unknown value."""

    def from_clues(self, name: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]], line: int, /) -> P:
        """Return the puzzle with these clues; ValueError if they are invalid."""

    def read(self, text: str, source: str) -> Iterator[P | PuzzleError]:
        """Yield the puzzles of a text in order, and a :class:`PuzzleError` in place of each bad puzzle."""

    def take(self, lines: Lines, name: str) -> P | None:
        """Remove the lines of the next puzzle and return it; see :func:`.text.puzzles_in`."""

    def looks_like_one(self, text: str) -> bool:
        """Return whether the first line that is not a comment may be the first line of a puzzle."""

    def write(self, puzzle: P, /) -> str:
        """Return the puzzle as a text that ``read`` can read."""

    def verify(self, puzzle: P, solution: S, /) -> list[str]:
        """Return the violations of the rules in plain words, or an empty list if the solution is right."""

    def parse_solution(self, value: object) -> S:
        """Return the solution that a JSON value represents; ValueError if it represents none."""

    def read_solutions(self, text: str) -> Iterator[S]:
        """Yield what may be solutions in a text in the genre's own format."""

    def drawing(self, puzzle: P, solution: S | None = None, /) -> Drawing:
        """Return the contents of a picture, which do not depend on how it is drawn."""


class BoardGenreOf(GenreOf[P, S], Protocol):
    """A genre that boards solve: it has gateware, or its puzzles are also puzzles of a genre with gateware.

    If its puzzles can be too large for one message of the link protocol, the genre also has ``in_cells`` and
    ``decode_cells``; see :mod:`rowloom.host.puzzles.sudoku`.
    """

    clues_follow: bool
    """True if the clue of a cell follows from the solution, so that the link protocol need not carry the clue."""

    def encode(self, puzzle: P, /) -> bytes:
        """Encode the puzzle as in docs/develop/protocol.md: for each cell, a bit that is set if it has a clue; then the
        clues."""

    def solution_bytes(self, puzzle: P, /) -> int:
        """Return the length of an encoded solution."""

    def decode_solution(self, puzzle: P, data: bytes, /) -> S:
        """Decode a solution of the puzzle; ValueError if it is invalid."""

    def encode_solution(self, solution: S) -> bytes:
        """Encode a solution for the link protocol."""

    def with_clues_at(self, puzzle: P, cells: Collection[Cell], /) -> P:
        """Return the puzzle with only the clues in these cells, as a puzzle of this genre."""

    def turned(self, puzzle: P, /) -> P:
        """Return the puzzle turned by 90 degrees. It may fit a build that is too small for the upright puzzle."""

    def turned_back(self, solution: S) -> S:
        """Return the solution of the upright puzzle if this is the solution of the turned puzzle."""


Genre = GenreOf[Puzzle, Solution]
"""A genre looked up by its name. It accepts only its own puzzles and solutions, but the type cannot express this."""

BoardGenre = BoardGenreOf[Puzzle, Solution]
"""A genre with gateware, which is looked up by its name."""
