"""The unit's choice of the branch cell after random trials is checked. The effort of a cell is the smaller number of
visits in its two trials; the unit must choose the cell with the greatest effort."""

import random

import pytest

from rowloom.hw.deduction import candidates
from rowloom.hw.deduction.candidates import Rating
from support.simulation import pulse, set_inputs, simulate


@pytest.mark.parametrize("rows, cols", [(1, 1), (4, 5), (5, 4), (1, 5)])
def test_random_trials(monkeypatch, rows, cols):
    """If several cells have equal efforts, the first cell is chosen. Efforts stop growing at their largest value."""
    monkeypatch.setattr(candidates, "_EFFORT_BITS", 4)
    rng = random.Random(rows)
    unit = Rating(rows, cols)

    async def testbench(ctx):
        async def trial(**inputs):
            """Visit some rows, with pauses, and end the trial. A visit in the trial's last clock is not counted."""
            visits = rng.randrange(20)
            for visiting in rng.sample([1] * visits + [0] * 3, visits + 3):
                ctx.set(unit.visiting, visiting)
                await ctx.tick()
            ctx.set(unit.visiting, rng.randrange(2))
            set_inputs(ctx, unit, **inputs)
            await pulse(ctx, unit.ends)
            ctx.set(unit.tried, 0)
            return min(visits, 15)

        most = None
        for _ in range(100):
            if rng.random() < 0.2:
                await pulse(ctx, unit.forget)
                most = None
            row, col, single = rng.randrange(rows), rng.randrange(cols), rng.randrange(2)
            first = await trial()
            second = await trial(tried=1, single=single, row=row, column=1 << col)
            effort = second if single else min(first, second)
            if most is None or effort > most:
                most, branch = effort, (row, col)
            assert (ctx.get(unit.branch.row), ctx.get(unit.branch.col)) == branch

    simulate(unit, testbench)
