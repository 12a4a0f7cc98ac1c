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

    def __init__(self, unit, choice):
        self.unit, self.choice = unit, choice

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = self.unit
        self.claim(m, self.unit.cell)
        return m

    def claim(self, m, cell):
        m.d.comb += [
            Assert(~(cell & ~self.choice).any()),
            Assert(~(cell & cell - 1).any()),
            Assert(cell.any() == self.choice.any()),
        ]


class ByBoxes(OneCell):
    """Whatever is open, and was a clock before."""

    def __init__(self):
        unit = BoxBranching(ORDER)
        super().__init__(unit, unit.fewest)
        self.ports = [unit.open, unit.fewest]


class ByPeers(OneCell):
    """Two clocks after the candidates are there, whatever they are."""

    latency = 2

    def __init__(self):
        unit = PeerBranching(ORDER)
        super().__init__(unit, unit.open)
        self.ports = [unit.candidates.as_value(), unit.pairs, unit.open]

    def claim(self, m, cell):
        inputs = Cat(self.ports)
        before, clocks = Signal.like(inputs), Signal(2)
        m.d.sync += [before.eq(inputs), clocks.eq(clocks + 1)]
        m.d.comb += Assume((clocks == 0) | (inputs == before))
        with m.If(clocks == self.latency):
            super().claim(m, cell)


@pytest.mark.parametrize("claim", [ByBoxes, ByPeers])
def test_proof(prove, claim):
    proof = claim()
    prove(proof, proof.ports, clocks=3)


class TooSoon(ByPeers):
    """The same at once."""

    latency = 0


def test_what_is_wrong_is_found(prove):
    proof = TooSoon()
    with pytest.raises(ToolError, match="Status: FAILED"):
        prove(proof, proof.ports, clocks=3)
