"""The rules about clues, vertices and colours of Slitherlink, for the whole grid at once.

A *plane* is an integer with one bit for each place, row by row. A bit represents a cell, or the vertex at the cell's
upper left corner. Around the grid is a frame that is one cell wide. So a bit that is shifted out of a row gets into the
frame, and not into the next row.

The state consists of nine planes. There is one plane for each of the seven shapes, in the order of
:mod:`rowloom.hw.slitherlink.deducer.shapes`; it contains the vertices that may have this shape. The last two planes
contain the cells that may be inside, and the cells that may be outside. The rules are the same as in
:mod:`rowloom.hw.slitherlink.deducer.row_rules`.
"""

from collections.abc import Iterator
from functools import lru_cache

from rowloom.host.drawing.drawing import Cell

__all__ = ["Allowed", "Lattice", "Planes", "lattice", "lines", "propagate", "reached"]

Planes = tuple[int, int, int, int, int, int, int, int, int]
"""The remaining possibilities."""

Allowed = tuple[int, int, int, int, int]
"""For each number from 0 to 4, the plane of the cells that may have this number of lines on their edges."""


class Lattice:
    """The masks that depend only on a grid's size."""

    def __init__(self, rows: int, cols: int):
        self.rows, self.cols = rows, cols
        stride = self.stride = cols + 2
        """The distance between the bits of two vertical neighbours."""
        every = (1 << (rows + 2) * stride) - 1
        self.row = [((1 << cols) - 1) << self.at(row, 0) for row in range(rows)]
        self.cells = sum(self.row)
        self.frame = every ^ self.cells
        """The cells around the grid."""
        top, left = ((1 << cols + 1) - 1) << self.at(0, 0), sum(1 << self.at(row, 0) for row in range(rows + 1))
        self.vertices = sum(top << row * stride for row in range(rows + 1))
        # The vertices include the lower right corners of the frame's last row.
        self.beyond = ((1 << (rows + 3) * stride + 1) - 1) ^ self.vertices
        """The vertices outside the grid, which no line touches."""
        north, west = self.vertices & ~top, self.vertices & ~left
        south, east = self.vertices & ~(top << rows * stride), self.vertices & ~(left << cols)
        self.start: Planes = (
            self.vertices | self.beyond, north & south, east & west, north & east, south & west, north & west,
            south & east, self.cells, every,
        )  # fmt: skip
        """The possibilities in an empty grid."""
        self.free: Allowed = (every,) * 5
        """The numbers of lines that are allowed without clues: all numbers at all cells."""

    def at(self, row: int, col: int) -> int:
        """Return the number of the bit of a cell or vertex."""
        return (row + 1) * self.stride + col + 1

    def place(self, bit: int) -> Cell:
        """Return the row and the column of a bit."""
        row, col = divmod(bit.bit_length() - 1, self.stride)
        return row - 1, col - 1

    def places(self, plane: int) -> Iterator[Cell]:
        """Yield the row and the column of each bit in a plane, row by row."""
        while plane:
            bit = plane & -plane
            yield self.place(bit)
            plane ^= bit


lattice = lru_cache(maxsize=64)(Lattice)
"""A function that returns the lattice for a grid; the arguments are the numbers of rows and of columns."""


def lines(grid: Lattice, planes: Planes) -> tuple[int, int]:
    """Return two planes: the vertices whose eastern edge must be a line, and the vertices whose southern edge must be a
    line."""
    e, ns, ew, ne, sw, nw, _, _, _ = planes
    return grid.vertices & ~(e | ns | sw | nw), grid.vertices & ~(e | ew | ne | nw)


def reached(grid: Lattice, seeds: int, cells: int) -> int:
    """Return all ``cells`` that are connected with the ``seeds``. All seeds must be among the ``cells``."""
    stride = grid.stride
    found, more = 0, seeds
    while more != found:
        found = more
        # Each iteration goes along rows first and then along columns, so that a path around a corner needs only one
        # iteration.
        more = (more | more << 1 | more >> 1) & cells
        more |= (more << stride | more >> stride) & cells
    return found


