"""The types of puzzles and genres."""

from collections.abc import Collection, Iterable, Iterator
from typing import Protocol, TypeVar

from rowloom.host.drawing.drawing import Cell, Drawing
from rowloom.host.puzzles.text import PuzzleError
from rowloom.host.puzzles.text.lines import Lines

__all__ = ["BoardGenre", "BoardGenreOf", "Clues", "Genre", "GenreOf", "Puzzle", "Solution"]

Clues = tuple[tuple[int | None, ...], ...]
"""Row by row, None for a cell without one."""

Solution = tuple[str, ...] | tuple[tuple[int, ...], ...]
"""A solution row by row: of Sudoku the digits, of every other genre "1" and "0"."""


class Puzzle(Protocol):
    """A puzzle of any genre: an immutable value.

    Its ``title`` is the genre's name for people, its ``rule`` the genre's rules in short. It has 1 to 255 rows and
    columns. A cell without a clue has None; a Sudoku's clues are its givens. ``line`` is the number of its first line
    in the file that it came from.
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
G = TypeVar("G", bound=Puzzle)
S = TypeVar("S", bound=Solution)


class GenreOf(Protocol[P, S]):
    """A genre: the class ``P`` of its puzzles; ``S`` is the type of its solutions.

    The functions of a puzzle are the class's methods, which a puzzle of another class may be passed to.
    """

    genre: str
    title: str
    rule: str
    unknown: bool
    """It has clues of unknown value."""

    def from_clues(self, name: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]], line: int, /) -> P:
        """Return the puzzle with these clues; ValueError if they do not fit it."""

    def read(self, text: str, source: str) -> Iterator[P | PuzzleError]:
        """Yield the text's puzzles in order, a :class:`PuzzleError` in the place of each bad one."""

    def take(self, lines: Lines, name: str) -> P | None:
        """Remove the lines of the puzzle that comes next and return it; see :func:`.text.puzzles_in`."""

    def looks_like_one(self, text: str) -> bool:
        """Return whether the first line, comments aside, may be the first of a puzzle."""

    def write(self, puzzle: P, /) -> str:
        """Return the puzzle as text that ``read`` understands."""

    def verify(self, puzzle: P, solution: S, /) -> list[str]:
        """Return how the solution breaks the rules, in plain words; empty if it is right."""

    def parse_solution(self, value: object) -> S:
        """Return the solution in a JSON value; ValueError if it is none."""

    def read_solutions(self, text: str) -> Iterator[S]:
        """Yield what may be solutions in a text of the genre's own format."""

    def drawing(self, puzzle: P, solution: S | None = None, /) -> Drawing:
        """Return what a picture shows, independent of how it is drawn."""


class BoardGenreOf(GenreOf[P, S], Protocol):
    """A genre that boards solve: it has gateware, or its puzzles are also puzzles of such a genre.

    A genre whose puzzles can be too large for one message of the link protocol also has ``in_cells`` and
    ``decode_cells``, see :mod:`rowloom.host.puzzles.sudoku`.
    """

    clues_follow: bool
    """The clue of a cell follows from a solution, so that the link protocol need not carry it as well."""

    def encode(self, puzzle: P, /) -> bytes:
        """Encode the puzzle as in docs/develop/protocol.md: a bit for each cell that has a clue, then the clues."""

    def solution_bytes(self, puzzle: P, /) -> int:
        """Return the length of a solution as the link protocol carries it."""

    def decode_solution(self, puzzle: P, data: bytes, /) -> S:
        """Return a solution of the puzzle from its form in the link protocol; ValueError if it cannot be one."""

    def encode_solution(self, solution: S) -> bytes:
        """Return a solution as the link protocol carries it."""

    def with_clues_at(self, puzzle: P, cells: Collection[Cell], /) -> P:
        """Return the puzzle with the clues in these cells only: one of this genre in any case."""

    def turned(self, puzzle: P, /) -> P:
        """Return the puzzle turned by 90 degrees: it may fit a build that it does not fit upright."""

    def turned_back(self, solution: S) -> S:
        """Return a solution of the turned puzzle as one of the puzzle itself."""


Genre = GenreOf[Puzzle, Solution]
"""A genre looked up by name: it takes only its own puzzles and solutions, which the type cannot express."""

BoardGenre = BoardGenreOf[Puzzle, Solution]
"""A genre looked up by name that gateware is made for."""
