# amaranth: UnusedElaboratable=no
"""The memory of clues against a grid of them: clues that come, change, go, and must not be met."""

import random
import re

import pytest

from rowloom.hw.shading.canal.clue_memory import CanalClueMemory
from support.shading.canal import UNKNOWN, clue_vectors


@pytest.mark.parametrize("rows, cols", [(1, 1), (5, 36), (4, 5), (7, 2)])
def test_puzzles(simulate, rows, cols):
    rng = random.Random(0)
    unit = CanalClueMemory(rows, cols)

    def clue():
        return rng.choice((UNKNOWN, rng.randrange(UNKNOWN)))

    async def testbench(ctx):
        async def pulse(member, **values):
            for name, value in values.items():
                ctx.set(member[name], value)
            ctx.set(member.enable, 1)
            await ctx.tick()
            ctx.set(member.enable, 0)

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

        for _ in range(5):
            ctx.set(unit.begin, 1)
            await ctx.tick()
            ctx.set(unit.begin, 0)
            for row in range(rows):
                await pulse(unit.clear, row=row)
            clues = {(row, col): clue() for row in range(rows) for col in range(cols) if rng.random() < 0.5}
            for (row, col), value in clues.items():
                await pulse(unit.clue, row=row, col=col, value=value)
            await check(clues, None)
            values = dict(clues)
            for _ in range(8):
                row, col = cell = rng.randrange(rows), rng.randrange(cols)
                valued = cell not in values or rng.random() < 0.3
                kind = rng.choice(("like", "free", "unlike"))
                if valued:
                    values[cell] = clue()
                if kind == "free":
                    clues.pop(cell, None)
                else:
                    clues[cell] = values[cell]
                ctx.set(unit.row, row)
                await pulse(unit.change, row=row, col=col, value=values[cell] if valued else clue(),
                            valued=valued, free=kind == "free", unlike=kind == "unlike")
                await ctx.tick()
                await check(clues, cell if kind == "unlike" else None)

    simulate(unit, testbench)


@pytest.mark.parametrize("rows, cols, name", [(0, 3, "rows"), (3, 0, "cols")])
def test_no_empty_grid(rows, cols, name):
    with pytest.raises(ValueError, match=f"^{re.escape(f'CanalClueMemory needs at least 1 {name}, not 0')}$"):
        CanalClueMemory(rows, cols)
