"""Cuts: clauses for a solver whose colouring leaves the cells of a colour unconnected.

Sets of cells are integers, a bit for each place of the grid and of a frame around it, row by row.
"""

from collections.abc import Collection, Iterator
from itertools import product
from typing import NamedTuple

from rowloom.host.drawing.drawing import Cell

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
        self._stride = cols + 2
        self._grid = sum(((1 << cols) - 1) << (row + 1) * self._stride + 1 for row in range(rows))
        self._everything = (1 << (rows + 2) * self._stride) - 1 if framed else self._grid
        self._frame = self._everything & ~self._grid
        self._of_bit = [*product(range(-1, rows + 1), range(-1, cols + 1))]

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
        cols = self._stride - 2
        rows = [colours[at : at + cols] for at in range(0, len(colours), cols)]
        ones = int("00".join(rows)[::-1], 2) << self._stride + 1
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
            region = self._reached(cells & self._frame or cells & -cells, cells)
            regions.append(region)
            cells ^= region
        return regions

    def _reached(self, seeds: int, cells: int) -> int:
        """Return the cells that are connected with the seeds, which are among them."""
        stride = self._stride
        reached, more = 0, seeds
        while more != reached:
            reached = more
            # First along the rows, then along the columns: around a corner it takes one turn, not two.
            more = (more | more << 1 | more >> 1) & cells
            more |= (more << stride | more >> stride) & cells
        return reached

    def _grown(self, cells: int) -> int:
        """Return the cells and their neighbours."""
        stride = self._stride
        return cells | cells << 1 | cells >> 1 | cells << stride | cells >> stride

    def _cut(self, colour: bool, region: int, largest: int) -> Cut:
        rim = self._grown(region) & ~region
        beyond = self._reached(largest, self._everything & ~region)
        between = rim & self._grown(beyond & ~rim)
        ends = self._place(region & -region), self._place(largest & -largest)
        return Cut(colour, ends, list(self._places(between & self._everything)))

    def _places(self, cells: int) -> Iterator[Cell]:
        of_bit = self._of_bit
        while cells:
            last = cells.bit_length() - 1
            yield of_bit[last]
            cells ^= 1 << last

    def _place(self, bit: int) -> Cell:
        return self._of_bit[bit.bit_length() - 1]
