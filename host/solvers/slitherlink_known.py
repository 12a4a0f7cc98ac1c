"""What a person marks while solving a Slitherlink: edges and colours; and how to say it."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple, Self

from rowloom.host.drawing.drawing import Drawing, Line
from rowloom.host.puzzles.slitherlink import Slitherlink, drawing
from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers.slink_grid import CROSSED, LINE, OPEN
from rowloom.host.solvers.slitherlink_planes import Planes, lattice
from rowloom.host.solvers.slitherlink_tables import INSIDE, OUTSIDE, UNKNOWN_COLOUR, fitting
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["Finding", "Known"]

_DRAWN = {OPEN: Line.NONE, LINE: Line.FOUND, CROSSED: Line.CROSSED}
_NAMED = 5
"""Cells that are named one by one."""

_COLOURS = {INSIDE: "inside", OUTSIDE: "outside"}


class Finding(NamedTuple):
    """What a rule found at a place. Cells are numbers of a lattice's places, edges those of :class:`Known`."""

    rule: str
    place: str
    cells: tuple[int, ...]
    """Where it looked; the first one is where it was applied."""
    edges: Mapping[int, int] = {}
    """``LINE`` or ``CROSSED``."""
    colours: Mapping[int, int] = {}
    """``INSIDE`` or ``OUTSIDE``."""


