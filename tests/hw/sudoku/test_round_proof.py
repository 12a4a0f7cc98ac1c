"""A round, proved for all values: no solution is lost, what is certain is in all of them, and what is full is right."""

import pytest
from amaranth.hdl import Assert, Assume, Cat, Elaboratable, Module, Signal

from rowloom.hw.sudoku.grid import cell_number
from rowloom.hw.sudoku.model import units
from rowloom.hw.sudoku.round import Round, planes
from rowloom.hw.tools import ToolError

ORDERS = [2, pytest.param(3, marks=pytest.mark.slow)]


def one(bits):
    """Exactly one of them is set."""
    return bits.any() & ~(bits & bits - 1).any()


def obeys(order, grid):
    """Each cell has one digit, and each unit each digit once."""
    cells = [Cat(plane[cell] for plane in grid) for cell in range(order ** 4)]
    in_units = [Cat(plane[cell_number(order, *cell)] for cell in unit) for unit in units(order) for plane in grid]
    return Cat(one(bits) for bits in [*cells, *in_units]).all()


class Proof(Elaboratable):
    """What is proved of a round with free inputs and a free solution."""

    def __init__(self, order):
        self.order = order
        self.round = Round(order)
        self.solution = Signal(planes(order))
        self.ports = [port.as_value() if hasattr(port, "as_value") else port for port in (
            self.round.values, self.round.hidden, self.round.barred, self.round.plain, self.solution)]

    def elaborate(self, platform):
        m = Module()
        m.submodules.round = self.round
        self.claim(m)
        return m

    def agrees(self):
        """The solution is one, and has these values."""
        return obeys(self.order, self.solution) & ~(self.round.values.as_value() & ~self.solution.as_value()).any()

    def whole(self):
        """All cells and digits are looked at."""
        return ~(self.round.hidden.any() | self.round.barred.any())


class Sound(Proof):
    """Whatever solution has the values, its digits are candidates: one digit's, and all are treated alike."""

    def claim(self, m):
        m.d.comb += [
            Assume(self.agrees() & self.whole()),
            Assert(~(self.solution[0] & ~self.round.candidates[0]).any()),
        ]


class Certain(Proof):
    """If all its digits are candidates, those that are certain are its own, and there is no contradiction."""

    def claim(self, m):
        solution = self.solution.as_value()
        m.d.comb += [
            Assume(self.agrees() & self.whole()),
            Assume(~(solution & ~self.round.candidates.as_value()).any()),
            Assert(~(self.round.certain.as_value() & ~solution).any()),
            Assert(~self.round.bad.any()),
        ]


class Full(Proof):
    """A grid without open cells, in which there is no contradiction, obeys the rules."""

    def claim(self, m):
        m.d.comb += [
            Assume(~self.round.open.any() & ~self.round.bad.any()),
            Assert(obeys(self.order, self.round.values)),
        ]


class Written(Proof):
    """A round on one cell and one digit, if a solution has it there, writes it and nothing else."""

    def __init__(self, order):
        super().__init__(order)
        self.cell, self.digit = Signal(order ** 4), Signal(order ** 2)
        self.ports += [self.cell, self.digit]

    def claim(self, m):
        written = Cat(self.cell & digit.replicate(len(self.cell)) for digit in self.digit)
        m.d.comb += [
            Assume(self.agrees() & one(self.cell) & one(self.digit) & (written & self.solution.as_value()).any()),
            Assume((self.round.hidden == ~self.cell) & (self.round.barred == ~self.digit)),
            Assert(self.round.certain.as_value() == self.round.values.as_value() | written),
        ]


@pytest.mark.parametrize("claim", [Sound, Certain, Full, Written])
@pytest.mark.parametrize("order", ORDERS)
def test_proof(prove_at_once, order, claim):
    proof = claim(order)
    prove_at_once(proof, proof.ports)


class TooMuch(Sound):
    """The same where only some of the grid's units are as they must be."""

    def agrees(self):
        return ~(self.round.values.as_value() & ~self.solution.as_value()).any()


def test_what_is_wrong_is_found(prove_at_once):
    proof = TooMuch(2)
    with pytest.raises(ToolError):
        prove_at_once(proof, proof.ports)
