"""A visit of a row against the model, and the model against grids that are solutions."""

import random
from itertools import product

import pytest

from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.hw.shading.smullyan.row_rules import RowRules
from support.shading.smullyan import CLUES, clue_vectors, fixpoint, frame, visit

SHADES = "", "0", "1", "01"


@pytest.fixture
def run(check_visits):
    return lambda cols, cases: check_visits(RowRules(cols), cases, visit, clue_vectors)


def within(smaller, larger):
    """Nothing is possible in the rows ``smaller`` that is not in ``larger``."""
    return all(set(few) <= set(many) for one, other in zip(smaller, larger, strict=True)
               for few, many in zip(one, other, strict=True))


@pytest.mark.parametrize("clue", CLUES)
def test_every_column(run, clue):
    """Of one cell, with every clue."""
    run(1, [((above,), (here,), (below,), [clue], lonely) for above, here, below in product(SHADES, repeat=3)
            for lonely in (False, True)])


def test_every_domain(run):
    """Shaded in every way, and with every clue."""
    run(3, [(cells[:3], cells[3:6], cells[6:], [None, clue, None], False)
            for cells in product("01", repeat=9) for clue in CLUES])


@pytest.mark.parametrize("cols, count", [(2, 300), (3, 400), (4, 200), (7, 100), (36, 30)])
def test_random_rows(run, cols, count):
    """And the more is possible before a visit the more is after it, so that the order of the visits does not matter."""
    rng = random.Random(cols)
    cases = []
    for _ in range(count):
        clues = rng.choices(CLUES, [10] + [1] * 14, k=cols)
        weights = rng.choice([(1, 3, 3, 20), (0, 1, 1, 20), (0, 3, 1, 3)])
        larger = [tuple(rng.choices(SHADES, weights, k=cols)) for _ in range(3)]
        smaller = [tuple(shades if rng.random() < 0.8 or len(shades) < 2 else rng.choice(shades) for shades in row)
                   for row in larger]
        lonely = rng.random() < 0.5
        *after_larger, _ = visit(*larger, clues, lonely)
        *after_smaller, _ = visit(*smaller, clues, lonely)
        assert within(after_larger, larger)
        assert within(after_smaller, after_larger)
        cases += [(*larger, clues, lonely), (*smaller, clues, lonely)]
    run(cols, cases)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 3), (3, 1), (2, 2), (3, 3)])
def test_no_visit_loses_a_solution(rows, cols):
    """Of puzzles that have a grid as a solution; clues of another number included."""
    rng = random.Random(0)
    blank = Smullyan("blank", rows, cols, ((None,) * cols,) * rows)
    lines = ["".join(cells) for cells in product("01", repeat=cols)]
    solutions = [grid for grid in product(lines, repeat=rows) if not Smullyan.verify(blank, grid)]
    assert solutions
    for grid in solutions:
        def clue(row, col, grid=grid):
            number = sum(grid[r][c] == "1" for r in range(max(row - 1, 0), min(row + 2, rows))
                         for c in range(max(col - 1, 0), min(col + 2, cols)))
            wrong = rng.choice([other for other in range(7) if other != number])
            fits = grid[row][col] == "0"
            return rng.choice([(number, not fits), (wrong, fits), None])

        clues = [[clue(row, col) for col in range(cols)] for row in range(rows)]
        lonely = rows > 1 and cols > 1
        state, contradiction = fixpoint([("01",) * cols] * rows, clues, lonely)
        assert not contradiction
        assert within([tuple(line) for line in grid], state)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)])
def test_a_decided_fixpoint_obeys_the_rules(rows, cols):
    """Knights may be unconnected: that is beyond these rules."""
    rng = random.Random(0)
    ends = set()
    for _ in range(400):
        numbers = [[rng.choice([None, 0, 1, 2, 3]) for _ in range(cols)] for _ in range(rows)]
        start = [tuple(rng.choices(("01", "0", "1"), (2, 1, 1), k=cols)) for _ in range(rows)]
        clues = [[None if number is None else (number, False) for number in line] for line in numbers]
        state, contradiction = fixpoint(start, clues, False)
        if not contradiction and all(len(shades) == 1 for row in state for shades in row):
            puzzle = Smullyan("some", rows, cols, tuple(map(tuple, numbers)))
            assert not Smullyan.verify(puzzle, ["".join(row) for row in state], weak=True)
        ends.add(contradiction)
    assert ends == {False, True}


def test_the_frame_is_nobodys_neighbour():
    above, here, below, contradiction = visit(frame(2), ("0", "01"), ("1", "01"), [None] * 2, True)
    assert (above, here, below, contradiction) == (frame(2), ("0", "0"), ("1", "0"), False)
