"""The cells, vertices and edges of a Slitherlink as numbers, their names, and pictures of what is known of edges."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rowloom.host.drawing.drawing import Drawing, Line
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers.slitherlink.planes import lattice
from rowloom.host.solvers.steps import named

__all__ = ["CROSSED", "LINE", "OPEN", "Places", "picture"]

OPEN, LINE, CROSSED = range(3)
"""Marks of edges: nothing is known; it is on the loop; it is not."""

_DRAWN = {OPEN: Line.NONE, LINE: Line.FOUND, CROSSED: Line.CROSSED}

Four = tuple[int, int, int, int]


class Places:
    """The places of a puzzle.

    A cell or a vertex is the number of its bit in planes. An edge is twice that of its upper or left vertex, and one
    more if it runs to the south. Around the grid there are cells of a frame, too, and edges beyond it.

    Members
    -------
    grid : Lattice
    cells, vertices : list of int
        Row by row.
    clues : dict of int to int
        By cell.
    """

    def __init__(self, puzzle: Slitherlink):
        self.grid = grid = lattice(puzzle.rows, puzzle.cols)
        self.cells = [grid.at(*cell) for cell in puzzle.cells]
        self.vertices = [grid.at(row, col) for row in range(puzzle.rows + 1) for col in range(puzzle.cols + 1)]
        self.clues = {grid.at(*cell): clue for cell, clue in puzzle.clue_cells.items()}

    def blank(self) -> bytearray:
        """Return new marks for all edges: the grid's are open, those beyond it are crossed."""
        marks = bytearray([CROSSED]) * (2 * self.grid.beyond.bit_length())
        for cell in self.cells:
            for edge in self.around(cell):
                marks[edge] = OPEN
        return marks

    def is_cell(self, place: int) -> bool:
        """Return whether a place is a cell of the grid."""
        return bool(self.grid.cells >> place & 1)

    def around(self, cell: int) -> Four:
        """Return a cell's edges: above, to the right, below, to the left."""
        return 2 * cell, 2 * cell + 3, 2 * (cell + self.grid.stride), 2 * cell + 1

    def exits(self, cell: int) -> tuple[tuple[int, int], ...]:
        """Return for each corner, clockwise from the upper left one, the two edges there that are not the cell's."""
        above, below = 2 * (cell - self.grid.stride) + 1, 2 * (cell + self.grid.stride) + 1
        return (above, 2 * cell - 2), (above + 2, 2 * cell + 2), (below + 2, below + 1), (below, below - 3)

    def beside(self, cell: int) -> Four:
        """Return the cells beyond the edges around a cell."""
        return cell - self.grid.stride, cell + 1, cell + self.grid.stride, cell - 1

    def diagonal(self, cell: int) -> Four:
        """Return the cells beyond a cell's corners, clockwise from the upper left one."""
        above, below = cell - self.grid.stride, cell + self.grid.stride
        return above - 1, above + 1, below + 1, below - 1

    def corners(self, cell: int) -> Four:
        """Return the vertices of a cell, row by row."""
        below = cell + self.grid.stride
        return cell, cell + 1, below, below + 1

    def at(self, vertex: int) -> Four:
        """Return a vertex' edges: north, east, south, west."""
        return 2 * (vertex - self.grid.stride) + 1, 2 * vertex, 2 * vertex + 1, 2 * vertex - 2

    def quarters(self, vertex: int) -> Four:
        """Return the cells around a vertex, row by row."""
        above = vertex - self.grid.stride
        return above - 1, above, vertex - 1, vertex

    def ends(self, edge: int) -> tuple[int, int]:
        """Return the vertices at an edge's ends."""
        vertex, south = divmod(edge, 2)
        return vertex, vertex + (self.grid.stride if south else 1)

    def sides(self, edge: int) -> tuple[int, int]:
        """Return the cells on both sides of an edge."""
        vertex, south = divmod(edge, 2)
        return vertex - (1 if south else self.grid.stride), vertex

    def edge_between(self, one: int, other: int) -> int | None:
        """Return the edge between two vertices, if they are neighbours."""
        first, step = min(one, other), abs(one - other)
        return 2 * first if step == 1 else 2 * first + 1 if step == self.grid.stride else None

    def cell_words(self, cell: int) -> str:
        """Name a cell."""
        return named(*self.grid.place(1 << cell))

    def vertex_words(self, vertex: int) -> str:
        """Name a vertex by a cell of which it is a corner."""
        sides = zip(self.quarters(vertex), ("below right", "below left", "above right", "above left"))
        cell, side = next((cell, side) for cell, side in sides if self.is_cell(cell))
        return f"the vertex {side} of {self.cell_words(cell)}"

    def edge_words(self, edge: int, cells: Sequence[int] = ()) -> str:
        """Say where an edge is, if possible by one of some cells."""
        before, behind = self.sides(edge)
        names = ("to the right of", "to the left of") if edge & 1 else ("below", "above")
        sides = [(cell, name) for cell, name in ((behind, names[1]), (before, names[0])) if self.is_cell(cell)]
        cell, name = next((side for side in sides if side[0] in cells), sides[0])
        return f"{name} {self.cell_words(cell)}"


def picture(puzzle: Slitherlink, edges: bytes) -> Drawing:
    """Return a picture of what is known of the edges: lines, and crossed ones."""
    at = lattice(puzzle.rows, puzzle.cols).at
    horizontal = (edges[2 * at(row, col)] for row in range(puzzle.rows + 1) for col in range(puzzle.cols))
    vertical = (edges[2 * at(row, col) + 1] for row in range(puzzle.rows) for col in range(puzzle.cols + 1))
    return replace(
        puzzle.drawing(), horizontal=_drawn(horizontal, puzzle.cols), vertical=_drawn(vertical, puzzle.cols + 1)
    )


def _drawn(edges: Iterable[int], cols: int) -> tuple[tuple[Line, ...], ...]:
    return tuple(map(tuple, in_rows([_DRAWN[edge] for edge in edges], cols)))
