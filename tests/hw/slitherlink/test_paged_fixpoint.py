# amaranth: UnusedElaboratable=no
"""The fixpoint on pages against its parts: pages as long as it is not busy, a fixpoint as long as it is."""

import random
from dataclasses import dataclass

import pytest
from amaranth.hdl import Module

from rowloom.engines.genres.slitherlink import CLUE_BITS
from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.deduction.paged_fixpoint import PagedFixpoint
from rowloom.hw.deduction.pages import Pages
from rowloom.hw.slitherlink.deducer.fixpoint import Fixpoint
from rowloom.hw.slitherlink.deducer.row_rules import RowState
from support.slitherlink.flood import flood
from support.slitherlink.rows import begin, clue_vectors, fixpoint

WORDS = 24


def paged_fixpoint(rows, cols):
    """The unit for a fixpoint of Slitherlinks."""
    return PagedFixpoint(Fixpoint(rows, cols), rows + 1, RowState(cols), WORDS)


def together(**units):
    """Units side by side, for one simulation."""
    m = Module()
    for name, unit in units.items():
        m.submodules[name] = unit
    return m


@dataclass
class Answer:
    """What a fixpoint found, how long it took, and which rows it wrote; the page as words, None for a contradiction."""

    words: list[int] | None
    decided: bool
    clocks: int
    visits: int
    written: set[int]


async def rest(ctx, unit):
    """Waits until a fixpoint has forgotten what it is to forget, so that no clock of it counts for what comes next."""
    while ctx.get(unit.forgetting):
        await ctx.tick()


class Simulated:
    """The unit. Pages have numbers."""

    def __init__(self, paged, ctx):
        self._paged, self._ctx = paged, ctx

    async def _pulse(self, signal):
        self._ctx.set(signal, 1)
        await self._ctx.tick()
        self._ctx.set(signal, 0)

    async def puzzle(self, state, clues):
        """Another puzzle, on page 0."""
        ctx, paged, port = self._ctx, self._paged, self._paged.port
        await rest(ctx, paged)
        ctx.set(paged.height, len(clues))
        ctx.set(paged.width, len(clues[0]))
        await self._pulse(paged.forget)
        self._at(0, 0)
        self._clues = [ClueRow(len(line), CLUE_BITS).const(clue_vectors(line)).as_bits() for line in clues]
        for row, line in enumerate(state):
            ctx.set(port.write_row, row)
            ctx.set(port.write_state, line.vectors())
            await self._pulse(port.write)
        ctx.set(port.write_state.as_value(), 0)
        ctx.set(port.write_row, 0)

    def _at(self, page, parent):
        words = self._ctx.get(self._paged.height) + 1
        self._ctx.set(self._paged.page, page * words)
        self._ctx.set(self._paged.parent, parent * words)

    async def page(self, page):
        """The words of a page."""
        ctx, paged = self._ctx, self._paged
        self._at(page, page)
        return await self._words(ctx.get(paged.height))

    async def _words(self, height):
        ctx, port = self._ctx, self._paged.port
        words = []
        for row in range(height + 1):
            ctx.set(port.row, row)
            await ctx.tick()
            words.append(ctx.get(port.state.as_value()))
        ctx.set(port.row, 0)
        return words

    async def follow(self, page=0, **inputs):
        """The fixpoint on a page, which begins as a copy of page 0 if it is another one."""
        ctx, paged = self._ctx, self._paged
        height = ctx.get(paged.height)
        self._at(page, 0)
        await self._pulse(paged.begin)
        await rest(ctx, paged)
        for name, value in {"start": 1, **inputs}.items():
            ctx.set(getattr(paged, name), value)
        clocks, visits, busy = 0, 0, 1
        while busy:
            clocks, visits, clue_row = clocks + 1, visits + ctx.get(paged.visiting), ctx.get(paged.clue_row)
            await ctx.tick()
            ctx.set(paged.clues.as_value(), self._clues[clue_row] if clue_row < height else 0)
            ctx.set(paged.start, 0)
            busy = ctx.get(paged.busy)
            assert clocks < 10_000
        contradiction, decided, written = (
            ctx.get(signal) for signal in (paged.contradiction, paged.decided, paged.written))
        words = None if contradiction else await self._words(height)
        if inputs.get("lookahead"):
            await self._pulse(paged.undo)
        return Answer(words, decided, clocks, visits, {row for row in range(height + 1) if written >> row & 1})


