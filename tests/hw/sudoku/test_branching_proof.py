# amaranth: UnusedElaboratable=no
"""The two choices of the cell to guess at, proved for every grid of order 2: a search would not end without a cell."""

import pytest
from amaranth.hdl import Assert, Assume, Cat, Elaboratable, Module, Signal

from rowloom.hw.sudoku.box_branching import BoxBranching
from rowloom.hw.sudoku.peer_branching import PeerBranching
from rowloom.hw.tools import ToolError

ORDER = 2


class OneCell(Elaboratable):
    """There is exactly one cell, of those to choose from, unless there are none."""

    def __init__(self, unit):
        self.unit = unit

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = self.unit
        self.claim(m, self.unit.cell, self.unit.fewest)
        return m

    def claim(self, m, cell, fewest):
        m.d.comb += [
            Assert(~(cell & ~fewest).any()),
            Assert(~(cell & cell - 1).any()),
            Assert(cell.any() == fewest.any()),
        ]


class ByBoxes(OneCell):
    """Whatever is open, and was a clock before."""

    def __init__(self):
        super().__init__(BoxBranching(ORDER))
        self.ports = [self.unit.open, self.unit.fewest]


class ByPeers(OneCell):
    """Two clocks after the candidates and the cells to choose from are there, which have candidates."""

    def __init__(self):
        super().__init__(PeerBranching(ORDER))
        self.ports = [self.unit.candidates.as_value(), self.unit.pairs, self.unit.fewest]

    def eligible(self):
        return Cat(Cat(plane[cell] for plane in self.unit.candidates).any() for cell in range(ORDER ** 4))

    def claim(self, m, cell, fewest):
        inputs = Cat(self.ports)
        before, clocks = Signal.like(inputs), Signal(2)
        m.d.sync += [before.eq(inputs), clocks.eq(clocks + 1)]
        m.d.comb += [Assume((clocks == 0) | (inputs == before)), Assume(~(fewest & ~self.eligible()).any())]
        with m.If(clocks == 2):
            super().claim(m, cell, fewest)


@pytest.mark.parametrize("claim", [ByBoxes, ByPeers])
def test_proof(prove, claim):
    proof = claim()
    prove(proof, proof.ports, clocks=3)


class WithoutCandidates(ByPeers):
    """The same of cells that need not have any, so that the best of all may be none of these."""

    def eligible(self):
        return self.unit.fewest


def test_what_is_wrong_is_found(prove):
    proof = WithoutCandidates()
    with pytest.raises(ToolError, match="Status: FAILED"):
        prove(proof, proof.ports, clocks=3)
