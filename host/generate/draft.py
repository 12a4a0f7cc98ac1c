"""Puzzles that a person has begun, to be completed or thinned."""

import random
from typing import TYPE_CHECKING, cast

from rowloom.host.puzzles import Puzzle, Solution
from rowloom.host.solvers import ENGINES, Place

if TYPE_CHECKING:
    from rowloom.host.solvers.sat.incremental import IncrementalSearch

__all__ = ["Draft"]

_STEPS = 12
"""Times that a solution must differ in some cell of a random few: then it has little to do with the first one found."""

_FEW = 8


class Draft:
    """A puzzle with one solution or several; ValueError if it has none.

    Attributes
    ----------
    puzzle : Puzzle
    is_unique : bool
        It has one solution.
    """

    def __init__(self, puzzle: Puzzle):
        self.puzzle = puzzle
        search = _search(puzzle)
        first = search.another()
        if first is None:
            raise ValueError(f"{puzzle.name}: the draft has no solution")
        self._solution = first
        search.forbid(first)
        self.is_unique = search.another() is None

    def solution(self, rng: random.Random) -> Solution:
        """Return a random solution."""
        if self.is_unique:
            return self._solution
        search, found = _search(self.puzzle), self._solution
        cells: list[Place] = [((row, col),) for row in range(self.puzzle.rows) for col in range(self.puzzle.cols)]
        for _ in range(_STEPS):
            search.forbid(found, _sample(cells, rng))
            other = search.another()
            if other is None:
                break
            found = other
        return found


def _sample(cells: list[Place], rng: random.Random) -> list[Place]:
    return rng.sample(cells, min(_FEW, len(cells)))


def _search(puzzle: Puzzle) -> "IncrementalSearch[Solution]":
    return cast("IncrementalSearch[Solution]", ENGINES["sat"].search(puzzle))
