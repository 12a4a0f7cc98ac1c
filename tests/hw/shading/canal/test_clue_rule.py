"""Visits of clues against the model, to the clock; and the model against all ways to shade the arms."""

import random
from itertools import product

import pytest

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.shading.canal.clue_memory import PLANES
from rowloom.hw.shading.canal.clue_rule import ClueRule
from rowloom.hw.shading.shades import Cells
from support.shading.canal import arms, clue_vectors, fits, visit_clue
from support.shading.rows import planes

WEIGHTS = [(3, 3, 9), (1, 9, 4), (1, 1, 20), (2, 9, 0)]


def random_visit(rng, rows, cols):
    """A clue's place in a puzzle of any size, its row and its column, and the clue, that can be met or not."""
    height, width = rng.randint(1, rows), rng.randint(1, cols)
    down, across = rng.randrange(height), rng.randrange(width)
    row, column = (rng.choices(("0", "1", "01"), rng.choice(WEIGHTS), k=size) for size in (width, height))
    row[across] = column[down] = "0"
    return (tuple(row), tuple(column), across, down,
            (rng.choice((rng.randrange(rows + cols), rng.randrange(6))), rng.random() < 0.2))


def word(line, size):
    return Cells(size).const(planes(line)).as_bits()


def lost(before, after, size):
    """The shades that the cells of a line have lost."""
    return word(before, size) & ~word(after, size)


def stream(rows, cols, visits, simulate, rng):
    """Visits clues one after the other, with pauses in between, and compares what comes out."""
    unit = ClueRule(rows, cols)
    under_way = [None, None]

    async def testbench(ctx):
        queue = list(visits)
        while queue or any(under_way):
            visit = queue[0] if queue and rng.random() < 0.8 else None
            go = rng.random() < 0.8
            if visit:
                row, column, across, down, clue = visit
                clues = [None] * cols
                clues[across] = clue
                ctx.set(unit.row.as_value(), word(row, cols))
                ctx.set(unit.column.as_value(), word(column, rows))
                ctx.set(unit.clues, ClueRow(cols, PLANES).const(clue_vectors(clues)))
                ctx.set(unit.number, clue[0])
                ctx.set(unit.place, {"valid": 1, "row": down, "col": across})
            else:
                ctx.set(unit.place.valid, 0)
            ctx.set(unit.go, go)
            assert ctx.get(unit.busy) == any(under_way)
            comes = under_way[1]
            assert ctx.get(unit.struck_place.valid) == bool(comes)
            got = [ctx.get(port.as_value()) for port in (unit.across, unit.down)]
            if comes:
                row, column, across, down, clue = comes
                *after, wrong = visit_clue(*comes)
                assert ctx.get(unit.contradiction) == wrong, comes
                if not wrong:
                    assert got == [lost(row, after[0], cols), lost(column, after[1], rows)], comes
                    assert (ctx.get(unit.struck_place.row), ctx.get(unit.struck_place.col)) == (down, across)
            else:
                assert not any(got) and not ctx.get(unit.contradiction)
            await ctx.tick()
            if go:
                under_way[:] = [visit, under_way[0]]
                if visit:
                    queue.pop(0)

    simulate(unit, testbench)


@pytest.mark.parametrize("clue", [(number, unlike) for number in range(5) for unlike in (False, True)])
def test_every_cross(simulate, clue):
    """Arms of one cell and two, in a grid of 3x4 cells."""
    visits = [((left, "0", *right), (above, "0", below), 1, 1, clue)
              for left, above, below, *right in product(("0", "1", "01"), repeat=5)]
    stream(3, 4, visits, simulate, random.Random(0))


@pytest.mark.parametrize("rows, cols, count", [(1, 1, 10), (1, 9, 200), (9, 1, 200), (5, 6, 500), (12, 10, 500),
                                               (36, 36, 300)])
def test_random_clues(simulate, rows, cols, count):
    rng = random.Random(rows)
    stream(rows, cols, [random_visit(rng, rows, cols) for _ in range(count)], simulate, rng)


def test_clear(simulate):
    unit = ClueRule(2, 2)

    async def testbench(ctx):
        ctx.set(unit.go, 1)
        ctx.set(unit.place.valid, 1)
        await ctx.tick().repeat(2)
        ctx.set(unit.place.valid, 0)
        ctx.set(unit.clear, 1)
        await ctx.tick()
        assert not ctx.get(unit.busy)

    simulate(unit, testbench)


def solutions(row, column, across, down, clue):
    """All ways to shade a row and a column, as pairs of strings, that meet a clue."""
    for one, other in product(product(*row), product(*column)):
        seen = 0
        for in_row, places in arms(row, column, across, down):
            for place in places:
                if (one if in_row else other)[place] == "0":
                    break
                seen += 1
        if fits(clue, seen):
            yield one, other


def test_no_visit_loses_a_solution():
    """Of the model. And what is decided and stays as it is meets the clue."""
    rng = random.Random(0)
    ends = []
    for _ in range(3000):
        visit = random_visit(rng, 4, 5)
        row, column = visit[:2]
        left = list(solutions(*visit))
        new_row, new_column, wrong = visit_clue(*visit)
        ends.append(wrong)
        assert not wrong or not left
        if not wrong:
            for one, other in left:
                assert all(map(str.__contains__, new_row, one)) and all(map(str.__contains__, new_column, other))
            if {len(shades) for shades in (*row, *column)} == {1}:
                assert left
    assert set(ends) == {False, True}
