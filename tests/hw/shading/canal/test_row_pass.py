"""Passes over rows are compared with the model, down to the clock cycle."""

import random

import pytest

from rowloom.hw.shading.canal.clue_rule import PLANES
from rowloom.hw.shading.canal.row_pass import RowPass
from support.shading.canal import clue_vectors, row_pass
from support.shading.pages import Page, clue_words
from support.shading.rows import joined_in
from support.simulation import set_inputs, simulate

SHADES = ("0", "1", "01")


@pytest.mark.parametrize("built, size, count", [
    ((1, 1), (1, 1), 20), ((1, 6), (1, 6), 40), ((2, 3), (2, 3), 30), ((6, 1), (6, 1), 30), ((7, 5), (7, 5), 60),
    ((9, 7), (4, 6), 30), ((12, 36), (12, 36), 10),
])
def test_random_rows(built, size, count):
    rng = random.Random(0)
    unit = RowPass(*built)
    ends = []

    async def testbench(ctx):
        rows, cols = size
        for _ in range(count):
            weights = rng.choice([(1, 1, 8), (1, 3, 4), (3, 1, 4), (1, 0, 20)])
            state = [tuple(rng.choices(SHADES, weights, k=cols)) for _ in range(rows)]
            share = rng.choice((0, 0.05))
            linked = [joined_in(row, "1") | {col for col in range(cols) if rng.random() < share} for row in state]
            clues = [rng.choices([None, (2, False)], (9, 1), k=cols) for _ in range(rows)]
            first, lonely = rng.randrange(rows), rng.random() < 0.5
            last = rng.randrange(first, rows)
            at_hand = Page(state, linked, clue_words(clues, built[1], PLANES, clue_vectors))
            struck = set()

            def hear(struck=struck):
                ctx.set(unit.may_start, 0)
                if ctx.get(unit.struck):
                    assert ctx.get(unit.port.write)
                    struck.add(ctx.get(unit.port.write_row))

            work = await at_hand.work(
                ctx, unit, each_clock=hear, may_start=first > 1, first=first, last=last, lonely=lonely)
            after, links, cut, wrong = row_pass(state, linked, clues, first, last, lonely)
            ends.append(wrong is not None)
            assert ctx.get(unit.contradiction) == ends[-1]
            load = 4 if first > 1 else 3
            begin, end = max(first - 1, 0), min(last + 1, rows - 1)
            if wrong is not None:
                assert work.clocks == load + wrong - begin + 1 + 1
                continue
            assert (at_hand.state, at_hand.linked, ctx.get(unit.cut)) == (after, links, cut)
            changed = {row for row in range(rows) if (state[row], linked[row]) != (after[row], links[row])}
            assert work.visits == end - begin + 1 and set(work.written) == changed
            assert len(work.written) == len(changed)
            assert struck == {row for row in range(rows) if state[row] != after[row]}
            assert work.clocks == load + work.visits + 1 + max([row - end + 1 for row in changed if row >= end],
                                                               default=0)

    simulate(unit, testbench)
    assert set(ends) == {False, True} or built == (1, 1)


@pytest.mark.parametrize("first, clock", [(first, clock) for first in (0, 2) for clock in (1, 2, 3)])
def test_stop(first, clock):
    """The pass is stopped in one of the three clocks after its start; then the unit can start again."""
    unit = RowPass(4, 2)

    async def testbench(ctx):
        set_inputs(ctx, unit, height=4, first=first, last=3)
        ctx.set(unit.clues.free, -1)
        ctx.set(unit.port.state, {"unshaded": 0, "shaded": 3, "linked": 0})
        for stopped in (True, False):
            ctx.set(unit.start, 1)
            for _ in range(clock):
                await ctx.tick()
                ctx.set(unit.start, 0)
                assert ctx.get(unit.busy)
            ctx.set(unit.stop, stopped)
            assert not ctx.get(unit.port.write)
            await ctx.tick()
            ctx.set(unit.stop, 0)
            assert ctx.get(unit.busy) != stopped and not ctx.get(unit.contradiction)

    simulate(unit, testbench)
