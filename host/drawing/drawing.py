"""What a picture of a puzzle shows, independent of how it is drawn."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from enum import IntEnum

__all__ = ["LABELS", "Arrow", "Cell", "Drawing", "Line"]

LABELS = 0.85
"""Cells: the room for coordinates in pictures in files, above the grid and to its left."""

Cell = tuple[int, int]
"""Row and column, both from 0."""


class Line(IntEnum):
    """What is drawn along an edge: nothing, part of the frame in one of two strengths, or part of the solution.

    In the picture of a puzzle that is not all solved, an edge may be crossed out: known to be no part of the solution.
    """

    CROSSED = -1
    NONE = 0
    THIN = 1
    THICK = 2
    FOUND = 3


@dataclass(frozen=True)
class Arrow:
    """An arrow from a cell's middle to that of a neighbour."""

    row: int
    col: int
    down: int
    right: int
    """Where it points: one of ``down`` and ``right`` is 1 or -1, the other is 0."""
    marked: bool
    """Which of two colours it has."""


@dataclass(frozen=True)
class Drawing:
    """A grid of cells between lattice points, with lines along some of the edges."""

    rows: int
    cols: int
    texts: tuple[tuple[str, ...], ...]
    """What stands in the cells: at most three characters, or nothing."""
    horizontal: tuple[tuple[Line, ...], ...]
    """The lines along the cells' upper edges, the lower edges of the last row behind them."""
    vertical: tuple[tuple[Line, ...], ...]
    """The lines along the cells' left edges, in each row the right edge of its last cell behind them."""
    dotted: bool
    """The lattice points show as dots, where no line hides them."""
    found: Set[Cell] = frozenset()
    """The cells whose text is part of the solution and not of the puzzle."""
    tinted: Set[Cell] = frozenset()
    """The cells that are set off by colour."""
    shaded: Set[Cell] | None = None
    """The cells that are filled; None in a genre that fills none."""
    arrows: tuple[Arrow, ...] = ()
    """Arrows over the cells. Only pictures in files show them."""
    candidates: Mapping[Cell, Set[int]] = field(default_factory=dict)
    """The digits that an empty cell may still have, small. Only pictures in files show them."""

    coordinates: bool = False
    """Rows and columns are named r1, c1 and so on at the grid's edges. Only pictures in files show it."""

    @property
    def labels(self) -> float:
        """The room for coordinates, in cells."""
        return LABELS if self.coordinates else 0

    @property
    def width(self) -> float:
        """Columns, and the room for coordinates."""
        return self.cols + self.labels

    @property
    def height(self) -> float:
        """Rows, and the room for coordinates."""
        return self.rows + self.labels

    def around(self, row: int, col: int) -> tuple[Line, Line, Line, Line]:
        """Return the lines that go up, down, left and right from a lattice point."""
        return (
            self.vertical[row - 1][col] if row > 0 else Line.NONE,
            self.vertical[row][col] if row < self.rows else Line.NONE,
            self.horizontal[row][col - 1] if col > 0 else Line.NONE,
            self.horizontal[row][col] if col < self.cols else Line.NONE,
        )
