"""The memory of clues against a grid of them: clues that come, change, go, and must not be met."""

import random

import pytest

from rowloom.hw.shading.canal.clue_memory import CanalClueMemory
from support.deduction.clue_memory import exercise
from support.shading.canal import UNKNOWN, clue_vectors


@pytest.mark.parametrize("rows, cols", [(1, 1), (5, 36), (4, 5), (7, 2)])
def test_puzzles(simulate, rows, cols):
    rng = random.Random(0)
    unit = CanalClueMemory(rows, cols)

    def clue():
        return rng.choice((UNKNOWN, rng.randrange(UNKNOWN)))

    async def testbench(ctx):
        async def check(clues, unlike):
            """Every cell, one a clock."""
            cells = [(row, col) for row in range(rows) for col in range(cols)]
            for row, col in rng.sample(cells, rows * cols):
                ctx.set(unit.row, row)
                ctx.set(unit.col, col)
                await ctx.tick()
                line = [(clues[row, other], (row, other) == unlike) if (row, other) in clues else None
                        for other in range(cols)]
                expected = clue_vectors(line)
                assert ctx.get(unit.clues.free) == expected["free"]
                assert ctx.get(unit.clues.unlike) == expected["unlike"]
                assert ctx.get(unit.clues.bits[0]) & ~expected["free"] == expected["bits"][0]
                if (row, col) in clues:
                    assert ctx.get(unit.number) == clues[row, col]

        await exercise(ctx, unit, rows, cols, rng, clue, check, rounds=5, changes=8)

    simulate(unit, testbench)
