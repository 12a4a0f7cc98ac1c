"""Detection of holes by Pick's theorem (Miyauchi and Tanaka 2020, section 3.3.2)."""

from amaranth.hdl import Array, Cat, Const, Module, Signal
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.popcount import popcount
from rowloom.hw.primitives.units import GridUnit

__all__ = ["Holes"]


class Holes(GridUnit):
    """Counts the S cells, i vertices inside and b lines of a set of cells, one row a clock, and tests S = i + b/2 - 1.

    Equality holds exactly if there is one more region (cells connected through edges) than there are holes (outside
    cells cut off from the frame, even across corners). So a single region has no hole if it holds. Two regions with one
    hole pass as well, so connectivity must be checked too. The empty set fails. A hole that touches the outside at a
    corner is not detected: that is a checker pattern.

    Latency: ``busy`` is high for ``rows`` + 1 clocks.

    Members
    -------
    start : In(1)
        Start a count; ignored while one runs.
    inside : In(cols), ``rows`` of them
        The cells; must not change from ``start`` until ``busy`` is low.
    busy : Out(1)
        A count is running.
    pick : Out(1)
        Equality holds; valid when ``busy`` is low, 0 before the first count.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {"start": In(1), "inside": In(cols).array(rows), "busy": Out(1), "pick": Out(1)})

    def elaborate(self, platform) -> Module:
        m = Module()
        cells = Signal(range(self._rows * self._cols + 1))
        vertices = Signal.like(cells)
        borders = Signal(range(2 * self._rows * self._cols + self._rows + self._cols + 1))
        m.d.comb += self.pick.eq(2 * cells + 2 == 2 * vertices + borders)

        above = Signal(self._cols)
        here = Signal(self._cols)
        following = Signal(range(1, self._rows + 2), init=1)  # the row that is loaded next
        # The frame follows the last row.
        frame = Const(0, self._cols)
        rows = Array([*self.inside, frame, frame])
        both = above & here

        with m.If(self.busy):
            m.d.sync += [
                cells.eq(cells + popcount(here)),
                vertices.eq(vertices + popcount(both[1:] & both[:-1])),
                borders.eq(borders + popcount(above ^ here) + popcount(Cat(here, 0) ^ Cat(0, here))),
                above.eq(here), here.eq(rows[following]), following.eq(following + 1),
                self.busy.eq(following != self._rows + 1),
            ]
        with m.Elif(self.start):
            m.d.sync += [
                cells.eq(0), vertices.eq(0), borders.eq(0),
                above.eq(frame), here.eq(self.inside[0]), following.eq(1), self.busy.eq(1),
            ]
        return m
