"""A flood finds the cells that are connected in the state of a grid. It is compared with breadth-first search, down to
the clock cycle."""

import random

import pytest

from rowloom.hw.slitherlink.deducer.row_flood import RowFlood
from support.shading.rows import drawings
from support.simulation import simulate
from support.slitherlink.checker import Colour
from support.slitherlink.flood import flood, passes
from support.slitherlink.rows import COLOURS, GridPage, begin

MARKS = {"#": {Colour.INSIDE}, ".": {Colour.OUTSIDE}, "?": set(COLOURS), "!": set()}


def state_of(lines):
    """Return a grid with these colours: ``#`` inside, ``.`` outside, ``?`` undecided, ``!`` neither."""
    *rows, frame = begin(len(lines), len(lines[0]))
    for number, line in enumerate(lines):
        for col, mark in enumerate(line):
            rows[number] = rows[number].with_cell(col, MARKS[mark])
    return [*rows, frame]


def check(rows, cols, cases):
    """Compare floods with the model: the results, the rows that are written, and the clocks."""
    unit = RowFlood(rows, cols)

    async def testbench(ctx):
        for lines in cases:
            state = state_of(lines)
            expected, page = flood(state), GridPage(state)
            work = await page.work(ctx, unit)
            changed = [row for row, (was, left) in enumerate(zip(state, expected.state)) if was != left]
            assert ctx.get(unit.contradiction) == expected.contradiction, lines
            assert ctx.get(unit.decided) == expected.decided, lines
            if expected.contradiction:
                changed = []
            else:
                assert ctx.get(unit.changed) == bool(changed), lines
                assert page.state() == expected.state, lines
            if changed:
                assert (ctx.get(unit.first), ctx.get(unit.last)) == (changed[0], changed[-1]), lines
            to_write = list(range(min(changed), max(changed) + 1)) if changed else []
            assert work.written == to_write
            assert work.clocks == 1 + passes(state) * (len(lines) + 3) + (len(to_write) + 1 if to_write else 0), lines

    simulate(unit, testbench)


def test_every_2x2_grid():
    """Some of the grids have cells without any possible colour."""
    check(2, 2, drawings(2, 2, MARKS))


@pytest.mark.parametrize("count", [100, pytest.param(3 ** 9, marks=pytest.mark.slow)])
def test_3x3_grids(count):
    check(3, 3, random.Random(0).sample(drawings(3, 3, "#.?"), count))


@pytest.mark.parametrize("built, size, count", [
    ((1, 1), (1, 1), 6), ((1, 9), (1, 9), 30), ((9, 1), (9, 1), 30), ((8, 12), (8, 12), 30), ((8, 12), (3, 12), 30),
    ((3, 36), (3, 36), 15), pytest.param((8, 12), (8, 12), 1000, marks=pytest.mark.slow),
])
def test_random_grids(built, size, count):
    rng = random.Random(0)

    def drawing():
        weights = rng.choice([(3, 3, 1), (1, 3, 3), (1, 1, 8), (8, 1, 4), (1, 8, 4), (1, 1, 1)])
        return tuple("".join(rng.choices("#.?", weights, k=size[1])) for _ in range(size[0]))

    check(*built, [drawing() for _ in range(count)])


def test_a_snake():
    """The snake is whole, or it contains an undecided cell, or one of its ends is cut off."""
    snake, cases = ("#.###.###", "#.#.#.#.#", "#.#.#.#.#", "###.###.#"), []
    for row, marks in (1, "#.#.#.#.#"), (3, "###.##?.#"), (3, "###.###.."), (0, "#.###?###"):
        lines = *snake[:row], marks, *snake[row + 1:]
        assert passes(state_of(lines)) > 2
        cases += [lines, lines[::-1]]
    check(4, 9, cases)
