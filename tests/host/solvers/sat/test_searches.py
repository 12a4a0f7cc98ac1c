"""Searches by SAT: special cases of their clauses, and clues that come and go. Small puzzles: tests of all engines."""

import random
from itertools import product

import pytest

from rowloom.host.generate.sudoku import random_grid
from rowloom.host.puzzles import genre
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers.sat.shading import CanalSearch, SmullyanSearch
from rowloom.host.solvers.sat.slitherlink import SlitherlinkSearch
from rowloom.host.solvers.sat.sudoku import CandidateSearch
from support import brute
from support.puzzles import blank, solutions


def sudoku(rows) -> Sudoku:
    return Sudoku("some", len(rows), len(rows), tuple(map(tuple, rows)))


@pytest.mark.parametrize("puzzle, count", [
    (Slitherlink("frame", 1, 3, ((3, None, 3),)), 1),  # a cell counts the frame as outside
    (Slitherlink("frame", 1, 3, ((None, 2, None),)), 1),
    (Slitherlink("frame", 1, 3, ((0, 3, None),)), 0),
    (blank(Canal, 3, 3, r2c2=999), 0),  # a number that no view can have
    (blank(Smullyan, 2, 2, r1c1=9), 1),
    (Canal("dry", 2, 2, ((0, None), (None, 0))), 1),  # nothing shaded is a canal
    *((Smullyan("unknown", 1, 2, (row,)), 3) for row in product((None, UNKNOWN), repeat=2)),
])  # fmt: skip
def test_special_cases(puzzle, count):
    found = solutions(puzzle, None)
    assert sorted(found) == brute.solutions(puzzle) and len(found) == count


@pytest.mark.parametrize("puzzle", [blank(Slitherlink, 3, 3), sudoku([[0] * 9] * 9)])
def test_the_limit(puzzle):
    for limit in (0, 1, 2, 5):
        found = solutions(puzzle, limit)
        assert len(set(found)) == len(found) == limit
        assert not any(genre(puzzle.genre).verify(puzzle, solution) for solution in found)


def test_what_it_counts():
    """A ring round a hole, or two cells that are apart, is not accepted at once: that takes cuts."""
    search = SlitherlinkSearch(blank(Slitherlink, 3, 3))
    found = list(search.solutions())
    assert len(found) == 213
    assert search.counters["checks"] > len(found)
    assert search.counters["cuts"] > 0
    assert set(search.counters) == {"checks", "conflicts", "cuts"}


@pytest.mark.parametrize("search, puzzle", [
    (SmullyanSearch, Smullyan("both", 1, 2, ((1, 1),))),
    (CanalSearch, Canal("both", 1, 3, ((1, None, 0),))),
    (SlitherlinkSearch, Slitherlink("both", 1, 3, ((3, None, 1),))),
])  # fmt: skip
def test_a_search_whose_clues_come_and_go(search, puzzle):
    switched = search(puzzle, switched=True)
    cells = [*puzzle.clue_cells]
    alone = [switched.solve([cell]) for cell in cells]
    assert all(alone)
    assert switched.solve(cells) == next(iter(solutions(puzzle)), None)
    switched.forbid(alone[0])
    assert switched.solve([cells[0]]) != alone[0]


def test_clues_that_contradict_each_other_come_and_go():
    search = SlitherlinkSearch(Slitherlink("both", 1, 2, ((3, 0),)), switched=True)
    answers = [search.solve(cells) for cells in ([(0, 0), (0, 1)], [(0, 0)], [(0, 1)])]
    search.forbid(("11",))
    assert answers == [None, ("11",), None]
    assert search.solve([(0, 0)]) is None and search.solve([]) in [("10",), ("01",)]


def test_all_4x4_grids():
    puzzle = sudoku([[0] * 4] * 4)
    found = solutions(puzzle, None)
    assert len(found) == 288 and sorted(found) == brute.solutions(puzzle)


@pytest.mark.parametrize("order, share", [(3, 0.4), (3, 0.3), (3, 1), (4, 0.45), (5, 0.6), (6, 0.7)])
def test_the_known_solution_is_among_them(order, share):
    rng = random.Random(order)
    for _ in range(2):
        grid = random_grid(order, rng)
        puzzle = sudoku([[digit if rng.random() < share else 0 for digit in row] for row in grid])
        found = solutions(puzzle, 40)
        assert len(set(found)) == len(found) > 0
        assert not any(genre("sudoku").verify(puzzle, filled) for filled in found)
        assert len(found) == 40 or grid in found


@pytest.mark.parametrize("cells", [
    {(0, 0): 5, (0, 8): 5},  # twice in a row
    {(0, 0): 5, (8, 0): 5},  # in a column
    {(0, 0): 5, (2, 2): 5},  # in a box
    {(0, col): col + 1 for col in range(8)} | {(5, 8): 9},  # no digit for the last cell of the row
    {(3, 0): 1, (6, 1): 1, (1, 5): 1, (0, 2): 2, (2, 2): 3},  # no place for 1 in the first box
])  # fmt: skip
def test_no_solution(cells):
    assert solutions(sudoku([[cells.get((row, col), 0) for col in range(9)] for row in range(9)])) == []


def test_cells_that_come_and_go():
    search = CandidateSearch([0b1111] * 16, 2)
    corners = [(0, 0b0001), (3, 0b0010), (12, 0b0100), (15, 0b1000)]
    filled = search.solve(corners)
    assert [filled[cell] for cell, _ in corners] == [1, 2, 4, 8]
    assert search.solve([(0, 1), (1, 1)]) is None
    seen = 0
    while filled is not None:
        seen += 1
        search.forbid(filled)
        filled = search.solve(corners)
    assert seen == len(brute.solutions(sudoku([[1, 0, 0, 2], [0] * 4, [0] * 4, [3, 0, 0, 4]]))) > 1
    assert search.solve([(0, 0b0010)]) is not None
