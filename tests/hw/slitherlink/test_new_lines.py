"""New lines of rows against a model that remembers all lines."""

import random

import pytest

from rowloom.hw.slitherlink.deducer import new_lines
from rowloom.hw.slitherlink.deducer.new_lines import NewLines
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.slitherlink.paths import certain_lines
from support.slitherlink.rows import Row

OUTSIDE_ALL = frozenset()


def random_row(rng, cols, lines, row):
    """A row whose vertices have at least these lines to the east and to the south."""
    def possible(vertex):
        sides = {"east": ((row, vertex), (row, vertex + 1)), "south": ((row, vertex), (row + 1, vertex))}
        fits = [shape for shape in Shape if all(getattr(shape, side) for side, at in sides.items() if at in lines)]
        return frozenset(rng.sample(fits, rng.randint(1, len(fits))))

    return Row(tuple(possible(col) for col in range(cols + 1)), (OUTSIDE_ALL,) * cols)


class Simulated:
    """The unit and its model. Lines are compared as they come, in every clock."""

    def __init__(self, unit, ctx, rng, cols, patience):
        self._unit, self._ctx, self._rng, self._cols, self._patience = unit, ctx, rng, cols, patience
        self._seen, self._before, self._expected = set(), None, []
        self._on_the_way = [(None, [])] * 2
        self.dropped = 0

    async def tick(self, row=None):
        """A clock, with a row or without."""
        unit, ctx = self._unit, self._ctx
        arrived = self._on_the_way.pop(0)
        if ctx.get(unit.dropped):
            assert arrived[1] and ctx.get(unit.dropped_row) == arrived[0]
            self.dropped += 1
            self._seen -= set(arrived[1])
            arrived = None, []
        ctx.set(unit.swept.valid, row is not None)
        lines = []
        if row is not None:
            number, line = row
            ctx.set(unit.swept.row, number)
            ctx.set(unit.swept.shapes, line.vectors()["shapes"])
            lines = [one for one in certain_lines(line, number) if one not in self._seen]
        ready = self._rng.random() < self._patience
        ctx.set(unit.lines.ready, ready)
        if ctx.get(unit.lines.valid):
            payload = ctx.get(unit.lines.payload)
            u = payload.vertex.row, payload.vertex.col
            assert (u, (u[0] + payload.south, u[1] + 1 - payload.south)) == self._expected[0]
            if ready:
                self._expected.pop(0)
        self._expected += arrived[1]
        self._on_the_way.append((row[0] if row else None, lines))
        self._seen |= set(lines)
        await ctx.tick()
        on_the_way = any(number is not None for number, _ in self._on_the_way)
        assert ctx.get(unit.busy) == (bool(self._expected) or on_the_way)

    async def rest(self):
        while self._ctx.get(self._unit.busy):
            await self.tick()
        assert not self._expected

    async def command(self, name):
        self._ctx.set(getattr(self._unit, name), 1)
        self._ctx.set(self._unit.swept.valid, 0)
        self._ctx.set(self._unit.lines.ready, 0)
        await self._ctx.tick()
        self._ctx.set(getattr(self._unit, name), 0)
        if name == "lookahead":
            self._before = set(self._seen)
        else:
            self._seen = set() if name == "forget" else self._before
            self._expected, self._on_the_way = [], [(None, [])] * 2

    def row(self, number):
        """A row with the lines that have been seen, at least."""
        return number, random_row(self._rng, self._cols, self._seen, number)


@pytest.mark.parametrize("rows, cols, patience, queue", [
    (1, 1, 1, 16), (3, 5, 0.9, 16), (4, 4, 0.3, 16), (4, 4, 0.3, 2)])
def test_random_rows(monkeypatch, simulate, rows, cols, patience, queue):
    """With lookaheads, which are taken back sooner or later; and now and then all is forgotten."""
    monkeypatch.setattr(new_lines, "_QUEUE", queue)
    rng = random.Random(0)
    unit = NewLines(rows, cols)

    async def testbench(ctx):
        simulated = Simulated(unit, ctx, rng, cols, patience)

        async def some_rows():
            last = None
            for _ in range(rng.randrange(20)):
                number = rng.randrange(rows + 1)
                if rng.random() < 0.7 and number != last:
                    last = number
                    await simulated.tick(simulated.row(number))
                else:
                    last = None
                    await simulated.tick()

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
