"""Pick's theorem against counting pieces and holes by search, to the clock."""

import random
from itertools import product

import pytest

from rowloom.hw.slitherlink.checker.holes import Holes
from support.simulation import pulse, simulate
from support.slitherlink.checker import cells_of, hole_count, pieces


def region(drawing):
    """The cells marked ``#``."""
    return {
        (row, col) for row, line in enumerate(drawing.split()) for col, mark in enumerate(line) if mark == "#"
    }


def run(rows, cols, cases):
    """Judges every case, given as row vectors, and compares the answer and the number of clocks."""
    dut = Holes(rows, cols)

    async def testbench(ctx):
        assert not ctx.get(dut.pick)
        for case in cases:
            for port, bits in zip(dut.inside, case, strict=True):
                ctx.set(port, bits)
            await pulse(ctx, dut.start)
            clocks = 0
            while ctx.get(dut.busy):
                await ctx.tick()
                clocks += 1
            inside = cells_of(case)
            assert ctx.get(dut.pick) == (len(pieces(inside)) - hole_count(inside) == 1), case
            assert clocks == rows + 1

    simulate(dut, testbench)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (2, 4), (4, 2)])
def test_every_region(rows, cols):
    run(rows, cols, list(product(range(1 << cols), repeat=rows)))


@pytest.mark.parametrize("rows, cols", [(10, 10), (3, 32), (32, 3), (32, 32)])
def test_random_regions(rows, cols):
    rng = random.Random(0)
    full = (1 << cols) - 1

    def holed():
        """Mostly inside: one piece, with or without a few holes, which is what tells the two apart."""
        grid = [full] * rows
        for _ in range(rng.randrange(4)):
            grid[rng.randrange(rows)] &= ~(1 << rng.randrange(cols))
        return grid

    run(rows, cols, [
        [0] * rows, [full] * rows,
        *(holed() for _ in range(20)), *([rng.getrandbits(cols) for _ in range(rows)] for _ in range(10)),
    ])


@pytest.mark.parametrize("drawing, expected", [
    (".", (0, 0)),
    ("#", (1, 0)),
    ("### #.# ###", (1, 1)),
    ("### #.# ##.", (1, 0)),  # the hole touches the outside at a corner: a checker pattern, not a hole
    ("##### #.#.# #####", (1, 2)),
    ("#.# ... #.#", (4, 0)),
    ("####.# #..#.. ####..", (2, 1)),
])
def test_the_model_counts_pieces_and_holes(drawing, expected):
    inside = region(drawing)
    assert (len(pieces(inside)), hole_count(inside)) == expected
