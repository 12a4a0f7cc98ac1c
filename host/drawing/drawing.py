"""The content of a picture, independent of how it is drawn."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from enum import IntEnum

__all__ = ["LABELS", "Arrow", "Cell", "Drawing", "Edge"]

LABELS = 0.85
"""The space for coordinates above the grid and to the left of the grid, in cells."""

Cell = tuple[int, int]
"""The row and the column of a cell, both counted from 0."""


class Edge(IntEnum):
    """The ways to draw an edge. A cross means that the edge is not part of the solution."""

    CROSSED = -1
    NONE = 0
    THIN = 1
    THICK = 2
    FOUND = 3


@dataclass(frozen=True)
class Arrow:
    """An arrow from the middle of a cell to the middle of a neighbour.

    One of ``down`` and ``right`` is 1 or -1, and the other is 0. ``marked`` selects one of two colours.
    """

    row: int
    col: int
    down: int
    right: int
    marked: bool


@dataclass(frozen=True)
class Drawing:
    """A grid of cells between lattice points, with lines along some of the edges.

    Only pictures in files show ``arrows``, ``candidates`` and ``coordinates``.
    """

    rows: int
    cols: int
    texts: tuple[tuple[str, ...], ...]
    """The texts in the cells, of up to three characters."""
    horizontal: tuple[tuple[Edge, ...], ...]
    """For each row, the lines along the upper edges of its cells; then the lines along the lower edges of the last
    row."""
    vertical: tuple[tuple[Edge, ...], ...]
    """For each row, the lines along the left edges of its cells, then the line along the right edge of its last
    cell."""
    dotted: bool
    """True if lattice points without lines are drawn as dots."""
    found: Set[Cell] = frozenset()
    """The cells whose text is part of the solution, not of the puzzle."""
    tinted: Set[Cell] = frozenset()
    """The cells with a coloured background."""
    shaded: Set[Cell] | None = None
    """The cells that are filled; None in a genre without shading."""
    arrows: tuple[Arrow, ...] = ()
    candidates: Mapping[Cell, Set[int]] = field(default_factory=dict)
    """The candidates of empty cells, written small."""
    coordinates: bool = False
    """True if the names of the rows (r1, r2, ...) and columns (c1, c2, ...) are written at the grid's edges."""

    @property
    def labels(self) -> float:
        """The space for coordinates, in cells."""
        return LABELS if self.coordinates else 0

    @property
    def width(self) -> float:
        """The width in cells, including the space for coordinates."""
        return self.cols + self.labels

    @property
    def height(self) -> float:
        """The height in cells, including the space for coordinates."""
        return self.rows + self.labels

    def around(self, row: int, col: int) -> tuple[Edge, Edge, Edge, Edge]:
        """Return the lines that go up, down, left and right from a lattice point."""
        return (
            self.vertical[row - 1][col] if row > 0 else Edge.NONE,
            self.vertical[row][col] if row < self.rows else Edge.NONE,
            self.horizontal[row][col - 1] if col > 0 else Edge.NONE,
            self.horizontal[row][col] if col < self.cols else Edge.NONE,
        )
