"""Sudokus of up to 9x9 with exactly one solution."""

import random
from collections.abc import Generator
from math import isqrt

from rowloom.host.generate.recipe import Phase
from rowloom.host.generate.specification import Specification
from rowloom.host.generate.sudoku_grids import random_grid
from rowloom.host.grading import Grade
from rowloom.host.grading.sudoku import graded
from rowloom.host.job import Job, Outcome
from rowloom.host.puzzles.sudoku import Solution, Sudoku

__all__ = ["ORDERS", "grade", "phases", "random_solution", "with_all_clues"]

ORDERS = 1
"""A grid is drawn in little time."""

_OF_EASY = (0.38, 0.44)
"""The share of the cells that are given in an easy puzzle: with fewer, singles seldom suffice."""


def phases(specification: Specification, rng: random.Random) -> list[Phase]:
    """Return how givens are removed: as long as locked candidates suffice, or as long as there is one solution."""
    match specification.difficulty:
        case "easy":
            return [Phase(ease=1, least=round(rng.uniform(*_OF_EASY) * specification.rows * specification.cols))]
        case "normal":
            return [Phase(ease=1)]
    return [Phase(ease=0)]


def grade(puzzle: Sudoku) -> Generator[Job, Outcome, Grade]:
    """Grade a puzzle on this computer."""
    return graded(puzzle)
    yield


def random_solution(rows: int, cols: int, rng: random.Random) -> Solution:
    """Draw a full grid."""
    return random_grid(isqrt(rows), rng)


def with_all_clues(name: str, solution: Solution, rng: random.Random) -> Sudoku:
    """Return the puzzle in which every cell is given."""
    return Sudoku(name, len(solution), len(solution), solution)
