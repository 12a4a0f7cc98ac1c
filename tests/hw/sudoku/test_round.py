"""A round of deduction is compared with the model, and proved for all candidates.

It is proved that no solution is lost, that a full grid is right, and that deduction comes to an end.
"""

import random

import pytest
from amaranth.hdl import Assert, Assume, Cat, Signal

from rowloom.hw.sudoku.parallel.round import Round
from support.proof import Proof, refuted
from support.puzzles import random_grid
from support.simulation import simulate
from support.sudoku.parallel import all_cells, cell_number, deduce, every_grid, planes, units, vector


def random_case(grid, rng):
    """Return candidates close to a solution, the open cells, and the frozen cells, if any. Sometimes, a few rounds have
    already been applied to the candidates and the open cells."""
    side, share = len(grid), rng.random() ** 2
    order = int(side ** 0.5)
    candidates = [[rng.getrandbits(side) if rng.random() < 0.02 else
                   digit | sum((rng.random() < share) << other for other in range(side)) for digit in line]
                  for line in grid]
    open_ = {cell for cell in all_cells(order) if rng.random() < 0.99}
    for _ in range(rng.randrange(6)):
        found = deduce(order, candidates, open_)
        candidates, open_ = found.left, found.left_open
    frozen = {cell for cell in all_cells(order) if rng.random() < 0.3} if rng.random() < 0.3 else set()
    return candidates, open_, frozen


@pytest.mark.parametrize("order", [2, 3])
def test_against_the_model(order):
    """The cases are derived from all solved grids of order 2, and from some solved grids of order 3."""
    rng, dut = random.Random(order), Round(order)
    grids = every_grid() if order == 2 else [
        [[1 << digit - 1 for digit in line] for line in random_grid(3, rng)] for _ in range(8)]

    async def testbench(ctx):
        for candidates, open_, frozen in (random_case(grid, rng) for grid in grids):
            for plane, cells in zip(dut.candidates, planes(order, candidates)):
                ctx.set(plane, cells)
            ctx.set(dut.open, vector(order, open_))
            ctx.set(dut.frozen, vector(order, frozen))
            found = deduce(order, candidates, open_, frozen)
            assert [ctx.get(plane) for plane in dut.left] == planes(order, found.left)
            for name in ("left_open", "pairs", "triples"):
                assert ctx.get(getattr(dut, name)) == vector(order, getattr(found, name)), name
            assert (bool(ctx.get(dut.bad)), bool(ctx.get(dut.new))) == (found.contradiction, found.progress)

    simulate(dut, testbench)


def one(bits):
    """Exactly one of the bits is set."""
    return bits.any() & ~(bits & bits - 1).any()


def obeys(order, grid):
    """Each cell has one digit, and each unit has each digit once."""
    cells = [Cat(plane[cell] for plane in grid) for cell in range(order ** 4)]
    in_units = [Cat(plane[cell_number(order, *cell)] for cell in unit) for unit in units(order) for plane in grid]
    return Cat(one(bits) for bits in [*cells, *in_units]).all()


class RoundProof(Proof):
    """A round with free inputs and a free solution."""

    def __init__(self, order):
        self.order, unit = order, Round(order)
        self.solution = [Signal(order ** 4, name=f"solution_{digit}") for digit in range(order ** 2)]
        super().__init__(unit, [*unit.candidates, unit.open, unit.frozen, *self.solution])

    def inside(self):
        """The solution's digits are candidates."""
        return ~(Cat(self.solution) & ~Cat(self.unit.candidates)).any()

    def settled(self, grid, open_):
        """Cells that are not open have at most one candidate."""
        cells = [Cat(plane[cell] for plane in grid) for cell in range(self.order ** 4)]
        return Cat(is_open | ~(cell & cell - 1).any() for cell, is_open in zip(cells, open_)).all()


class Sound(RoundProof):
    """The first digit of a solution stays a candidate in its cells, and there is no contradiction. All digits are
    treated alike, so the claim holds for every digit."""

    def claims(self, m):
        m.d.comb += [
            Assume(obeys(self.order, self.solution) & self.inside()),
            Assume(self.settled(self.unit.candidates, self.unit.open)),
            Assert(~(self.solution[0] & ~self.unit.left[0]).any()),
            Assert(~self.unit.bad.any()),
        ]


class Full(RoundProof):
    """A grid without open cells and without a contradiction obeys the rules: each cell has one digit, and the first
    digit occurs once in the first row, in the first column and in the first box. All digits and units are treated
    alike."""

    def claims(self, m):
        n, grid = self.order, self.unit.candidates
        cells = [Cat(plane[cell] for plane in grid) for cell in range(n ** 4)]
        first = [units(n)[kind * n ** 2] for kind in range(3)]
        m.d.comb += [
            Assume(~self.unit.open.any() & ~self.unit.bad.any()),
            Assume(self.settled(grid, self.unit.open)),
            Assert(Cat(one(cell) for cell in cells).all()),
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
    """A wrong claim, because too little is assumed: only that the first digit of the solution is a candidate in its
    cells."""

    def inside(self):
        return ~(self.solution[0] & ~self.unit.candidates[0]).any()


def test_a_wrong_claim_is_refuted(prove_at_once):
    with refuted():
        prove_at_once(TooMuch(2))
