"""Generated puzzles of all genres. Each puzzle has one solution, the specified difficulty, and no redundant clue. The
same arguments always produce the same puzzle."""

from itertools import product

import pytest

from rowloom.errors import LinkError
from rowloom.host.generate.generator import execute_job, generate_on_board, generate_puzzle
from rowloom.host.generate.specification import Specification
from rowloom.host.grading import graded
from rowloom.host.jobs.job import lost
from rowloom.host.jobs.status import LEVELS
from rowloom.host.puzzles import genre as genre_of
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.slitherlink.state import SlitherlinkState
from support.puzzles import made, solutions


@pytest.mark.parametrize("genre, rows, cols, difficulties", [
    ("slitherlink", 8, 9, LEVELS), ("smullyan", 4, 4, LEVELS), ("smullyan", 5, 7, LEVELS), ("canal", 4, 4, LEVELS),
    ("canal", 5, 7, LEVELS), ("slink", 5, 5, LEVELS), ("slink", 10, 10, LEVELS[:2]), ("slink", 8, 12, LEVELS[2:]),
    ("slink", 1, 6, LEVELS[2:]), ("slink", 6, 1, LEVELS[2:]), ("sudoku", 9, 9, LEVELS),
    pytest.param("smullyan", 10, 10, LEVELS, marks=pytest.mark.slow),
    pytest.param("canal", 10, 10, LEVELS, marks=pytest.mark.slow),
    pytest.param("smullyan", 20, 30, LEVELS, marks=pytest.mark.slow),  # takes half a minute
    pytest.param("canal", 20, 30, LEVELS, marks=pytest.mark.slow),
])  # fmt: skip
def test_difficulty(genre, rows, cols, difficulties):
    for difficulty in difficulties:
        found = [generate_puzzle(Specification(genre, rows, cols, difficulty), seed) for seed in (1, 2)]
        for seed, (puzzle, solution, grade, *_) in enumerate(found, 1):
            assert (puzzle.name, puzzle.rows, puzzle.cols) == (f"{rows}x{cols}-{difficulty}-{seed}", rows, cols)
            assert solutions(puzzle) == [solution] and genre_of(genre).verify(puzzle, solution) == []
            assert grade.level == graded(puzzle).level == graded(puzzle, briefly=True).level == difficulty
        assert found[0].puzzle.clues != found[1].puzzle.clues


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1), (2, 2), (1, 9), (9, 1), (3, 5), (6, 6), (4, 13)])
def test_loops_of_all_shapes(rows, cols):
    # For 1x1, there is no easy puzzle, because no rule says that there is a loop.
    for difficulty, seed in product(("easy", "any") if rows * cols > 1 else ("any",), range(5)):
        puzzle, solution, *_ = generate_puzzle(Specification("slitherlink", rows, cols, difficulty), seed)
        assert solutions(puzzle) == [solution]


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
    """If any clue is removed, the rules no longer solve an easy puzzle, and other puzzles have several solutions."""
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
