# amaranth: UnusedElaboratable=no
"""A visit of a row against the model."""

import random
from itertools import product

import pytest

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.shading.canal.clue_memory import PLANES
from rowloom.hw.shading.canal.row_rules import RowRules
from rowloom.hw.shading.shades import Cells
from support.shading.canal import UNKNOWN, clue_vectors, visit
from support.shading.rows import planes
from support.simulation import simulate

SHADES = "", "0", "1", "01"


def run(cols, cases):
    """Visits every (above, here, below, clues, lonely) and compares with the model."""
    unit = RowRules(cols)
    inputs = [port.as_value() for port in (unit.above, unit.here, unit.below)]
    outputs = [port.as_value() for port in (unit.above_next, unit.here_next, unit.below_next)]

    def word(row):
        return Cells(cols).const(planes(row)).as_bits()

    async def testbench(ctx):
        for *rows, clues, lonely in cases:
            for port, row in zip(inputs, rows):
                ctx.set(port, word(row))
            ctx.set(unit.clues, ClueRow(cols, PLANES).const(clue_vectors(clues)))
            ctx.set(unit.lonely, lonely)
            *after, contradiction = visit(*rows, clues, lonely)
            assert [ctx.get(port) for port in outputs] == [word(row) for row in after], (rows, clues, lonely)
            assert ctx.get(unit.contradiction) == contradiction, (rows, clues, lonely)

    simulate(unit, testbench)


@pytest.mark.parametrize("clue", [None, (0, False), (3, True), (UNKNOWN, False)])
def test_every_column(clue):
    """Of one cell, with every kind of clue."""
    run(1, [((above,), (here,), (below,), [clue], lonely) for above, here, below in product(SHADES, repeat=3)
            for lonely in (False, True)])


def test_every_block():
    """Of 2x2 cells, in the middle row and the one above or below it."""
    for cells in product(SHADES[1:], repeat=4):
        one, other = cells[:2], cells[2:]
        run(2, [(one, other, ("", ""), [None] * 2, lonely) for lonely in (False, True)]
            + [(("", ""), one, other, [None] * 2, lonely) for lonely in (False, True)])


@pytest.mark.parametrize("cols, count", [(2, 300), (3, 400), (5, 300), (36, 50)])
def test_random_rows(cols, count):
    rng = random.Random(cols)
    cases = []
    for _ in range(count):
        weights = rng.choice([(1, 3, 9, 9), (0, 1, 9, 9), (0, 3, 3, 1), (0, 1, 1, 9)])
        rows = [tuple(rng.choices(SHADES, weights, k=cols)) for _ in range(3)]
        clues = rng.choices([None, (2, False), (UNKNOWN, False)], [9, 1, 1], k=cols)
        cases.append((*rows, clues, rng.random() < 0.7))
    run(cols, cases)
