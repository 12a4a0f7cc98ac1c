"""New lines of rows against a model that remembers all lines."""

import random

import pytest

from rowloom.hw.slitherlink.deducer import new_lines
from rowloom.hw.slitherlink.deducer.new_lines import NewLines
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.simulation import simulate
from support.slitherlink.paths import certain_lines
from support.slitherlink.rows import Row


class Simulated:
    """The unit and its model, which are compared in every clock. ``patience`` is the chance that a line is accepted."""

    def __init__(self, unit, ctx, rng, cols, patience):
        self._unit, self._ctx, self._rng, self._cols, self._patience = unit, ctx, rng, cols, patience
        self._seen, self._before, self._expected = set(), None, []
        self._in_progress = [(None, [])] * 2
        self.dropped = 0

    async def tick(self, number=None):
        """Make a clock, with a random row of that number or without a row."""
        unit, ctx = self._unit, self._ctx
        arrived = self._in_progress.pop(0)
        if ctx.get(unit.dropped):
            assert arrived[1] and ctx.get(unit.dropped_row) == arrived[0]
            self.dropped += 1
            self._seen -= set(arrived[1])
            arrived = None, []
        ctx.set(unit.swept.valid, number is not None)
        lines = []
        if number is not None:
            row = self._row(number)
            ctx.set(unit.swept.row, number)
            ctx.set(unit.swept.shapes, row.vectors()["shapes"])
            lines = [one for one in certain_lines(row, number) if one not in self._seen]
        ready = self._rng.random() < self._patience
        ctx.set(unit.lines.ready, ready)
        if ctx.get(unit.lines.valid):
            payload = ctx.get(unit.lines.payload)
            u = payload.vertex.row, payload.vertex.col
            assert (u, (u[0] + payload.south, u[1] + 1 - payload.south)) == self._expected[0]
            if ready:
                self._expected.pop(0)
        self._expected += arrived[1]
        self._in_progress.append((number, lines))
        self._seen |= set(lines)
        await ctx.tick()
        in_progress = any(number is not None for number, _ in self._in_progress)
        assert ctx.get(unit.busy) == (bool(self._expected) or in_progress)

    def _row(self, row):
        """Return a row whose lines include all lines that have been seen."""
        def possible(col):
            sides = {"east": ((row, col), (row, col + 1)), "south": ((row, col), (row + 1, col))}
            fits = [shape for shape in Shape
                    if all(getattr(shape, side) for side, at in sides.items() if at in self._seen)]
            return frozenset(self._rng.sample(fits, self._rng.randint(1, len(fits))))

        return Row(tuple(possible(col) for col in range(self._cols + 1)), (frozenset(),) * self._cols)

    async def rest(self):
        while self._ctx.get(self._unit.busy):
            await self.tick()
        assert not self._expected

    async def command(self, name):
        for port, value in ((getattr(self._unit, name), 1), (self._unit.swept.valid, 0), (self._unit.lines.ready, 0)):
            self._ctx.set(port, value)
        await self._ctx.tick()
        self._ctx.set(getattr(self._unit, name), 0)
        if name == "lookahead":
            self._before = set(self._seen)
        else:
            self._seen = set() if name == "forget" else self._before
            self._expected, self._in_progress = [], [(None, [])] * 2


@pytest.mark.parametrize("rows, cols, patience, queue", [
    (1, 1, 1, 16), (3, 5, 0.9, 16), (4, 4, 0.3, 16), (4, 4, 0.3, 2)])
def test_random_rows(monkeypatch, rows, cols, patience, queue):
    """With lookaheads, some of which are undone early; a short queue drops rows."""
    monkeypatch.setattr(new_lines, "_QUEUE", queue)
    rng, unit = random.Random(0), NewLines(rows, cols)

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, rng, cols, patience)

        async def some_rows():
            last = None
            for _ in range(rng.randrange(20)):
                number = rng.randrange(rows + 1)
                last = number if rng.random() < 0.7 and number != last else None
                await simulated.tick(last)

        for _ in range(15):
            await simulated.command("forget")
            for _ in range(rng.randrange(4)):
                await some_rows()
                await simulated.rest()
                await simulated.command("lookahead")
                await some_rows()
                if rng.random() < 0.5:
                    await simulated.rest()
                await simulated.command("undo")
        assert (simulated.dropped > 0) == (queue == 2)

    simulate(unit, testbench)
