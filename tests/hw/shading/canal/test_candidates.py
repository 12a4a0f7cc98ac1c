"""The selection of candidates for lookahead in a Canal View is compared with sets of columns."""

import random

import pytest
from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.shading.canal.clue_rule import PLANES
from rowloom.hw.shading.canal.deducer import CanalCandidates
from support.shading.canal import UNKNOWN, clue_vectors
from support.simulation import simulate
from support.vectors import bits


class Kinds(wiring.Component):
    """Select candidates from three rows."""

    def __init__(self, cols):
        self._candidates = CanalCandidates(1, cols)
        seen = self._candidates.seen.shape()
        super().__init__({
            **{name: In(seen) for name in ("above", "here", "below")}, "clues": In(ClueRow(cols, PLANES)),
            "first": Out(cols), "second": Out(cols)})

    def elaborate(self, platform):
        m = Module()
        first, second = self._candidates.kinds(m, self.above, self.here, self.below, self.clues)
        m.d.comb += [self.first.eq(first), self.second.eq(second)]
        return m


def seen(row):
    return {name: bits(col for col, shades in enumerate(row) if shades == shown)
            for name, shown in (("undecided", "01"), ("unshaded", "0"), ("shaded", "1"))}


def expected(above, here, below, clues):
    """Return the candidates of each of the two kinds, as a set of columns. A row above or below the grid is None."""
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
    rng, unit = random.Random(0), Kinds(cols)

    async def testbench(ctx):
        for _ in range(300):
            weights = rng.choice(([3, 1, 1], [1, 1, 3], [9, 1, 1]))
            above, here, below = ([*rng.choices(("01", "0", "1"), weights, k=cols)] for _ in range(3))
            above, below = (None if rng.random() < 0.2 else row for row in (above, below))
            clues = [rng.choice(((2, False), (UNKNOWN, False), None)) if shades == "0" else None for shades in here]
            for name, row in (("above", above), ("here", here), ("below", below)):
                ctx.set(getattr(unit, name), seen(row or [""] * cols))
            ctx.set(unit.clues, clue_vectors(clues))
            first, second = expected(above, here, below, clues)
            assert (ctx.get(unit.first), ctx.get(unit.second)) == (bits(first), bits(second))

    simulate(unit, testbench)
