"""Sweeps of a page against the model's fixpoint, to the clock."""

import random
from dataclasses import replace

import pytest

from rowloom.hw.slitherlink.deducer.row_rules import RowState
from rowloom.hw.slitherlink.deducer.shapes import Shape
from rowloom.hw.slitherlink.deducer.sweep import Sweep
from support.simulation import pulse
from support.slitherlink.colours import Colour
from support.slitherlink.rows import begin, fixpoint


def without(rng, state, rows):
    """The state without some of the possibilities in those rows."""
    def part(possible):
        if len(possible) > 1 and rng.random() < 0.3:
            return possible - {rng.choice(sorted(possible, key=str))}
        return possible

    return [
        replace(line, vertices=tuple(map(part, line.vertices)), cells=tuple(map(part, line.cells)))
        if row in rows else line for row, line in enumerate(state)
    ]


def rows_up_and_down(first, height):
    """The visits down from one to the frame below, and all of them up."""
    return height - first + 1 + height + 1 + 1


@pytest.fixture
def sweep(page, simulate):
    """Sweeps states in one simulation, and compares with the model's fixpoint what is left, what has changed, and the
    clocks; the testbench gets a function for one sweep, which returns the fixpoint, or None for a contradiction."""
    def run(rows, cols, testbench):
        unit = Sweep(rows, cols)

        async def process(ctx):
            async def one(state, clues, first, last, cell=None, colour=Colour.INSIDE, *, edge=False, whole=False):
                before = list(state)
                inputs = {
                    "first": first, "last": last, "whole": whole,
                    "column": 0, "edge": edge, "colour": colour == Colour.OUTSIDE}
                if edge:
                    vertices = list(before[first].vertices)
                    vertices[cell + 1] = frozenset(
                        shape for shape in vertices[cell + 1] if shape.south == (colour == Colour.INSIDE))
                    before[first] = replace(before[first], vertices=tuple(vertices))
                    inputs["column"] = 1 << cell
                elif cell is not None:
                    cells = list(before[first].cells)
                    cells[cell] &= {colour}
                    before[first] = replace(before[first], cells=tuple(cells))
                    inputs["column"] = 1 << cell
                expected, contradiction = fixpoint(before, clues)
                at_hand, rows = page(state, clues), [None]

                def hear():
                    rows.append(ctx.get(unit.port.write_row) if ctx.get(unit.port.write) else None)
                    assert rows[-1] is None or rows[-1] != rows[-2]

                work = await at_hand.work(ctx, unit, each_clock=hear, **inputs)
                assert ctx.get(unit.contradiction) == contradiction
                if contradiction:
                    return work, None
                assert at_hand.state() == expected
                assert work.clocks == 3 + work.visits + 1
                # Those that were asked for, and one more.
                least = rows_up_and_down(first, len(clues)) if whole else last - first + 2
                assert work.visits >= least
                if before == expected:
                    assert work.visits == least
                if whole:
                    assert set(work.written) == set(range(len(state)))
                return work, expected

            await testbench(one)

        simulate(unit, process)

    return run


@pytest.mark.parametrize("built, size, count", [
    ((1, 1), (1, 1), 6), ((1, 5), (1, 5), 15), ((5, 1), (5, 1), 15), ((2, 2), (2, 2), 30), ((3, 4), (3, 4), 40),
    ((7, 3), (4, 3), 30), pytest.param((3, 4), (3, 4), 400, marks=pytest.mark.slow),
])
def test_puzzles(sweep, random_clues, built, size, count):
    """From the beginning; then from the fixpoint without some possibilities; then with a cell or an edge assumed."""
    rng = random.Random(0)
    ends = []

    async def testbench(one):
        for _ in range(count):
            clues = random_clues(rng, *size)
            height = len(clues)
            _, state = await one(begin(*size), clues, 0, height)
            ends.append(state is None)
            for _ in range(3):
                if state is None:
                    break
                first = rng.randrange(height + 1)
                last = rng.randrange(first, height + 1)
                asked = first, min(last + 1, height)
                _, after = await one(without(rng, state, range(first, last + 1)), clues, *asked)
                ends.append(after is None)
                first, cell = rng.randrange(height), rng.randrange(size[1])
                colour = rng.choice(sorted(state[first].cells[cell]))
                _, after = await one(
                    state, clues, first, first + 1, cell, colour, edge=rng.random() < 0.3, whole=rng.random() < 0.5)
                ends.append(after is None)
                state = after

    sweep(*built, testbench)
    assert set(ends) == {False, True} or built == (1, 1)


def test_the_frame_below_is_visited_until_nothing_changes(sweep):
    """Here it has to be visited twice, and the second visit changes the last row of cells."""
    clues = [[None, None, None], [1, 2, None], [None, 3, None]]
    state, _ = fixpoint(begin(3, 3), clues)

    async def testbench(one):
        _, after = await one(state, clues, 2, 3, 1, Colour.INSIDE)
        assert after[2] != state[2]

    sweep(3, 3, testbench)


@pytest.mark.parametrize("rows, cols", [(1, 1), (4, 2)])
def test_a_contradiction_ends_it_at_once(sweep, rows, cols):
    """One clock after the visit of the first row in which a cell has no colour left."""
    clues = [[None] * cols] * rows
    state, _ = fixpoint(begin(rows, cols), clues)

    async def testbench(one):
        for first in range(rows):
            for row in range(first, rows):
                broken = [*state]
                broken[row] = replace(state[row], cells=(*state[row].cells[1:], frozenset()))
                work, after = await one(broken, clues, first, rows)
                assert after is None
                assert work.clocks == 3 + (row - first + 1) + 1

    sweep(rows, cols, testbench)


@pytest.mark.parametrize("clock", range(4, 9))
def test_stop(simulate, clock):
    """It ends with the clock after, if it is visiting rows; with a contradiction, as the page is not complete."""
    unit = Sweep(3, 2)
    everything = RowState(2).const({"shapes": [-1] * len(Shape), "inside": -1, "outside": -1})

    async def testbench(ctx):
        ctx.set(unit.height, 3)
        ctx.set(unit.last, 3)
        ctx.set(unit.clues, {"bits": [0, 0], "free": -1})
        ctx.set(unit.port.state, everything)
        await pulse(ctx, unit.start)
        for _ in range(clock - 2):
            await ctx.tick()
            assert ctx.get(unit.busy)
        ctx.set(unit.stop, 1)
        assert ctx.get(unit.visiting) and not ctx.get(unit.port.write)
        await ctx.tick()
        assert not ctx.get(unit.busy) and ctx.get(unit.contradiction)

    simulate(unit, testbench)
