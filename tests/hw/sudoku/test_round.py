"""A round of deduction against the model, and the model against what all solutions have in common."""

import random

from rowloom.hw.sudoku.parallel.round import Round
from support.simulation import simulate
from support.sudoku.parallel import deduce


def run(grids, order, cases):
    """Deduce from every (candidates, open, frozen) and compare all that the model says."""
    dut = Round(order)

    async def testbench(ctx):
        for candidates, open_, frozen in cases:
            for plane, cells in zip(dut.candidates, grids.planes(order, candidates)):
                ctx.set(plane, cells)
            ctx.set(dut.open, grids.vector(order, open_))
            ctx.set(dut.frozen, grids.vector(order, frozen))
            found = deduce(order, candidates, open_, frozen)
            assert [ctx.get(plane) for plane in dut.left] == grids.planes(order, found.left)
            assert ctx.get(dut.left_open) == grids.vector(order, found.left_open)
            assert ctx.get(dut.pairs) == grids.vector(order, found.pairs)
            assert ctx.get(dut.triples) == grids.vector(order, found.triples)
            assert bool(ctx.get(dut.bad)) == found.contradiction
            assert bool(ctx.get(dut.new)) == found.progress

    simulate(dut, testbench)


def blurred(grid, rng, share):
    """The grid's digits among others: each of these is a candidate with that chance."""
    digits = len(grid)
    return [[cell | sum((rng.random() < share) << digit for digit in range(digits)) for cell in line] for line in grid]


def random_case(grids, order, grid, rng):
    """Candidates round a solution, or nearly one, at times after some rounds, and part of the grid frozen."""
    candidates = blurred(grid, rng, rng.random() ** 2)
    for line in candidates:
        for col in range(order ** 2):
            if rng.random() < 0.02:
                line[col] = rng.getrandbits(order ** 2)
    open_ = {cell for cell in grids.cells(order) if rng.random() < 0.99}
    for _ in range(rng.randrange(6)):
        found = deduce(order, candidates, open_)
        candidates, open_ = found.left, found.left_open
    frozen = {cell for cell in grids.cells(order) if rng.random() < 0.3} if rng.random() < 0.3 else set()
    return candidates, open_, frozen


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
        candidates, open_ = blurred(grid, rng, rng.random()), set(grids.cells(2))
        agreeing = [other for other in solutions if inside(other, candidates)]
        for _ in range(3):
            found = deduce(2, candidates, open_)
            assert not found.contradiction
            assert all(inside(other, found.left) for other in agreeing)
            candidates, open_ = found.left, found.left_open


def inside(grid, candidates):
    """All its digits are candidates."""
    return all(digit & digits for line, lines in zip(grid, candidates) for digit, digits in zip(line, lines))
