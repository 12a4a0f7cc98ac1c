"""The flood unit, proved: from reset, for all inputs at all times, several floods one after another."""

from functools import reduce
from operator import or_

import pytest
from amaranth.hdl import Assert, Assume, Cat, Elaboratable, Module, Signal

from rowloom.hw.slitherlink.checker.connectivity import Connectivity
from rowloom.hw.slitherlink.checker.patterns import EDGES, OFFSETS


class Proof(Elaboratable):
    """Whenever a flood ends, ``joined`` says whether all targets can be reached through the room, cell by cell."""

    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols
        self.unit = Connectivity(rows, cols)
        self.held = [*self.unit.seed, *self.unit.target, *self.unit.room]
        self.ports = [self.unit.start, *self.held]

    def reached(self, m):
        """The cells that are wet after as many steps as there are cells."""
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

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = unit = self.unit
        held, before = Cat(self.held), Signal(len(Cat(self.held)))
        was_used, was_busy = Signal(), Signal()
        m.d.sync += [before.eq(held), was_used.eq(unit.start | unit.busy), was_busy.eq(unit.busy)]
        with m.If(was_used):
            m.d.comb += Assume(held == before)  # as the unit's contract asks
        dry = Cat(unit.target[row][col] & ~wet for (row, col), wet in self.reached(m).items())
        with m.If(was_busy & ~unit.busy):
            m.d.comb += Assert(unit.joined == ~dry.any())
        return m


@pytest.mark.parametrize("rows, cols, clocks", [
    (2, 2, 24),  # two floods of the longest kind
    pytest.param(2, 3, 28, marks=pytest.mark.slow),
])
def test_joined_is_right(prove, rows, cols, clocks):
    prove(Proof(rows, cols), clocks)
