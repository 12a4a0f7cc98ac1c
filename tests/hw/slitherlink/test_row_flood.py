"""Floods of a page against breadth-first search, to the clock."""

import random
from dataclasses import replace
from itertools import product

import pytest

from rowloom.hw.slitherlink.deducer.row_flood import RowFlood
from support.slitherlink.colours import Colour
from support.slitherlink.flood import flood, ways
from support.slitherlink.rows import COLOURS, begin

MARKS = {"#": {Colour.INSIDE}, ".": {Colour.OUTSIDE}, "?": set(COLOURS), "!": set()}


def state_of(lines):
    """A grid of which only the colours matter: ``#`` inside, ``.`` outside, ``?`` undecided, ``!`` neither."""
    *rows, frame = begin(len(lines), len(lines[0]))
    return [*(replace(row, cells=tuple(frozenset(MARKS[mark]) for mark in line)) for row, line in zip(rows, lines)),
            frame]


@pytest.fixture
def check(page, simulate):
    """Floods drawings and compares answers, rows and clocks."""
    def run(rows, cols, cases):
        unit = RowFlood(rows, cols)

        async def testbench(ctx):
            for lines in cases:
                state, expected = state_of(lines), flood(state_of(lines))
                at_hand = page(state)
                work = await at_hand.work(ctx, unit)
                changed = [row for row, (was, left) in enumerate(zip(state, expected.state)) if was != left]
                assert ctx.get(unit.contradiction) == expected.contradiction, lines
                assert ctx.get(unit.decided) == expected.decided, lines
                if expected.contradiction:
                    changed = []
                else:
                    assert ctx.get(unit.changed) == bool(changed), lines
                    assert at_hand.state() == expected.state, lines
                if changed:
                    assert (ctx.get(unit.first), ctx.get(unit.last)) == (changed[0], changed[-1]), lines
                to_write = list(range(min(changed), max(changed) + 1)) if changed else []
                assert work.written == to_write
                assert work.clocks == 1 + ways(state) * (len(lines) + 3) + (len(to_write) + 1 if to_write else 0), lines

        simulate(unit, testbench)

    return run


def drawings(rows, cols, marks):
    for cells in product(marks, repeat=rows * cols):
        yield tuple("".join(cells[row * cols:(row + 1) * cols]) for row in range(rows))


def random_drawing(rng, rows, cols):
    weights = rng.choice([(3, 3, 1), (1, 3, 3), (1, 1, 8), (8, 1, 4), (1, 8, 4), (1, 1, 1)])
    return tuple("".join(rng.choices("#.?", weights, k=cols)) for _ in range(rows))


def test_every_2x2_grid(check):
    """Cells included that have no colour left."""
    check(2, 2, drawings(2, 2, MARKS))


def test_some_3x3_grids(check):
    rng = random.Random(0)
    grids = list(drawings(3, 3, "#.?"))
    check(3, 3, rng.sample(grids, 500))


@pytest.mark.slow
def test_every_3x3_grid(check):
    check(3, 3, drawings(3, 3, "#.?"))


@pytest.mark.parametrize("built, size, count", [
    ((1, 1), (1, 1), 6), ((1, 9), (1, 9), 60), ((9, 1), (9, 1), 60), ((8, 12), (8, 12), 100), ((8, 12), (3, 12), 60),
    ((3, 36), (3, 36), 40),
])
def test_random_grids(check, built, size, count):
    rng = random.Random(0)
    check(*built, [random_drawing(rng, *size) for _ in range(count)])


@pytest.mark.parametrize("row, marks", [(1, "#.#.#.#.#"), (3, "###.##?.#"), (3, "###.###.."), (0, "#.###?###")])
def test_a_snake(check, row, marks):
    """Whole, with an undecided cell in it, and with an end that is cut off."""
    lines = ["#.###.###", "#.#.#.#.#", "#.#.#.#.#", "###.###.#"]
    lines[row] = marks
    assert ways(state_of(lines)) > 2
    check(4, 9, [tuple(lines), tuple(lines[::-1])])


@pytest.mark.parametrize("lines, expected", [
    (("..", ".."), (True, True)),  # no loop at all
    (("#.", ".."), (False, True)),
    (("?.", ".."), (False, False)),
    (("#.", ".#"), (True, True)),
    (("#?", "?#"), (False, False)),
    (("###", "#.#", "###"), (True, True)),
])
def test_contradiction_and_decided(check, lines, expected):
    found = flood(state_of(lines))
    assert (found.contradiction, found.decided) == expected
    check(len(lines), len(lines[0]), [lines])


def test_both_floods(check):
    """The frame does not reach the middle, nor inside the corner; a cell that neither reaches loses both colours."""
    lines = "?....", ".###.", ".#?#.", ".###.", ".....", "?.!.?"
    left = flood(state_of(lines)).state
    assert [left[0].cells[0], left[2].cells[2], left[5].cells[4]] == [
        {Colour.OUTSIDE}, {Colour.INSIDE}, {Colour.OUTSIDE}]
    check(6, 5, [lines])
    lines = "#....", ".....", "..!..", ".!?!.", "..!.."
    assert flood(state_of(lines)).state[3].cells[2] == set()
    check(5, 5, [lines])
