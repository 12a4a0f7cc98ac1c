"""The firmware over models of the Sudoku engines, against brute force."""

import itertools
import random
from functools import cache
from itertools import permutations, product

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.host.puzzles import sudoku
from rowloom.host.wire.protocol import Deframer, Hello, Numbers, Reason, Result, Results, Solve, Status, decode, pack

SESSION = 77
EMPTY = [0] * 16
BOTH = pytest.mark.parametrize("engine", ["parallel", "scan"])


@cache
def grids():
    """All 288 of 4x4, as tuples of 16 digits."""
    rows = list(permutations(range(1, 5)))
    found = []
    for grid in product(rows, repeat=4):
        columns = zip(*grid)
        boxes = ({grid[r + i][c + j] for i in (0, 1) for j in (0, 1)} for r in (0, 2) for c in (0, 2))
        if all(len(set(column)) == 4 for column in columns) and all(len(box) == 4 for box in boxes):
            found.append(sum(grid, ()))
    return found


def puzzle(cells):
    return sudoku.Sudoku("s", 4, 4, tuple(tuple(cells[row:row + 4]) for row in range(0, 16, 4)))


@pytest.fixture
def ask(native):
    """Sends a request to a fresh board and returns what it answers last."""
    def exchange(request, sequence=0):
        native.feed(pack(request, SESSION, sequence))
        return [decode(body) for body in Deframer().feed(native.take())][-1]

    exchange(Hello())
    return exchange


@pytest.fixture
def solve(ask):
    """Has a board solve one puzzle after the other, and returns the result of each."""
    jobs = itertools.count()

    def solve_next(engine, cells, count=1, limit=0) -> Result:
        number, one = next(jobs), puzzle(cells)
        puzzles = sudoku.encode(one)
        request = Solve(number, 2, ENGINES[engine].number, count, 4, 4, 1, limit, puzzles, counters=True)
        answer = Numbers(ask(request, number).data)
        result = Result.take(answer, sudoku.solution_bytes(one))
        assert not answer
        return result

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
        found = [sudoku.decode_solution(puzzle(EMPTY), data) for data in result.solutions]
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
            assert sudoku.verify(puzzle(EMPTY), sudoku.decode_solution(puzzle(EMPTY), data)) == []
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
    answer = ask(Solve(0, 2, ENGINES[engine].number, 1, rows, cols, 1, 0, puzzles))
    assert answer == Results(Result(Status.REFUSED, reason=reason).encode())


def test_the_parallel_engine_takes_one_size(ask):
    nine = Solve(0, 2, ENGINES["parallel"].number, 1, 9, 9, 1, 0, bytes(11))
    assert ask(nine) == Results(Result(Status.REFUSED, reason=Reason.TOO_LARGE).encode())


def test_the_parallel_engine_stores_nothing(ask):
    stored = Solve(0, 2, ENGINES["parallel"].number, 1, 4, 4, 1, 0, bytes(4), stored=True)
    assert ask(stored) == Results(Result(Status.REFUSED, reason=Reason.MALFORMED).encode())
