"""Test a memory for clues with random accesses."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

from support.simulation import pulse

__all__ = ["exercise"]

Cell = tuple[int, int]


async def exercise(
    ctx: Any, unit: Any, rows: int, cols: int, rng: random.Random, clue: Callable[[], int],
    check: Callable[[dict[Cell, int], Cell | None], Awaitable[None]], rounds: int, changes: int,
) -> None:  # fmt: skip
    """In each round, fill a memory with random clues, and then change some of these clues.

    ``clue`` returns a random clue. ``check`` is called with a mapping from cells to clues, and with the cell whose clue
    is excluded, or None if there is no such cell.
    """
    async def send(member: Any, **values: int) -> None:
        for name, value in values.items():
            ctx.set(member[name], value)
        await pulse(ctx, member.enable)

    for _ in range(rounds):
        await pulse(ctx, unit.begin)
        for row in range(rows):
            await send(unit.clear, row=row)
        clues = {(row, col): clue() for row in range(rows) for col in range(cols) if rng.random() < 0.5}
        for (row, col), value in clues.items():
            await send(unit.clue, row=row, col=col, value=value)
        await check(clues, None)
        values = dict(clues)
        for _ in range(changes):
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
            await send(unit.change, row=row, col=col, value=values[cell] if valued else clue(),
                       valued=valued, free=kind == "free", unlike=kind == "unlike")
            await ctx.tick()
            await check(clues, cell if kind == "unlike" else None)
