"""Pages of memory are compared with a model. Commands that copy, read or initialise rows are checked down to the clock
cycle."""

import random

import pytest
from amaranth.hdl import Cat

from rowloom.hw.deduction.pages import PageFiller, Pages
from rowloom.hw.slitherlink.deducer.row_rules import RowState
from support.simulation import set_inputs, simulate
from support.vectors import bits

WORDS = 16


class PagesModel:
    """The words of the memory by address, and the rows of the current page that were written since ``begin``. The other
    rows are read from the parent page."""

    def __init__(self):
        self.words, self.written = {}, set()

    def read(self, page, parent, row):
        return self.words.get((page if row in self.written else parent) + row, 0)

    def write(self, page, row, word):
        self.words[page + row] = word
        self.written.add(row)


@pytest.mark.parametrize("rows, cols", [(1, 1), (3, 2), (4, 5)])
def test_pages(rows, cols):
    """There is a read in each clock, and a write in some clocks. Sometimes, ``begin`` selects a new current page with a
    new parent. If a page is its own parent, all of its rows are read from the page itself."""
    rng = random.Random(0)
    unit = Pages(rows + 1, RowState(cols), WORDS)
    port = unit.port
    addresses = range(0, WORDS - rows, rows + 1)
    size = RowState(cols).size

    async def testbench(ctx):
        model = PagesModel()
        page = parent = 0
        for _ in range(600):
            begin = rng.random() < 0.05
            row, write_row = rng.randrange(rows + 1), rng.randrange(rows + 1)
            write, word, keep = rng.random() < 0.3, rng.getrandbits(size), rng.getrandbits(size)
            set_inputs(ctx, unit, begin=begin, page=page, parent=parent)
            set_inputs(ctx, port, row=row, write=write, write_row=write_row)
            ctx.set(Cat(port.write_state, port.keep), word | keep << size)
            expected, before = model.read(page, parent, row), ctx.get(port.state.as_value())
            await ctx.tick()
            # A read of the row that is written in the same clock is undefined.
            if not (write and row == write_row):
                assert ctx.get(port.state.as_value()) == expected
            if write:
                model.write(page, write_row, word | before & keep)
            if begin:
                model.written.clear()
                page, parent = rng.choice(addresses), rng.choice(addresses)
            assert ctx.get(unit.written) == bits(model.written)

    simulate(unit, testbench)


BITS = 8


async def fill(ctx, unit, rng, command, page, empty, **inputs):
    """Run a command on a page. Return the rows that were written, the rows that were read, and the number of clocks in
    which the unit was busy. Undefined inputs are random."""
    def noise():
        return rng.getrandbits(BITS)

    set_inputs(ctx, unit, **{command: 1, **inputs})
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
        ctx.set(unit.requested, rng.getrandbits(len(unit.requested)))
        ctx.set(unit.port.state, page.get(row, noise()))
    assert done[clocks] == 1 == sum(done)
    return written, read, clocks


@pytest.mark.parametrize("rows", [1, 4, 5])
def test_filling(rows):
    """Outside the window, rows are copied from the parent. A window may begin or end at the row after the last row of a
    page."""
    rng = random.Random(rows)
    unit = PageFiller(rows, BITS)

    async def testbench(ctx):
        for _ in range(300):
            page, empty = ({row: rng.getrandbits(BITS) for row in range(rows)} for _ in range(2))
            if rng.random() < 0.5:
                last, near = rng.randrange(rows), rng.randrange(2)
                window = {name: rng.randrange(rows + 1) for name in ("first", "last")}
                expected = {
                    row: page[row] if near and not window["first"] <= row <= window["last"] else empty[row]
                    for row in range(last + 1)}
                found = await fill(ctx, unit, rng, "begin", page, empty, last=last, near=near, window=window)
                assert found == (expected, {}, 1 + len(expected))
            else:
                requested, command = rng.getrandbits(rows), rng.choice(("copy", "read"))
                expected = {row: page[row] for row in range(rows) if requested >> row & 1}
                found = await fill(ctx, unit, rng, command, page, empty, requested=requested)
                assert found == (expected if command == "copy" else {}, expected, 3 + len(expected) if requested else 2)

    simulate(unit, testbench)
