"""The fast engine in the whole system: small puzzles against brute force, large ones against the reference solver.

That a solution is one is judged by the host, of every solution that comes; that the two of a puzzle differ, too.
"""

import random
from collections import Counter
from contextlib import contextmanager
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.host import formats, puzzles
from rowloom.host.generate.slitherlink import line_counts, random_loop
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import NO_SOLUTION, SOLVED
from rowloom.host.link.pipeline import solve
from rowloom.host.puzzles.slink import Slink
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.wire.protocol import Capability
from support import brute
from support import puzzles as reference
from support.puzzles import made
from support.simulated import simulated

EXAMPLES = Path(__file__).parents[2] / "examples"


def puzzle(rows, cols, clues):
    """The clues are told by their cells."""
    grid = tuple(tuple(clues.get((row, col)) for col in range(cols)) for row in range(rows))
    return Slitherlink(f"{rows}x{cols}", rows, cols, grid)


def blank(rows, cols):
    return puzzle(rows, cols, {})


def clues_of(loop):
    """What every cell says of the loop, if there is a digit for it."""
    return {cell: lines for cell, lines in line_counts(loop).items() if lines < 4}


def full(rows, cols, rng):
    """A clue in every cell that can have one."""
    return puzzle(rows, cols, clues_of(random_loop(rows, cols, rng)))


def thinned(rng, clues, share):
    return {cell: clue for cell, clue in clues.items() if rng.random() < share}


@cache
def loops(rows, cols):
    """Every loop that there is, and how many lines it has round each cell."""
    return [(loop, line_counts(loop)) for loop in brute.solutions(blank(rows, cols))]


def by_brute_force(one):
    clues = {(row, col): clue for row, line in enumerate(one.clues) for col, clue in enumerate(line)
             if clue is not None}
    return [loop for loop, lines in loops(one.rows, one.cols) if clues.items() <= lines.items()]


def check(board, posed, solutions=reference.solutions, count=2):
    """As many solutions as the other solver finds, up to the count; how often it was which number."""
    posed, numbers = list(posed), Counter()
    outcomes = solve(board, (Job(one, count, engine="deducer") for one in posed))
    for one, outcome in zip(posed, outcomes, strict=True):
        expected = solutions(one)
        number = min(len(expected), count)
        found = outcome.status, len(outcome.solutions), outcome.complete
        assert found == (SOLVED if number else NO_SOLUTION, number, True), f"{outcome.message}\n{one.write()}"
        assert outcome.verified == (number > 0)
        if len(expected) == 1:
            assert list(outcome.solutions) == expected
        numbers[number] += 1
    return numbers


def small_puzzles(rng, how_many, sizes):
    """Some clues of a loop, of which one may be wrong."""
    for _ in range(how_many):
        rows, cols = rng.choice(sizes)
        loop, _ = rng.choice(loops(rows, cols))
        clues = thinned(rng, clues_of(loop), rng.choice((0.3, 0.6, 0.9)))
        if clues and rng.random() < 0.4:
            clues[rng.choice(list(clues))] = rng.randrange(4)
        yield puzzle(rows, cols, clues)


@pytest.mark.parametrize("how_many", [150, pytest.param(4000, marks=pytest.mark.slow)])
def test_small_puzzles(board, how_many):
    rng = random.Random(how_many)
    posed = small_puzzles(rng, how_many, [(3, 3), (4, 4), (4, 4), (2, 4), (4, 3)])
    numbers = check(board, posed, by_brute_force)
    # Neither kind is an exception.
    assert min(numbers[number] for number in range(3)) > how_many // 10


def test_one_solution_is_enough(board):
    """Whether there is another one is not asked: the search may close any loop."""
    posed = small_puzzles(random.Random(1), 60, [(3, 3), (4, 4)])
    numbers = check(board, posed, by_brute_force, count=1)
    assert min(numbers[0], numbers[1]) > 5


def test_one_row_or_one_column(board):
    rng = random.Random(2)
    sizes = [(1, cols) for cols in range(1, 13)] + [(rows, 1) for rows in range(2, 13)]
    check(board, (blank(*size) for size in sizes), by_brute_force)
    check(board, small_puzzles(rng, 40, sizes), by_brute_force)


FULL_SIZES = [*product((1, 2, 5, 8, 12), (2, 3, 7, 11)), (2, 1), (12, 1), (4, 12), (11, 12)]


