# amaranth: UnusedElaboratable=no
"""A round of deduction against the model, and the model against what all solutions have in common."""

import random
import re

import pytest
from amaranth.sim import Simulator

from rowloom.hw.sudoku.model import deduce
from rowloom.hw.sudoku.round import Round, pairs


def run(grids, order, cases):
    """Deduces from every (values, hidden, barred, plain) and compares all that the model says."""
    dut = Round(order)

    async def testbench(ctx):
        for values, hidden, barred, plain in cases:
            ctx.set(dut.values, grids.planes(order, values))
            ctx.set(dut.hidden, grids.vector(order, hidden))
            ctx.set(dut.barred, barred)
            ctx.set(dut.plain, plain)
            found = deduce(order, values, hidden, barred, plain)
            for name in ("candidates", "certain", "solitary"):
                got = [ctx.get(plane) for plane in getattr(dut, name)]
                assert got == grids.planes(order, getattr(found, name)), name
            open_ = {(row, col) for row, col in grids.cells(order) if not values[row][col]}
            assert ctx.get(dut.open) == grids.vector(order, open_)
            assert ctx.get(pairs(order, dut.counts)) == grids.vector(order, found.pairs)
            assert (ctx.get(dut.bad) != 0) == found.contradiction
            assert (ctx.get(dut.new) != 0) == found.progress

    sim = Simulator(dut)
    sim.add_testbench(testbench)
    sim.run()


def part(grid, share, rng):
    """The grid with about that share of its digits."""
    return [[cell if rng.random() < share else 0 for cell in line] for line in grid]


def random_case(grids, order, grid, rng):
    """What is left of a grid, often with wrong digits in it, and part of it hidden."""
    values = part(grid, rng.random(), rng)
    for line in values:
        for col in range(order ** 2):
            if rng.random() < 0.02:
                line[col] |= 1 << rng.randrange(order ** 2)
    hidden = {cell for cell in grids.cells(order) if rng.random() < 0.3} if rng.random() < 0.3 else set()
    barred = rng.getrandbits(order ** 2) if rng.random() < 0.2 else 0
    return values, hidden, barred, rng.random() < 0.2


def test_order_2(grids, solutions):
    rng = random.Random(2)
    run(grids, 2, [random_case(grids, 2, grid, rng) for grid in solutions])


def order_3(rng):
    """A grid of order 3."""
    digits = rng.sample(range(9), 9)
    return [[1 << digits[(3 * (row % 3) + row // 3 + col) % 9] for col in range(9)] for row in range(9)]


def test_order_3(grids):
    rng = random.Random(3)
    run(grids, 3, [random_case(grids, 3, order_3(rng), rng) for _ in range(25)])


def test_nothing_that_a_solution_needs_is_lost(grids, solutions):
    rng = random.Random(4)
    for grid in rng.choices(solutions, k=300):
        values = part(grid, rng.random() * 0.6, rng)
        matching = grids.matching(values, solutions)
        found = deduce(2, values)
        assert not found.contradiction
        for other in matching:
            for row in range(4):
                for col in range(4):
                    assert found.candidates[row][col] & other[row][col]
                    assert found.certain[row][col] in (0, other[row][col])


@pytest.mark.parametrize("order", [1, 4])
def test_orders(order):
    with pytest.raises(ValueError, match=re.escape(f"Round has order 2 or 3, not {order}")):
        Round(order)
