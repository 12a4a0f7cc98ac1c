# amaranth: UnusedElaboratable=no
"""The choice of the cell to guess at by what it shares with its peers, against the model."""

import random
import re

import pytest
from amaranth.sim import Simulator

from rowloom.hw.sudoku.model import peer_branching
from rowloom.hw.sudoku.peer_branching import PeerBranching, Shares


def simulate(order, scenario):
    dut = PeerBranching(order)

    async def testbench(ctx):
        await scenario(ctx, dut)

    sim = Simulator(dut)
    sim.add_clock(1e-6)
    sim.add_testbench(testbench)
    sim.run()


async def chosen(ctx, dut, grids, order, candidates, open_):
    """What the unit chooses, as a vector."""
    pairs = {(row, col) for row, col in grids.cells(order) if candidates[row][col].bit_count() == 2}
    for port, plane in zip(dut.candidates, grids.planes(order, candidates)):
        ctx.set(port, plane)
    ctx.set(dut.pairs, grids.vector(order, pairs))
    ctx.set(dut.open, grids.vector(order, open_))
    await ctx.tick()
    await ctx.tick()
    return ctx.get(dut.cell)


def grid_of(order, most, rng):
    """Cells with up to so many candidates, many with two, some with none."""
    size = order ** 2
    counts = [0, 1, 2, 2, most]
    return [[sum(1 << digit for digit in rng.sample(range(size), rng.choice(counts))) for _ in range(size)]
            for _ in range(size)]


@pytest.mark.parametrize("order, count", [(2, 300), (3, 60)])
def test_against_the_model(grids, order, count):
    rng = random.Random(order)

    async def scenario(ctx, dut):
        for _ in range(count):
            candidates = grid_of(order, rng.randrange(order ** 2 + 1), rng)
            cells = [(row, col) for row, col in grids.cells(order) if candidates[row][col]]
            open_ = rng.sample(cells, rng.choice([1, 2, 5, len(cells)]))
            cell = peer_branching(order, candidates, open_)
            assert await chosen(ctx, dut, grids, order, candidates, open_) == grids.vector(order, [cell])

    simulate(order, scenario)


@pytest.mark.parametrize("order", [2, 3])
def test_nothing_to_choose_from(grids, order):
    async def scenario(ctx, dut):
        everything = [[(1 << order ** 2) - 1] * order ** 2] * order ** 2
        assert await chosen(ctx, dut, grids, order, everything, []) == 0
        assert await chosen(ctx, dut, grids, order, everything, [(1, 2)]) == grids.vector(order, [(1, 2)])

    simulate(order, scenario)


def test_a_peer_with_two_candidates_counts_four(grids):
    """A cell with two such peers in its row goes before one among eight others; with one of them, it does not."""
    async def scenario(ctx, dut):
        candidates = [[0] * 9 for _ in range(9)]
        for row, col in grids.cells(3):
            if (row // 3, col // 3) == (1, 0):
                # One of them is common, in the box eight times, in the row and in the column twice.
                candidates[row][col] = 0b000111001
        for row, col in [(4, 1), (0, 3), (0, 7), (0, 8)]:
            candidates[row][col] = 0b000000011
        both = [(0, 3), (4, 1)]
        assert await chosen(ctx, dut, grids, 3, candidates, both) == grids.vector(3, [(0, 3)])
        candidates[0][8] = 0b110000001
        assert await chosen(ctx, dut, grids, 3, candidates, both) == grids.vector(3, [(4, 1)])

    simulate(3, scenario)


@pytest.mark.parametrize("order", [1, 4])
@pytest.mark.parametrize("unit", [Shares, PeerBranching])
def test_orders(order, unit):
    with pytest.raises(ValueError, match=re.escape(f"{unit.__name__} has order 2 or 3, not {order}")):
        unit(order)
