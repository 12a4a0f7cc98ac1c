"""Grades of Sudokus: easy is what singles solve, normal what locked candidates solve, too, hard the rest.

The parallel engine's rules are singles and locked candidates: it guesses in the hard ones only.
"""

from rowloom.host.jobs.grade import EASY, HARD, NORMAL, Grade
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.solvers.sudoku_grid import candidates, is_solved
from rowloom.host.solvers.sudoku_propagation import propagate
from rowloom.host.solvers.sudoku_techniques import LOCKED, SINGLES

__all__ = ["graded"]


def graded(puzzle: Sudoku) -> Grade:
    """Return the grade of a puzzle with one solution; its counter is the cells that these techniques leave open."""
    grid = candidates(puzzle.cells)
    propagate(grid, puzzle.order, SINGLES)
    if is_solved(grid):
        return Grade(EASY, {"open_cells": 0})
    propagate(grid, puzzle.order, LOCKED)
    left = sum(mask.bit_count() > 1 for mask in grid)
    return Grade(HARD if left else NORMAL, {"open_cells": left})
