"""Has a region a hole? Pick's theorem over its cells (Miyauchi and Tanaka 2020, section 3.3.2)."""

from amaranth.hdl import Array, Cat, Const, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..primitives.popcount import popcount
from ..primitives.rows import check_size

__all__ = ["Holes"]


class Holes(wiring.Component):
    """Counts the S cells, i vertices inside and b lines of a region, one row a clock: is S = i + b/2 - 1?

    Equality holds exactly when the region has one more piece (cells joined across edges) than it has holes
    (outside cells cut off from the frame, even across corners). So of a joined region it tells whether there
    is a hole; two pieces with one hole pass as well, which is why connectivity has to be checked too. The
    empty region fails. A hole that touches the outside at a corner is not seen: that is a checker pattern.

    Latency: ``busy`` is high for ``rows`` + 1 clocks.

    Parameters
    ----------
    rows, cols : int, at least 1
        The grid's size. The frame around it is outside.

    Members
    -------
    start : In(1)
        Begins a count; ignored while one runs.
    inside : In(cols), ``rows`` of them
        The region; must not change from ``start`` until ``busy`` is low.
    busy : Out(1)
        A count is running.
    pick : Out(1)
        Pick's theorem holds; final once ``busy`` is low, and low before the first count.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int):
        check_size("Holes", rows, cols)
        self._rows, self._cols = rows, cols
        super().__init__({
            "start": In(1),
            "inside": In(cols).array(rows),
            "busy": Out(1),
            "pick": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        cells = Signal(range(self._rows * self._cols + 1))
        vertices = Signal.like(cells)
        borders = Signal(range(2 * self._rows * self._cols + self._rows + self._cols + 1))
        m.d.comb += self.pick.eq(2 * cells + 2 == 2 * vertices + borders)

        above = Signal(self._cols)
        here = Signal(self._cols)
        following = Signal(range(1, self._rows + 2), init=1)  # the row that is loaded next
        # Past the last row comes the frame.
        frame = Const(0, self._cols)
        rows = Array([*self.inside, frame, frame])
        both = above & here

        with m.If(self.busy):
            m.d.sync += [
                cells.eq(cells + popcount(here)),
                vertices.eq(vertices + popcount(both[1:] & both[:-1])),
                borders.eq(borders + popcount(above ^ here) + popcount(Cat(here, 0) ^ Cat(0, here))),
                above.eq(here),
                here.eq(rows[following]),
                following.eq(following + 1),
                self.busy.eq(following != self._rows + 1),
            ]
        with m.Elif(self.start):
            m.d.sync += [
                cells.eq(0),
                vertices.eq(0),
                borders.eq(0),
                above.eq(frame),
                here.eq(self.inside[0]),
                following.eq(1),
                self.busy.eq(1),
            ]
        return m
