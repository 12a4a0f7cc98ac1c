"""The firmware's searches, over models of the engines: complete, and sound, against brute force."""

import itertools
import random

import pytest

from rowloom.host.protocol import (
    Cancel,
    Capability,
    Deframer,
    Hello,
    Identity,
    Poll,
    Reason,
    Refused,
    Result,
    Solve,
    Stage,
    Status,
    decode,
    pack,
)
from rowloom.host.puzzles import slitherlink
from rowloom.hw.engines import ENGINES
from support import brute

SESSION = 77
CHECKER, DEDUCER = ENGINES["checker"].number, ENGINES["deducer"].number
BOTH = pytest.mark.parametrize("engine", [CHECKER, DEDUCER], ids=["checker", "deducer"])


def puzzle(*rows: str) -> slitherlink.Slitherlink:
    clues = tuple(tuple(None if cell == "." else int(cell) for cell in row) for row in rows)
    return slitherlink.Slitherlink("p", len(rows), len(rows[0]), clues)


@pytest.fixture
def deducer(native):
    """The board's model of a deducer."""
    return native.engines["deducer"]


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


def solve(ask, one, count=1, limit=0, sequence=0, engine=CHECKER) -> Result:
    *_, result = ask(Solve(1, engine, count, limit, slitherlink.encode(one)), sequence=sequence)
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


def test_engines(ask):
    (identity,) = ask(Hello())
    assert isinstance(identity, Identity)
    assert identity.capabilities == (
        Capability(1, CHECKER, 4, 4), Capability(1, DEDUCER, 5, 4), Capability(2, 2, 4, 4), Capability(2, 4, 36, 36))


@BOTH
@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1)])
def test_every_tiny_puzzle(ask, rows, cols, engine):
    for number, cells in enumerate(itertools.product(".0123", repeat=rows * cols)):
        one = puzzle(*("".join(cells[row * cols:(row + 1) * cols]) for row in range(rows)))
        agree(one, 2, solve(ask, one, 2, sequence=number, engine=engine))


@BOTH
def test_random_puzzles(ask, engine):
    rng = random.Random(0)
    for number in range(150):
        rows, cols = rng.choice([(2, 2), (2, 3), (3, 2), (3, 3), (1, 4), (4, 1), (2, 4), (4, 2)])
        density = rng.choice((0.0, 0.2, 0.5, 0.8))
        one = puzzle(*("".join(rng.choice("0122333") if rng.random() < density else "." for _ in range(cols))
                       for _ in range(rows)))
        count = rng.choice((1, 2))
        agree(one, count, solve(ask, one, count, sequence=number, engine=engine))


@pytest.mark.parametrize("pages", [2, 3, 5, 20])
@pytest.mark.parametrize("laziness", [1, 2, 7, 1 << 32])
def test_pages_that_are_made_again(ask, deducer, pages, laziness):
    """Whatever the deducer concludes, and however few pages there are."""
    deducer.PAGES, deducer.LAZINESS = pages, laziness
    puzzles = puzzle("..", "..", "..", ".."), puzzle(".3.", "...", ".2."), puzzle("2.2", "...", "2.0")
    for number, one in enumerate(puzzles):
        agree(one, 2, solve(ask, one, 2, sequence=number, engine=DEDUCER))


LONG = puzzle("..1.", "2.1.", ".222", "2022")  # 2,480 judgements until it is known that there is no solution


def test_a_search_that_lasts_is_told_before_its_result(ask):
    told, result = ask(Solve(1, CHECKER, 1, 0, slitherlink.encode(LONG)))
    assert (told.stage, told.nodes) == (Stage.RUNNING, 512)
    assert result.status == Status.NO_SOLUTION


def test_a_search_that_takes_no_time_has_only_a_result(ask):
    (result,) = ask(Solve(1, CHECKER, 1, 0, slitherlink.encode(puzzle("3"))))
    assert result.status == Status.NO_SOLUTION


def test_limit(ask):
    result = solve(ask, LONG, limit=1)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())
    assert result.counters[0] == 512, "a search looks up every 512 judgements"


def test_a_limit_that_is_not_reached(ask):
    result = solve(ask, LONG, limit=10_000_000)
    assert (result.status, result.complete, result.counters[0]) == (Status.NO_SOLUTION, True, 2480)


