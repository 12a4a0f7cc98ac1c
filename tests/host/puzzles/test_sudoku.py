"""The rules of Sudoku, turned puzzles, and candidates."""

import random
from itertools import permutations, product

import pytest

from rowloom.host.puzzles import PuzzleError
from rowloom.host.puzzles.edges import turned_back
from rowloom.host.puzzles.sudoku import Sudoku, candidates
from support.puzzles import full_grid, sudoku
from support.says import Says


def puzzle_of(order: int, share: float = 0.5) -> Sudoku:
    """Return a puzzle whose givens are about this share of the digits of a full grid."""
    rng = random.Random(order)
    return sudoku([[digit * (rng.random() < share) for digit in row] for row in full_grid(order)])


EMPTY = sudoku([[0] * 4] * 4)


def keeps_the_rules(order, grid):
    """Check the rules independently of the library."""
    digits = [*range(1, order**2 + 1)]
    boxes = [[grid[row + i][col + j] for i in range(order) for j in range(order)]
             for row, col in product(range(0, order**2, order), repeat=2)]
    return all(sorted(unit) == digits for unit in (*grid, *zip(*grid), *boxes))


def test_every_4x4_grid():
    """Check all grids with the first row 1, 2, 3, 4. Of the 288 valid 4x4 grids, one in 24 begins with this row."""
    right = 0
    for rest in product(permutations(range(1, 5)), repeat=3):
        grid = ((1, 2, 3, 4), *rest)
        faults = EMPTY.verify(grid)
        assert (faults == []) == keeps_the_rules(2, grid)
        right += not faults
    assert right == 288 / 24


GOOD = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))


@pytest.mark.parametrize("solution, faults", [
    (GOOD, []),
    (((2, 1, 3, 4), *GOOD[1:]), [
        Says("row 1, column 1:", "given is 1", "2"),
        Says("2 appears twice in the same column", "row 1, column 1", "row 3, column 1"),
        Says("1 appears twice in the same column", "row 1, column 2", "row 3, column 2"),
    ]),
    ((GOOD[0], GOOD[2], GOOD[1], GOOD[3]), [
        Says("2 appears twice in the same box", "row 1, column 2", "row 2, column 1"),
        Says("1 appears twice in the same box", "row 1, column 1", "row 2, column 2"),
        Says("4 appears twice in the same box", "row 1, column 4", "row 2, column 3"),
        Says("3 appears twice in the same box", "row 1, column 3", "row 2, column 4"),
        Says("4 appears twice in the same box", "row 3, column 2", "row 4, column 1"),
        Says("3 appears twice in the same box", "row 3, column 1", "row 4, column 2"),
        Says("2 appears twice in the same box", "row 3, column 4", "row 4, column 3"),
        Says("1 appears twice in the same box", "row 3, column 3", "row 4, column 4"),
    ]),
    (((1, 1, 3, 4), *GOOD[1:]), [
        Says("1 appears twice in the same row", "row 1, column 1", "row 1, column 2"),
        Says("1 appears twice in the same box", "row 1, column 1", "row 1, column 2"),
        Says("1 appears twice in the same column", "row 1, column 2", "row 3, column 2"),
    ]),
    (GOOD[:3], [Says("4 rows", "3")]),
    ((*GOOD[:2], (2, 1, 4), (4, 3, 2, 1, 1)), [Says("row 3:", "4 cells", "3"), Says("row 4:", "4 cells", "5")]),
    ((*GOOD[:2], (2, 0, 4, 3), (4, 3, 5, 1)), [Says("row 3, column 2: 0"), Says("row 4, column 3: 5")]),
])  # fmt: skip
def test_faults(solution, faults):
    assert sudoku([[1, 0, 0, 0], *EMPTY.cells[1:]]).verify(solution) == faults


def test_contradictions_in_texts():
    """The message begins with the place of the second of the two equal givens."""
    (error,) = Sudoku.read("".join(".5"[cell in (7, 24)] for cell in range(81)), "f")
    assert isinstance(error, PuzzleError)
    assert str(error) == Says("f:1:25: 5 appears twice in the same box", "row 1, column 8", "row 3, column 7")
    text = "2\n| 1 . | . 2 |\n| . . | . . |\n+-----+-----+\n| . . | . . |\n| . 3 | . 3 |\n"
    (error,) = Sudoku.read(text, "f")
    assert str(error) == Says("f:6:11: 3 appears twice in the same row", "row 4, column 2", "row 4, column 4")
    # A puzzle with a contradiction does not prevent the next puzzle from being read.
    bad = "1" + "." * 15
    text = f"# a\n{bad}\n# b\n11{bad[2:]}\n{bad}\n"
    assert [(type(one).__name__, one.name, one.line) for one in Sudoku.read(text, "f.txt")] == [
        ("Sudoku", "a", 2), ("PuzzleError", "b", 4), ("Sudoku", "f-3", 5),
    ]  # fmt: skip


@pytest.mark.parametrize("order", [2, 3, 4])
def test_turning(order):
    puzzle, solution = puzzle_of(order), full_grid(order)
    there = puzzle.turned()
    assert there.cells[0] == tuple(row[0] for row in reversed(puzzle.cells))
    assert there.turned().turned().turned() == puzzle
    turned_solution = sudoku(solution).turned().cells
    assert there.verify(turned_solution) == []
    assert turned_back(turned_solution) == solution


@pytest.mark.parametrize("order", [2, 3, 4])
def test_candidates(order):
    puzzle = puzzle_of(order, 0.4)
    found = candidates(puzzle)
    assert found.keys() == {*product(range(order**2), repeat=2)} - puzzle.clue_cells.keys()
    for row, col in found:
        seen = {digit for (r, c), digit in puzzle.clue_cells.items()
                if r == row or c == col or (r // order, c // order) == (row // order, col // order)}
        assert found[row, col] == {*range(1, order**2 + 1)} - seen
