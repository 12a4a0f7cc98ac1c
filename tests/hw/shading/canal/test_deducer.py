"""The deducer of Canal Views against brute force: what it says is true, and no solution is lost."""

import random
from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest

from rowloom.engines.shading import CANAL_BITS
from rowloom.host.puzzles.canal import Canal, views
from rowloom.hw.shading.canal.clue_memory import UNKNOWN
from rowloom.hw.shading.canal.deducer import CanalDeducer
from rowloom.hw.shading.deducer import WORKS
from support import brute
from support.deduction.compiled import Compiled

ROWS, COLS = 4, 5
WORDS = 100


@pytest.fixture(scope="module")
def deducer(compiled):
    return Compiled(compiled(CanalDeducer(ROWS, COLS, WORDS)), (ROWS, COLS), CANAL_BITS, 0, 1, WORKS, columns=True)


@cache
def canals(rows, cols):
    """All solutions of a grid without clues, by brute force; of each, what every cell sees."""
    blank = Canal("blank", rows, cols, ((None,) * cols,) * rows)
    return [(solution, views(solution)) for solution in brute.solutions(blank)]


def solutions_of(clues, unlike=None):
    """All solutions of a puzzle; in the cell ``unlike``, the clue must not be met."""
    def fits(clue, cell, shade, seen):
        return clue is None or (shade == "0" and (clue == UNKNOWN or (clue == seen) != (cell == unlike)))

    return {
        solution for solution, seen in canals(len(clues), len(clues[0]))
        if all(fits(clue, (row, col), solution[row][col], seen[row][col])
               for row, line in enumerate(clues) for col, clue in enumerate(line))}


def grid_of(clues, rows, cols):
    return [list(clues[row * cols:(row + 1) * cols]) for row in range(rows)]


def random_grid(rng, rows, cols):
    """Most with clues of a random solution, some of these false."""
    density, noise = rng.choice((0, 0.2, 0.5, 0.8)), rng.choice((0, 0, 0.1))
    solution, seen = rng.choice(canals(rows, cols))

    def clue(row, col):
        if rng.random() > density or (solution[row][col] == "1" and rng.random() > noise):
            return None
        return rng.choice((UNKNOWN, rng.randrange(8))) if rng.random() < noise else seen[row][col]

    return [[clue(row, col) for col in range(cols)] for row in range(rows)]


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1)])
def test_every_tiny_puzzle(deducer, rows, cols):
    for clues in product((None, 0, 1, 2, 3, UNKNOWN), repeat=rows * cols):
        grid = grid_of(clues, rows, cols)
        deducer.check(grid, solutions_of(grid))


def test_2x2_puzzles(deducer):
    for clues in product((None, 0, 1, 2, UNKNOWN), repeat=4):
        grid = grid_of(clues, 2, 2)
        deducer.check(grid, solutions_of(grid))


@pytest.mark.parametrize("size, count", [
    ((1, 5), 30), ((4, 1), 30), ((3, 3), 80), ((3, 4), 40), ((4, 3), 40), ((4, 4), 30), ((3, 5), 40),
    pytest.param((4, 4), 300, marks=pytest.mark.slow), pytest.param((4, 5), 200, marks=pytest.mark.slow),
])
def test_random_puzzles(deducer, size, count):
    rng = random.Random(0)
    solvable = 0
    for _ in range(count):
        grid = random_grid(rng, *size)
        truth = solutions_of(grid)
        solvable += bool(truth)
        deducer.check(grid, truth)
    assert count // 2 < solvable


@pytest.mark.slow  # minutes
@pytest.mark.parametrize("number", range(4))
def test_every_3x3_puzzle_with_few_clues(deducer, number):
    """No cell sees more than four shaded ones."""
    for cells in combinations(range(9), number):
        for values in product((*range(6), UNKNOWN), repeat=number):
            clues = dict(zip(cells, values))
            grid = grid_of([clues.get(cell) for cell in range(9)], 3, 3)
            deducer.check(grid, solutions_of(grid))


