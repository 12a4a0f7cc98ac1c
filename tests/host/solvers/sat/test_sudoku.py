"""Sudokus by SAT against every filling of 4x4 grids, and on larger ones whose solution is known."""

import random
from itertools import product

import pytest

from rowloom.host.generate.full_grids import random_grid
from rowloom.host.puzzles.sudoku import Sudoku, verify
from rowloom.host.solvers.sat.sudoku import CandidateSearch
from support import brute
from support.puzzles import solutions

ALL = 1 << 10


def sudoku(rows) -> Sudoku:
    return Sudoku("solved", len(rows), len(rows), tuple(map(tuple, rows)))


def blank(order: int) -> Sudoku:
    return sudoku([[0] * order**2] * order**2)


def some_givens(grid, share: float, rng: random.Random) -> list[list[int]]:
    return [[digit if rng.random() < share else 0 for digit in row] for row in grid]


def test_all_4x4_grids():
    found = solutions(blank(2), ALL)
    assert len(set(found)) == len(found) == 288
    assert not any(verify(blank(2), filled) for filled in found)
    beginning = sudoku([[1, 2, 3, 4], *[[0] * 4] * 3])
    assert sorted(filled for filled in found if filled[0] == (1, 2, 3, 4)) == brute.solutions(beginning)


def test_random_4x4_puzzles():
    """Givens are those of a full grid, one of them sometimes wrong."""
    rng = random.Random(0)
    counts = []
    for _ in range(80):
        rows = some_givens(random_grid(2, rng), 0.3 + 0.4 * rng.random(), rng)
        if rng.random() < 0.4:
            rows[rng.randrange(4)][rng.randrange(4)] = rng.randrange(1, 5)
        puzzle = sudoku(rows)
        expected = brute.solutions(puzzle)
        assert sorted(solutions(puzzle, ALL)) == expected
        counts.append(len(expected))
    assert 0 in counts and 1 in counts and max(counts) > 1


@pytest.mark.parametrize("order, share", [(3, 0.4), (3, 0.3), (4, 0.45), (5, 0.6), (6, 0.7)])
def test_the_known_solution_is_among_them(order, share):
    rng = random.Random(order)
    for _ in range(2):
        grid = random_grid(order, rng)
        puzzle = sudoku(some_givens(grid, share, rng))
        found = solutions(puzzle, 40)
        assert len(set(found)) == len(found) > 0
        assert not any(verify(puzzle, filled) for filled in found)
        assert len(found) == 40 or grid in found


def test_two_ways_round_a_rectangle():
    """Two digits that can change places in two rows of a box's width: whatever is given elsewhere, two solutions."""
    rows = [
        [1, 2, 3, 4],
        [3, 4, 1, 2],
        [2, 1, 4, 3],
        [4, 3, 2, 1],
    ]
    fewer = [list(row) for row in rows]
    for row, col in ((0, 0), (0, 1), (2, 0), (2, 1)):
        fewer[row][col] = 0
    other = [list(row) for row in rows]
    other[0][:2], other[2][:2] = [2, 1], [1, 2]
    assert sorted(solutions(sudoku(fewer))) == sorted(tuple(map(tuple, grid)) for grid in (rows, other))


@pytest.mark.parametrize("cells", [
    {(0, 0): 5, (0, 8): 5},  # twice in a row
    {(0, 0): 5, (8, 0): 5},  # in a column
    {(0, 0): 5, (2, 2): 5},  # in a box
    {(0, col): col + 1 for col in range(8)} | {(5, 8): 9},  # no digit for the last cell of the row
    {(3, 0): 1, (6, 1): 1, (1, 5): 1, (0, 2): 2, (2, 2): 3},  # no place for 1 in the first box
])  # fmt: skip
def test_no_solution(cells):
    assert solutions(sudoku([[cells.get((row, col), 0) for col in range(9)] for row in range(9)])) == []


def test_the_limit():
    puzzle = blank(3)
    for limit in (0, 1, 2, 5):
        found = solutions(puzzle, limit)
        assert len(set(found)) == len(found) == limit
        assert not any(verify(puzzle, filled) for filled in found)


def test_a_full_grid_is_its_own_solution():
    grid = random_grid(3, random.Random(1))
    assert solutions(sudoku(grid)) == [grid]


def test_cells_that_come_and_go():
    search = CandidateSearch([0b1111] * 16, 2)
    corners = [(0, 0b0001), (3, 0b0010), (12, 0b0100), (15, 0b1000)]
    filled = search.solve(corners)
    assert [filled[cell] for cell, _ in corners] == [1, 2, 4, 8]
    assert search.solve([(0, 1), (1, 1)]) is None
    seen = []
    while filled is not None:
        seen.append(filled)
        search.forbid(filled)
        filled = search.solve(corners)
    given = {(row, col): 0 for row, col in product(range(4), repeat=2)} | {(0, 0): 1, (0, 3): 2, (3, 0): 3, (3, 3): 4}
    cells = [[given[row, col] for col in range(4)] for row in range(4)]
    assert len(seen) == len(brute.solutions(sudoku(cells))) > 1
    assert search.solve([(0, 0b0010)]) is not None