def propagate(grid: Lattice, planes: Planes, allowed: Allowed, until_coloured: bool = False) -> Planes | None:
    """Apply the rules until nothing changes; return None at a contradiction.

    With ``until_coloured``, stop as soon as every cell has its colour.
    """
    every = grid.frame | grid.cells
    while True:
        before = planes
        planes = _by_colours(grid, planes)
        inside, outside = planes[7:]
        # If a vertex had no possible shape, the cells around it have no possible colour now.
        if inside | outside != every:
            return None
        if until_coloured and not inside & outside:
            return planes
        planes = _by_clues(grid, planes, allowed)
        if planes == before:
            return planes


def _by_colours(grid: Lattice, planes: Planes) -> Planes:
    """Apply the rules about colours.

    A shape survives if the four cells around the vertex may have the colours that the shape requires. A colour of a
    cell survives if, at each of the cell's corners, a surviving shape allows it.
    """
    stride = grid.stride
    # Shapes are named by the initials of the sides with a line; e is EMPTY.
    e, ns, ew, ne, sw, nw, se, inside, outside = planes
    # The colours of the two cells above a vertex, or below it, from left to right: i is inside, o is outside.
    sw_i, sw_o, ne_i, ne_o = inside << 1, outside << 1, inside << stride, outside << stride
    nw_i, nw_o = ne_i << 1, ne_o << 1
    above_ii, above_io, above_oi, above_oo = nw_i & ne_i, nw_i & ne_o, nw_o & ne_i, nw_o & ne_o
    below_ii, below_io, below_oi, below_oo = sw_i & inside, sw_i & outside, sw_o & inside, sw_o & outside
    # The vertices that may have a shape with the north-western cell inside (_i), or with that cell outside (_o).
    e_i, e_o = e & above_ii & below_ii, e & above_oo & below_oo
    ns_i, ns_o = ns & above_io & below_io, ns & above_oi & below_oi
    ew_i, ew_o = ew & above_ii & below_oo, ew & above_oo & below_ii
    ne_i, ne_o = ne & above_io & below_ii, ne & above_oi & below_oo
    sw_i, sw_o = sw & above_ii & below_oi, sw & above_oo & below_io
    nw_i, nw_o = nw & above_io & below_oo, nw & above_oi & below_ii
    se_i, se_o = se & above_ii & below_io, se & above_oo & below_oi
    above_ii, above_oo = e_i | ew_i | sw_i | se_i, e_o | ew_o | sw_o | se_o
    above_io, above_oi = ns_i | ne_i | nw_i, ns_o | ne_o | nw_o
    below_ii, below_oo = e_i | ew_o | ne_i | nw_o, e_o | ew_i | ne_o | nw_i
    below_io, below_oi = ns_i | sw_o | se_i, ns_o | sw_i | se_o
    # A cell may be inside only if shapes at all its corners allow it. For example, a cell is at the lower right of the
    # vertex at its upper left corner; the cell at the lower right of a vertex is inside in below_ii and below_oi.
    inside &= (below_ii | below_oi) & (below_ii | below_io) >> 1 & (
        (above_ii | above_oi) & (above_ii | above_io) >> 1) >> stride
    outside = outside & (below_oo | below_io) & (below_oo | below_oi) >> 1 & (
        (above_oo | above_io) & (above_oo | above_oi) >> 1) >> stride | grid.frame
    return (
        e_i | e_o | grid.beyond, ns_i | ns_o, ew_i | ew_o, ne_i | ne_o, sw_i | sw_o, nw_i | nw_o, se_i | se_o, inside,
        outside,
    )  # fmt: skip


