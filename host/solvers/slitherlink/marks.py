"""The cells, vertices and edges of a Slitherlink as numbers, and their names, marks and pictures."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple, Self

from rowloom.host.drawing.drawing import Drawing, Edge
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers import named
from rowloom.host.solvers.slitherlink.planes import Planes, lattice
from rowloom.host.solvers.slitherlink.tables import CROSSED, INSIDE, LINE, OPEN, OUTSIDE, UNKNOWN_COLOUR, fitting
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["Finding", "Marks", "Places", "picture"]

_DRAWN = {OPEN: Edge.NONE, LINE: Edge.FOUND, CROSSED: Edge.CROSSED}

Four = tuple[int, int, int, int]


class Places:
    """The places of a puzzle: its cells and its vertices, row by row, and the clue of each cell that has one.

    A cell or a vertex is represented by the number of its bit in planes. An edge is represented by twice the number of
    its upper or left vertex, plus 1 if the edge runs to the south. Around the grid is a frame of cells; these
    cells have edges, too.
    """

    def __init__(self, puzzle: Slitherlink):
        self.grid = grid = lattice(puzzle.rows, puzzle.cols)
        self.cells = [grid.at(*cell) for cell in puzzle.cells]
        self.vertices = [grid.at(row, col) for row in range(puzzle.rows + 1) for col in range(puzzle.cols + 1)]
        self.clues = {grid.at(*cell): clue for cell, clue in puzzle.clue_cells.items()}

    def blank(self) -> bytearray:
        """Return new marks for all edges: edges of the grid are open, and edges outside the grid are crossed."""
        marks = bytearray([CROSSED]) * (2 * self.grid.beyond.bit_length())
        for cell in self.cells:
            for edge in self.around(cell):
                marks[edge] = OPEN
        return marks

    def is_cell(self, place: int) -> bool:
        return bool(self.grid.cells >> place & 1)

    def around(self, cell: int) -> Four:
        """Return a cell's edges, clockwise from the upper edge."""
        return 2 * cell, 2 * cell + 3, 2 * (cell + self.grid.stride), 2 * cell + 1

    def exits(self, cell: int) -> tuple[tuple[int, int], ...]:
        """Return, for each corner of a cell, the two edges that meet the corner but are not edges of the cell.

        The corners are in clockwise order from the upper left.
        """
        above, below = 2 * (cell - self.grid.stride) + 1, 2 * (cell + self.grid.stride) + 1
        return (above, 2 * cell - 2), (above + 2, 2 * cell + 2), (below + 2, below + 1), (below, below - 3)

    def beside(self, cell: int) -> Four:
        """Return the four neighbours of a cell, clockwise from the cell above it."""
        return cell - self.grid.stride, cell + 1, cell + self.grid.stride, cell - 1

    def diagonal(self, cell: int) -> Four:
        """Return the diagonal neighbours of a cell, clockwise from the upper left."""
        above, below = cell - self.grid.stride, cell + self.grid.stride
        return above - 1, above + 1, below + 1, below - 1

    def corners(self, cell: int) -> Four:
        """Return the vertices of a cell, row by row."""
        below = cell + self.grid.stride
        return cell, cell + 1, below, below + 1

    def at(self, vertex: int) -> Four:
        """Return a vertex's edges: north, east, south, west."""
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
        """Return the edge between two vertices; None if they are not neighbours."""
        first, step = min(one, other), abs(one - other)
        return 2 * first if step == 1 else 2 * first + 1 if step == self.grid.stride else None

    def cell_words(self, cell: int) -> str:
        return named(*self.grid.place(1 << cell))

    def words(self, place: int) -> str:
        """Describe a place in words. A vertex is described as a corner of one of the cells around it; ``~cell``
        represents a cell."""
        if place < 0:
            return self.cell_words(~place)
        sides = zip(self.quarters(place), ("bottom-right", "bottom-left", "top-right", "top-left"))
        cell, side = next((cell, side) for cell, side in sides if self.is_cell(cell))
        return f"the {side} corner of {self.cell_words(cell)}"

    def edge_words(self, edge: int, cells: Sequence[int] = ()) -> str:
        """Describe an edge as a side of one of its two cells, preferably of a cell in ``cells``."""
        before, behind = self.sides(edge)
        names = ("to the right of", "to the left of") if edge & 1 else ("below", "above")
        sides = [(cell, name) for cell, name in ((behind, names[1]), (before, names[0])) if self.is_cell(cell)]
        cell, name = next((side for side in sides if side[0] in cells), sides[0])
        return f"{name} {self.cell_words(cell)}"