@pytest.mark.parametrize("keeping", [1, 2, 1 << 32])
def test_a_solution_that_lookahead_keeps(ask, deducer, keeping):
    """It is one of those wanted, wherever in the search it was found, and however few pages there are."""
    deducer.KEEPING, deducer.LAZINESS = keeping, 4
    for number, cells in enumerate(itertools.product("..23", repeat=4)):
        one = puzzle("".join(cells[:2]), "..", "".join(cells[2:]))
        for count in 1, 2:
            agree(one, count, solve(ask, one, count, sequence=2 * number + count, engine=DEDUCER))


def test_limit_of_the_deducer(ask, deducer):
    """It is looked up between nodes, and while the deducer works."""
    deducer.LAZINESS = deducer.KEEPING = 1 << 32
    result = solve(ask, puzzle("....", "....", "...."), count=2, limit=100, engine=DEDUCER)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())
    deducer.BUSY = 1 << 31
    result = solve(ask, puzzle("3"), limit=1000, sequence=1, engine=DEDUCER)
    assert (result.status, result.complete, result.counters[0]) == (Status.LIMIT, False, 1)


def test_the_deducer_keeps_what_it_found_before_the_limit(ask, deducer):
    deducer.LAZINESS = 1 << 32
    result = solve(ask, puzzle("..", "..", ".."), count=2, limit=1, engine=DEDUCER)
    assert result.status == Status.LIMIT
    for limit in range(100, 2000, 100):
        result = solve(ask, puzzle("3.", "..", ".."), count=2, limit=limit, sequence=limit, engine=DEDUCER)
        if result.solutions:
            break
    assert (result.status, result.complete, len(result.solutions)) == (Status.SOLVED, False, 1)


def test_counts_of_the_deducer(ask, deducer):
    """Its counters have 32 bits and wrap around; the sums do not."""
    deducer.LAZINESS, deducer.PAGES = 1 << 32, 20
    result = solve(ask, puzzle("..", ".."), count=2, engine=DEDUCER)
    nodes, *others = result.counters
    assert nodes == 6, "the puzzle, four choices, and the last one the other way"
    assert others == [nodes * (deducer.COUNTED + number) for number in range(6)]


def test_counts(ask):
    """A single clue of 3 on a single cell: outside or inside, four patterns each, and none fits the frame."""
    result = solve(ask, puzzle("3"))
    assert (result.status, result.counters) == (Status.NO_SOLUTION, (8, 0, 0))


def test_cancel_of_a_waiting_job(ask):
    one = slitherlink.encode(puzzle("3..3", "....", "....", "2..2"))
    (result,) = ask(Solve(1, 1, 2, 0, one), Cancel())
    assert (result.status, result.complete) == (Status.CANCELLED, False)
    assert ask(Poll()) == [result]


@BOTH
@pytest.mark.parametrize("payload, reason", [
    (b"", Reason.MALFORMED),
    (b"\x01", Reason.MALFORMED),
    (b"\x00\x01", Reason.MALFORMED),
    (b"\x01\x00", Reason.MALFORMED),
    (b"\x01\x02", Reason.MALFORMED),
    (b"\x01\x02\x33\x33", Reason.MALFORMED),
    (b"\x01\x02\x43", Reason.MALFORMED),
    (b"\x06\x01\x33\x33\x33", Reason.TOO_LARGE),
    (b"\x01\x05\x33\x33\xf3", Reason.TOO_LARGE),
    (b"\xff\xff" + bytes(32513 // 32), Reason.MALFORMED),
])
def test_bad_puzzles(ask, payload, reason, engine):
    assert ask(Solve(1, engine, 1, 0, payload)) == [Refused(reason)]


def test_each_engine_has_its_size(ask):
    tall = puzzle(*"3.2.3")
    assert ask(Solve(1, CHECKER, 1, 0, slitherlink.encode(tall))) == [Refused(Reason.TOO_LARGE)]
    agree(tall, 1, solve(ask, tall, engine=DEDUCER))


@pytest.mark.parametrize("genre, engine, count, reason", [
    (9, 1, 1, Reason.UNKNOWN_GENRE),
    (1, 9, 1, Reason.UNKNOWN_GENRE),
    (1, 1, 0, Reason.MALFORMED),
    (1, 1, 3, Reason.MALFORMED),
])
def test_bad_requests(ask, genre, engine, count, reason):
    assert ask(Solve(genre, engine, count, 0, slitherlink.encode(puzzle("3")))) == [Refused(reason)]
