"""The memory of clues is compared with a grid while clues are added, changed, removed, or marked as clues that must not
be met."""

import random

import pytest

from rowloom.hw.deduction.clues import ClueMemory
from support.deduction.clue_memory import exercise
from support.simulation import simulate


@pytest.mark.parametrize("rows, cols, bits", [(1, 1, 2), (5, 36, 2), (4, 5, 3), (3, 7, 8)])
def test_puzzles(rows, cols, bits):
    rng = random.Random(0)
    unit = ClueMemory(rows, cols, bits)

    async def testbench(ctx):
        async def check(clues, unlike):
            """Read every row, one per clock."""
            for row in rng.sample(range(rows), rows):
                ctx.set(unit.row, row)
                await ctx.tick()
                line = [clues.get((row, col)) for col in range(cols)]
                free = sum(1 << col for col, clue in enumerate(line) if clue is None)
                assert ctx.get(unit.clues.free) == free
                for bit in range(bits):
                    ones = sum(((clue or 0) >> bit & 1) << col for col, clue in enumerate(line))
                    assert ctx.get(unit.clues.bits[bit]) & ~free == ones
                assert ctx.get(unit.clues.unlike) == (1 << unlike[1] if unlike and unlike[0] == row else 0)

        await exercise(ctx, unit, rows, cols, rng, lambda: rng.randrange(1 << bits), check, rounds=4, changes=20)

    simulate(unit, testbench)
