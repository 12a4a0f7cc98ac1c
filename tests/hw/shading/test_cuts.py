"""Cuts: against a walk around each cell, and against the connections that are left."""

import random
from itertools import product

import pytest

from rowloom.hw.shading.cuts import Cuts
from support.shading.rows import bits, cuts, pieces
from support.simulation import simulate


def subsets(cols):
    return [{col for col in range(cols) if chosen >> col & 1} for chosen in range(1 << cols)]


def run(cols, cases):
    """Compares with the model for every (above, below, linked, joined)."""
    unit = Cuts(cols)

    async def testbench(ctx):
        for above, below, linked, joined in cases:
            for port, columns in ((unit.above, above), (unit.below, below), (unit.linked, linked),
                                  (unit.joined, joined)):
                ctx.set(port, bits(columns))
            assert ctx.get(unit.cut) == cuts(above, below, linked, joined), (above, below, linked, joined)

    simulate(unit, testbench)


@pytest.mark.parametrize("cols", [1, 2, 3])
def test_all_rows(cols):
    run(cols, [
        (above, below, linked, joined) for above, below, linked in product(subsets(cols), repeat=3)
        for joined in subsets(cols) if joined <= linked])


@pytest.mark.parametrize("cols, count", [(4, 1000), (5, 1000), (12, 500), (36, 200)])
def test_random_rows(cols, count):
    rng = random.Random(cols)
    cases = []
    for _ in range(count):
        above, below, linked = ({col for col in range(cols) if rng.random() < share}
                                for share in (rng.random(), rng.random(), rng.uniform(0.5, 1)))
        joined = {col for col in linked if rng.random() > 2 / cols}
        cases.append((above, below, linked, joined))
    assert len({cuts(*case) for case in cases}) == 2
    run(cols, cases)


def test_what_does_not_cut_leaves_all_connected():
    """Whatever is outside of the three rows, which are in one piece."""
    found = set()
    for above, below, linked in product(subsets(3), repeat=3):
        grid = {(0, col) for col in above} | {(1, col) for col in linked} | {(2, col) for col in below}
        for joined in subsets(3):
            if joined <= linked and pieces(grid) == 1:
                left = pieces(grid - {(1, col) for col in linked - joined})
                found.add((cuts(above, below, linked, joined), left))
    assert {left for cut, left in found if not cut} == {1}
    assert any(cut and left > 1 for cut, left in found)
