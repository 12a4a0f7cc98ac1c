"""The base class of the puzzles of all genres."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import ClassVar, Self, TextIO

from rowloom.host.drawing.drawing import Cell, Drawing
from rowloom.host.drawing.pictures import in_notebook
from rowloom.host.puzzles.text import PuzzleError, in_rows, puzzles_in
from rowloom.host.puzzles.text.lines import Lines

__all__ = ["Clues", "Puzzle", "Solution", "grid_cells"]

Clues = tuple[tuple[int | None, ...], ...]
"""The clues, row by row; None for a cell without a clue."""

Solution = tuple[str, ...] | tuple[tuple[int, ...], ...]
"""The rows of a solution: digits for Sudoku, "1" and "0" for every other genre."""


@lru_cache(4)
def grid_cells(rows: int, cols: int) -> tuple[Cell, ...]:
    """Return all cells of a grid, row by row."""
    return tuple(product(range(rows), range(cols)))


class Puzzle(ABC):
    """A puzzle with 1 to 255 rows and columns. It is immutable.

    Each genre is a subclass, which is a frozen dataclass. Its methods accept only the genre's own type of solution.
    """

    genre: ClassVar[str]
    title: ClassVar[str]
    """The genre's display name."""
    rule: ClassVar[str]
    """A summary of the genre's rules."""
    form: ClassVar[str]
    """A description of the genre's text format, for messages."""
    unknown: ClassVar[bool] = False
    """True if the genre has clues of unknown value."""

    name: str
    rows: int
    cols: int
    clues: Clues
    """The clues of a Sudoku are its givens."""
    line: int | None
    """The number of the puzzle's first line in its file."""

    @classmethod
    @abstractmethod
    def from_clues(cls, name: str, rows: int, cols: int, clues: Iterable[Iterable[int | None]],
                   line: int | None = None) -> Self:
        """Return the puzzle with these clues; ValueError if the clues are invalid."""

    @cached_property
    def clue_cells(self) -> dict[Cell, int]:
        """The clue of each cell that has a clue."""
        cells = zip(grid_cells(self.rows, self.cols), chain.from_iterable(self.clues))
        return {cell: clue for cell, clue in cells if clue is not None}

    @property
    def effective_clues(self) -> dict[Cell, int]:
        """The same as :attr:`clue_cells`, but without clues that have no effect on the solution."""
        return self.clue_cells

    @abstractmethod
    def _with_grid(self, clues: Clues) -> Self:
        """Return a copy of the puzzle with these clues, which also determine the size of the copy's grid."""

    def with_clues(self, clues: Mapping[Cell, int]) -> Self:
        """Return a copy of the puzzle in which all clues are replaced by these."""
        return self._with_grid(tuple(in_rows(tuple(map(clues.get, grid_cells(self.rows, self.cols))), self.cols)))

    def with_clues_at(self, cells: Collection[Cell]) -> "Puzzle":
        """Return a copy of the puzzle without the clues in all other cells."""
        clues = zip(grid_cells(self.rows, self.cols), chain.from_iterable(self.clues))
        kept = tuple([clue if cell in cells else None for cell, clue in clues])
        return self._with_grid(tuple(in_rows(kept, self.cols)))

    def turned(self) -> Self:
        """Return the puzzle turned by 90 degrees; :func:`.edges.turned_back` turns its solutions back."""
        return self._with_grid(tuple(zip(*reversed(self.clues))))

    @classmethod
    def read(cls, text: str | TextIO, source: str) -> Iterator[Self | PuzzleError]:
        """Yield the puzzles in a text in order, and a :class:`PuzzleError` in place of each bad puzzle."""
        return puzzles_in(Lines(text), source, cls.take, cls.form)

    @classmethod
    @abstractmethod
    def take(cls, lines: Lines, name: str) -> Self | None:
        """Remove the lines of the next puzzle, and return the puzzle; see :func:`.text.puzzles_in`."""

    @classmethod
    @abstractmethod
    def recognizes(cls, text: str) -> bool:
        """Return whether a text may begin with a puzzle of this genre; comments are ignored."""

    @abstractmethod
    def write(self) -> str:
        """Return the puzzle as text that :meth:`read` can read."""

    @abstractmethod
    def verify(self, solution: Solution) -> list[str]:
        """Return the violations of the rules in plain words, or an empty list if the solution is right."""

    @staticmethod
    @abstractmethod
    def parse_solution(value: object) -> Solution:
        """Return the solution that a JSON value represents; ValueError if the value represents no solution."""

    @staticmethod
    @abstractmethod
    def read_solutions(text: str) -> Iterator[Solution]:
        """Yield the parts of a text that may be solutions in the genre's format. The caller must verify them."""

    @abstractmethod
    def drawing(self, solution: Solution | None = None) -> Drawing:
        """Return a drawing of the puzzle, or of its solution."""

    def _repr_svg_(self) -> str | None:
        return in_notebook(self.drawing())
