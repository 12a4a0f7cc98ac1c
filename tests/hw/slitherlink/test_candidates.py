"""Candidates for lookahead are compared with a model, down to the clock cycle."""

import random
from functools import partial
from itertools import product

import pytest

from rowloom.hw.slitherlink.deducer.deducer import KINDS, SlitherlinkCandidates
from support.simulation import drive, set_inputs
from support.slitherlink.candidates import CandidatesModel
from support.vectors import bits


class SimulatedCandidates:
    """The unit, the rows that it reads, and its model. Undefined inputs are random."""

    def __init__(self, ctx, unit, rng):
        self._rng, self._unit, self._ctx, self._cols = rng, unit, ctx, len(unit.clues.free)

    async def tick(self, **inputs):
        """Advance by one clock. Rows are read only while the unit seeks a candidate."""
        unit, ctx = self._unit, self._ctx
        set_inputs(ctx, unit, **{"begin": 0, "look": 0, "progress": 0, "seek": 0, **inputs})
        known, free, open_edges = (self._rng.getrandbits(self._cols) for _ in range(3))
        if inputs.get("seek"):
            row, clue_row = ctx.get(unit.row), ctx.get(unit.clue_row)
            if row <= self._height:
                known = ~self._vector(self._model.undecided, row) & ((1 << self._cols) - 1)
                # Edges and clues outside the puzzle have no effect.
                most = max(self._width - 1, 0)
                open_edges = open_edges >> most << most | self._vector(self._model.open, row) & ((1 << most) - 1)
            if clue_row < self._height:
                free = free >> self._width << self._width | self._vector(self._free, clue_row)
        await ctx.tick()
        ctx.set(unit.seen, {"known": known, "open": open_edges})
        ctx.set(unit.clues.free, free)

    @staticmethod
    def _vector(cells, row):
        return bits(col for at, col in cells if at == row)

    async def begin(self, size, clues, undecided, open_edges):
        self._height, self._width = size
        self._free = {*product(*map(range, size))} - clues
        self._model = CandidatesModel(*size, clues)
        self._model.look(undecided, open_edges)
        self._ctx.set(self._unit.height, self._height)
        await self.tick(begin=1)

    async def look(self, undecided, open_edges, *, progress=False):
        self._model.look(undecided, open_edges)
        if progress:
            self._model.progress()
        await self.tick(look=1, progress=progress)

    async def progress(self):
        self._model.progress()
        await self.tick(progress=1)

    async def seek(self):
        """Compare the next candidate and its latency with the model."""
        unit, ctx = self._unit, self._ctx
        expected, clocks = self._model.seek()
        for _ in range(clocks):
            ctx.set(unit.seek, 1)
            assert not ctx.get(unit.found) and not ctx.get(unit.exhausted)
            await self.tick(seek=1)
        ctx.set(unit.seek, 1)
        assert (ctx.get(unit.found), ctx.get(unit.exhausted)) == (expected is not None, expected is None)
        if expected is not None:
            (row, col), edge = expected
            found = ctx.get(unit.candidate)
            assert (found.row, found.column, found.kind >> KINDS.index("edge")) == (row, 1 << col, edge)
            assert found.kind.bit_count() == 1
            assert (found.single, found.value) == (0, not edge)
        await self.tick(seek=1)


def some(rng, size):
    """Return random cells of a grid: few, many, or anything in between."""
    share = rng.choice((0, 0.1, 0.3, 0.6, 0.9, 1))
    return {cell for cell in product(*map(range, size)) if rng.random() < share}


@pytest.mark.parametrize("built, count", [
    ((1, 1), 15), ((1, 36), 15), ((64, 1), 4), ((2, 2), 15), ((5, 4), 15), ((6, 36), 8),
    pytest.param((5, 4), 400, marks=pytest.mark.slow),
])
def test_random_use(built, count):
    """Puzzles of several sizes follow each other; some are interrupted during a search for a candidate."""
    rng = random.Random(0)

    async def testbench(simulated):
        for _ in range(count):
            size = tuple(rng.choice((rng.randint(1, most), most)) for most in built)
            await simulated.begin(size, some(rng, size), some(rng, size), some(rng, size))
            for _ in range(rng.randrange(60)):
                match rng.choices(("seek", "rest", "look", "progress", "both"), (20, 3, 1, 1, 1))[0]:
                    case "seek":
                        await simulated.seek()
                    case "rest":
                        for _ in range(rng.randrange(4)):
                            await simulated.tick()
                    case "progress":
                        await simulated.progress()
                    case what:
                        await simulated.look(some(rng, size), some(rng, size), progress=what == "both")
            for seek in [1] * rng.randrange(10) + [0] * 3 if rng.random() < 0.3 else []:
                await simulated.tick(seek=seek)

    drive(SlitherlinkCandidates(*built), partial(SimulatedCandidates, rng=rng), testbench)
