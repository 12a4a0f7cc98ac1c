"""Sweeps of a grid's state are compared with the model's fixpoint, down to the clock cycle."""

import random

import pytest

from rowloom.hw.slitherlink.deducer.row_rules import RowState
from rowloom.hw.slitherlink.deducer.shapes import Shape
from rowloom.hw.slitherlink.deducer.sweep import SlitherlinkSweep
from support.loops import random_clues
from support.simulation import drive, pulse, set_inputs, simulate
from support.slitherlink.checker import Colour
from support.slitherlink.rows import GridPage, GridRow, begin, fixpoint, grid_of


class SimulatedSweep:
    """The unit in the simulator; all of its outputs are checked."""

    def __init__(self, ctx, unit):
        self._ctx, self._unit = ctx, unit

    async def sweep(self, state, clues, first, last, cell=None, colour=Colour.INSIDE, *, edge=False, whole=False):
        """Sweep a state after a cell or an edge was assumed. Return (work, fixpoint): the numbers of clocks and visits,
        and the state after the sweep, or None for a contradiction."""
        ctx, unit, before, written = self._ctx, self._unit, list(state), [None]
        if edge:
            before[first] = before[first].with_vertex(cell + 1, (
                shape for shape in before[first].vertices[cell + 1] if shape.south == (colour == Colour.INSIDE)))
        elif cell is not None:
            before[first] = before[first].with_cell(cell, before[first].cells[cell] & {colour})
        expected, contradiction = fixpoint(before, clues)
        page = GridPage(state, clues)

        def hear():
            written.append(ctx.get(unit.port.write_row) if ctx.get(unit.port.write) else None)
            assert written[-1] is None or written[-1] != written[-2]

        work = await page.work(
            ctx, unit, each_clock=hear, first=first, last=last, whole=whole, edge=edge,
            colour=colour == Colour.OUTSIDE, column=0 if cell is None else 1 << cell)
        assert ctx.get(unit.contradiction) == contradiction
        if contradiction:
            return work, None
        assert page.state() == expected
        assert work.clocks == 3 + work.visits + 1
        # A sweep makes the requested visits. Then it makes one more visit, because a change is known only one clock
        # after the visit that caused it. With ``whole``, it goes from the first requested row down to the last row of
        # the grid, and then up to the first row, before it makes one more visit.
        least = len(clues) - first + 1 + len(clues) + 1 + 1 if whole else last - first + 2
        assert work.visits == least or (work.visits > least and before != expected)
        assert not whole or set(work.written) == set(range(len(state)))
        return work, expected


def random_part(rng, row):
    """Return a row without some of its possibilities."""
    def part(possible):
        if len(possible) > 1 and rng.random() < 0.3:
            return possible - {rng.choice(sorted(possible, key=str))}
        return possible

    return GridRow(tuple(map(part, row.vertices)), tuple(map(part, row.cells)))


@pytest.mark.parametrize("built, size, count", [
    ((1, 1), (1, 1), 6), ((1, 5), (1, 5), 6), ((5, 1), (5, 1), 15), ((2, 2), (2, 2), 15), ((3, 4), (3, 4), 6),
    ((7, 3), (4, 3), 6), pytest.param((3, 4), (3, 4), 400, marks=pytest.mark.slow),
])
def test_puzzles(built, size, count):
    """Sweep from the initial state. Then sweep from the fixpoint again and again, after one of two changes: some
    possibilities were removed, or a cell or an edge was assumed."""
    rng, ends = random.Random(0), []

    async def testbench(simulated):
        for _ in range(count):
            clues = grid_of(random_clues(rng, *size, (0, 0.2, 0.4, 0.7, 1)), *size)
            height = len(clues)
            _, state = await simulated.sweep(begin(*size), clues, 0, height)
            ends.append(state is None)
            for _ in range(3):
                if state is None:
                    break
                first = rng.randrange(height + 1)
                last = rng.randrange(first, height + 1)
                part = [random_part(rng, line) if first <= row <= last else line for row, line in enumerate(state)]
                _, after = await simulated.sweep(part, clues, first, min(last + 1, height))
                ends.append(after is None)
                first, cell = rng.randrange(height), rng.randrange(size[1])
                colour = rng.choice(sorted(state[first].cells[cell]))
                _, state = await simulated.sweep(
                    state, clues, first, first + 1, cell, colour, edge=rng.random() < 0.3, whole=rng.random() < 0.5)
                ends.append(state is None)

    drive(SlitherlinkSweep(*built), SimulatedSweep, testbench)
    assert set(ends) == {False, True} or built == (1, 1)


@pytest.mark.parametrize("rows, cols", [(1, 1), (4, 2)])
def test_a_contradiction_ends_a_sweep_at_once(rows, cols):
    """The sweep ends one clock after the visit of the first row in which a cell has no colour left."""
    clues = [[None] * cols] * rows
    state, _ = fixpoint(begin(rows, cols), clues)

    async def testbench(simulated):
        for first in range(rows):
            for row in range(first, rows):
                broken = [*state[:row], state[row].with_cell(cols - 1, ()), *state[row + 1:]]
                work, after = await simulated.sweep(broken, clues, first, rows)
                assert after is None
                assert work.clocks == 3 + (row - first + 1) + 1

    drive(SlitherlinkSweep(rows, cols), SimulatedSweep, testbench)


@pytest.mark.parametrize("clock", range(4, 9))
def test_stop(clock):
    """The sweep ends one clock after the stop. The page is then invalid, so the unit reports a contradiction."""
    unit = SlitherlinkSweep(3, 2)

    async def testbench(ctx):
        set_inputs(ctx, unit, height=3, last=3, clues={"bits": [0, 0], "free": -1})
        ctx.set(unit.port.state, RowState(2).const({"shapes": [-1] * len(Shape), "inside": -1, "outside": -1}))
        await pulse(ctx, unit.start)
        for _ in range(clock - 2):
            await ctx.tick()
            assert ctx.get(unit.busy)
        ctx.set(unit.stop, 1)
        assert ctx.get(unit.visiting) and not ctx.get(unit.port.write)
        await ctx.tick()
        assert not ctx.get(unit.busy) and ctx.get(unit.contradiction)

    simulate(unit, testbench)
