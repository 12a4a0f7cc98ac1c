"""Sweeps of a page with the rules of a Smullyanic Dynasty against the model, to the clock."""

import random

import pytest

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.shading.smullyan.row_rules import CLUE_BITS, RowRules
from rowloom.hw.shading.sweep import Sweep
from support.shading.smullyan import clue_vectors, fixpoint, visit
from support.shading.sweep import sweep


def joined_in(row):
    return {col for col, shades in enumerate(row) if "0" in shades}


def random_clues(rng, rows, cols):
    """Some clues of a grid whose knaves are apart, now and then a wrong one, or one that must not be met."""
    grid = [["0"] * cols for _ in range(rows)]
    for row in range(rows):
        for col in range(cols):
            if rng.random() < 0.4 and "1" not in (grid[row - 1][col] if row else "", grid[row][col - 1] if col else ""):
                grid[row][col] = "1"
    share, noise = rng.choice((0.2, 0.5, 0.9)), rng.choice((0, 0, 0.05))

    def clue(row, col):
        if rng.random() > share:
            return None
        count = sum(grid[r][c] == "1" for r in range(max(row - 1, 0), min(row + 2, rows))
                    for c in range(max(col - 1, 0), min(col + 2, cols)))
        unlike = rng.random() < 0.1
        if (grid[row][col] == "1") != unlike or rng.random() < noise:
            count = rng.choice([other for other in range(7) if other != count])
        return count, unlike

    return [[clue(row, col) for col in range(cols)] for row in range(rows)]


@pytest.fixture
def check(page, simulate):
    """Sweeps pages in one simulation and compares all that can be seen with the model; the testbench gets a function
    for one sweep, which returns the clocks, and the page's rows and ``linked``, or None for a contradiction."""
    def run(rows, cols, testbench):
        unit = Sweep(rows, cols, RowRules(cols), 0)

        async def process(ctx):
            async def one(state, linked, clues, first, last, cell=None, value="0", whole=False, lonely=True):
                before = list(state)
                inputs = {"first": first, "last": last, "whole": whole, "value": int(value), "lonely": lonely,
                          "column": 0 if cell is None else 1 << cell}
                impossible = False
                if cell is not None:
                    row = list(state[first])
                    impossible, row[cell] = value not in row[cell], value
                    before[first] = tuple(row)

                def visited(above, here, below, at):
                    return visit(above, here, below, clues[at], lonely)

                words = [ClueRow(cols, CLUE_BITS).const(clue_vectors([*line, *[None] * (cols - len(line))])).as_bits()
                         for line in clues]
                at_hand = page(state, linked, words)
                work = await at_hand.work(ctx, unit, **inputs)
                begin = 4 if first > 1 else 3
                if impossible:
                    assert ctx.get(unit.contradiction) and work.clocks == begin + 1
                    return work.clocks, None
                expected = sweep(before, linked, visited, "0", first, last, whole)
                assert ctx.get(unit.contradiction) == expected.contradiction
                assert work.visits == len(expected.visits)
                if expected.contradiction:
                    assert work.clocks == begin + work.visits
                    return work.clocks, None
                back = work.clocks - begin - work.visits
                assert back == 0 or (back == 1 and work.written[-1] == expected.visits[-1])
                assert (at_hand.state, at_hand.linked) == (expected.state, expected.linked)
                assert ctx.get(unit.cut) == expected.cut
                changed = [row for row in range(len(state))
                           if (state[row], linked[row]) != (expected.state[row], expected.linked[row])]
                if whole:
                    assert set(work.written) == set(range(len(state)))
                else:
                    assert set(work.written) == {*changed, *([] if cell is None else [first])}
                return work.clocks, (expected.state, expected.linked)

            await testbench(one)

        simulate(unit, process)

    return run


def without(rng, state, rows):
    """The state without some shades of cells in those rows."""
    return [
        tuple(rng.choice(shades) if len(shades) > 1 and rng.random() < 0.3 else shades for shades in line)
        if row in rows else line for row, line in enumerate(state)
    ]


SIZES = [((1, 1), (1, 1), 20), ((1, 6), (1, 6), 30), ((2, 3), (2, 3), 30), ((3, 3), (3, 3), 30), ((6, 1), (6, 1), 30),
         ((6, 7), (6, 7), 15), ((12, 5), (12, 5), 15), ((8, 6), (4, 3), 20), ((4, 20), (4, 20), 5),
         *(pytest.param(size, size, 100, marks=pytest.mark.slow) for size in ((3, 3), (6, 7), (12, 5)))]


@pytest.mark.parametrize("built, size, count", SIZES)
def test_puzzles(check, built, size, count):
    """From the beginning; then from the fixpoint without some possibilities; then with a cell assumed."""
    rng = random.Random(0)
    ends = []

    async def testbench(one):
        rows, cols = size
        for _ in range(count):
            clues = random_clues(rng, rows, cols)
            lonely = rows > 1 and cols > 1 and rng.random() < 0.8
            state, linked = [("01",) * cols] * rows, [set(range(cols))] * rows
            _, found = await one(state, linked, clues, 0, rows - 1, whole=True, lonely=lonely)
            ends.append(found is None)
            for _ in range(4):
                if found is None:
                    break
                state, linked = found
                assert (state, False) == fixpoint(state, clues, lonely)
                assert linked == [joined_in(row) for row in state]
                first = rng.randrange(rows)
                last = rng.randrange(first, rows)
                _, after = await one(
                    without(rng, state, range(first, last + 1)), linked, clues, first, last, lonely=lonely)
                ends.append(after is None)
                first, cell = rng.randrange(rows), rng.randrange(cols)
                value = rng.choice(state[first][cell])
                _, found = await one(state, linked, clues, first, first, cell, value, lonely=lonely,
                                  whole=rng.random() < 0.3)
                ends.append(found is None)

    check(*built, testbench)
    assert set(ends) == {False, True} or built == (1, 1)


@pytest.mark.parametrize("row", range(3))
def test_a_cell_that_cannot_have_the_shade(check, row):
    state = [("01", "01")] * 3
    state[row] = "0", "01"

    async def testbench(one):
        _, found = await one(state, [{0, 1}] * 3, [[None] * 2] * 3, row, row, 0, "1")
        assert found is None

    check(3, 2, testbench)


@pytest.mark.parametrize("row, clocks", [(0, 3 + 3), (1, 3 + 4), (2, 4 + 4), (7, 4 + 4), (8, 4 + 3 + 1)])
def test_a_cell_from_which_nothing_follows(check, row, clocks):
    """Its row is visited and the rows beside it, and one of them a second time."""
    state, linked = [("01",) * 5] * 9, [set(range(5))] * 9

    async def testbench(one):
        assert (await one(state, linked, [[None] * 5] * 9, row, row, 2, "0"))[0] == clocks

    check(9, 5, testbench)
