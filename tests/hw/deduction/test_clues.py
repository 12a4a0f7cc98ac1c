# amaranth: UnusedElaboratable=no
"""The memory of clues against a grid of them: clues that come, change, go, and must not be met."""

import random
import re

import pytest

from rowloom.hw.deduction.clues import ClueMemory


@pytest.mark.parametrize("rows, cols, bits", [(1, 1, 2), (5, 36, 2), (4, 5, 3), (3, 7, 8)])
def test_puzzles(simulate, rows, cols, bits):
    rng = random.Random(0)
    unit = ClueMemory(rows, cols, bits)

    async def testbench(ctx):
        async def pulse(member, **values):
            for name, value in values.items():
                ctx.set(member[name], value)
            ctx.set(member.enable, 1)
            await ctx.tick()
            ctx.set(member.enable, 0)

        async def check(clues, unlike):
            """Every row, one a clock."""
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

        for _ in range(10):
            ctx.set(unit.begin, 1)
            await ctx.tick()
            ctx.set(unit.begin, 0)
            for row in range(rows):
                await pulse(unit.clear, row=row)
            cells = [(row, col) for row in range(rows) for col in range(cols) if rng.random() < 0.5]
            clues = {cell: rng.randrange(1 << bits) for cell in cells}
            for (row, col), clue in clues.items():
                await pulse(unit.clue, row=row, col=col, value=clue)
            await check(clues, None)
            values = dict(clues)
            for _ in range(20):
                row, col = cell = rng.randrange(rows), rng.randrange(cols)
                valued = cell not in values or rng.random() < 0.3
                kind = rng.choice(("like", "free", "unlike"))
                if valued:
                    values[cell] = rng.randrange(1 << bits)
                if kind == "free":
                    clues.pop(cell, None)
                else:
                    clues[cell] = values[cell]
                ctx.set(unit.row, row)
                await pulse(unit.change, row=row, col=col, value=values[cell] if valued else rng.randrange(1 << bits),
                            valued=valued, free=kind == "free", unlike=kind == "unlike")
                await ctx.tick()
                await check(clues, cell if kind == "unlike" else None)

    simulate(unit, testbench)


@pytest.mark.parametrize("rows, cols, name", [(0, 3, "rows"), (3, 0, "cols")])
def test_no_empty_grid(rows, cols, name):
    with pytest.raises(ValueError, match=f"^{re.escape(f'ClueMemory needs at least 1 {name}, not 0')}$"):
        ClueMemory(rows, cols, 2)
