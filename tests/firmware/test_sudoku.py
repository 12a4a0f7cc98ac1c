"""The firmware over models of the Sudoku engines, against brute force."""

import random
from functools import cache
from itertools import permutations, product

import pytest

from rowloom.host.protocol import Deframer, Hello, Reason, Refused, Result, Solve, Status, decode, pack
from rowloom.host.puzzles import sudoku
from rowloom.hw.engines import ENGINES

SESSION = 77
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


def solve(ask, engine, cells, count=1, limit=0, sequence=0) -> Result:
    return ask(Solve(2, ENGINES[engine].number, count, limit, sudoku.encode(puzzle(cells))), sequence)


def some_cells(rng):
    """A puzzle with one solution, many or none."""
    cells = [digit if rng.random() < rng.choice((0.1, 0.3, 0.6)) else 0 for digit in rng.choice(grids())]
    if rng.random() < 0.3:
        cells[rng.randrange(16)] = rng.randrange(5)
    return cells


def test_there_are_288_grids():
    assert len(grids()) == 288


@pytest.mark.parametrize("engine, puzzles", [("parallel", 400), ("scan", 120)])
def test_random_puzzles(ask, engine, puzzles):
    rng = random.Random(0)
    numbers = set()
    for sequence in range(puzzles):
        cells, count = some_cells(rng), rng.choice((1, 2))
        truth = {puzzle(grid).cells for grid in grids() if all(c in (0, d) for c, d in zip(cells, grid))}
        result = solve(ask, engine, cells, count, sequence=sequence)
        found = [sudoku.decode_solution(4, 4, data) for data in result.solutions]
        assert result.complete
        assert result.status == (Status.SOLVED if truth else Status.NO_SOLUTION)
        assert len(found) == len(set(found)) == min(count, len(truth))
        assert set(found) <= truth
        assert result.counters[0] >= 1
        numbers.add((count, len(found)))
    assert numbers == {(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)}


@BOTH
def test_limit(ask, native, engine):
    native.engines[engine].BUSY = 200
    result = solve(ask, engine, [0] * 16, limit=1000)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())


@BOTH
def test_what_was_found_before_the_limit_is_kept(ask, native, engine):
    native.engines[engine].BUSY = 4
    numbers = set()
    enough = solve(ask, engine, [0] * 16, 2).cycles
    limits = [*range(10, enough, enough // 20), *range(max(10, enough - 300), enough + 20, 10)]
    for sequence, limit in enumerate(limits, 1):
        result = solve(ask, engine, [0] * 16, 2, limit, sequence)
        numbers.add((len(result.solutions), result.complete))
        for data in result.solutions:
            assert sudoku.verify(puzzle([0] * 16), sudoku.decode_solution(4, 4, data)) == []
    assert {(0, False), (1, False), (2, True)} == numbers


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
    (b"\x19\x19" + bytes(625), Reason.TOO_LARGE),
])
@BOTH
def test_bad_puzzles(ask, payload, reason, engine):
    assert ask(Solve(2, ENGINES[engine].number, 1, 0, payload)) == Refused(reason)


def test_the_parallel_engine_takes_one_size(ask):
    nine = Solve(2, ENGINES["parallel"].number, 1, 0, b"\x09\x09" + bytes(41))
    assert ask(nine) == Refused(Reason.TOO_LARGE)
