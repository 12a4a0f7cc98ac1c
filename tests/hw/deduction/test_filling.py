"""Rows that are copied, read or initialised are compared with dictionaries of rows, down to the clock cycle."""

import random

import pytest

from rowloom.hw.deduction.pages import PageFiller
from support.simulation import simulate

BITS = 8


class SimulatedFiller:
    """A page filler, and the page that it works on. Undefined inputs are random."""

    def __init__(self, ctx, unit, rng):
        self._ctx, self._unit, self._rng = ctx, unit, rng

    async def run(self, command, page, empty, **inputs):
        """Run a command; return the rows that were written, the rows that were read, and the clocks in which the unit
        was busy."""
        ctx, unit, noise = self._ctx, self._unit, lambda: self._rng.getrandbits(BITS)
        for name, value in {command: 1, **inputs}.items():
            ctx.set(getattr(unit, name), value)
        written, read, clocks, done = {}, {}, -1, []
        # The last row may be written in the clock after `done`.
        while ctx.get(unit.busy) or clocks < 0 or ctx.get(unit.port.write):
            if ctx.get(unit.port.write):
                written[ctx.get(unit.port.write_row)] = ctx.get(unit.port.write_state)
            if ctx.get(unit.reads):
                read[ctx.get(unit.read_row)] = ctx.get(unit.port.state)
            row = ctx.get(unit.port.row)
            ctx.set(unit.empty, empty[ctx.get(unit.row)] if ctx.get(unit.begins) else noise())
            clocks += clocks < 0 or ctx.get(unit.busy)
            done.append(ctx.get(unit.done))
            await ctx.tick()
            ctx.set(getattr(unit, command), 0)
            ctx.set(unit.requested, self._rng.getrandbits(len(unit.requested)))
            ctx.set(unit.port.state, page.get(row, noise()))
        assert done[clocks] == 1 == sum(done)
        return written, read, clocks


@pytest.mark.parametrize("rows", [1, 4, 5])
def test_random_commands(rows):
    """A window may begin or end at the row after the last row of a page."""
    rng = random.Random(rows)
    unit = PageFiller(rows, BITS)

    async def testbench(ctx):
        simulated = SimulatedFiller(ctx, unit, rng)
        for _ in range(300):
            page, empty = ({row: rng.getrandbits(BITS) for row in range(rows)} for _ in range(2))
            if rng.random() < 0.5:
                last, near = rng.randrange(rows), rng.randrange(2)
                window = {name: rng.randrange(rows + 1) for name in ("first", "last")}
                expected = {
                    row: page[row] if near and not window["first"] <= row <= window["last"] else empty[row]
                    for row in range(last + 1)}
                found = await simulated.run("begin", page, empty, last=last, near=near, window=window)
                assert found == (expected, {}, 1 + len(expected))
            else:
                requested, command = rng.getrandbits(rows), rng.choice(("copy", "read"))
                expected = {row: page[row] for row in range(rows) if requested >> row & 1}
                found = await simulated.run(command, page, empty, requested=requested)
                assert found == (expected if command == "copy" else {}, expected, 3 + len(expected) if requested else 2)

    simulate(unit, testbench)
