"""Neighbours that are needed, against the model."""

import random
from itertools import product

import pytest

from rowloom.hw.shading.rules import Neighbours
from support.shading.rows import bits, neighbours, planes
from support.simulation import simulate

SHADES = "01", "0", "1"


def run(cols, cases, joined):
    """Compares with the model for every three rows, with a joined shade."""
    unit = Neighbours(cols)
    name, other = ("unshaded", "shaded")[::1 if joined == "0" else -1]

    async def testbench(ctx):
        for rows in cases:
            may = [planes(row) for row in rows]
            for port, row in zip((unit.above, unit.here, unit.below), may):
                ctx.set(port, row[name])
            ctx.set(unit.certain, may[1][name] & ~may[1][other])
            needed, lonely = neighbours(rows, joined)
            ports = unit.needed_above, unit.needed_here, unit.needed_below
            assert [ctx.get(port) for port in ports] == [
                bits(col for at, col in needed if at == row) for row in range(3)], rows
            assert ctx.get(unit.lonely) == bits(col for _, col in lonely), rows

    simulate(unit, testbench)


@pytest.mark.parametrize("joined", SHADES[1:])
@pytest.mark.parametrize("cols", [1, 2])
def test_all_rows(cols, joined):
    """The frame and cells beyond the puzzle included."""
    rows = list(product(("", *SHADES), repeat=cols))
    run(cols, product(rows, repeat=3), joined)


@pytest.mark.parametrize("joined", SHADES[1:])
@pytest.mark.parametrize("cols", [3, 5, 36])
def test_random_rows(cols, joined):
    rng = random.Random(cols)
    run(cols, [[tuple(rng.choices(("", *SHADES), (1, 2, 3, 3), k=cols)) for _ in range(3)] for _ in range(200)], joined)
