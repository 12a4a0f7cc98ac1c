"""Pages are compared with a model. In the current page, some rows have been written; the other rows are read from its
parent."""

import random

import pytest

from rowloom.hw.deduction.pages import Pages
from rowloom.hw.slitherlink.deducer.row_rules import RowState
from support.simulation import simulate

WORDS = 16


class PagesModel:
    """Words by address, and the rows that were written since ``begin``."""

    def __init__(self):
        self.words, self.written = {}, set()

    def read(self, page, parent, row):
        return self.words.get((page if row in self.written else parent) + row, 0)

    def write(self, page, row, word):
        self.words[page + row] = word
        self.written.add(row)


@pytest.mark.parametrize("rows, cols", [(1, 1), (3, 2), (4, 5)])
def test_random_use(rows, cols):
    """Each clock has a read, and some clocks have a write. Sometimes another page becomes the current page; the new
    page has another parent, or is complete."""
    rng = random.Random(0)
    unit = Pages(rows + 1, RowState(cols), WORDS)
    port = unit.port
    addresses = range(0, WORDS - rows, rows + 1)
    bits = RowState(cols).size

    async def testbench(ctx):
        model = PagesModel()
        page = parent = 0
        for _ in range(600):
            begin = rng.random() < 0.05
            row, write_row = rng.randrange(rows + 1), rng.randrange(rows + 1)
            write, word, keep = rng.random() < 0.3, rng.getrandbits(bits), rng.getrandbits(bits)
            for signal, value in ((unit.begin, begin), (unit.page, page), (unit.parent, parent), (port.row, row),
                                  (port.write, write), (port.write_row, write_row),
                                  (port.write_state.as_value(), word), (port.keep.as_value(), keep)):
                ctx.set(signal, value)
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
            assert ctx.get(unit.written) == sum(1 << row for row in model.written)

    simulate(unit, testbench)
