"""The lattice for the Slink rules: its edges, what is known of them, and which places they concern."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

from rowloom.host.puzzles.clued import within
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers.steps import named

__all__ = ["CROSSED", "LINE", "OPEN", "Cell", "Lattice", "Vertex"]

OPEN, LINE, CROSSED = range(3)
"""What is known of an edge: nothing yet; that it is on the loop; that it is not."""

_MOST_ROUND_TWO = 8
"""How many cells a loop round two of them has lines at."""


@dataclass(eq=False)
class Cell:
    """A cell and the edges around it. Sides and corners count clockwise: corner ``k`` is between the sides ``k - 1``
    and ``k``, and opposite to corner ``k - 2``.
    """

    row: int
    col: int
    clue: int | None
    edges: tuple[int, int, int, int]
    """Above, right, below, left."""
    exits: tuple[tuple[int, int], ...]
    """For each corner, from the upper left one on, the two edges there that are not the cell's own."""
    beside: list["Cell | None"] = field(default_factory=list, repr=False)
    """Beyond each side."""
    diagonal: list["Cell | None"] = field(default_factory=list, repr=False)
    """Beyond each corner."""
    suffices: list[bool] = field(default_factory=list, repr=False)
    """For each side, whether the loop round just this cell and the one beyond satisfies every clue of the puzzle."""

    def __str__(self) -> str:
        return named(self.row, self.col)

    def corner(self, at: int) -> tuple[int, int]:
        """Return the cell's two edges at this corner."""
        return self.edges[at - 1], self.edges[at]


@dataclass(eq=False)
class Vertex:
    """A lattice point."""

    words: str
    """Where it is."""
    edges: tuple[int, int, int, int]
    """Up, down, left, right."""
    around: tuple[tuple[int, int], ...]
    """Row and column of the cells at it."""

    def __str__(self) -> str:
        return self.words


class Lattice:
    """All edges, cells and vertices of a puzzle.

    An edge is a number: first those above the cells, row by row (the lower edges of the last row behind them), then
    those left of the cells (in each row the right edge of its last cell behind them). The highest number stands for
    every edge that would lie beyond the grid.

    Members
    -------
    cells, vertices : list
        Row by row.
    beyond : int
        The edge beyond the grid.
    concerned : list of lists of Cell or Vertex
        For every edge, the vertices at its ends and the cells round these: what a rule may look at when it is settled.
    """

    def __init__(self, puzzle: Slitherlink):
        rows, cols = self._rows, self._cols = puzzle.rows, puzzle.cols
        self._upright = (rows + 1) * cols
        self.beyond = self._upright + rows * (cols + 1)
        self.cells = [self._cell(row, col, puzzle.clues[row][col]) for row, col in puzzle.cells]
        for cell in self.cells:
            row, col = cell.row, cell.col
            cell.beside = [self.at(row + i, col + j) for i, j in ((-1, 0), (0, 1), (1, 0), (0, -1))]
            cell.diagonal = [self.at(row + i, col + j) for i, j in ((-1, -1), (-1, 1), (1, 1), (1, -1))]
        few = sum(bool(cell.clue) for cell in self.cells) <= _MOST_ROUND_TWO
        for cell in self.cells:
            cell.suffices = [few and other is not None and self._satisfied_by(cell, other) for other in cell.beside]
        self.vertices = [self._vertex(row, col) for row in range(rows + 1) for col in range(cols + 1)]
        self.concerned: list[list[Cell | Vertex]] = [[] for _ in range(self.beyond + 1)]
        for vertex in self.vertices:
            for edge in vertex.edges:
                self.concerned[edge].append(vertex)
        for cell in self.cells:
            for edge in (*cell.edges, *(edge for pair in cell.exits for edge in pair)):
                self.concerned[edge].append(cell)

    def at(self, row: int, col: int) -> Cell | None:
        """Return the cell there, if there is one."""
        inside = 0 <= row < self._rows and 0 <= col < self._cols
        return self.cells[row * self._cols + col] if inside else None

    def words(self, edge: int) -> str:
        """Say where an edge is."""
        if edge < self._upright:
            row, col = divmod(edge, self._cols)
            side, row = ("above", row) if row < self._rows else ("below", row - 1)
        else:
            row, col = divmod(edge - self._upright, self._cols + 1)
            side, col = ("left of", col) if col < self._cols else ("right of", col - 1)
        return f"{side} {named(row, col)}"

    def rows(self, marks: Sequence[int]) -> tuple[list[Sequence[int]], list[Sequence[int]]]:
        """Return the marks of the edges above the cells, and of those left of them, each row by row."""
        level, upright = marks[: self._upright], marks[self._upright : self.beyond]
        return list(in_rows(level, self._cols)), list(in_rows(upright, self._cols + 1))

    def _above(self, row: int, col: int) -> int:
        """Return the edge above a cell, or below the last row."""
        return row * self._cols + col if 0 <= row <= self._rows and 0 <= col < self._cols else self.beyond

    def _left(self, row: int, col: int) -> int:
        """Return the edge left of a cell, or right of the last column."""
        inside = 0 <= row < self._rows and 0 <= col <= self._cols
        return self._upright + row * (self._cols + 1) + col if inside else self.beyond

    def _satisfied_by(self, one: Cell, other: Cell) -> bool:
        """Return whether the loop around just these two cells satisfies every clue."""
        lines = dict.fromkeys([*one.beside, *other.beside], 1) | {one: 3, other: 3}
        return all(cell.clue in (None, lines.get(cell, 0)) for cell in self.cells)

    def _cell(self, row: int, col: int, clue: int | None) -> Cell:
        above, left = self._above, self._left
        edges = above(row, col), left(row, col + 1), above(row + 1, col), left(row, col)
        corners = (0, 0), (0, 1), (1, 1), (1, 0)
        exits = tuple((left(row + 2 * i - 1, col + j), above(row + i, col + 2 * j - 1)) for i, j in corners)
        return Cell(row, col, clue, edges, exits)

    def _vertex(self, row: int, col: int) -> Vertex:
        side = f"{'upper' if row < self._rows else 'lower'} {'left' if col < self._cols else 'right'}"
        cell = named(min(row, self._rows - 1), min(col, self._cols - 1))
        above, left = self._above, self._left
        edges = left(row - 1, col), left(row, col), above(row, col - 1), above(row, col)
        around = within(product((row - 1, row), (col - 1, col)), self._rows, self._cols)
        return Vertex(f"the {side} corner of {cell}", edges, tuple(around))
