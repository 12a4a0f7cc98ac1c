"""The flood unit is proved to be right from its reset on, for all inputs and for several floods in succession."""

from functools import reduce
from operator import or_

import pytest
from amaranth.hdl import Assert, Assume, Cat, Signal

from rowloom.hw.slitherlink.checker.checker import EDGES, OFFSETS
from rowloom.hw.slitherlink.checker.connectivity import Connectivity
from support.proof import Proof


class ConnectivityProof(Proof):
    """When a flood ends, ``joined`` is 1 if and only if all targets can be reached through the room, cell by cell."""

    def __init__(self, rows, cols):
        self.rows, self.cols, unit = rows, cols, Connectivity(rows, cols)
        self.held = Cat(*unit.seed, *unit.target, *unit.room)
        super().__init__(unit, [unit.start, *unit.seed, *unit.target, *unit.room])

    def reached(self, m):
        """Return the cells that are wet after as many steps as the grid has cells."""
        room = {(row, col): self.unit.room[row][col] for row in range(self.rows) for col in range(self.cols)}
        wet = {(row, col): room[row, col] & self.unit.seed[row][col] for row, col in room}
        for _ in room:
            step = {cell: Signal(name="step") for cell in room}
            for (row, col), port in step.items():
                beside = [(row + OFFSETS[edge][0], col + OFFSETS[edge][1]) for edge in EDGES]
                joined = reduce(or_, (wet[cell] for cell in beside if cell in wet), wet[row, col])
                m.d.comb += port.eq(joined & room[row, col])
            wet = step
        return wet

    def claims(self, m):
        unit, before = self.unit, Signal(len(self.held))
        was_used, was_busy = Signal(), Signal()
        m.d.sync += [before.eq(self.held), was_used.eq(unit.start | unit.busy), was_busy.eq(unit.busy)]
        with m.If(was_used):
            m.d.comb += Assume(self.held == before)  # the unit requires that its inputs do not change
        dry = Cat(unit.target[row][col] & ~wet for (row, col), wet in self.reached(m).items())
        with m.If(was_busy & ~unit.busy):
            m.d.comb += Assert(unit.joined == ~dry.any())


@pytest.mark.parametrize("rows, cols, clocks", [
    (2, 2, 12),  # enough clocks for the longest flood
    # Enough clocks for two of the longest floods.
    *(pytest.param(*case, marks=pytest.mark.slow) for case in ((2, 2, 24), (2, 3, 28))),
])
def test_joined_is_right(prove_at_once, rows, cols, clocks):
    prove_at_once(ConnectivityProof(rows, cols), clocks=clocks)
