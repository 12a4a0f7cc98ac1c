"""A round, proved for all candidates: no solution is lost, what is full is right, and deduction comes to an end."""

import pytest
from amaranth.hdl import Assert, Assume, Cat, Elaboratable, Module, Signal

from rowloom.hw.sudoku.parallel.round import Round
from rowloom.tools import ToolError
from support.sudoku.parallel import cell_number, units

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
        self.solution = [Signal(order ** 4, name=f"solution_{digit}") for digit in range(order ** 2)]
        self.ports = [*self.round.candidates, self.round.open, self.round.frozen, *self.solution]

    def elaborate(self, platform):
        m = Module()
        m.submodules.round = self.round
        self.claim(m)
        return m

    def inside(self):
        """The solution's digits are candidates."""
        return ~(Cat(self.solution) & ~Cat(self.round.candidates)).any()

    def contradiction(self):
        return self.round.bad.any()

    def settled(self, grid, open_):
        """Cells that are not open have at most one candidate."""
        cells = [Cat(plane[cell] for plane in grid) for cell in range(self.order ** 4)]
        return Cat(is_open | ~(cell & cell - 1).any() for cell, is_open in zip(cells, open_)).all()


class Sound(Proof):
    """A solution's digits stay candidates (one digit's: all are treated alike), and there is no contradiction."""

    def claim(self, m):
        m.d.comb += [
            Assume(obeys(self.order, self.solution) & self.inside()),
            Assume(self.settled(self.round.candidates, self.round.open)),
            Assert(~(self.solution[0] & ~self.round.left[0]).any()),
            Assert(~self.contradiction()),
        ]


class Full(Proof):
    """A grid without open cells, in which there is no contradiction, obeys the rules: the cells have one digit each,
    and the first digit stands once in the first row, column and box. All digits and units are treated alike."""

    def claim(self, m):
        n, grid = self.order, self.round.candidates
        cells = [Cat(plane[cell] for plane in grid) for cell in range(n ** 4)]
        first = [units(n)[kind * n ** 2] for kind in range(3)]
        m.d.comb += [
            Assume(~self.round.open.any() & ~self.contradiction()),
            Assume(self.settled(grid, self.round.open)),
            Assert(Cat(one(cell) for cell in cells).all()),
            Assert(Cat(one(Cat(grid[0][cell_number(n, *cell)] for cell in unit)) for unit in first).all()),
        ]


class Kept(Proof):
    """Cells that are not open stay as they are, and so do frozen ones."""

    def claim(self, m):
        kept = self.round.frozen | ~self.round.open
        m.d.comb += Assert(~Cat(
            (left ^ can) & kept for left, can in zip(self.round.left, self.round.candidates)).any())


class Settled(Proof):
    """Cells are settled that have at most one candidate then, unless there is a contradiction; none is opened."""

    def claim(self, m):
        m.d.comb += [
            Assume(self.settled(self.round.candidates, self.round.open) & ~self.contradiction()),
            Assert(self.settled(self.round.left, self.round.left_open)),
            Assert(~(self.round.left_open & ~self.round.open).any()),
        ]


class Ending(Proof):
    """Where something is new, something is removed or settled; and the other way round."""

    def claim(self, m):
        removed = Cat(can & ~left for left, can in zip(self.round.left, self.round.candidates)).any()
        m.d.comb += [
            Assume(~self.round.frozen.any() & ~self.contradiction()),
            Assert((removed | (self.round.open != self.round.left_open)) == self.round.new.any()),
        ]


@pytest.mark.parametrize("claim", [Sound, Full, Kept, Settled, Ending])
@pytest.mark.parametrize("order", ORDERS)
def test_proof(prove_at_once, order, claim):
    proof = claim(order)
    prove_at_once(proof, proof.ports)


class TooMuch(Sound):
    """The same where only one digit of the solution has to be among the candidates."""

    def inside(self):
        return ~(self.solution[0] & ~self.round.candidates[0]).any()


def test_what_is_wrong_is_found(prove_at_once):
    proof = TooMuch(2)
    with pytest.raises(ToolError):
        prove_at_once(proof, proof.ports)
