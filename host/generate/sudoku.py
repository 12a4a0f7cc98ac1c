"""Sudokus of up to 9x9 with exactly one solution."""

import random
from dataclasses import replace
from math import isqrt

from rowloom.host.generate.full_grids import random_grid
from rowloom.host.generate.recipe import Phase, Sharing
from rowloom.host.generate.specification import Specification
from rowloom.host.puzzles.sudoku import Solution, Sudoku

__all__ = ["KIND", "ORDERS", "SHARING", "phases", "random_solution", "with_all_clues"]

KIND, ORDERS = Sudoku, 1
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


def random_solution(specification: Specification, rng: random.Random) -> Solution:
    """Draw a full grid."""
    return random_grid(isqrt(specification.rows), rng)


def with_all_clues(name: str, solution: Solution, rng: random.Random) -> Sudoku:
    """Return the puzzle in which every cell is given."""
    return Sudoku(name, len(solution), len(solution), solution)


def varied(puzzle: Sudoku, solution: Solution, rng: random.Random) -> tuple[Sudoku, Solution]:
    """Exchange digits, bands, rows within bands, stacks, columns within stacks, and perhaps rows and columns."""
    order = isqrt(puzzle.rows)
    digits = [0, *rng.sample(range(1, puzzle.rows + 1), puzzle.rows)]
    rows, cols = _shuffled(order, rng), _shuffled(order, rng)
    if turned := rng.random() < 0.5:
        rows, cols = cols, rows

    def changed(cells: Solution) -> Solution:
        if turned:
            cells = tuple(zip(*cells, strict=True))
        return tuple(tuple(digits[cells[row][col]] for col in cols) for row in rows)

    return replace(puzzle, cells=changed(puzzle.cells)), changed(solution)


def _shuffled(order: int, rng: random.Random) -> list[int]:
    """Return lines in random order, those of a box together."""
    return [order * box + line for box in rng.sample(range(order), order) for line in rng.sample(range(order), order)]


SHARING = Sharing(32, varied)
"""A board removes the givens of so many from one full grid in about the time of one message."""
