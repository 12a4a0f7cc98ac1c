"""It is proved for all candidates that a round of deduction loses no solution, that a full grid without a contradiction
is a solution, and that deduction comes to an end. :mod:`test_parallel` compares rounds with the model."""

import pytest
from amaranth.hdl import Assert, Assume, Cat, Signal

from rowloom.hw.sudoku.parallel.round import Round
from support.proof import Proof, refuted
from support.sudoku.parallel import cell_number, units


def one(bits):
    return bits.any() & ~(bits & bits - 1).any()


def cells_of(grid):
    """Return the candidates of each cell."""
    return [Cat(bits) for bits in zip(*grid)]


def obeys(order, grid):
    """Return whether each cell has one digit, and each house has each digit once."""
    in_units = [Cat(plane[cell_number(order, *cell)] for cell in unit) for unit in units(order) for plane in grid]
    return Cat(one(bits) for bits in [*cells_of(grid), *in_units]).all()


class RoundProof(Proof):
    """A round with arbitrary inputs and an arbitrary solution."""

    def __init__(self, order):
        self.order, unit = order, Round(order)
        self.solution = [Signal(order ** 4, name=f"solution_{digit}") for digit in range(order ** 2)]
        super().__init__(unit, [*unit.candidates, unit.open, unit.frozen, *self.solution])

    def inside(self):
        return ~(Cat(self.solution) & ~Cat(self.unit.candidates)).any()

    def settled(self, grid, open_):
        """Cells that are not open have at most one candidate."""
        return Cat(is_open | ~(cell & cell - 1).any() for cell, is_open in zip(cells_of(grid), open_)).all()


class Sound(RoundProof):
    """The lowest digit stays a candidate in the cells where a solution has it, and there is no contradiction. All
    digits are treated alike, so the claim holds for every digit."""

    def claims(self, m):
        m.d.comb += [
            Assume(obeys(self.order, self.solution) & self.inside()),
            Assume(self.settled(self.unit.candidates, self.unit.open)),
            Assert(~(self.solution[0] & ~self.unit.left[0]).any()),
            Assert(~self.unit.bad.any()),
        ]


class Full(RoundProof):
    """A grid without open cells and without a contradiction obeys the rules: each cell has one digit, and the first
    digit occurs once in the first row, in the first column and in the first box. All digits and all houses are treated
    alike."""

    def claims(self, m):
        n, grid = self.order, self.unit.candidates
        first = [units(n)[kind * n ** 2] for kind in range(3)]
        m.d.comb += [
            Assume(~self.unit.open.any() & ~self.unit.bad.any()),
            Assume(self.settled(grid, self.unit.open)),
            Assert(Cat(one(cell) for cell in cells_of(grid)).all()),
            Assert(Cat(one(Cat(grid[0][cell_number(n, *cell)] for cell in unit)) for unit in first).all()),
        ]


class Kept(RoundProof):
    """Cells that are frozen or not open do not change."""

    def claims(self, m):
        kept = self.unit.frozen | ~self.unit.open
        m.d.comb += Assert(~Cat(
            (left ^ can) & kept for left, can in zip(self.unit.left, self.unit.candidates)).any())


class Settled(RoundProof):
    """Settled cells still have at most one candidate after the round, unless there is a contradiction; no settled cell
    is opened."""

    def claims(self, m):
        m.d.comb += [
            Assume(self.settled(self.unit.candidates, self.unit.open) & ~self.unit.bad.any()),
            Assert(self.settled(self.unit.left, self.unit.left_open)),
            Assert(~(self.unit.left_open & ~self.unit.open).any()),
        ]


class Ending(RoundProof):
    """``new`` is set if and only if a candidate is removed or a cell is settled."""

    def claims(self, m):
        removed = Cat(can & ~left for left, can in zip(self.unit.left, self.unit.candidates)).any()
        m.d.comb += [
            Assume(~self.unit.frozen.any() & ~self.unit.bad.any()),
            Assert((removed | (self.unit.open != self.unit.left_open)) == self.unit.new.any()),
        ]


@pytest.mark.parametrize("claim", [Sound, Full, Kept, Settled, Ending])
@pytest.mark.parametrize("order", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_proof(prove_at_once, order, claim):
    prove_at_once(claim(order))


class TooMuch(Sound):
    """A wrong claim, because too little is assumed: the lowest digit is a candidate in the cells where the solution has
    it, but the other digits need not be."""

    def inside(self):
        return ~(self.solution[0] & ~self.unit.candidates[0]).any()


def test_a_wrong_claim_is_refuted(prove_at_once):
    with refuted():
        prove_at_once(TooMuch(2))
