"""Generated puzzles of all genres: they meet their specification, and have no redundant clue."""

from functools import partial
from itertools import chain, product

import pytest

from rowloom.errors import LinkError
from rowloom.host.generate.generator import execute_job, generate_on_board, generate_puzzle
from rowloom.host.generate.orbits import images
from rowloom.host.generate.specification import SYMMETRIES, Specification
from rowloom.host.generate.thinning import removed
from rowloom.host.grading import graded
from rowloom.host.jobs.job import lost
from rowloom.host.jobs.status import LEVELS, LIMIT, SOLVED
from rowloom.host.puzzles import genre as genre_of
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.slitherlink.state import SlitherlinkState
from support.puzzles import made, solutions

PLAIN, MANY = ["none"], ["rotate90", "both", "all"]
SOME = [name for name, symmetry in SYMMETRIES.items() if symmetry.bit_count() <= 2]
"""The symmetries with at most two images of each cell (one of which is the cell). The other symmetries have four or
eight images, all of which must be unshaded if the cell has a clue. A Canal View has too few cells whose images are all
unshaded."""


@pytest.mark.parametrize("genre, sizes, difficulties, symmetries, number", [
    ("slitherlink", [(8, 9)], LEVELS, PLAIN, 2), ("slink", [(5, 5)], LEVELS, PLAIN, 2),
    ("slink", [(10, 10)], LEVELS[:2], PLAIN, 2), ("slink", [(8, 12), (1, 6), (6, 1)], LEVELS[2:], PLAIN, 2),
    ("smullyan", [(4, 4), (5, 7)], LEVELS, PLAIN, 2), ("canal", [(4, 4), (5, 7)], LEVELS, PLAIN, 2),
    ("sudoku", [(9, 9)], LEVELS, PLAIN, 2),
    # For 1x1, there is no easy puzzle, because no rule says that there is a loop.
    ("slitherlink", [(1, 1)], ["any"], PLAIN, 1),
    ("slitherlink", [(1, 2), (2, 1), (2, 2), (1, 9), (9, 1), (3, 5), (6, 6), (4, 13)], ["easy", "any"], PLAIN, 5),
    *((genre, [(1, 6), (7, 2)], ["any"], PLAIN, 1) for genre in ("smullyan", "canal")),
    ("slitherlink", [(6, 6)], ["any"], SYMMETRIES, 1), ("sudoku", [(9, 9)], ["any"], SYMMETRIES, 1),
    ("smullyan", [(5, 5)], ["any"], SYMMETRIES, 1), ("canal", [(6, 6)], ["any"], SOME, 1),
    ("smullyan", [(10, 10)], LEVELS[:2], MANY, 1), ("canal", [(10, 10)], LEVELS[:2], MANY, 1),
    *(pytest.param(genre, *more, marks=pytest.mark.slow) for genre in ("smullyan", "canal")
      for more in (([(10, 10), (20, 30)], LEVELS, PLAIN, 2), ([(10, 10)], LEVELS[2:], MANY, 1))),
])  # fmt: skip
def test_specifications_are_met(genre, sizes, difficulties, symmetries, number):
    """Different seeds do not all produce the same puzzle."""
    for (rows, cols), difficulty, symmetry in product(sizes, difficulties, symmetries):
        specification, different = Specification(genre, rows, cols, difficulty, symmetry), set()
        for seed in range(1, 1 + number):
            puzzle, solution, grade, *_ = generate_puzzle(specification, seed)
            assert (puzzle.name, puzzle.rows, puzzle.cols) == (specification.name(seed), rows, cols)
            assert solutions(puzzle) == [solution] and genre_of(genre).verify(puzzle, solution) == []
            clues = puzzle.clue_cells.keys()
            assert all(clues >= set(images(cell, rows, cols, SYMMETRIES[symmetry])) for cell in clues)
            if difficulty != "any":
                assert grade.level == graded(puzzle).level == graded(puzzle, briefly=True).level == difficulty
            different.add(puzzle.clues)
        assert len(different) > 1 or number == 1


def rules_suffice(puzzle: Slitherlink) -> bool:
    state = SlitherlinkState.of(puzzle)
    state.propagate()
    return state.is_solved


def is_unique(puzzle) -> bool:
    return len(solutions(puzzle)) == 1


@pytest.mark.parametrize("genre, rows, cols, difficulty, suffices", [
    ("slitherlink", 6, 7, "easy", rules_suffice), ("slitherlink", 6, 7, "any", is_unique),
    ("smullyan", 4, 5, "any", is_unique), ("canal", 4, 5, "any", is_unique), ("sudoku", 4, 4, "any", is_unique),
])  # fmt: skip
def test_no_clue_is_redundant(genre, rows, cols, difficulty, suffices):
    """If any one clue is removed, the rules no longer solve an easy puzzle, and a puzzle of the difficulty ``any`` has
    several solutions."""
    for seed in range(3):
        puzzle = made(genre, rows, cols, difficulty, seed)
        clues = set(puzzle.clue_cells)
        assert suffices(puzzle)
        assert not any(suffices(puzzle.with_clues_at(clues - {cell})) for cell in clues)


def test_finished_puzzles_when_a_board_is_lost():
    specification, error = Specification("sudoku", 4, 4, "any"), LinkError("gone")

    def solve(jobs):
        first, second, third = (next(jobs) for _ in range(3))
        yield lost(first.puzzle, error)
        yield execute_job(second)
        yield execute_job(third)
        raise error

    made = generate_on_board(specification, range(3), solve)
    assert [next(made).puzzle, next(made).puzzle] == [generate_puzzle(specification, seed).puzzle for seed in (1, 2)]
    with pytest.raises(LinkError, match="gone"):
        next(made)


@pytest.mark.parametrize("genre, difficulty", [
    ("slitherlink", "any"), ("slitherlink", "normal"), ("smullyan", "easy"), ("canal", "any")])
@pytest.mark.parametrize("share", [0, 0.5, 1, None])
def test_puzzles_that_take_a_board_too_long(genre, difficulty, share):
    """When a board has reached its limit, it has removed a share of the clues, or has not begun (None)."""
    def stopped(job):
        outcome = execute_job(job)
        if not job.task or outcome.status != SOLVED:
            return outcome
        assert job.limit == 50 * 42**2
        if share is None:
            return outcome._replace(status=LIMIT, puzzle=job.puzzle, complete=False)
        groups = removed(job.puzzle, job.task, outcome.puzzle)
        gone = set(chain.from_iterable(groups[:round(share * len(groups))]))
        return outcome._replace(puzzle=job.puzzle.with_clues_at(job.puzzle.clue_cells.keys() - gone), complete=False)

    specification = Specification(genre, 6, 7, difficulty, "rotate")
    made, = generate_on_board(specification, [3], partial(map, stopped))
    assert made.puzzle == generate_puzzle(specification, 3).puzzle


def test_a_board_has_nothing_to_do_for_a_draft_without_solution():
    draft = Slitherlink("draft", 1, 2, ((3, 0),))
    errors = generate_on_board(Specification("slitherlink", 1, 2, "any", draft=draft), range(200), lambda jobs: [*jobs])
    assert [*map(str, errors)] == ["draft: the draft has no solution"] * 200
