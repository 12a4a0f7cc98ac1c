"""Propagation is compared with the model's fixpoint."""

import random

import pytest

from rowloom.hw.shading.canal.propagation import CanalPropagation
from support.shading.canal import fixpoint, random_clues
from support.shading.pages import CanalPages
from support.shading.rows import cells_that_may, with_cell
from support.simulation import simulate
from support.slitherlink.checker import pieces


async def propagate(ctx, unit, state, clues, first=0, last=0, cell=None, value="0", whole=False, lonely=True,
                    before=None):
    """Propagate, and compare the results with the model. Return the number of clocks, and the state (None for a
    contradiction).

    ``before`` is the state that was last reported. Rows from ``first`` to ``last`` may have changed since then.
    """
    pages = CanalPages(unit, before or state, clues)
    pages.set_state(state, range(first, last + 1))
    if whole:
        pages.forget()
    if cell is not None:
        state = with_cell(state, first, cell, value if value in state[first][cell] else "")
    clocks = await pages.work(
        ctx, first=first, last=last, whole=whole, lonely=lonely, value=int(value),
        column=0 if cell is None else 1 << cell)
    expected, wrong = fixpoint(state, clues, lonely)
    wrong |= not all(map(all, expected))
    assert ctx.get(unit.contradiction) == wrong
    if wrong:
        return clocks, None
    assert pages.state == expected
    pages.check_linked()
    pages.check_reported()
    if not ctx.get(unit.cut):
        # A piece is a connected set of cells that may be shaded. The unit reports a cut if the cells that can no longer
        # be shaded may have cut a piece in two, or were a whole piece. Without a cut, the number of pieces stays the
        # same.
        before_all, after_all = (pieces(cells_that_may(one, "1")) for one in (before or state, expected))
        assert len(after_all) == len(before_all)
    return clocks, expected


def without(rng, state, rows):
    """Return the state after some cells of these rows have become unshaded, as in a flood."""
    return [
        tuple("0" if shades == "01" and rng.random() < 0.2 else shades for shades in line) if row in rows else line
        for row, line in enumerate(state)
    ]


SIZES = [((1, 1), (1, 1), 2), ((1, 6), (1, 6), 2), ((6, 1), (6, 1), 2), ((2, 3), (2, 3), 3), ((6, 5), (4, 4), 2),
         # In Amaranth's simulator, large grids take minutes.
         *(pytest.param(size, size, count, marks=pytest.mark.slow)
           for size, count in (((4, 4), 150), ((7, 6), 100), ((5, 9), 50), ((12, 5), 40), ((20, 36), 2)))]


@pytest.mark.parametrize("built, size, count", SIZES)
def test_puzzles(built, size, count):
    """Propagate from the initial state. Then propagate again and again after a change: some cells have lost shades, or
    a shade of a cell is assumed."""
    rng, ends, unit = random.Random(0), [], CanalPropagation(*built)

    async def testbench(ctx):
        rows, cols = size
        for _ in range(count):
            clues = random_clues(rng, rows, cols)
            lonely = rng.random() < 0.7
            _, found = await propagate(ctx, unit, [("01",) * cols] * rows, clues, whole=True, lonely=lonely)
            ends.append(found is None)
            for _ in range(5):
                if found is None:
                    break
                state, first = found, rng.randrange(rows)
                last = rng.randrange(first, rows)
                changed = without(rng, state, range(first, last + 1))
                _, after = await propagate(ctx, unit, changed, clues, first, last, lonely=lonely, before=state)
                ends.append(after is None)
                _, again = await propagate(ctx, unit, changed, clues, whole=True, lonely=lonely)
                assert again == after
                first, cell = rng.randrange(rows), rng.randrange(cols)
                value = rng.choice(state[first][cell])
                _, after = await propagate(ctx, unit, state, clues, first, first, cell, value, lonely=lonely)
                ends.append(after is None)
                _, again = await propagate(
                    ctx, unit, state, clues, first, rows - 1, cell, value, whole=True, lonely=lonely)
                assert again == after
                if after or rng.random() < 0.5:
                    found = after

    simulate(unit, testbench)
    assert set(ends) == {False, True} or count < 12


def test_cells_from_which_nothing_follows():
    """The report takes six clocks, including the command. Then the rows around the cell are swept. If the cell can no
    longer be shaded, its row is written, because the row also stores which cells may be shaded (``linked``). Only the
    write of the last row takes another clock."""
    clues, state, unit = [[None] * 5] * 9, [("01",) * 5] * 9, CanalPropagation(9, 5)

    async def testbench(ctx):
        for row, sweep in ((0, 3 + 3), (1, 3 + 4), (4, 4 + 4), (8, 4 + 3)):
            for value, written in (("1", False), ("0", row == 8)):
                clocks, after = await propagate(ctx, unit, state, clues, row, row, 2, value)
                assert after[row][2] == value and clocks == 6 + 1 + sweep + written

    simulate(unit, testbench)


def test_a_chain_of_clues():
    """Each clue decides cells, and these cells allow the next clue to decide more cells, ten clocks later."""
    clocks_by_length, unit = [], CanalPropagation(1, 12)

    async def testbench(ctx):
        for width in (4, 7, 9):
            clues = [[(2, False) if col % 3 == 1 else None for col in range(width)]]
            _, state = await propagate(ctx, unit, [("01",) * width], clues, whole=True, lonely=False)
            clocks, after = await propagate(ctx, unit, state, clues, 0, 0, 0, "1", lonely=False)
            assert "".join(after[0]) == "101001100"[:width]
            clocks_by_length.append(clocks)

    simulate(unit, testbench)
    assert clocks_by_length == [23, 33, 43]