@pytest.mark.parametrize("clues", [
    [[None] * 3] * 3, [[None, 2, None], [None] * 3, [1, None, None]], [[0]], [[None] * 4] * 4, [[None] * 5] * 2,
])
def test_all_are_counted(deducer, clues):
    """Those that lookahead passes over, and those at which it ends."""
    deducer.begin(clues)
    assert deducer.count() == len(solutions_of(clues))


def test_a_single_shaded_cell(deducer):
    """It has no neighbour where no clue says that there are more; nor must it have one when clues have changed."""
    one, several = [[1, None]], [[None, 2, None]]
    deducer.begin(one)
    assert deducer.solve().decided and deducer.cells() == ("01",)
    deducer.begin(several)
    assert deducer.solve().contradiction
    deducer.change((0, 1), 1)
    deducer.begin_again(shallow=True)
    assert set(deducer.solutions()) == {("001",), ("100",)}


def test_clues_that_change(deducer):
    """Free, or not met, and met again."""
    rng = random.Random(0)
    for _ in range(40):
        rows, cols = rng.choice(((2, 3), (3, 3), (2, 5), (4, 3)))
        grid = random_grid(rng, rows, cols)
        numbers = [(row, col) for row in range(rows) for col in range(cols) if grid[row][col] not in (None, UNKNOWN)]
        deducer.begin(grid)
        for cell in rng.sample(numbers, min(3, len(numbers))):
            row, col = cell
            deducer.change(cell, unlike=True)
            deducer.begin_again(shallow=True)
            truth = solutions_of(grid, unlike=cell)
            found = deducer.solutions()
            assert set(found) <= truth and len(found) == len(set(found)) == min(2, len(truth))
            free = rng.random() < 0.5
            deducer.change(cell, free=free)
            if free:
                grid[row][col] = None
            deducer.begin_again(shallow=True)
            truth = solutions_of(grid)
            found = deducer.solutions()
            assert set(found) <= truth and len(found) == len(set(found)) == min(2, len(truth))


def test_what_breaks_a_clue(deducer):
    """With all rows but some as in a solution: another number, or, of a cell without its clue, that it is shaded."""
    rng, asked = random.Random(0), Counter()
    while min(asked[one, found] for one in (False, True) for found in (0, 1, 2)) < 5:
        rows, cols = rng.choice(((3, 3), (4, 3), (3, 5), (4, 4)))
        solution, seen = rng.choice(canals(rows, cols))
        clues = {(row, col): seen[row][col] for row in range(rows) for col in range(cols)
                 if solution[row][col] == "0" and rng.random() < 0.7}
        deducer.begin([[clues.get((row, col)) for col in range(cols)] for row in range(rows)])
        if not deducer.solve().decided or deducer.cells() != solution:
            continue
        deducer.solve(3, 0)
        for cell in rng.sample(sorted(clues), min(3, len(clues))):
            window = rng.choice([(max(0, cell[0] - reach), min(rows, cell[0] + reach)) for reach in (0, 1, 2)])
            others = solutions_of([[None if (row, col) == cell else clues.get((row, col)) for col in range(cols)]
                                   for row in range(rows)])
            near = {other for other in others if all(
                window[0] <= row <= window[1] or other[row] == solution[row] for row in range(rows))}
            for one in (False, True):
                deducer.change(cell, free=one, unlike=not one)
                state = deducer.begin_again(3, window, shallow=True, cell=cell if one else None)
                found = [] if state.contradiction else deducer.solutions()
                truth = {other for other in near if (other[cell[0]][cell[1]] == "1") == one
                         and (one or views(other)[cell[0]][cell[1]] != clues[cell])}
                assert set(found) <= truth and len(found) == len(set(found)) == min(2, len(truth))
                asked[one, len(found)] += 1
            deducer.change(cell)