def _by_clues(grid: Lattice, planes: Planes, allowed: Allowed) -> Planes:
    """Apply the clues.

    A pattern of a cell's edges survives if it fits the clue and, at each corner of the cell, agrees with a possible
    shape. A shape survives if, in each of the four cells around its vertex, it agrees with a surviving pattern.
    """
    stride, below = grid.stride, grid.stride + 1
    none, one, two, three, four = allowed
    e, ns, ew, ne, sw, nw, se, inside, outside = planes
    # A cell has two edges at each of its corners (tl is top left, ..., br is bottom right). Each plane contains the
    # cells for which one combination of lines is possible at the corner: the first digit is 1 if the horizontal edge is
    # a line, and the second digit is 1 if the vertical edge is a line.
    tl00, tl01, tl10, tl11 = e | nw, ns | sw, ew | ne, se
    tr00, tr01, tr10, tr11 = (e | ne) >> 1, (ns | se) >> 1, (ew | nw) >> 1, sw >> 1
    bl00, bl01, bl10, bl11 = (e | sw) >> stride, (ns | nw) >> stride, (ew | se) >> stride, ne >> stride
    br00, br01, br10, br11 = (e | se) >> below, (ns | ne) >> below, (ew | sw) >> below, nw >> below
    # The patterns. There is one block of code for each combination of vertical edges (left, right). In a block, p00,
    # p01, p10 and p11 are the patterns with these digits for (top, bottom). The last line of a block combines the
    # patterns with the same top edge for the upper corners, and those with the same bottom edge for the lower corners.
    # With a function in place of the repeated lines, the rules would take 8 % longer.
    # Neither vertical edge is a line.
    top0, top1, bottom0, bottom1 = tl00 & tr00, tl10 & tr10, bl00 & br00, bl10 & br10
    p00, p01, p10, p11 = top0 & bottom0 & none, top0 & bottom1 & one, top1 & bottom0 & one, top1 & bottom1 & two
    top0_00, top1_00, bottom0_00, bottom1_00 = p00 | p01, p10 | p11, p00 | p10, p01 | p11
    # The right edge is a line.
    top0, top1, bottom0, bottom1 = tl00 & tr01, tl10 & tr11, bl00 & br01, bl10 & br11
    p00, p01, p10, p11 = top0 & bottom0 & one, top0 & bottom1 & two, top1 & bottom0 & two, top1 & bottom1 & three
    top0_01, top1_01, bottom0_01, bottom1_01 = p00 | p01, p10 | p11, p00 | p10, p01 | p11
    # The left edge is a line.
    top0, top1, bottom0, bottom1 = tl01 & tr00, tl11 & tr10, bl01 & br00, bl11 & br10
    p00, p01, p10, p11 = top0 & bottom0 & one, top0 & bottom1 & two, top1 & bottom0 & two, top1 & bottom1 & three
    top0_10, top1_10, bottom0_10, bottom1_10 = p00 | p01, p10 | p11, p00 | p10, p01 | p11
    # Both vertical edges are lines.
    top0, top1, bottom0, bottom1 = tl01 & tr01, tl11 & tr11, bl01 & br01, bl11 & br11
    p00, p01, p10, p11 = top0 & bottom0 & two, top0 & bottom1 & three, top1 & bottom0 & three, top1 & bottom1 & four
    top0_11, top1_11, bottom0_11, bottom1_11 = p00 | p01, p10 | p11, p00 | p10, p01 | p11
    # The remaining possibilities at the corners, now by vertex: a vertex has the bit of the cell to its lower right.
    tl00, tl01, tl10, tl11 = top0_00 | top0_01, top0_10 | top0_11, top1_00 | top1_01, top1_10 | top1_11
    tr00, tr01 = (top0_00 | top0_10) << 1, (top0_01 | top0_11) << 1
    tr10, tr11 = (top1_00 | top1_10) << 1, (top1_01 | top1_11) << 1
    bl00, bl01 = (bottom0_00 | bottom0_01) << stride, (bottom0_10 | bottom0_11) << stride
    bl10, bl11 = (bottom1_00 | bottom1_01) << stride, (bottom1_10 | bottom1_11) << stride
    br00, br01 = (bottom0_00 | bottom0_10) << below, (bottom0_01 | bottom0_11) << below
    br10, br11 = (bottom1_00 | bottom1_10) << below, (bottom1_01 | bottom1_11) << below
    return (
        e & tl00 & tr00 & bl00 & br00 | grid.beyond,
        ns & tl01 & tr01 & bl01 & br01,
        ew & tl10 & tr10 & bl10 & br10,
        ne & tl10 & tr00 & bl11 & br01,
        sw & tl01 & tr11 & bl00 & br10,
        nw & tl00 & tr10 & bl01 & br11,
        se & tl11 & tr01 & bl10 & br00,
        inside,
        outside,
    )
