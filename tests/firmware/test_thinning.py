"""With models of the engines, the firmware's clue removal is compared with brute force."""

import random

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.host.generate.specification import SYMMETRIES, Specification
from rowloom.host.jobs.tasks import Symmetry, Thin
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.wire.protocol import Reason, Status
from support.loops import is_unique, thinned
from support.puzzles import MAKERS

ALL = pytest.mark.parametrize("name", ["deducer", "dynasty", "canal"])


def full(name, rows, cols, rng):
    """Return a puzzle that has a clue in every place, and the solution of the puzzle."""
    genre = ENGINES[name].genre.name
    solution = MAKERS[genre].random_solution(Specification(genre, rows, cols, "any"), rng)
    return MAKERS[genre].with_all_clues("full", solution, rng), solution


def images(rows, cols):
    """Return the symmetries that a grid of this size can have."""
    return [one for one in SYMMETRIES.values() if rows == cols or one < 16]


@ALL
def test_the_clues_that_are_left(native, work, name):
    """Even with few pages, clue removal leaves the same clues as brute force that tests the clues in the same order.

    The tasks have fixed clues, symmetries and minimum numbers of clues. See also ``tests/sim/test_making.py``.
    """
    native.engines[name].PAGES = 2
    rng, genre = random.Random(2), BOARD_GENRES[ENGINES[name].genre.name]
    unique = 0
    for _ in range(12):
        puzzle, solution = full(name, *rng.choice([(3, 3), (2, 4), (3, 2), (1, 4)]), rng)
        fixed = rng.sample(puzzle.cells, rng.choice((0, 2)))
        if some := rng.random() < 0.5:
            kept = {cell: clue for cell, clue in puzzle.clue_cells.items() if cell in fixed or rng.random() < 0.9}
            puzzle = puzzle.with_clues(kept)
        symmetry = rng.choice((Symmetry.NONE, *images(puzzle.rows, puzzle.cols)))
        task = Thin(solution, rng.getrandbits(32), symmetry, rng.choice((0, 0, 4)), fixed=fixed, some=some)
        result = work(name, puzzle, task)
        if not is_unique(puzzle, set(puzzle.clue_cells)):
            assert result.status == Status.NO_SOLUTION
            continue
        unique += 1
        left = task.decode(genre, puzzle, result.solutions[0]).puzzle
        assert result.complete and set(left.clue_cells) == thinned(puzzle, task)
        assert left.clue_cells.items() <= puzzle.clue_cells.items()
    assert unique > 4


@ALL
def test_requests_that_end_early(work, name):
    """A request is refused unless it contains the whole solution and the seed."""
    rng = random.Random(1)
    puzzle, solution = full(name, 3, 4, rng)
    task = Thin(solution, 1, fixed=puzzle.cells[:2])
    whole = len(task.head(BOARD_GENRES[puzzle.genre], puzzle)) - 9
    for cut in range(1, whole + 2):
        result = work(name, puzzle, task, cut=cut)
        assert (result.status, result.reason) == (Status.REFUSED, Reason.MALFORMED)
    assert work(name, puzzle, task).reason != Reason.MALFORMED
