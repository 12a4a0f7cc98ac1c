"""The choice of the cell to guess at, against the model."""

import random

import pytest

from rowloom.hw.sudoku.parallel.box_branching import BoxBranching
from support.simulation import simulate
from support.sudoku.parallel import box_branching


def some(cells, rng):
    share = rng.random()
    return {cell for cell in cells if rng.random() < share} or {rng.choice(cells)}


@pytest.mark.parametrize("order", [2, 3])
def test_against_the_model(grids, order):
    rng, dut = random.Random(order), BoxBranching(order)

    async def testbench(ctx):
        for _ in range(300):
            open_, before, fewest = (some(grids.cells(order), rng) for _ in range(3))
            ctx.set(dut.open, grids.vector(order, open_))
            ctx.set(dut.fewest, grids.vector(order, before))
            await ctx.tick()
            ctx.set(dut.fewest, grids.vector(order, fewest))
            cell = box_branching(order, fewest, open_, before)
            assert ctx.get(dut.cell) == grids.vector(order, [cell])
            ctx.set(dut.fewest, 0)
            assert ctx.get(dut.cell) == 0

    simulate(dut, testbench)


def test_the_least_full_boxes_go_first(grids):
    """The only open cells that are not in a corner of their own are those of the middle box's band and stack."""
    dut = BoxBranching(3)
    middle = [(row, col) for row, col in grids.cells(3) if row // 3 == 1 or col // 3 == 1]

    async def testbench(ctx):
        ctx.set(dut.open, grids.vector(3, middle))
        ctx.set(dut.fewest, grids.vector(3, [(0, 0), (0, 3), (5, 4), (4, 5)]))
        await ctx.tick()
        assert ctx.get(dut.cell) == grids.vector(3, [(5, 4)])

    simulate(dut, testbench)
