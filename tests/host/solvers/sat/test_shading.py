"""Shading puzzles by SAT against every shading."""

import random
from itertools import product

import pytest

from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.solvers import OutOfTime
from rowloom.host.solvers.sat.canal import CanalSearch
from rowloom.host.solvers.sat.smullyan import SmullyanSearch
from support import brute
from support.puzzles import solutions


def compare(kind, rows: int, cols: int, clues) -> int:
    """The number of solutions, on which both solvers agree."""
    puzzle = kind("compared", rows, cols, tuple(map(tuple, clues)))
    expected = brute.solutions(puzzle)
    found = solutions(puzzle, None)
    assert sorted(found) == expected
    return len(expected)


@pytest.mark.parametrize("kind, clues", [(Smullyan, (None, UNKNOWN, 0, 1, 2, 5)), (Canal, (None, UNKNOWN, 0, 1, 2))])
def test_every_small_puzzle(kind, clues):
    assert compare(kind, 1, 1, [[None]]) == 2
    counts = []
    for one, other in product(clues, repeat=2):
        counts += [compare(kind, 1, 2, [[one, other]]), compare(kind, 2, 1, [[one], [other]])]
    counts += [compare(kind, 2, 2, [row[:2], row[2:]]) for row in product(clues, repeat=4)]
    assert counts.count(0) > 0 and counts.count(1) > 0 and max(counts) > 1


@pytest.mark.parametrize("kind, most, share", [(Smullyan, 4, 0.5), (Canal, 5, 0.3)])
@pytest.mark.parametrize("rows, cols, cases", [(1, 8, 30), (4, 2, 30), (3, 3, 30), (3, 4, 6)])
def test_random_puzzles(kind, most, share, rows, cols, cases):
    rng = random.Random(rows * cols)
    counts = []
    for _ in range(cases):
        clues = [
            [rng.randrange(most + 1) if rng.random() < rng.random() * share else None for _ in range(cols)]
            for _ in range(rows)
        ]
        counts.append(compare(kind, rows, cols, clues))
    assert max(counts) > 1


def test_a_clue_that_no_view_can_have():
    assert compare(Canal, 3, 3, [[None, None, None], [None, 999, None], [None, None, None]]) == 0
    assert compare(Smullyan, 2, 2, [[9, None], [None, None]]) == 1


def test_an_unknown_clue_of_a_smullyanic_dynasty_says_nothing():
    for row in product((None, UNKNOWN), repeat=2):
        assert compare(Smullyan, 1, 2, [row]) == 3


def test_nothing_shaded_is_a_canal():
    assert compare(Canal, 2, 2, [[0, None], [None, 0]]) == 1


@pytest.mark.parametrize("search, puzzle", [
    (SmullyanSearch, Smullyan("both", 1, 2, ((1, 1),))),
    (CanalSearch, Canal("both", 1, 3, ((1, None, 0),))),
])  # fmt: skip
def test_a_search_whose_clues_come_and_go(search, puzzle):
    switched = search(puzzle, switched=True)
    assert switched.clue_cells == [(0, col) for col, clue in enumerate(puzzle.clues[0]) if clue is not None]
    alone = [switched.solve([cell]) for cell in switched.clue_cells]
    assert all(alone)
    assert switched.solve(switched.clue_cells) == next(iter(solutions(puzzle)), None)
    switched.forbid(alone[0])
    assert switched.solve([switched.clue_cells[0]]) != alone[0]


@pytest.mark.parametrize("puzzle", [
    Smullyan("blank", 12, 12, ((None,) * 12,) * 12), Canal("blank", 12, 12, ((None,) * 12,) * 12),
])  # fmt: skip
def test_the_time_is_over(puzzle):
    search = {"smullyan": SmullyanSearch, "canal": CanalSearch}[puzzle.genre](puzzle)
    with pytest.raises(OutOfTime):
        list(search.solutions(seconds=0.2))
