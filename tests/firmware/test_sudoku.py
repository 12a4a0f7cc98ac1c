"""The firmware over models of the Sudoku engines, against brute force."""

import itertools
import random
from functools import cache

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.host.puzzles import sudoku
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.protocol import Reason, Result, Results, Solve, Status
from support import brute

EMPTY = [0] * 16
BOTH = pytest.mark.parametrize("engine", ["parallel", "scan"])


def puzzle(cells):
    return sudoku.Sudoku("s", 4, 4, tuple(tuple(cells[row:row + 4]) for row in range(0, 16, 4)))


@cache
def grids():
    """All 288 of 4x4, as tuples of 16 digits."""
    return [sum(grid, ()) for grid in brute.solutions(puzzle(EMPTY))]


@pytest.fixture
def solve(ask, result_of):
    """Has a board solve one puzzle after the other, and returns the result of each."""
    jobs = itertools.count()

    def solve_next(engine, cells, count=1, limit=0) -> Result:
        number, one = next(jobs), puzzle(cells)
        puzzles = Sudoku.encode(one)
        request = Solve(number, 2, ENGINES[engine].number, count, 4, 4, 1, limit, puzzles, counters=True)
        return result_of(ask(number, request), Sudoku.solution_bytes(one))

    return solve_next


def some_cells(rng):
    """A puzzle with one solution, many or none."""
    cells = [digit if rng.random() < rng.choice((0.1, 0.3, 0.6)) else 0 for digit in rng.choice(grids())]
    if rng.random() < 0.3:
        cells[rng.randrange(16)] = rng.randrange(5)
    return cells


def test_there_are_288_grids():
    assert len(grids()) == 288


@pytest.mark.parametrize("engine, puzzles", [("parallel", 400), ("scan", 120)])
def test_random_puzzles(solve, engine, puzzles):
    rng = random.Random(0)
    numbers = set()
    for _ in range(puzzles):
        cells, count = some_cells(rng), rng.choice((1, 2))
        truth = {puzzle(grid).cells for grid in grids() if all(c in (0, d) for c, d in zip(cells, grid))}
        result = solve(engine, cells, count)
        found = [Sudoku.decode_solution(puzzle(EMPTY), data) for data in result.solutions]
        assert result.complete
        assert result.status == (Status.SOLVED if truth else Status.NO_SOLUTION)
        assert len(found) == len(set(found)) == min(count, len(truth))
        assert set(found) <= truth
        assert result.counters[0] >= 1
        numbers.add((count, len(found)))
    assert numbers == {(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)}


@BOTH
def test_limit(solve, native, engine):
    native.engines[engine].BUSY = 200
    result = solve(engine, EMPTY, limit=1000)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())


@BOTH
def test_what_was_found_before_the_limit_is_kept(solve, native, engine):
    native.engines[engine].BUSY = 4
    numbers = set()
    enough = solve(engine, EMPTY, 2).cycles
    limits = [*range(10, enough, enough // 20), *range(max(10, enough - 300), enough + 20, 10)]
    for limit in limits:
        result = solve(engine, EMPTY, 2, limit)
        numbers.add((len(result.solutions), result.complete))
        for data in result.solutions:
            assert Sudoku.verify(puzzle(EMPTY), Sudoku.decode_solution(puzzle(EMPTY), data)) == []
    assert {(0, False), (1, False), (2, True)} == numbers


@pytest.mark.parametrize("rows, cols, puzzles, reason", [
    (0, 0, b"", Reason.MALFORMED),
    (1, 1, b"\0", Reason.MALFORMED),
    (4, 5, bytes(3), Reason.MALFORMED),
    (5, 4, bytes(3), Reason.MALFORMED),
    (5, 5, bytes(4), Reason.MALFORMED),
    (4, 4, b"", Reason.MALFORMED),
    (4, 4, b"\0", Reason.MALFORMED),
    (4, 4, b"\1\0", Reason.MALFORMED),
    (4, 4, b"\7\0\0", Reason.MALFORMED),
    (4, 4, b"\1\0\4", Reason.MALFORMED),
    (4, 4, b"\0\x80\x0f", Reason.MALFORMED),
    (4, 4, b"\3\0\x40", Reason.MALFORMED),
    (25, 25, bytes(79), Reason.TOO_LARGE),
    (255, 255, b"", Reason.MALFORMED),
])
@BOTH
def test_bad_puzzles(ask, rows, cols, puzzles, reason, engine):
    refused = Results(Result(Status.REFUSED, reason=reason).encode())
    assert ask(0, Solve(0, 2, ENGINES[engine].number, 1, rows, cols, 1, 0, puzzles)) == [refused]


@pytest.mark.parametrize("size, puzzles, stored, reason", [
    (9, bytes(11), False, Reason.TOO_LARGE), (4, bytes(4), True, Reason.MALFORMED)])
def test_the_parallel_engine_takes_one_size_and_stores_nothing(ask, size, puzzles, stored, reason):
    refused = Results(Result(Status.REFUSED, reason=reason).encode())
    assert ask(0, Solve(0, 2, ENGINES["parallel"].number, 1, size, size, 1, 0, puzzles, stored=stored)) == [refused]
