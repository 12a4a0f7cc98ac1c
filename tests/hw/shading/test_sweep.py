"""Sweeps of a grid's state with the rules of a Smullyanic Dynasty are compared with the model, down to the clock
cycle."""

import random

import pytest

from rowloom.hw.shading.smullyan import CLUE_BITS, DynastyRules
from rowloom.hw.shading.sweep import Sweep
from support.shading.pages import Page, clue_words
from support.shading.rows import joined_in, with_cell
from support.shading.smullyan import clue_vectors, fixpoint, random_clues, visit
from support.shading.sweep import sweep
from support.simulation import simulate


async def sweep_once(ctx, unit, state, linked, clues, first, last, cell=None, value="0", whole=False, lonely=True):
    """Sweep once, and compare all outputs with the model. Return (clocks, result). The result is None for a
    contradiction; otherwise, it is a pair: the rows of the new state, and for each row the cells that may be unshaded
    (``linked``)."""
    before, impossible = state, False
    inputs = {"first": first, "last": last, "whole": whole, "value": int(value), "lonely": lonely,
              "column": 0 if cell is None else 1 << cell}
    if cell is not None:
        before, impossible = with_cell(state, first, cell, value), value not in state[first][cell]
    page = Page(state, linked, clue_words(clues, len(unit.port.state.unshaded), CLUE_BITS, clue_vectors))
    work = await page.work(ctx, unit, **inputs)
    begin = 4 if first > 1 else 3
    if impossible:
        assert ctx.get(unit.contradiction) and work.clocks == begin + 1
        return work.clocks, None
    expected = sweep(
        before, linked, lambda above, here, below, at: visit(above, here, below, clues[at], lonely), "0",
        first, last, whole)
    assert ctx.get(unit.contradiction) == expected.contradiction
    assert work.visits == len(expected.visits)
    if expected.contradiction:
        assert work.clocks == begin + work.visits
        return work.clocks, None
    back = work.clocks - begin - work.visits
    assert back == 0 or (back == 1 and work.written[-1] == expected.visits[-1])
    assert (page.state, page.linked) == (expected.state, expected.linked)
    assert ctx.get(unit.cut) == expected.cut
    changed = {row for row in range(len(state)) if whole or row == (first if cell is not None else None)
               or (state[row], linked[row]) != (expected.state[row], expected.linked[row])}
    assert set(work.written) == changed
    return work.clocks, (expected.state, expected.linked)


def without(rng, state, rows):
    """Return the state after some shades were removed from these rows."""
    return [
        tuple(rng.choice(shades) if len(shades) > 1 and rng.random() < 0.3 else shades for shades in line)
        if row in rows else line for row, line in enumerate(state)
    ]


SIZES = [((1, 1), (1, 1), 10), ((1, 6), (1, 6), 12), ((2, 3), (2, 3), 8), ((3, 3), (3, 3), 6), ((6, 1), (6, 1), 12),
         ((6, 7), (6, 7), 5), ((12, 5), (12, 5), 4), ((8, 6), (4, 3), 8), ((4, 20), (4, 20), 3),
         *(pytest.param(size, size, 100, marks=pytest.mark.slow) for size in ((3, 3), (6, 7), (12, 5)))]


@pytest.mark.parametrize("built, size, count", SIZES)
def test_puzzles(built, size, count):
    """Sweep from the initial state. Then sweep from the fixpoint again and again, after one of two changes: some cells
    have lost shades, or a shade of a cell is assumed."""
    rng, ends, unit = random.Random(0), [], Sweep(*built, DynastyRules(built[1]))

    async def testbench(ctx):
        rows, cols = size
        for _ in range(count):
            clues = random_clues(rng, rows, cols)
            lonely = rows > 1 and cols > 1 and rng.random() < 0.8
            state, linked = [("01",) * cols] * rows, [set(range(cols))] * rows
            _, found = await sweep_once(ctx, unit, state, linked, clues, 0, rows - 1, whole=True, lonely=lonely)
            ends.append(found is None)
            for _ in range(4):
                if found is None:
                    break
                state, linked = found
                assert (state, False) == fixpoint(state, clues, lonely)
                assert linked == [joined_in(row, "0") for row in state]
                first = rng.randrange(rows)
                last = rng.randrange(first, rows)
                _, after = await sweep_once(
                    ctx, unit, without(rng, state, range(first, last + 1)), linked, clues, first, last, lonely=lonely)
                ends.append(after is None)
                first, cell = rng.randrange(rows), rng.randrange(cols)
                value = rng.choice(state[first][cell])
                _, found = await sweep_once(ctx, unit, state, linked, clues, first, first, cell, value,
                                            whole=rng.random() < 0.3, lonely=lonely)
                ends.append(found is None)

    simulate(unit, testbench)
    assert set(ends) == {False, True} or built == (1, 1)


@pytest.mark.parametrize("row", range(3))
def test_a_cell_that_cannot_have_the_shade(row):
    unit, state = Sweep(3, 2, DynastyRules(2)), [("01", "01")] * 3
    state[row] = "0", "01"

    async def testbench(ctx):
        _, found = await sweep_once(ctx, unit, state, [{0, 1}] * 3, [[None] * 2] * 3, row, row, 0, "1")
        assert found is None

    simulate(unit, testbench)


def test_cells_from_which_nothing_follows():
    """The sweep visits the cell's row and the rows next to it. It visits one of these rows twice."""
    state, linked, unit = [("01",) * 5] * 9, [set(range(5))] * 9, Sweep(9, 5, DynastyRules(5))

    async def testbench(ctx):
        for row, clocks in ((0, 3 + 3), (1, 3 + 4), (2, 4 + 4), (7, 4 + 4), (8, 4 + 3 + 1)):
            assert (await sweep_once(ctx, unit, state, linked, [[None] * 5] * 9, row, row, 2, "0"))[0] == clocks

    simulate(unit, testbench)
