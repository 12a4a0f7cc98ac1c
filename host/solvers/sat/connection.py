"""Cuts: clauses for a solver whose colouring leaves the cells of a colour unconnected.

Sets of cells are planes, see :mod:`rowloom.host.solvers.slitherlink.planes`.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from rowloom.host.drawing.drawing import Cell
from rowloom.host.puzzles.text import in_rows
from rowloom.host.solvers.slitherlink.planes import lattice, reached

__all__ = ["Connection", "Cut"]


class Cut(NamedTuple):
    """Two places and others that separate them: where both have the colour, one of the others must have it."""

    colour: bool
    ends: tuple[Cell, Cell]
    """They have that colour."""
    between: list[Cell]
    """They have the other one. Every path from one end to the other passes one of them."""


class Connection:
    """Which cells of a grid are connected.

    Parameters
    ----------
    rows, cols : int
        The grid's size.
    framed : bool
        The frame's places, at row or column -1, or behind the last ones, count as cells.
    """

    def __init__(self, rows: int, cols: int, framed: bool):
        self._grid = lattice(rows, cols)
        self._frame = self._grid.frame if framed else 0
        self._everything = self._grid.cells | self._frame

    def cuts(self, colours: str, connected: Collection[bool]) -> Iterator[Cut]:
        """Yield what a colouring breaks if the cells of these colours must be connected; nothing if they are.

        It ends with the first colour that is not connected. For each region beyond the largest one of its colour there
        is a cut between the two, which holds for all colourings. Of the region's rim, it has only those places that
        touch what lies beyond the rim, on the side of the largest one: every path from there comes to one of them
        first.

        Parameters
        ----------
        colours : str
            "1" and "0" for the cells, row by row; the frame has the colour of "0".
        """
        ones = int("00".join(in_rows(colours, self._grid.cols))[::-1], 2) << self._grid.at(0, 0)
        for colour in connected:
            cells = ones if colour else self._everything & ~ones
            regions = self._regions(cells)
            if len(regions) > 1:
                largest = max(regions, key=int.bit_count)
                for region in regions:
                    if region is not largest:
                        yield self._cut(colour, region, largest)
                return

    def _regions(self, cells: int) -> list[int]:
        regions = []
        while cells:
            # The frame is connected.
            region = reached(self._grid, cells & self._frame or cells & -cells, cells)
            regions.append(region)
            cells ^= region
        return regions

    def _grown(self, cells: int) -> int:
        """Return the cells and their neighbours."""
        stride = self._grid.stride
        return cells | cells << 1 | cells >> 1 | cells << stride | cells >> stride

    def _cut(self, colour: bool, region: int, largest: int) -> Cut:
        rim = self._grown(region) & ~region
        beyond = reached(self._grid, largest, self._everything & ~region)
        between = rim & self._grown(beyond & ~rim) & self._everything
        ends = self._grid.place(region & -region), self._grid.place(largest & -largest)
        return Cut(colour, ends, [*self._grid.places(between)][::-1])
