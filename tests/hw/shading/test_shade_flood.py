"""A flood finds the cells that are connected in the state of a grid. It is compared with breadth-first search, down to
the clock cycle."""

import random

import pytest

from rowloom.hw.shading.shade_flood import ShadeFlood
from support.shading.flood import flood
from support.shading.pages import Page
from support.shading.rows import drawings, joined_in
from support.simulation import simulate

SHADES = {"#": "1", ".": "0", "?": "01"}


def state_of(lines):
    """Return a grid from a drawing: ``#`` shaded, ``.`` unshaded, ``?`` undecided."""
    return [tuple(SHADES[mark] for mark in line) for line in lines]


def check(rows, cols, joined, cases):
    """Flood each drawing with the unit; compare the answers, the rows and the number of clocks with the model's."""
    unit = ShadeFlood(rows, cols, int(joined))

    async def testbench(ctx):
        for lines in cases:
            state = state_of(lines)
            expected = flood(state, joined)
            page = Page(state, [joined_in(line, joined) for line in state])
            work = await page.work(ctx, unit)
            assert ctx.get(unit.contradiction) == expected.contradiction, lines
            left = state if expected.contradiction else expected.state
            changed = [row for row, (was, is_now) in enumerate(zip(state, left)) if was != is_now]
            assert expected.contradiction or ctx.get(unit.changed) == bool(changed), lines
            assert (page.state, page.linked) == (left, [joined_in(line, joined) for line in left]), lines
            assert not changed or (ctx.get(unit.first), ctx.get(unit.last)) == (changed[0], changed[-1]), lines
            assert work.written == changed
            passes = sum(rows_visited + 3 for rows_visited in expected.passes)
            assert work.clocks == 1 + passes + (len(changed) + 1 if changed else 0), (lines, expected.passes)

    simulate(unit, testbench)


def random_drawing(rng, rows, cols):
    weights = rng.choice([(3, 1, 3), (3, 0, 3), (1, 3, 3), (1, 0, 1), (2, 1, 6), (10, 1, 10)])
    weights = weights[::rng.choice((1, -1))] if weights[0] == weights[2] else weights
    return tuple("".join(rng.choices("#.?", weights, k=cols)) for _ in range(rows))


@pytest.mark.parametrize("cols", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_grid_of_two_rows(cols):
    check(2, cols, "0", drawings(2, cols, SHADES))


@pytest.mark.parametrize("joined", "01")
@pytest.mark.parametrize("built, size, count", [
    ((1, 1), (1, 1), 6), ((1, 9), (1, 9), 20), ((9, 1), (9, 1), 20), ((3, 3), (3, 3), 100), ((8, 12), (8, 12), 30),
    ((8, 12), (3, 5), 20), ((3, 36), (3, 36), 15), pytest.param((12, 5), (12, 5), 1000, marks=pytest.mark.slow),
])
def test_random_grids(built, size, count, joined):
    rng = random.Random(0)
    check(*built, joined, [random_drawing(rng, *size) for _ in range(count)])


SNAKE = "?#???#???#?", "?#?#?#?#?#?", "?#?#?#?#?#?", "???#???#??."


@pytest.mark.parametrize("marks", [SNAKE[1], "?#?###?#?#?", "?#?#.#?###?"])
def test_a_snake(marks):
    """The cells that may be unshaded form a snake, which ends at a cell that is certainly unshaded. The snake is whole,
    or it is cut in two. If it is cut, the part without this end has no certainly unshaded cell, or one."""
    lines = SNAKE[0], SNAKE[1], marks, SNAKE[3]
    assert len(flood(state_of(lines), "0").passes) > 2
    check(4, 11, "0", [lines, lines[::-1]])


def test_a_way_back_takes_only_the_rows_that_it_needs():
    lines = [".??"] + ["?##"] * 5 + ["???", "##?", "?#?", "???"] + ["?##"] * 4
    assert flood(state_of(lines), "0").passes == [14, 3]
    check(14, 3, "0", [lines])
