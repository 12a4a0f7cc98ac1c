"""The firmware's search, over the checker's model: complete, and sound, against brute force."""

import itertools
import random

import pytest

from rowloom.host.protocol import (
    Cancel,
    Deframer,
    Hello,
    Poll,
    Reason,
    Refused,
    Result,
    Solve,
    State,
    Status,
    decode,
    pack,
)
from rowloom.host.puzzles import slitherlink
from rowloom.host.solvers import brute

SESSION = 77


def puzzle(*rows: str) -> slitherlink.Slitherlink:
    clues = tuple(tuple(None if cell == "." else int(cell) for cell in row) for row in rows)
    return slitherlink.Slitherlink("p", len(rows), len(rows[0]), clues)


@pytest.fixture
def ask(native):
    """Sends requests to a fresh board and returns all it answers, the HELLO's answer left out."""

    def exchange(*requests, sequence=0):
        deframer = Deframer()
        native.feed(b"".join(pack(request, SESSION, sequence) for request in requests))
        native.step(0)
        return [decode(body) for body in deframer.feed(native.take())]

    exchange(Hello())
    return exchange


def solve(ask, one, count=1, limit=0, sequence=0) -> Result:
    *_, result = ask(Solve(1, 1, count, limit, slitherlink.encode(one)), sequence=sequence)
    assert isinstance(result, Result)
    return result


def agree(one, count, result):
    """The result is what brute force finds."""
    truth = set(brute.solutions(one))
    found = [slitherlink.decode_solution(one.rows, one.cols, data) for data in result.solutions]
    assert result.complete
    assert result.status == (Status.SOLVED if truth else Status.NO_SOLUTION)
    assert len(found) == len(set(found)) == min(count, len(truth))
    assert set(found) <= truth


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1)])
def test_every_tiny_puzzle(ask, rows, cols):
    for number, cells in enumerate(itertools.product(".0123", repeat=rows * cols)):
        one = puzzle(*("".join(cells[row * cols:(row + 1) * cols]) for row in range(rows)))
        agree(one, 2, solve(ask, one, 2, sequence=number))


def test_random_puzzles(ask):
    rng = random.Random(0)
    for number in range(150):
        rows, cols = rng.choice([(2, 2), (2, 3), (3, 2), (3, 3), (1, 4), (4, 1), (2, 4), (4, 2)])
        density = rng.choice((0.0, 0.2, 0.5, 0.8))
        one = puzzle(*("".join(rng.choice("0122333") if rng.random() < density else "." for _ in range(cols))
                       for _ in range(rows)))
        count = rng.choice((1, 2))
        agree(one, count, solve(ask, one, count, sequence=number))


LONG = puzzle("..1.", "2.1.", ".222", "2022")  # 2,480 judgements until it is known that there is no solution


def test_limit(ask):
    result = solve(ask, LONG, limit=1)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())
    assert result.nodes == 256, "a search looks up every 256 judgements"


def test_a_limit_that_is_not_reached(ask):
    result = solve(ask, LONG, limit=10_000_000)
    assert (result.status, result.complete, result.nodes) == (Status.NO_SOLUTION, True, 2480)


def test_counts(ask):
    """A single clue of 3 on a single cell: outside or inside, four patterns each, and none fits the frame."""
    result = solve(ask, puzzle("3"))
    assert (result.status, result.nodes, result.backs, result.candidates) == (Status.NO_SOLUTION, 8, 0, 0)


def test_cancel_of_a_waiting_job(ask):
    one = slitherlink.encode(puzzle("3..3", "....", "....", "2..2"))
    waiting, result = ask(Solve(1, 1, 2, 0, one), Cancel())
    assert isinstance(waiting, State)
    assert (result.status, result.complete) == (Status.CANCELLED, False)
    assert ask(Poll()) == [result]


@pytest.mark.parametrize("payload, reason", [
    (b"", Reason.MALFORMED),
    (b"\x01", Reason.MALFORMED),
    (b"\x00\x01", Reason.MALFORMED),
    (b"\x01\x00", Reason.MALFORMED),
    (b"\x01\x02", Reason.MALFORMED),
    (b"\x01\x02\x33\x33", Reason.MALFORMED),
    (b"\x01\x02\x43", Reason.MALFORMED),
    (b"\x05\x01\x33\x33\xf3", Reason.TOO_LARGE),
    (b"\xff\xff" + bytes(32513 // 32), Reason.MALFORMED),
])
def test_bad_puzzles(ask, payload, reason):
    assert ask(Solve(1, 1, 1, 0, payload)) == [Refused(reason)]


@pytest.mark.parametrize("genre, engine, count, reason", [
    (9, 1, 1, Reason.UNKNOWN_GENRE),
    (1, 9, 1, Reason.UNKNOWN_GENRE),
    (1, 1, 0, Reason.MALFORMED),
    (1, 1, 3, Reason.MALFORMED),
])
def test_bad_requests(ask, genre, engine, count, reason):
    assert ask(Solve(genre, engine, count, 0, slitherlink.encode(puzzle("3")))) == [Refused(reason)]
