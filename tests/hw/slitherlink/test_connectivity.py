"""The flood unit against breadth-first search, to the clock."""

import random
from itertools import product

import pytest

from rowloom.hw.slitherlink.checker.connectivity import Connectivity
from support.simulation import pulse, simulate
from support.slitherlink.checker import cells_of, pieces, rows_of, waves


def run(rows, cols, cases):
    """Floods every (seed, target, room), given as sets of cells, and compares answer and number of clocks."""
    dut = Connectivity(rows, cols)

    async def testbench(ctx):
        for seed, target, room in cases:
            for ports, cells in ((dut.seed, seed), (dut.target, target), (dut.room, room)):
                for port, bits in zip(ports, rows_of(cells, rows)):
                    ctx.set(port, bits)
            await pulse(ctx, dut.start)
            clocks = 0
            while ctx.get(dut.busy):
                await ctx.tick()
                clocks += 1
            flood = waves(seed, room)
            assert bool(ctx.get(dut.joined)) == (target <= set().union(*flood)), (seed, target, room)
            assert clocks == len(flood) + 6

    simulate(dut, testbench)


def all_grids(rows, cols):
    return [cells_of(bits) for bits in product(range(1 << cols), repeat=rows)]


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 3), (2, 4), (4, 2)])
def test_every_region(rows, cols):
    """The paper's check: the region is target and room, and any one of its cells is the seed."""
    grids = all_grids(rows, cols)
    for inside in grids:
        assert (inside <= set().union(*waves(sorted(inside)[:1], inside))) == (len(pieces(inside)) <= 1)
    run(rows, cols, [(sorted(inside)[:1], inside, inside) for inside in grids])


def test_every_target_and_room_of_2x2():
    """Targets without room, seeds without room, no target, several seeds."""
    grids = all_grids(2, 2)
    run(2, 2, list(product(grids[::3], grids, grids)))


@pytest.mark.parametrize("rows, cols", [(10, 10), (3, 32), (32, 3)])
def test_random_grids(rows, cols):
    rng = random.Random(0)
    cells = [(row, col) for row in range(rows) for col in range(cols)]

    def choice(density):
        return {cell for cell in cells if rng.random() < density}

    run(rows, cols, [
        ({rng.choice(cells)}, choice(0.3) & room if rng.random() < 0.7 else choice(0.05), room)
        for room in (choice(rng.uniform(0.6, 1)) for _ in range(20))
    ])


def test_longest_flood():
    """A snake through the whole grid."""
    turns = {1: 8, 3: 0, 5: 8, 7: 0}
    snake = {(row, col) for row in range(9) for col in range(9) if turns.get(row, col) == col}
    assert len(waves({(0, 0)}, snake)) == len(snake) == 49
    run(9, 9, [({(0, 0)}, snake, snake)])
