"""The memories that store clues are compared with a grid. Meanwhile, clues are added, changed, removed, or marked as
clues that the solution must not satisfy."""

import random
from functools import partial

import pytest

from rowloom.hw.deduction.clues import ClueMemory
from rowloom.hw.shading.canal.clue_rule import CanalClueMemory
from support.shading.canal import UNKNOWN
from support.shading.rows import clue_vectors
from support.simulation import pulse, set_inputs, simulate


@pytest.mark.parametrize("make, rows, cols, digits, numbers, changes", [
    *((partial(ClueMemory, bits=bits), rows, cols, [lambda number, bit=bit: number >> bit & 1 for bit in range(bits)],
       range(1 << bits), 20) for rows, cols, bits in ((1, 1, 2), (5, 36, 2), (4, 5, 3), (3, 7, 8))),
    # About half of the clues are unknown numbers.
    *((CanalClueMemory, rows, cols, [UNKNOWN.__eq__], [*range(UNKNOWN), *[UNKNOWN] * UNKNOWN], 6)
      for rows, cols in ((1, 1), (2, 36), (4, 5), (7, 2))),
])
def test_clue_memory(make, rows, cols, digits, numbers, changes):
    rng, unit = random.Random(0), make(rows, cols)

    async def testbench(ctx):
        async def send(member, **values):
            set_inputs(ctx, member, **values)
            await pulse(ctx, member.enable)

        async def check(clues, unlike=None):
            """Read every row, or every cell if the memory has an input for the column, one per clock."""
            has_col = hasattr(unit, "col")
            cells = [(row, col) for row in range(rows) for col in range(cols if has_col else 1)]
            for row, col in rng.sample(cells, len(cells)):
                ctx.set(unit.row, row)
                if has_col:
                    ctx.set(unit.col, col)
                await ctx.tick()
                line = [(clues[row, at], (row, at) == unlike) if (row, at) in clues else None for at in range(cols)]
                expected = clue_vectors(line, digits)
                found = [ctx.get(plane) & ~expected["free"] for plane in unit.clues.bits]
                assert found == expected["bits"]
                assert ctx.get(unit.clues.free) == expected["free"]
                assert ctx.get(unit.clues.unlike) == expected["unlike"]
                if has_col and (row, col) in clues:
                    assert ctx.get(unit.number) == clues[row, col]

        for _ in range(4):
            await pulse(ctx, unit.begin)
            for row in range(rows):
                await send(unit.clear, row=row)
            values = {(row, col): rng.choice(numbers)
                      for row in range(rows) for col in range(cols) if rng.random() < 0.5}
            for (row, col), value in values.items():
                await send(unit.clue, row=row, col=col, value=value)
            clues = dict(values)
            await check(clues)
            for _ in range(changes):
                row, col = cell = rng.randrange(rows), rng.randrange(cols)
                valued = cell not in values or rng.random() < 0.3
                kind = rng.choice(("like", "free", "unlike"))
                if valued:
                    values[cell] = rng.choice(numbers)
                if kind == "free":
                    clues.pop(cell, None)
                else:
                    clues[cell] = values[cell]
                ctx.set(unit.row, row)
                await send(unit.change, row=row, col=col, value=values[cell] if valued else rng.choice(numbers),
                           valued=valued, free=kind == "free", unlike=kind == "unlike")
                await ctx.tick()
                await check(clues, cell if kind == "unlike" else None)

    simulate(unit, testbench)
