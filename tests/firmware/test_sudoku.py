"""The firmware's search over a model of the parallel Sudoku engine, in hardware or in steps, against brute force."""

import random
from functools import cache
from itertools import permutations, product

import pytest

from rowloom.host.protocol import Deframer, Engine, Hello, Reason, Refused, Result, Solve, Status, decode, pack
from rowloom.host.puzzles import sudoku

SESSION = 77


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


def solve(ask, cells, engine, count=1, limit=0, sequence=0) -> Result:
    return ask(Solve(2, engine, count, limit, sudoku.encode(puzzle(cells))), sequence)


def some_cells(rng):
    """A puzzle with one solution, many or none."""
    cells = [digit if rng.random() < rng.choice((0.1, 0.3, 0.6)) else 0 for digit in rng.choice(grids())]
    if rng.random() < 0.3:
        cells[rng.randrange(16)] = rng.randrange(5)
    return cells


def test_there_are_288_grids():
    assert len(grids()) == 288


@pytest.mark.parametrize("engine", [Engine.FAST, Engine.STEPS])
def test_random_puzzles(ask, engine):
    rng = random.Random(0)
    numbers = set()
    for sequence in range(400):
        cells, count = some_cells(rng), rng.choice((1, 2))
        truth = {puzzle(grid).cells for grid in grids() if all(c in (0, d) for c, d in zip(cells, grid))}
        result = solve(ask, cells, engine, count, sequence=sequence)
        found = [sudoku.decode_solution(4, 4, data) for data in result.solutions]
        assert result.complete
        assert result.status == (Status.SOLVED if truth else Status.NO_SOLUTION)
        assert len(found) == len(set(found)) == min(count, len(truth))
        assert set(found) <= truth
        numbers.add((count, len(found)))
    assert numbers == {(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)}


def test_both_ways_count_the_same(ask):
    rng = random.Random(1)
    for sequence in range(100):
        cells = some_cells(rng)
        one, other = (solve(ask, cells, engine, 2, sequence=2 * sequence + index)
                      for index, engine in enumerate((Engine.FAST, Engine.STEPS)))
        assert (one.solutions, one.counters) == (other.solutions, other.counters)
        assert one.counters[0] >= 1


@pytest.mark.parametrize("engine", [Engine.FAST, Engine.STEPS])
def test_limit(ask, native, engine):
    native.sudoku.BUSY = 1 << 31
    result = solve(ask, [0] * 16, engine, limit=1000)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())


@pytest.mark.parametrize("engine", [Engine.FAST, Engine.STEPS])
def test_what_was_found_before_the_limit_is_kept(ask, native, engine):
    native.sudoku.BUSY = 4
    numbers = set()
    for limit in range(10, 600, 10):
        result = solve(ask, [0] * 16, engine, 2, limit, sequence=limit)
        numbers.add((len(result.solutions), result.complete))
        for data in result.solutions:
            assert sudoku.verify(puzzle([0] * 16), sudoku.decode_solution(4, 4, data)) == []
    assert {(1, False), (2, True)} <= numbers


@pytest.mark.parametrize("engine", [Engine.FAST, Engine.STEPS])
@pytest.mark.parametrize("payload, reason", [
    (b"", Reason.MALFORMED),
    (b"\4", Reason.MALFORMED),
    (b"\0\0", Reason.MALFORMED),
    (b"\4\5" + bytes(10), Reason.MALFORMED),
    (b"\5\5" + bytes(13), Reason.MALFORMED),
    (b"\4\4" + bytes(7), Reason.MALFORMED),
    (b"\4\4" + bytes(9), Reason.MALFORMED),
    (b"\4\4" + bytes(7) + b"\5", Reason.MALFORMED),
    (b"\4\4" + bytes(7) + b"\x50", Reason.MALFORMED),
    (b"\x09\x09" + bytes(41), Reason.TOO_LARGE),
])
def test_bad_puzzles(ask, payload, reason, engine):
    assert ask(Solve(2, engine, 1, 0, payload)) == Refused(reason)
