"""Generated Sudokus. Each Sudoku has one solution and the specified difficulty. Random full grids are tested, too."""

import random
from itertools import combinations, product

import pytest

from rowloom.host.generate.generator import generate_puzzle
from rowloom.host.generate.specification import Specification
from rowloom.host.generate.sudoku import random_grid
from rowloom.host.jobs.status import LEVELS
from rowloom.host.puzzles.sudoku import Digits, Sudoku
from rowloom.host.solvers.sudoku.techniques import LOCKED, SINGLES, candidates, is_solved, propagate
from support.puzzles import made_whole, solutions, sudoku

ORDERS = range(2, 16)
MOST_GIVENS = {2: 0.4, 3: 0.36, 4: 0.4, 5: 0.5, 6: 0.6}
"""For each order, the limit for the share of givens among the cells of an easy Sudoku. For orders that are not listed,
the limit is 0.76."""


def blank(order: int) -> Sudoku:
    return sudoku([[0] * order**2] * order**2)


def deduced(puzzle: Sudoku, techniques) -> list[int]:
    grid = candidates(puzzle.cells)
    assert propagate(grid, puzzle.order, techniques)
    return grid


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 15])
def test_grids_are_full_and_right(order):
    for seed in range(3 if order < 9 else 1):
        assert Sudoku.verify(blank(order), random_grid(order, random.Random(seed))) == []


def test_every_4x4_grid_is_possible():
    rng = random.Random(0)
    grids = {random_grid(2, rng) for _ in range(4000)}
    assert len(grids) == 288
    assert not any(Sudoku.verify(blank(2), grid) for grid in grids)


@pytest.mark.parametrize("order, difficulty", [
    pytest.param(order, difficulty, marks=[pytest.mark.slow] if order == 5 or order > 6 else [])
    for order, difficulty in product(ORDERS, LEVELS) if order > 2 or difficulty == "easy"
])  # fmt: skip
def test_difficulty(order, difficulty):
    puzzle = made_whole(order, difficulty, 1)
    assert (puzzle.rows, puzzle.cols, puzzle.order) == (order**2, order**2, order)
    (found,) = solutions(puzzle)
    assert Sudoku.verify(puzzle, found) == []
    by_singles, by_locked = (deduced(puzzle, techniques) for techniques in (SINGLES, LOCKED))
    assert is_solved(by_singles) == (difficulty == "easy") and is_solved(by_locked) == (difficulty != "hard")
    assert difficulty != "easy" or 0.2 < len(puzzle.clue_cells) / order**4 < MOST_GIVENS.get(order, 0.76)
    assert difficulty != "hard" or sum(mask.bit_count() > 1 for mask in by_locked) > puzzle.rows


def test_no_given_of_a_small_easy_puzzle_is_redundant():
    for order, seed in product((2, 3), range(3)):
        puzzle = made_whole(order, "easy", seed)
        clues = set(puzzle.clue_cells)
        assert not any(is_solved(deduced(puzzle.with_clues_at(clues - {cell}), SINGLES)) for cell in clues)


def test_puzzles_of_one_grid():
    """Puzzles made from the same grid look different, and each puzzle has one solution."""
    specification = Specification("sudoku", 4, 4, "any")
    made = [generate_puzzle(specification, seed) for seed in range(64, 96)]
    assert all(solutions(one.puzzle) == [one.solution] for one in made)
    assert len({one.solution for one in made}) > 16
    assert len({alike(one.solution) for one in made}) == 1
    assert len({alike(generate_puzzle(specification, seed).solution) for seed in range(0, 640, 32)}) == 2


def alike(grid: Digits) -> int:
    """Count the ways to choose two rows and two columns whose four common cells contain only two different digits; this
    number distinguishes the two classes of grids of order 2."""
    return sum(len({grid[row][col] for row, col in product(rows, cols)}) == 2
               for rows, cols in product(combinations(range(4), 2), repeat=2))
