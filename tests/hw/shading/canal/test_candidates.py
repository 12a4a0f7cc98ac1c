"""The cells of a Canal View that the unit selects for lookahead are compared with a selection in Python."""

import random

import pytest
from amaranth.hdl import Module, Signal

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.shading.canal.clue_rule import PLANES
from rowloom.hw.shading.canal.deducer import CanalCandidates
from support.shading.canal import UNKNOWN, clue_vectors
from support.simulation import simulate
from support.vectors import bits


def seen(row):
    return {name: bits(col for col, shades in enumerate(row) if shades == shown)
            for name, shown in (("undecided", "01"), ("unshaded", "0"), ("shaded", "1"))}


def expected(above, here, below, clues):
    """Return the columns of the row's cells that should be tried first, and the columns of those that should be tried
    second. A row above or below the grid is None."""
    def decided(row, col):
        return row is None or not 0 <= col < len(here) or row[col] != "01"

    arms = set()
    for col, clue in enumerate(clues):
        if clue is None or clue[0] == UNKNOWN:
            continue
        for step in (-1, 1):
            end = col + step
            while 0 <= end < len(here) and here[end] == "1":
                end += step
            arms.add(end)
    cells = {col for col in range(len(here)) if here[col] == "01" and (
        decided(above, col) or decided(below, col) or decided(here, col - 1) or decided(here, col + 1))}
    first = {col for col in cells if col in arms or any(row and row[col] == "0" for row in (above, below))}
    return first, cells - first


@pytest.mark.parametrize("cols", [1, 2, 7, 36])
def test_both_kinds_of_candidates(cols):
    rng, m, unit = random.Random(0), Module(), CanalCandidates(1, cols)
    window = [Signal(unit.seen.shape(), name=name) for name in ("above", "here", "below")]
    given, kinds = Signal(ClueRow(cols, PLANES)), [Signal(cols, name=name) for name in ("first", "second")]
    m.d.comb += [kind.eq(value) for kind, value in zip(kinds, unit.kinds(m, *window, given))]

    async def testbench(ctx):
        for _ in range(300):
            weights = rng.choice(([3, 1, 1], [1, 1, 3], [9, 1, 1]))
            above, here, below = ([*rng.choices(("01", "0", "1"), weights, k=cols)] for _ in range(3))
            above, below = (None if rng.random() < 0.2 else row for row in (above, below))
            clues = [rng.choice(((2, False), (UNKNOWN, False), None)) if shades == "0" else None for shades in here]
            for signal, row in zip(window, (above, here, below)):
                ctx.set(signal, seen(row or [""] * cols))
            ctx.set(given, clue_vectors(clues))
            assert [ctx.get(kind) for kind in kinds] == [bits(cells) for cells in expected(above, here, below, clues)]

    simulate(m, testbench)
