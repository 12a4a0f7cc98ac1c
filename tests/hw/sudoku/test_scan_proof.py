"""The visit of a house, proved for all candidates of its cells: no digit is placed where a solution has another one."""

import pytest
from amaranth.hdl import Assert, Assume, Cat, Elaboratable, Module, Mux, Signal

from rowloom.hw.sudoku.scan import hidden
from rowloom.hw.sudoku.scan.evaluator import amount
from rowloom.hw.sudoku.scan.hidden import Hidden
from rowloom.tools import ToolError


class Visit(Elaboratable):
    """A house's open cells come one a clock, in some order, each with a solution's digit among its candidates.

    A digit is the solution's of one cell, as in every house. What is proved of a cell: that it has a candidate, and, if
    that is its only one, or a digit met only once when all cells have come, that it is the solution's.
    """

    def __init__(self, size):
        self.size = size
        self.unit = Hidden(size)
        self.candidates, self.digit, self.cell = Signal(size), Signal(size), Signal(range(size))
        self.ports = [self.candidates, self.digit, self.cell]

    def elaborate(self, platform):
        m = Module()
        m.submodules.unit = unit = self.unit
        size = self.size
        number, solved, ended = Signal(range(size + 1)), Signal(size), Signal()
        chosen, chosen_digit = Signal(size), Signal(size)
        wanted = Signal(range(size))
        with m.If(number == 0):
            m.d.sync += wanted.eq(self.cell)
        digits, judged = amount(m, self.digit), amount(m, self.candidates)
        here = number == Mux(number == 0, self.cell, wanted)
        m.d.comb += [
            unit.candidates.eq(self.candidates), unit.count.eq(number != size), ended.eq(number == size),
            Assume((digits.some & ~digits.many) | ended),
            Assume((self.digit & ~self.candidates) == 0),
            Assume(((self.digit & solved) == 0) | ended),
        ]
        with m.If(~ended):
            m.d.sync += [number.eq(number + 1), solved.eq(solved | self.digit)]
            m.d.comb += Assert(judged.some & (judged.many | (self.candidates == self.digit)))
            with m.If(here):
                m.d.sync += [chosen.eq(self.candidates), chosen_digit.eq(self.digit)]
        with m.Else():
            m.d.comb += [
                Assert(unit.once.all()),
                Assert(~(unit.single & chosen).any() | ((unit.single & chosen) == chosen_digit)),
                Assert(Cat(unit.twice & ~unit.once) == 0),
            ]
        return m


@pytest.mark.parametrize("size", [4, pytest.param(9, marks=pytest.mark.slow)])
def test_every_visit(prove, size):
    proof = Visit(size)
    prove(proof, proof.ports, clocks=size + 2)


def test_a_wrong_unit_is_refuted(prove, monkeypatch):
    """One that takes for a single whatever was met."""
    monkeypatch.setattr(hidden.Hidden, "single", property(lambda unit: unit.once))
    proof = Visit(4)
    with pytest.raises(ToolError, match="Status: FAILED"):
        prove(proof, proof.ports, clocks=6)