def picture(puzzle: Slitherlink, edges: bytes) -> Drawing:
    """Return a picture of the lines and the crossed edges."""
    at = lattice(puzzle.rows, puzzle.cols).at
    horizontal = (edges[2 * at(row, col)] for row in range(puzzle.rows + 1) for col in range(puzzle.cols))
    vertical = (edges[2 * at(row, col) + 1] for row in range(puzzle.rows) for col in range(puzzle.cols + 1))
    return replace(
        puzzle.drawing(), horizontal=_drawn(horizontal, puzzle.cols), vertical=_drawn(vertical, puzzle.cols + 1)
    )


def _drawn(edges: Iterable[int], cols: int) -> tuple[tuple[Edge, ...], ...]:
    return tuple(map(tuple, in_rows([_DRAWN[edge] for edge in edges], cols)))


_NAMED = 5
"""The maximum number of items in a list of cells. If there are more cells, the last item says how many cells are not
listed."""

_COLOURS = {INSIDE: "inside", OUTSIDE: "outside"}


class Finding(NamedTuple):
    """The marks that a rule derives at one place of the grid. Cells and edges are numbered as in :class:`Places`."""

    rule: str
    place: str
    cells: tuple[int, ...]
    """The cells that the rule examined; the cells of the place come first."""
    edges: Mapping[int, int] = {}
    """The marks that the rule found, by edge: ``LINE`` or ``CROSSED``."""
    colours: Mapping[int, int] = {}
    """The colours that the rule found, by cell: ``INSIDE`` or ``OUTSIDE``."""


class Marks(Places):
    """The marks that a person makes: ``edges`` contains the mark of each edge, ``colours`` the colour of each cell."""

    def __init__(self, puzzle: Slitherlink):
        super().__init__(puzzle)
        self.puzzle = puzzle
        self.edges = self.blank()
        self.colours = bytearray([OUTSIDE]) * self.grid.beyond.bit_length()
        for cell in self.cells:
            self.colours[cell] = UNKNOWN_COLOUR

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        other.colours, other.edges = bytearray(self.colours), bytearray(self.edges)
        return other

    def path(self, line: int) -> tuple[int, int, list[int]]:
        """Return the two ends of the path that contains a line, and all lines of this path.

        If the path is a loop, both ends are the same vertex.
        """
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

    def shapes(self, vertex: int) -> int:
        """Return the shapes that the marks of a vertex's edges allow."""
        return fitting(tuple([self.edges[edge] for edge in self.at(vertex)]))

    def fresh(self, edges: Iterable[tuple[int, int]]) -> dict[int, int]:
        """Return the (edge, mark) pairs whose marks are new."""
        return {edge: mark for edge, mark in edges if mark != OPEN == self.edges[edge]}

    def fresh_colours(self, colours: Iterable[tuple[int, int]]) -> dict[int, int]:
        """Return the (cell, colour) pairs whose colours are new."""
        return {cell: colour for cell, colour in colours if colour != UNKNOWN_COLOUR == self.colours[cell]}

    def finding(
        self, rule: str, place: int, cells: tuple[int, ...], edges: Iterable[tuple[int, int]],
        colours: Iterable[tuple[int, int]] = (),
    ) -> Finding | None:  # fmt: skip
        """Return a finding with the marks and colours that are new; None if nothing is new.

        ``place`` is as in :meth:`Places.words`.
        """
        found, coloured = self.fresh(edges), self.fresh_colours(colours)
        return Finding(rule, self.words(place), cells, found, coloured) if found or coloured else None

    def planes(self) -> Planes:
        """Return the possibilities that the marks allow, as planes."""
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
        """Add the marks and colours of a finding."""
        for edge, mark in finding.edges.items():
            self.edges[edge] = mark
        for cell, colour in finding.colours.items():
            self.colours[cell] = colour

    def picture(self, edges: bytes, colours: bytes) -> Drawing:
        """Return a picture of the lines and the crossed edges, in which inside cells are tinted."""
        tinted = {cell for cell in self.puzzle.cells if colours[self.grid.at(*cell)] == INSIDE}
        return replace(picture(self.puzzle, edges), tinted=tinted)

    def found_words(self, finding: Finding) -> str:
        """Return a finding in words."""
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


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
