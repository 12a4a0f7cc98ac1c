"""The engines of the shading genres in the whole system: small puzzles against brute force, generated ones against sat.

That a solution is one is judged by the host, of every solution that comes.
"""

import random
from functools import cache
from itertools import product

import pytest

from rowloom.host.jobs.certain import in_common
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import NO_SOLUTION, SOLVED
from rowloom.host.jobs.tasks import Certain, Count
from rowloom.host.link.pipeline import solve
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.canal import Canal, views
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.smullyan import Smullyan, domain
from support import brute
from support.puzzles import made, solutions
from support.simulated import check_against_sat, simulated

KINDS = pytest.mark.parametrize("kind", [Canal, Smullyan])


@pytest.fixture(scope="module")
def board(four_genres):
    with simulated(four_genres) as session:
        yield session


def puzzle(kind, rows, cols, clues):
    grid = tuple(tuple(clues.get((row, col)) for col in range(cols)) for row in range(rows))
    return kind(f"{rows}x{cols}", rows, cols, grid)


def counts_of(blank, solution):
    """What a clue in each cell says that is unshaded; None for a shaded one."""
    if blank.genre == Canal.genre:
        seen = views(solution)
    else:
        seen = [[sum(solution[r][c] == "1" for r, c in domain(blank, (row, col))) for col in range(blank.cols)]
                for row in range(blank.rows)]
    return {(row, col): seen[row][col] if solution[row][col] == "0" else None
            for row in range(blank.rows) for col in range(blank.cols)}


@cache
def all_shadings(kind, rows, cols):
    return brute.solutions(puzzle(kind, rows, cols, {}))


def some_puzzles(kind, number, sizes, rng):
    """With few clues of a solution, now and then a wrong one: with none, one or many solutions."""
    for _ in range(number):
        rows, cols = rng.choice(sizes)
        blank = puzzle(kind, rows, cols, {})
        share, noise = rng.choice((0, 0.2, 0.5, 0.9)), rng.choice((0, 0, 0.1))
        counts = counts_of(blank, rng.choice(all_shadings(kind, rows, cols)))
        clues = {cell: rng.choice((UNKNOWN, rng.randrange(5))) if rng.random() < noise else count
                 for cell, count in counts.items() if rng.random() < share}
        yield puzzle(kind, rows, cols, clues)


def solutions_of(asked):
    return [one for one in all_shadings(type(asked), asked.rows, asked.cols)
            if not BOARD_GENRES[asked.genre].verify(asked, one)]


def check_against_brute_force(board, posed, most):
    """What two solutions, all counted ones, or the most that are counted, and what is certain say of each puzzle."""
    posed = list(posed)
    truths = list(map(solutions_of, posed))
    def answers(*terms, **more):
        for outcome, truth in zip(solve(board, (Job(asked, *terms, **more) for asked in posed)), truths, strict=True):
            assert outcome.complete and outcome.status == (SOLVED if truth else NO_SOLUTION)
            yield outcome, truth

    for outcome, truth in answers(2):
        assert len(set(outcome.solutions)) == min(len(truth), 2) and set(outcome.solutions) <= set(truth)
    for outcome, truth in answers(task=Count(most)):
        assert (outcome.counted or 0) == min(len(truth), most or len(truth))
    for outcome, truth in answers(task=Certain()):
        assert not truth or outcome.certain == in_common(truth)
    assert {min(len(truth), 2) for truth in truths} == {0, 1, 2}


@KINDS
def test_small_puzzles(board, kind):
    some = some_puzzles(kind, 40, [(1, 1), (1, 5), (5, 1), (2, 4), (3, 3), (4, 3)], random.Random(0))
    # Those with more take most of the time.
    check_against_brute_force(board, [one for one in some if len(solutions_of(one)) <= 200], 0)


@pytest.mark.slow
@KINDS
def test_many_small_puzzles(board, kind):
    rng = random.Random(1)
    check_against_brute_force(board, some_puzzles(kind, 300, [(3, 3), (3, 4), (4, 3), (2, 6), (4, 4)], rng), 100)


def some_generated(kind, sizes, seeds, rng):
    """As they were made, and without some of their clues."""
    for (rows, cols), level, seed in product(sizes, ("easy", "hard"), seeds):
        one = made(kind.genre, rows, cols, level, seed)
        yield one
        clues = {cell: clue for cell, clue in one.clue_cells.items() if rng.random() < 0.93}
        yield puzzle(kind, rows, cols, clues)


@KINDS
def test_generated_puzzles(board, kind):
    """The larger ones fit only if they are turned."""
    check_against_sat(board, list(some_generated(kind, [(6, 6), (13, 7)], [1], random.Random(0))))


@pytest.mark.slow
@KINDS
def test_many_generated_puzzles(board, kind):
    rng = random.Random(1)
    check_against_sat(board, list(some_generated(kind, [(6, 6), (8, 9), (13, 7), (12, 12)], range(1, 11), rng)))


def some_changed(kind, number, rng):
    """Puzzles with as few clues as suffice, of all sizes, and the same with a clue changed, or without some."""
    for seed in range(number):
        one = made(kind.genre, rng.randint(3, 12), rng.randint(3, 12), "any", seed)
        yield one
        cell, clues = rng.choice([*one.clue_cells]), one.clue_cells
        yield one.with_clues(clues | {cell: rng.choice([clue for clue in range(7) if clue != clues[cell]])})
        some = rng.sample([*clues], max(1, len(clues) // 10))
        yield one.with_clues({cell: clue for cell, clue in clues.items() if cell not in some})


@KINDS
@pytest.mark.parametrize("number", [10, pytest.param(300, marks=pytest.mark.slow)])
def test_puzzles_whose_clues_were_changed(board, kind, number):
    """With no, one and several solutions."""
    found = set()
    for outcome in solve(board, (Job(one, count=2) for one in some_changed(kind, number, random.Random(number)))):
        asked, there_are = outcome.puzzle, solutions(outcome.puzzle)
        found.add(len(there_are))
        assert outcome.complete and outcome.status == (SOLVED if there_are else NO_SOLUTION)
        assert len(set(outcome.solutions)) == len(there_are)
        assert not any(BOARD_GENRES[kind.genre].verify(asked, one) for one in outcome.solutions)
        assert len(there_are) > 1 or list(outcome.solutions) == there_are
    assert found == {0, 1, 2}
