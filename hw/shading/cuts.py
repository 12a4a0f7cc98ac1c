"""Whether cells that lose the joined shade may have cut what had it."""

from amaranth.hdl import Module, Signal
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import GridUnit

__all__ = ["Cuts"]


class Cuts(GridUnit):
    """Judges each cell of a row that has lost the joined shade by the eight cells around it; combinational.

    Cells leave what may have the joined shade one after the other: row by row as they are visited, and from left to
    right in a row. A cell leaves its neighbours connected if it has one, or if they are joined around it, through the
    corners between them. Where no cell cuts, what was in one piece is in one piece, and need not be flooded.

    Members
    -------
    above, below : In(cols)
        The rows above and below: cells that have not left; 0 for the frame.
    linked : In(cols)
        The row: cells that had not left before.
    joined : In(cols)
        Those of them that may have the joined shade now; the others leave.
    cut : Out(1)
        Some cell may have cut its surroundings. One without any neighbour counts as such.
    """

    def __init__(self, cols: int):
        super().__init__(1, cols, {
            **dict.fromkeys(("above", "below", "linked", "joined"), In(cols)), "cut": Out(1)})

    def elaborate(self, platform) -> Module:
        m = Module()
        row = self._cols
        # What is left of a cell has left already, what is right of it has not.
        sides = north, east, south, west = [Signal(row, name=name) for name in ("north", "east", "south", "west")]
        m.d.comb += [
            north.eq(self.above), east.eq(self.linked >> 1), south.eq(self.below), west.eq(self.joined << 1),
        ]
        corners = self.above >> 1, self.below >> 1, (self.below << 1)[:row], (self.above << 1)[:row]
        # Around the cell, each neighbour is followed by a gap, or by the next neighbour with the corner between.
        joints = [Signal(row, name=f"joint_{number}") for number in range(4)]
        m.d.comb += [
            joint.eq(side & corner & following)
            for joint, side, corner, following in zip(joints, sides, corners, (*sides[1:], north), strict=True)
        ]
        ends = [Signal(row, name=f"end_{number}") for number in range(4)]
        m.d.comb += [end.eq(side & ~joint) for end, side, joint in zip(ends, sides, joints, strict=True)]
        none, several = Signal(row), Signal(row)
        m.d.comb += [
            none.eq(~(north | east | south | west)),
            several.eq(ends[0] & ends[1] | ends[2] & ends[3] | (ends[0] | ends[1]) & (ends[2] | ends[3])),
            self.cut.eq((self.linked & ~self.joined & (none | several)).any()),
        ]
        return m
