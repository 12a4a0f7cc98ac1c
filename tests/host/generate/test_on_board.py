"""Puzzles made on a board that is lost."""

import pytest

from rowloom.errors import LinkError
from rowloom.host.generate import Specification, make
from rowloom.host.generate.making import made_on_board
from rowloom.host.generate.software import perform
from rowloom.host.jobs.job import lost


def test_puzzles_that_are_done_when_a_board_is_lost():
    """The first one is not, and does not hide the others."""
    specification, error = Specification("sudoku", 4, 4, "any"), LinkError("gone")

    def solve(jobs):
        first, second, third = (next(jobs) for _ in range(3))
        yield lost(first.puzzle, error)
        yield perform(second)
        yield perform(third)
        raise error

    made = made_on_board(specification, range(3), solve)
    assert [next(made).puzzle, next(made).puzzle] == [make(specification, seed).puzzle for seed in (1, 2)]
    with pytest.raises(LinkError, match="gone"):
        next(made)
