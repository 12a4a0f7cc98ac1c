"""What a picture of a puzzle shows, told without saying how it is drawn."""

from dataclasses import dataclass
from enum import IntEnum

__all__ = ["Drawing", "Line"]


class Line(IntEnum):
    """What is drawn along an edge: nothing, part of the frame in one of two strengths, or part of the solution."""

    NONE = 0
    THIN = 1
    THICK = 2
    FOUND = 3


@dataclass(frozen=True)
class Drawing:
    """A grid of cells between lattice points, with lines along some of the edges.

    Attributes
    ----------
    rows, cols : int, at least 1
        The grid's size in cells.
    texts : ``rows`` tuples of ``cols`` str
        What stands in the cells: at most three characters, or nothing.
    found : ``rows`` tuples of ``cols`` bool
        The cells whose text is part of the solution and not of the puzzle.
    tinted : ``rows`` tuples of ``cols`` bool
        The cells that are set off by colour.
    horizontal : ``rows + 1`` tuples of ``cols`` Line
        The lines along the cells' upper edges, the lower edges of the last row behind them.
    vertical : ``rows`` tuples of ``cols + 1`` Line
        The lines along the cells' left edges, the right edges of the last column behind them.
    dotted : bool
        The lattice points show as dots, where no line hides them.
    """

    rows: int
    cols: int
    texts: tuple[tuple[str, ...], ...]
    found: tuple[tuple[bool, ...], ...]
    tinted: tuple[tuple[bool, ...], ...]
    horizontal: tuple[tuple[Line, ...], ...]
    vertical: tuple[tuple[Line, ...], ...]
    dotted: bool

    def around(self, row: int, col: int) -> tuple[Line, Line, Line, Line]:
        """The lines that go up, down, left and right from a lattice point."""
        return (
            self.vertical[row - 1][col] if row > 0 else Line.NONE,
            self.vertical[row][col] if row < self.rows else Line.NONE,
            self.horizontal[row][col - 1] if col > 0 else Line.NONE,
            self.horizontal[row][col] if col < self.cols else Line.NONE,
        )
