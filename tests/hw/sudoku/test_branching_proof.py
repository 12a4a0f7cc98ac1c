"""The choice of the branch cell, proved for every grid of order 2: a search would not end without a cell."""

import pytest
from amaranth.hdl import Assert, Elaboratable, Module

from rowloom.hw.sudoku.parallel.box_branching import BoxBranching
from rowloom.tools import ToolError

ORDER = 2


class OneCell(Elaboratable):
    """There is exactly one cell, of those to choose from, unless there are none; whatever is open, now and before."""

    def __init__(self):
        self._unit = unit = BoxBranching(ORDER)
        self.ports = [unit.open, unit.fewest]

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = self._unit
        cell = self._unit.cell
        m.d.comb += [
            Assert(~(cell & ~self.choice()).any()),
            Assert(~(cell & cell - 1).any()),
            Assert(cell.any() == self.choice().any()),
        ]
        return m

    def choice(self):
        return self._unit.fewest


def test_proof(prove):
    proof = OneCell()
    prove(proof, proof.ports, clocks=3)


class OfAllThatIsOpen(OneCell):
    """What does not hold: open cells that have more candidates than others are no choice."""

    def choice(self):
        return self._unit.open


def test_what_is_wrong_is_found(prove):
    proof = OfAllThatIsOpen()
    with pytest.raises(ToolError, match="Status: FAILED"):
        prove(proof, proof.ports, clocks=3)
