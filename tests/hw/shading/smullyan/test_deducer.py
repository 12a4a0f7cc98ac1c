"""The deducer of Smullyanic Dynasties against brute force: what it says is true, and no solution is lost."""

import random
from functools import cache
from itertools import chain, combinations, product

import pytest

from rowloom.host.puzzles.smullyan import Smullyan, domain
from rowloom.hw.shading.deducer import WORKS
from rowloom.hw.shading.smullyan.deducer import SmullyanDeducer
from rowloom.hw.shading.smullyan.row_rules import CLUE_BITS
from support import brute
from support.deduction.compiled import Compiled

ROWS = COLS = 4
WORDS = 96


@pytest.fixture(scope="module")
def deducer(compiled):
    return Compiled(compiled(SmullyanDeducer(ROWS, COLS, WORDS)), (ROWS, COLS), CLUE_BITS, 0, 1, WORKS)


@cache
def dynasties(rows, cols):
    """All solutions of a grid without clues, by brute force; of each, what every cell's clue must or must not be."""
    blank = Smullyan("blank", rows, cols, ((None,) * cols,) * rows)

    def clue(solution, cell):
        knaves = [solution[row][col] == "1" for row, col in domain(blank, cell)]
        return sum(knaves), solution[cell[0]][cell[1]] == "1"

    return [(solution, [clue(solution, cell) for cell in blank.cells]) for solution in brute.solutions(blank)]


def solutions_of(clues):
    """All solutions of a puzzle."""
    return {solution for solution, cells in dynasties(len(clues), len(clues[0]))
            if all(clue is None or (clue == count) != knave for clue, (count, knave) in zip(chain(*clues), cells))}


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1), (1, 3)])
def test_every_tiny_puzzle(deducer, rows, cols):
    for clues in product((None, 0, 1, 2, 6), repeat=rows * cols):
        grid = [list(clues[row * cols:(row + 1) * cols]) for row in range(rows)]
        deducer.check(grid, solutions_of(grid))


def test_2x2_puzzles(deducer):
    for clues in product((None, 0, 1, 2, 3), repeat=4):
        grid = [list(clues[:2]), list(clues[2:])]
        deducer.check(grid, solutions_of(grid))


@pytest.mark.parametrize("size, count", [
    ((1, 4), 30), ((4, 1), 30), ((3, 3), 80), ((3, 4), 40), ((4, 3), 40), ((4, 4), 30),
    pytest.param((4, 4), 300, marks=pytest.mark.slow),
])
def test_random_puzzles(deducer, size, count):
    """Most of them with clues of a random solution, some of these false."""
    rng = random.Random(0)
    for _ in range(count):
        density = rng.choice((0, 0.2, 0.5, 0.8))
        grid = [[rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 6)) if rng.random() < density else None
                 for _ in range(size[1])] for _ in range(size[0])]
        deducer.check(grid, solutions_of(grid))


@pytest.mark.slow  # minutes
@pytest.mark.parametrize("number", range(4))
def test_every_3x3_puzzle_with_few_clues(deducer, number):
    for cells in combinations(range(9), number):
        for values in product(range(7), repeat=number):
            clues = dict(zip(cells, values))
            grid = [[clues.get(3 * row + col) for col in range(3)] for row in range(3)]
            deducer.check(grid, solutions_of(grid))


@pytest.mark.parametrize("rows, cols", [(3, 3), (3, 4), (4, 4)])
def test_the_branch_cell_is_not_just_the_first_one(deducer, rows, cols):
    """It is the one of which the less laborious assumption took most visits: in an empty grid, none at a corner."""
    deducer.begin([[None] * cols] * rows)
    state = deducer.solve(wanted=0)
    assert not (state.decided or state.contradiction)
    assert state.branch not in product((0, rows - 1), (0, cols - 1))


@pytest.mark.parametrize("clues", [
    [[None] * 3] * 3, [[None, 2, None], [None] * 3, [1, None, None]], [[0]], [[None] * 4] * 4,
])
def test_all_are_counted(deducer, clues):
    """Those that lookahead passes over, and those at which it ends."""
    deducer.begin(clues)
    assert deducer.count() == len(solutions_of(clues))
