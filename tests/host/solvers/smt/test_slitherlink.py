"""The paper's formulas for Slitherlink, against brute force."""

import random

import pytest

pytest.importorskip("z3")

from rowloom.host.puzzles import slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import OutOfTime
from rowloom.host.solvers.smt.slitherlink import search
from support import brute
from support.puzzles import blank


def random_puzzle(rng):
    rows, cols = rng.choice([(1, 1), (1, 3), (2, 2), (3, 2), (2, 4), (3, 3)])
    clues = tuple(tuple(rng.choice((None, None, 0, 1, 2, 3)) for _ in range(cols)) for _ in range(rows))
    return Slitherlink("q", rows, cols, clues)


@pytest.mark.parametrize("count", [25, pytest.param(400, marks=pytest.mark.slow)])
def test_random_puzzles_against_brute_force(count):
    rng = random.Random(2020)
    for _ in range(count):
        puzzle = random_puzzle(rng)
        found = list(search(puzzle).solutions())
        assert sorted(found) == sorted(brute.solutions(puzzle)), puzzle.clues
        assert len(found) == len({*found})


def test_all_loops_of_an_empty_grid():
    """Also those that the first row has no part in, and none that touches itself."""
    assert sorted(search(blank(Slitherlink, 3, 3)).solutions()) == sorted(brute.solutions(blank(Slitherlink, 3, 3)))


def test_a_loop_that_does_not_touch_the_first_row():
    assert list(search(blank(Slitherlink, 2, 2, r1c1=0)).solutions()) == [("00", "01")]


def test_a_slink_is_a_slitherlink():
    assert list(search(slink.Slink("q", 2, 2, ((2, 2), (2, 2)))).solutions()) == [("11", "11")]


def test_it_counts_what_z3_does():
    found = search(blank(Slitherlink, 2, 2, r1c1=3))
    assert found.counters == {"checks": 0}
    solutions = list(found.solutions())
    assert found.counters["checks"] == len(solutions) + 2
    assert {*found.counters} == {"checks", "conflicts", "decisions"}


def test_the_time_is_over():
    with pytest.raises(OutOfTime):
        list(search(blank(Slitherlink, 3, 3)).solutions(0))