async def by_fixpoint(ctx, unit, at_hand, **inputs):
    """The same of a fixpoint by itself."""
    await rest(ctx, unit)
    work = await at_hand.work(ctx, unit, **inputs)
    contradiction, decided = ctx.get(unit.contradiction), ctx.get(unit.decided)
    if inputs.get("lookahead"):
        ctx.set(unit.undo, 1)
        await ctx.tick()
        ctx.set(unit.undo, 0)
    words = None if contradiction else [at_hand.word(row) for row in at_hand.state()]
    return Answer(words, decided, work.clocks, work.visits, set(work.written))


@pytest.mark.parametrize("built, size, count", [((1, 4), (1, 4), 3), ((3, 3), (3, 3), 4), ((5, 4), (3, 4), 3)])
def test_works_as_a_fixpoint(simulate, page, random_clues, built, size, count):
    """To the clock: the whole of a puzzle, and both colours of each cell that is undecided then, on a page of its own.
    The page that it began as is left alone."""
    rng = random.Random(0)
    paged, alone = paged_fixpoint(*built), Fixpoint(*built)

    async def testbench(ctx):
        simulated = Simulated(paged, ctx)
        for _ in range(count):
            clues, state = random_clues(rng, *size), begin(*size)
            await simulated.puzzle(state, clues)
            await rest(ctx, alone)
            ctx.set(alone.height, size[0])
            ctx.set(alone.width, size[1])
            ctx.set(alone.forget, 1)
            await ctx.tick()
            ctx.set(alone.forget, 0)

            at_hand = page(state, clues)
            whole = {"first": 0, "last": size[0] - 1, "column": 0, "colour": 0, "flood": 0, "lookahead": 0}
            expected = await by_fixpoint(ctx, alone, at_hand, **whole)
            assert await simulated.follow(**whole) == expected
            if expected.words is None:
                continue
            state = at_hand.state()
            for row, line in enumerate(state[:-1]):
                for col, possible in enumerate(line.cells):
                    for colour in range(len(possible) if len(possible) > 1 else 0):
                        cell = {"first": row, "last": row, "column": 1 << col, "colour": colour,
                                "flood": 0, "lookahead": 1}
                        tentative = await by_fixpoint(ctx, alone, page(state, clues), **cell)
                        assert await simulated.follow(1 + colour, **cell) == tentative
            assert await simulated.page(0) == expected.words

    simulate(together(paged=paged, alone=alone), testbench)


@pytest.mark.parametrize("clues, ends", [
    (((1, None, None), (1, None, 1), (1, 2, None)), "decided"),
    (((2, 1, 3), (None, None, 2), (None, None, None)), "open"),
    (((None, None, 2), (None, None, None), (2, None, None)), "open"),  # after a flood
    (((None, None, 3), (2, None, 1), (3, None, 1)), "contradiction"),
])
def test_what_follows(simulate, page, clues, ends):
    """All that the models know of, where one flood is enough."""
    paged = paged_fixpoint(3, 3)
    state, _ = fixpoint(begin(3, 3), clues)
    flooded = flood(state)
    left, _ = fixpoint(flooded.state, clues)
    assert flooded.contradiction or flood(left).state == left

    async def testbench(ctx):
        simulated = Simulated(paged, ctx)
        await simulated.puzzle(begin(3, 3), clues)
        await simulated.follow(first=0, last=2)
        answer = await simulated.follow(flood=1)
        assert answer.decided == (ends == "decided")
        if ends == "contradiction":
            assert answer.words is None
        else:
            assert answer.words == [page.word(row) for row in left]

    simulate(paged, testbench)


@pytest.mark.parametrize("rows, cols", [(1, 1), (3, 2), (4, 5)])
def test_as_long_as_it_does_not_work(simulate, rows, cols):
    """It is pages: reads in every clock, writes in most, and now and then another page, as itself or a copy."""
    rng = random.Random(0)
    paged, pages = paged_fixpoint(rows, cols), Pages(rows + 1, RowState(cols), WORDS)
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

    simulate(together(paged=paged, pages=pages), testbench)