class Known:
    """What a person has marked: edges and colours, and how to name them.

    An edge is a number: twice that of its upper or left vertex, and one more if it runs to the south.
    """

    def __init__(self, puzzle: Slitherlink):
        self.puzzle = puzzle
        self.grid = grid = lattice(puzzle.rows, puzzle.cols)
        self.cells = [grid.at(*cell) for cell in puzzle.cells]
        self.vertices = [grid.at(row, col) for row in range(puzzle.rows + 1) for col in range(puzzle.cols + 1)]
        self.clues = {grid.at(*cell): clue for cell, clue in puzzle.clue_cells.items()}
        places = grid.beyond.bit_length()
        self.colours = bytearray([OUTSIDE]) * places
        self.edges = bytearray([CROSSED]) * (2 * places)
        for cell in self.cells:
            self.colours[cell] = UNKNOWN_COLOUR
            for edge in self.around(cell):
                self.edges[edge] = OPEN

    def copy(self) -> Self:
        """Return the same with marks of its own."""
        other = copy(self)
        other.colours, other.edges = bytearray(self.colours), bytearray(self.edges)
        return other

    def around(self, cell: int) -> tuple[int, int, int, int]:
        """Return a cell's edges: above, to the right, below, to the left."""
        return 2 * cell, 2 * cell + 3, 2 * (cell + self.grid.stride), 2 * cell + 1

    def beside(self, cell: int) -> tuple[int, int, int, int]:
        """Return the cells beyond these edges."""
        return cell - self.grid.stride, cell + 1, cell + self.grid.stride, cell - 1

    def corners(self, cell: int) -> tuple[int, int, int, int]:
        """Return the vertices of a cell, row by row."""
        below = cell + self.grid.stride
        return cell, cell + 1, below, below + 1

    def at(self, vertex: int) -> tuple[int, int, int, int]:
        """Return a vertex' edges: north, east, south, west."""
        return 2 * (vertex - self.grid.stride) + 1, 2 * vertex, 2 * vertex + 1, 2 * vertex - 2

    def quarters(self, vertex: int) -> tuple[int, int, int, int]:
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

    def path(self, line: int) -> tuple[int, int, list[int]]:
        """Return the ends of the path that a line is in, and its lines; both ends are the same if it is a loop."""
        edges, ends = [line], []
        for vertex in self.ends(line):
            last = line
            while (edge := next((edge for edge in self.at(vertex) if self.edges[edge] == LINE != edge != last), None)):
                if edge == line:
                    return vertex, vertex, edges
                edges.append(edge)
                last, vertex = edge, sum(self.ends(edge)) - vertex
            ends.append(vertex)
        return ends[0], ends[1], edges

    def is_only_path(self, line: int) -> bool:
        """Return whether all known lines are in one path with this one."""
        return self.edges.count(LINE) == len(self.path(line)[2])

    def shapes(self, vertex: int) -> int:
        """Return the shapes that the edges allow a vertex."""
        north, east, south, west = self.at(vertex)
        edges = self.edges
        return fitting((edges[north], edges[east], edges[south], edges[west]))

    def is_cell(self, place: int) -> bool:
        """Return whether a place is a cell of the grid."""
        return bool(self.grid.cells >> place & 1)

    def fresh(self, edges: Iterable[tuple[int, int]]) -> dict[int, int]:
        """Return those edges of which something is said and nothing was known."""
        return {edge: mark for edge, mark in edges if mark != OPEN == self.edges[edge]}

    def fresh_colours(self, colours: Iterable[tuple[int, int]]) -> dict[int, int]:
        """Return those cells of which a colour is said and was not known."""
        return {cell: colour for cell, colour in colours if colour != UNKNOWN_COLOUR == self.colours[cell]}

    def planes(self) -> Planes:
        """Return what is possible by all that is known."""
        shapes = [0] * len(Shape)
        for vertex in self.vertices:
            possible = self.shapes(vertex)
            for number in range(len(Shape)):
                shapes[number] |= (possible >> number & 1) << vertex
        e, ns, ew, ne, sw, nw, se = shapes
        inside, outside = (
            sum(1 << cell for cell in self.cells if self.colours[cell] & colour) for colour in (INSIDE, OUTSIDE)
        )
        return e | self.grid.beyond, ns, ew, ne, sw, nw, se, inside, outside | self.grid.frame

    def apply(self, finding: Finding) -> None:
        """Mark what was found."""
        for edge, mark in finding.edges.items():
            self.edges[edge] = mark
        for cell, colour in finding.colours.items():
            self.colours[cell] = colour

    def picture(self, edges: bytes, colours: bytes) -> Drawing:
        """Return a picture of marks: known lines, crossed edges, inside cells tinted."""
        rows, cols, at = self.puzzle.rows, self.puzzle.cols, self.grid.at
        horizontal = (edges[2 * at(row, col)] for row in range(rows + 1) for col in range(cols))
        vertical = (edges[2 * at(row, col) + 1] for row in range(rows) for col in range(cols + 1))
        return replace(
            drawing(self.puzzle),
            horizontal=_drawn(horizontal, cols),
            vertical=_drawn(vertical, cols + 1),
            tinted={cell for cell in self.puzzle.cells if colours[at(*cell)] == INSIDE},
        )

    def cell_words(self, cell: int) -> str:
        """Name a cell."""
        row, col = divmod(cell, self.grid.stride)
        return f"r{row}c{col}"

    def vertex_words(self, vertex: int) -> str:
        """Name a vertex by a cell of which it is a corner."""
        north_west, north_east, south_west, south_east = self.quarters(vertex)
        cell, side = next((cell, side) for cell, side in (
            (north_west, "below right"), (north_east, "below left"), (south_west, "above right"),
            (south_east, "above left")) if self.is_cell(cell))  # fmt: skip
        return f"the vertex {side} of {self.cell_words(cell)}"

    def edge_words(self, edge: int, cells: Sequence[int] = ()) -> str:
        """Say where an edge is, if possible by one of some cells."""
        before, behind = self.sides(edge)
        names = ("to the right of", "to the left of") if edge & 1 else ("below", "above")
        sides = [(cell, name) for cell, name in ((behind, names[1]), (before, names[0])) if self.is_cell(cell)]
        cell, name = next((side for side in sides if side[0] in cells), sides[0])
        return f"{name} {self.cell_words(cell)}"

    def found_words(self, finding: Finding) -> str:
        """Say what was found."""
        words = []
        for mark, one, several in ((LINE, "a line", "lines"), (CROSSED, "no line", "no lines")):
            edges = {edge for edge in finding.edges if finding.edges[edge] == mark}
            places = []
            for cell in finding.cells:
                if self.is_cell(cell) and edges.issuperset(self.around(cell)):
                    places.append(f"around {self.cell_words(cell)}")
                    edges.difference_update(self.around(cell))
            count = len(edges) + 4 * len(places)
            places += [self.edge_words(edge, finding.cells) for edge in sorted(edges)]
            if places:
                words.append(f"{one if count == 1 else several} {_and(places)}")
        for colour, name in _COLOURS.items():
            named = [self.cell_words(cell) for cell in sorted(finding.colours) if finding.colours[cell] == colour]
            if len(named) > _NAMED:
                named[_NAMED - 1 :] = [f"{len(named) - _NAMED + 1} more cells"]
            if named:
                words.append(f"{_and(named)} {'is' if len(named) == 1 else 'are'} {name}")
        return ", ".join(words)


def _drawn(edges: Iterable[int], cols: int) -> tuple[tuple[Line, ...], ...]:
    return tuple(map(tuple, in_rows([_DRAWN[edge] for edge in edges], cols)))


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
