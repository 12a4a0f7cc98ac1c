"""Slitherlinks by SAT against every colouring."""

import random
from itertools import product

import pytest

from rowloom.host.puzzles.slitherlink import Slitherlink, verify
from rowloom.host.solvers import OutOfTime
from rowloom.host.solvers.sat.slitherlink import SlitherlinkSearch
from support import brute
from support.loops import loops_with, random_clues
from support.puzzles import blank, solutions

ALL = 1 << 16


def compare(rows: int, cols: int, clues) -> int:
    """The number of solutions, on which both solvers agree."""
    puzzle = Slitherlink("compared", rows, cols, tuple(map(tuple, clues)))
    expected = brute.solutions(puzzle)
    found = solutions(puzzle, limit=ALL)
    assert sorted(found) == expected
    return len(expected)


def test_every_1x2_and_2x1_puzzle():
    for one, other in product((None, 0, 1, 2, 3), repeat=2):
        compare(1, 2, [[one, other]])
        compare(2, 1, [[one], [other]])


def test_every_2x2_puzzle():
    counts = [compare(2, 2, [row[:2], row[2:]]) for row in product((None, 0, 1, 2, 3), repeat=4)]
    assert counts.count(0) > 0 and counts.count(1) > 0 and max(counts) == 13


@pytest.mark.parametrize("rows, cols, cases", [(1, 7, 40), (5, 2, 20), (3, 3, 40), (3, 4, 8)])
def test_random_puzzles(rows, cols, cases):
    """Clues are those of a random loop, one of them sometimes wrong, some taken away."""
    rng = random.Random(rows * cols)
    counts = []
    for _ in range(cases):
        clues = random_clues(rng, rows, cols, (0.2, 0.5, 0.8, 1))
        puzzle, expected = blank(Slitherlink, rows, cols).with_clues(clues), loops_with(rows, cols, clues)
        assert sorted(solutions(puzzle, ALL)) == expected
        counts.append(len(expected))
    assert 0 in counts and 1 in counts and max(counts) > 1


def test_the_limit():
    puzzle = Slitherlink("blank", 3, 3, ((None,) * 3,) * 3)
    for limit in (0, 1, 2, 5):
        found = solutions(puzzle, limit)
        assert len(set(found)) == len(found) == limit
        assert not any(verify(puzzle, solution) for solution in found)


def test_a_search_whose_clues_come_and_go():
    puzzle = Slitherlink("both", 1, 2, ((3, 0),))
    search = SlitherlinkSearch(puzzle, switched=True)
    assert search.clue_cells == [(0, 0), (0, 1)]
    assert search.solve(search.clue_cells) is None
    assert search.solve([(0, 0)]) == ("11",)
    assert search.solve([(0, 1)]) is None
    search.forbid(("11",))
    assert search.solve([(0, 0)]) is None
    assert search.solve([]) in [("10",), ("01",)]


def test_a_cell_counts_the_frame_as_outside():
    for clues, loops in (((3, None, 3), [("111",)]), ((None, 2, None), [("111",)]), ((0, 3, None), [])):
        assert solutions(Slitherlink("frame", 1, 3, (clues,))) == loops


def test_what_it_counts():
    """A ring round a hole, or two cells that are apart, is not accepted at once: that takes cuts."""
    search = SlitherlinkSearch(Slitherlink("blank", 3, 3, ((None,) * 3,) * 3))
    found = list(search.solutions())
    assert len(found) == 213
    assert search.counters["checks"] > len(found)
    assert search.counters["cuts"] > 0
    assert set(search.counters) == {"checks", "conflicts", "cuts"}


def test_the_time_is_over():
    search = SlitherlinkSearch(Slitherlink("blank", 3, 3, ((None,) * 3,) * 3))
    found = search.solutions(seconds=1e-9)
    with pytest.raises(OutOfTime):
        next(found)
