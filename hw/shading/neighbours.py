"""The rule that a cell of the joined shade has a neighbour of that shade."""

from amaranth.hdl import Module, Signal
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import GridUnit

__all__ = ["Neighbours"]


class Neighbours(GridUnit):
    """Looks for the neighbours that the cells of a row need to be connected; combinational.

    A cell that no neighbour could join does not have the joined shade; the only neighbour that could join one that has
    it does so.

    Members
    -------
    above, here, below : In(cols)
        A row between two others: the cells that may have the joined shade; 0 for the frame.
    certain : In(cols)
        The cells of ``here`` that have no other one.
    needed_above, needed_here, needed_below : Out(cols)
        The cells that have the joined shade, because they are the only neighbour of a certain one.
    lonely : Out(cols)
        The cells of ``here`` without a neighbour that could join them.
    """

    def __init__(self, cols: int):
        places = "above", "here", "below"
        super().__init__(1, cols, {
            **{name: In(cols) for name in places}, "certain": In(cols),
            **{f"needed_{name}": Out(cols) for name in places}, "lonely": Out(cols),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        left, right = Signal(self._cols), Signal(self._cols)
        up_or_down, left_or_right, single = (Signal(self._cols) for _ in range(3))
        m.d.comb += [
            left.eq(self.here << 1), right.eq(self.here >> 1),
            up_or_down.eq(self.above | self.below), left_or_right.eq(left | right),
            single.eq(self.certain & ~(self.above & self.below | left & right | up_or_down & left_or_right)),
            self.needed_above.eq(single & self.above), self.needed_below.eq(single & self.below),
            self.needed_here.eq((single & left) >> 1 | (single & right) << 1),
            self.lonely.eq(self.here & ~(up_or_down | left_or_right)),
        ]
        return m
