"""The two ways to remove clues: search for a second solution, or deduce the solution. With a symmetry, a clue is
removed together with its images."""

import random
from itertools import product

import pytest

from rowloom.host.generate.generator import execute_job
from rowloom.host.generate.orbits import images, orbits
from rowloom.host.generate.slitherlink import random_loop, with_all_clues
from rowloom.host.generate.thinning import removable, removed
from rowloom.host.grading import graded
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import NO_SOLUTION, SOLVED
from rowloom.host.jobs.tasks import Symmetry, Thin
from rowloom.host.puzzles.sudoku import Sudoku
from support.puzzles import full_grid, solutions

SYMMETRIES = list(Symmetry.__members__.values())


@pytest.mark.parametrize("rows, cols", [(1, 1), (3, 5), (6, 6), (20, 36)])
def test_orbits(rows, cols):
    """Every cell is in exactly one orbit, together with its images. The seed determines the order of the orbits."""
    for symmetry in (one for one in SYMMETRIES if rows == cols or one < 16):
        found = list(orbits(rows, cols, symmetry, 1))
        cells = [cell for orbit in found for cell in orbit]
        assert sorted(cells) == list(product(range(rows), range(cols)))
        assert all(set(orbit) == set(images(orbit[0], rows, cols, symmetry)) for orbit in found)
        assert rows * cols == 1 or found != list(orbits(rows, cols, symmetry, 2))


def test_removal_on_this_computer():
    rng = random.Random(3)
    for _ in range(60):
        loop = random_loop(5, 5, rng)
        slitherlink = with_all_clues("full", loop, rng)
        sudoku = Sudoku("full", 4, 4, full_grid(2))
        puzzle, solution = rng.choice([(slitherlink, loop), (sudoku, sudoku.cells)])
        fixed = frozenset(rng.sample(sorted(puzzle.clue_cells), 3))
        least, ease = rng.choice((0, 9)), rng.choice((0, 2))
        task = Thin(solution, rng.getrandbits(32), rng.choice(SYMMETRIES), least, ease, fixed)
        outcome = execute_job(Job(puzzle, task=task))
        left = outcome.puzzle
        assert outcome.status == SOLVED and solutions(left) == [solution]
        assert fixed <= set(left.clue_cells) <= set(puzzle.clue_cells) and len(left.clue_cells) >= task.least
        assert set(left.clue_cells) == set(puzzle.clue_cells).difference(*removed(puzzle, task, left))
        if task.ease and puzzle is slitherlink:
            assert graded(left).level == "easy"
        if not task.least and not task.ease:
            for group in removable(puzzle, task):
                if group[0] in set(left.clue_cells):
                    assert len(solutions(left.with_clues_at(set(left.clue_cells) - set(group)))) == 2


def test_insufficient_clues():
    loop = ("10", "00")
    puzzle = with_all_clues("few", loop, random.Random(1)).with_clues({(0, 1): 1})
    assert execute_job(Job(puzzle, task=Thin(loop, 1))).status == NO_SOLUTION
    assert execute_job(Job(puzzle, task=Thin(loop, 1, ease=2))).status == NO_SOLUTION