def test_full_grids(board):
    """A clue in every cell that can have one, as it is or as it is turned."""
    rng = random.Random(3)
    check(board, (full(rows, cols, rng) for rows, cols in FULL_SIZES))


@pytest.mark.parametrize("engine", ["deducer", "checker"])
def test_slinks(board, engine):
    """The deducer takes the last ones turned."""
    posed = [Slink("row", 1, 5, ((3, 2, 2, 2, 3),)), Slink("column", 5, 1, ((3,), (2,), (2,), (2,), (3,)))]
    sizes = [(3, 3), (4, 6)] if engine == "checker" else [(3, 3), (10, 10), (5, 12), (11, 12)]
    posed += [made("slink", *size, "easy", seed) for size in sizes for seed in (1, 2)]
    for one, outcome in zip(posed, solve(board, (Job(one, 2, engine=engine) for one in posed)), strict=True):
        assert (outcome.status, outcome.unique, outcome.engine) == (SOLVED, True, engine)
        assert outcome.puzzle is one and puzzles.genre("slink").verify(one, *outcome.solutions) == []


def test_full_grids_with_a_wrong_clue(board):
    rng = random.Random(4)
    posed = []
    for rows, cols in FULL_SIZES:
        clues = clues_of(random_loop(rows, cols, rng))
        cell = rng.choice(list(clues))
        posed.append(puzzle(rows, cols, clues | {cell: (clues[cell] + rng.randrange(1, 4)) % 4}))
    numbers = check(board, posed)
    assert numbers[0] > len(posed) // 2


def test_ambiguous_puzzles(board):
    rng = random.Random(5)
    sizes = [(5, 5), (6, 7), (8, 8), (10, 11), (12, 11), (11, 12)]
    posed = [puzzle(*size, thinned(rng, clues_of(random_loop(*size, rng)), 0.4)) for size in sizes]
    assert check(board, posed) == {2: len(posed)}


@pytest.mark.parametrize("count", [1, 2])
def test_no_clues_at_all(board, count):
    sizes = [(1, 1), (2, 2), (5, 5), (12, 11), (11, 12)]
    check(board, (blank(*size) for size in sizes), count=count)


@contextmanager
def session(engine):
    """With a board whose only engine it is."""
    config = SoCConfig.of(engine, bit_rate=5_000_000)
    with simulated(config, 120.0, 30.0) as session:
        yield session


@pytest.fixture(scope="module")
def largest():
    """The largest that can be built."""
    with session("deducer:64x36") as board:
        assert board.identify().capabilities == (Capability(1, 2, 64, 36),)
        yield board


def check_unique(board, posed):
    posed = list(posed)
    for one, outcome in zip(posed, solve(board, (Job(one, 2) for one in posed)), strict=True):
        assert (outcome.status, len(outcome.solutions), outcome.complete) == (SOLVED, 1, True), one.name
        assert outcome.verified


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", ["easy", "normal"])
@pytest.mark.parametrize("rows, cols", [(10, 10), (20, 20), (36, 20), (36, 36)])
def test_large_puzzles(largest, rows, cols, difficulty):
    check_unique(largest, [made("slitherlink", rows, cols, difficulty, 1)])


@pytest.mark.slow
@pytest.mark.parametrize("example", ["slitherlink-20x36", "slitherlink-64x36"])
def test_large_examples(largest, example):
    """And the same turned by 90 degrees: 64 columns fit only so."""
    path = EXAMPLES / f"{example}.txt"
    posed = list(formats.read(path.read_text(), path.name))
    check_unique(largest, posed)
    check_unique(largest, map(Slitherlink.turned, posed))


@pytest.mark.slow
def test_the_largest_full_grid(largest):
    check(largest, [full(64, 36, random.Random(8))])


@pytest.mark.slow
@pytest.mark.parametrize("rows, cols", [(1, 36), (36, 1), (64, 1), (1, 64)])
def test_long_rows_and_columns(largest, rows, cols):
    rng = random.Random(9)
    check(largest, [blank(rows, cols), full(rows, cols, rng),
                    puzzle(rows, cols, thinned(rng, clues_of(random_loop(rows, cols, rng)), 0.3))])


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("rows, cols", [(64, 36), (36, 64)])
def test_the_largest_blank_grid(largest, rows, cols, count):
    (outcome,) = solve(largest, [Job(blank(rows, cols), count)])
    assert outcome.verified and outcome.complete and len(outcome.solutions) == count
