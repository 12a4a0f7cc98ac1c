"""A fixpoint on pages: pages as long as it is not busy. What it is when it is, the tests of the deducers show."""

import random

import pytest
from amaranth.hdl import Module

from rowloom.hw.deduction.fixpoint import PagedFixpoint
from rowloom.hw.deduction.pages import Pages
from rowloom.hw.slitherlink.deducer.fixpoint import SlitherlinkFixpoint
from rowloom.hw.slitherlink.deducer.row_rules import RowState

WORDS = 24


@pytest.mark.parametrize("rows, cols", [(1, 1), (3, 2), (4, 5)])
def test_as_long_as_it_does_not_work(simulate, rows, cols):
    """It is pages: reads in every clock, writes in most, and now and then another page, as itself or a copy."""
    rng = random.Random(0)
    paged = PagedFixpoint(SlitherlinkFixpoint(rows, cols), WORDS)
    pages = Pages(rows + 1, RowState(cols), WORDS)
    m = Module()
    m.submodules += [paged, pages]
    addresses = range(0, WORDS - rows, rows + 1)
    bits = RowState(cols).size

    async def testbench(ctx):
        addresses_now = {"page": 0, "parent": 0}
        for _ in range(500):
            inputs = {"begin": rng.random() < 0.05, **addresses_now}
            at_port = {
                "row": rng.randrange(rows + 1), "write": rng.random() < 0.5, "write_row": rng.randrange(rows + 1)}
            words = {name: rng.getrandbits(bits) for name in ("write_state", "keep")}
            for unit in paged, pages:
                for name, value in inputs.items():
                    ctx.set(getattr(unit, name), value)
                for name, value in at_port.items():
                    ctx.set(getattr(unit.port, name), value)
                for name, word in words.items():
                    ctx.set(getattr(unit.port, name).as_value(), word)
            await ctx.tick()
            assert ctx.get(paged.port.state.as_value()) == ctx.get(pages.port.state.as_value())
            assert ctx.get(paged.written) == ctx.get(pages.written)
            if inputs["begin"]:
                addresses_now = {name: rng.choice(addresses) for name in addresses_now}

    simulate(m, testbench)
