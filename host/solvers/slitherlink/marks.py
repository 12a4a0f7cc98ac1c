"""What a person marks while solving a Slitherlink: edges and colours; and how to say it."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple, Self

from rowloom.host.drawing.drawing import Drawing
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.slitherlink.places import CROSSED, LINE, OPEN, Places, picture
from rowloom.host.solvers.slitherlink.planes import Planes
from rowloom.host.solvers.slitherlink.tables import INSIDE, OUTSIDE, UNKNOWN_COLOUR, fitting
from rowloom.hw.slitherlink.deducer.shapes import Shape

__all__ = ["Finding", "Known"]

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


class Known(Places):
    """What a person has marked: edges and colours.

    Members
    -------
    edges, colours : bytearray
        By the numbers of edges and of cells.
    """

    def __init__(self, puzzle: Slitherlink):
        super().__init__(puzzle)
        self.puzzle = puzzle
        self.edges = self.blank()
        self.colours = bytearray([OUTSIDE]) * self.grid.beyond.bit_length()
        for cell in self.cells:
            self.colours[cell] = UNKNOWN_COLOUR

    def copy(self) -> Self:
        """Return the same with marks of its own."""
        other = copy(self)
        other.colours, other.edges = bytearray(self.colours), bytearray(self.edges)
        return other

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
        tinted = {cell for cell in self.puzzle.cells if colours[self.grid.at(*cell)] == INSIDE}
        return replace(picture(self.puzzle, edges), tinted=tinted)

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


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
