"""Ends of paths are compared with the model, down to the clock cycle."""

import random
from collections import Counter

import pytest

from rowloom.hw.slitherlink.deducer.path_ends import PathEnds
from support.simulation import pulse, simulate, until_idle
from support.slitherlink.paths import PathsModel, lines_around, random_inside


class SimulatedEnds:
    """The unit and its model, which are compared after each line."""

    def __init__(self, unit, ctx):
        self._unit, self._ctx, self._model, self._before = unit, ctx, PathsModel(), None
        self.seen = Counter()

    async def forget(self, height, wait=True):
        """Remove all lines; return the number of clocks, or 0 if ``wait`` is false."""
        self._ctx.set(self._unit.height, height)
        self._ctx.set(self._unit.width, self._unit.signature.members["width"].shape.stop - 1)
        await pulse(self._ctx, self._unit.forget)
        self._model = PathsModel()
        return await until_idle(self._ctx, self._unit.forgetting) if wait else 0

    async def lookahead(self):
        await pulse(self._ctx, self._unit.lookahead)
        self._before = self._model.copy()

    async def undo(self):
        await pulse(self._ctx, self._unit.undo)
        self._model = self._before
        assert not self._ctx.get(self._unit.busy)

    async def join(self, lines, pauses=None, cut=None):
        """Join lines, with a pause before each line, and compare the results. If ``cut`` is given, stop after this
        number of clocks.

        Return the number of clocks, and the number of lines that take two clocks.
        """
        unit, ctx = self._unit, self._ctx
        expected, stalls = [], 0
        for u, v in lines:
            a, b = (self._model.other_end.get(end, end) for end in (u, v))
            self._model.join((u, v))
            expected.append({"u": u, "v": v, "a": a, "b": b})
            stalls += sum(a + b) % 2 == 0
        self.seen["stall"] += stalls
        to_send, pauses = list(lines), list(pauses or [0] * len(lines))
        joined, clocks = [], 0
        while len(joined) < len(lines) and clocks != cut:
            valid = bool(to_send) and not pauses[0]
            ctx.set(unit.lines.valid, valid)
            if valid:
                (row, col), (end_row, _) = to_send[0]
                ctx.set(unit.lines.payload, {"vertex": {"row": row, "col": col}, "south": end_row > row})
            elif to_send:
                pauses[0] -= 1
            if ctx.get(unit.joins):
                payload = ctx.get(unit.joined)
                joined.append({name: (payload[name].row, payload[name].col) for name in "uvab"})
            if valid and ctx.get(unit.lines.ready):
                to_send.pop(0)
                pauses.pop(0)
            clocks += 1
            await ctx.tick()
        ctx.set(unit.lines.valid, 0)
        assert joined == expected[:len(joined)]
        assert cut is not None or not ctx.get(unit.busy)
        return clocks, stalls


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("built, size, count", [
    ((1, 1), (1, 1), 3), ((1, 6), (1, 6), 4), ((6, 1), (6, 1), 4), ((4, 4), (3, 2), 6), ((6, 7), (6, 7), 6),
])
def test_random_lines(built, size, count, single):
    """Lines are sent in any order, with or without pauses. Between the lines, there are lookaheads, which may be undone
    at any time."""
    rng, unit = random.Random(0), PathEnds(*built)

    async def testbench(ctx):
        simulated = SimulatedEnds(unit, ctx)
        for _ in range(count):
            assert await simulated.forget(size[0]) == (size[0] + 1) * (built[1] // 2 + 1)
            lines = sorted(lines_around(random_inside(rng, *size, single=single)))
            rng.shuffle(lines)
            while lines:
                some = [lines.pop() for _ in range(rng.randint(1, len(lines)))]
                if rng.random() < 0.5:
                    clocks, stalls = await simulated.join(some)
                    assert clocks == len(some) + stalls + 3
                else:
                    await simulated.join(some, [rng.choice((0, 0, 1, 3)) for _ in some])
                for _ in range(rng.randrange(3) if lines else 0):
                    await simulated.lookahead()
                    tried = rng.sample(lines, rng.randint(1, len(lines)))
                    await simulated.join(tried, cut=rng.randrange(2 * len(tried)) if rng.random() < 0.3 else None)
                    await simulated.undo()
        assert simulated.seen["stall"] or max(size) == 1

    simulate(unit, testbench)


def test_lines_wait_while_forgetting():
    unit = PathEnds(2, 3)

    async def testbench(ctx):
        simulated = SimulatedEnds(unit, ctx)
        await simulated.forget(2, wait=False)
        clocks, _ = await simulated.join([((0, 0), (0, 1)), ((0, 1), (0, 2))])
        assert clocks == 3 * 2 + 2 + 1 + 3

    simulate(unit, testbench)
