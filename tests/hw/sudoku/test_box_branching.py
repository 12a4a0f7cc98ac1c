"""The branch cell of the parallel engine is compared with the model, and is proved to exist for every grid of order
2."""

import random

import pytest
from amaranth.hdl import Assert

from rowloom.hw.sudoku.parallel.solver import BoxBranching
from support.proof import Proof, refuted
from support.simulation import simulate
from support.sudoku.parallel import all_cells, box_branching, vector


def some(cells, rng):
    share = rng.random()
    return {cell for cell in cells if rng.random() < share} or {rng.choice(cells)}


@pytest.mark.parametrize("order", [2, 3])
def test_against_the_model(order):
    rng, dut, cells = random.Random(order), BoxBranching(order), all_cells(order)

    async def testbench(ctx):
        for _ in range(100):
            open_, before, fewest = (some(cells, rng) for _ in range(3))
            ctx.set(dut.open, vector(order, open_))
            ctx.set(dut.fewest, vector(order, before))
            await ctx.tick()
            ctx.set(dut.fewest, vector(order, fewest))
            assert ctx.get(dut.cell) == vector(order, [box_branching(order, fewest, open_, before)])
            ctx.set(dut.fewest, 0)
            assert ctx.get(dut.cell) == 0

    simulate(dut, testbench)


class OneCell(Proof):
    """Exactly one cell is chosen, unless there is no cell to choose. Without a branch cell, a search would hang."""

    def __init__(self, choice="fewest"):
        unit = BoxBranching(2)
        super().__init__(unit, [unit.open, unit.fewest])
        self.choice = getattr(unit, choice)

    def claims(self, m):
        cell = self.unit.cell
        m.d.comb += [
            Assert(~(cell & ~self.choice).any()), Assert(~(cell & cell - 1).any()),
            Assert(cell.any() == self.choice.any())]


def test_one_cell(prove):
    prove(OneCell(), clocks=3)


def test_a_wrong_choice_is_refuted(prove):
    """The wrong claim: a cell is chosen whenever any cell is open, even if no cell has the fewest candidates."""
    with refuted():
        prove(OneCell("open"), clocks=3)
