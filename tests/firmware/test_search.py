"""The firmware's searches, over models of the engines: complete, and sound, against brute force."""

import itertools
import random

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.host.puzzles import BOARD_GENRES, canal, slitherlink, smullyan
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.wire.protocol import (
    Cancel,
    Capability,
    Hello,
    Identity,
    Reason,
    Refused,
    Repeat,
    Result,
    Results,
    Solve,
    State,
    Status,
)
from support import brute

CHECKER, DEDUCER, DYNASTY, CANAL = (ENGINES[name].number for name in ("checker", "deducer", "dynasty", "canal"))
BOTH = pytest.mark.parametrize("engine", [CHECKER, DEDUCER], ids=["checker", "deducer"])


def puzzle(*rows: str) -> slitherlink.Slitherlink:
    clues = tuple(tuple(None if cell == "." else int(cell) for cell in row) for row in rows)
    return slitherlink.Slitherlink("p", len(rows), len(rows[0]), clues)


def job(one, count=1, limit=0, engine=CHECKER, taken=0, counters=True) -> Solve:
    """A request to solve one puzzle."""
    genre, number = BOARD_GENRES[one.genre], next(
        engine.genre.number for engine in ENGINES.values() if engine.genre.name == one.genre)
    return Solve(taken, number, engine, count, one.rows, one.cols, 1, limit, genre.encode(one), counters)


@pytest.fixture
def result_of(result_of):
    """Return the only result in the last answer, of a puzzle."""
    return lambda answers, one: result_of(answers, Slitherlink.solution_bytes(one))


@pytest.fixture
def deducer(native):
    """The board's model of a deducer."""
    return native.engines["deducer"]


@pytest.fixture
def solve(ask, result_of):
    """Has a board solve one puzzle after the other, and returns the result of each."""
    numbers = itertools.count()

    def solve_next(one, count=1, limit=0, engine=CHECKER):
        number = next(numbers)
        return result_of(ask(number, job(one, count, limit, engine, taken=number)), one)

    return solve_next


def agree(one, count, result):
    """The result is what brute force finds."""
    truth = set(brute.solutions(one))
    found = [Slitherlink.decode_solution(one, data) for data in result.solutions]
    assert result.complete
    assert result.status == (Status.SOLVED if truth else Status.NO_SOLUTION)
    assert len(found) == len(set(found)) == min(count, len(truth))
    assert set(found) <= truth


def test_engines(ask):
    (identity,) = ask(0, Hello())
    assert isinstance(identity, Identity)
    assert identity.capabilities == (
        Capability(1, CHECKER, 4, 4), Capability(1, DEDUCER, 5, 4), Capability(2, 2, 4, 4), Capability(2, 4, 36, 36),
        Capability(3, DYNASTY, 4, 4), Capability(4, CANAL, 4, 4))


@BOTH
@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1)])
def test_every_tiny_puzzle(solve, rows, cols, engine):
    for cells in itertools.product(".0123", repeat=rows * cols):
        one = puzzle(*("".join(cells[row * cols:(row + 1) * cols]) for row in range(rows)))
        agree(one, 2, solve(one, 2, engine=engine))


@pytest.mark.parametrize("kind, engine", [(smullyan.Smullyan, DYNASTY), (canal.Canal, CANAL)])
def test_random_shades(solve, kind, engine):
    """Of other genres, whose cells are 1 where their value is."""
    rng = random.Random(0)
    for _ in range(150):
        rows, cols = rng.choice([(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 4), (4, 1), (2, 4), (4, 2)])
        density = rng.choice((0.0, 0.2, 0.5, 0.8))
        clues = tuple(tuple(rng.choice((0, 1, 1, 2, 3, 9, -1)) if rng.random() < density else None
                            for _ in range(cols)) for _ in range(rows))
        count = rng.choice((1, 2))
        one = kind("p", rows, cols, clues)
        agree(one, count, solve(one, count, engine=engine))


@BOTH
def test_random_puzzles(solve, engine):
    rng = random.Random(0)
    for _ in range(150):
        rows, cols = rng.choice([(2, 2), (2, 3), (3, 2), (3, 3), (1, 4), (4, 1), (2, 4), (4, 2)])
        density = rng.choice((0.0, 0.2, 0.5, 0.8))
        one = puzzle(*("".join(rng.choice("0122333") if rng.random() < density else "." for _ in range(cols))
                       for _ in range(rows)))
        count = rng.choice((1, 2))
        agree(one, count, solve(one, count, engine=engine))


@pytest.mark.parametrize("pages", [2, 3, 5, 20])
@pytest.mark.parametrize("laziness", [1, 2, 7, 1 << 32])
def test_pages_that_are_made_again(solve, deducer, pages, laziness):
    """Whatever the deducer concludes, and however few pages there are."""
    deducer.PAGES, deducer.LAZINESS = pages, laziness
    for one in puzzle("..", "..", "..", ".."), puzzle(".3.", "...", ".2."), puzzle("2.2", "...", "2.0"):
        agree(one, 2, solve(one, 2, engine=DEDUCER))


LONG = puzzle("..1.", "2.1.", ".222", "2022")  # 2,480 judgements until it is known that there is no solution


def test_a_search_that_lasts_is_told_before_its_result(ask, result_of):
    told, answer = ask(0, job(LONG))
    assert isinstance(told, State)
    assert (told.expected, told.ended, told.nodes) == (1, 0, 512)
    assert told.cycles > 0
    assert result_of([answer], LONG).status == Status.NO_SOLUTION


def test_a_search_that_takes_no_time_has_only_a_result(ask, result_of):
    one = puzzle("3")
    (answer,) = ask(0, job(one))
    assert result_of([answer], one).status == Status.NO_SOLUTION


def test_limit(solve):
    result = solve(LONG, limit=1)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())
    assert result.counters[0] == 512, "a search looks up every 512 judgements"


def test_a_limit_that_is_not_reached(solve):
    result = solve(LONG, limit=10_000_000)
    assert (result.status, result.complete, result.counters[0]) == (Status.NO_SOLUTION, True, 2480)


@pytest.mark.parametrize("keeping", [1, 2, 1 << 32])
def test_a_solution_that_lookahead_keeps(solve, deducer, keeping):
    """It is one of those wanted, wherever in the search it was found, and however few pages there are."""
    deducer.KEEPING, deducer.LAZINESS = keeping, 4
    for cells in itertools.product("..23", repeat=4):
        one = puzzle("".join(cells[:2]), "..", "".join(cells[2:]))
        for count in 1, 2:
            agree(one, count, solve(one, count, engine=DEDUCER))


def test_limit_of_the_deducer(solve, deducer):
    """It is looked up between nodes, and while the deducer works."""
    deducer.LAZINESS = deducer.KEEPING = 1 << 32
    result = solve(puzzle("....", "....", "...."), count=2, limit=100, engine=DEDUCER)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())
    deducer.BUSY = 1 << 31
    result = solve(puzzle("3"), limit=1000, engine=DEDUCER)
    assert (result.status, result.complete, result.counters[0]) == (Status.LIMIT, False, 1)


def test_the_deducer_keeps_what_it_found_before_the_limit(solve, deducer):
    deducer.LAZINESS = 1 << 32
    result = solve(puzzle("..", "..", ".."), count=2, limit=1, engine=DEDUCER)
    assert result.status == Status.LIMIT
    for limit in range(100, 2000, 100):
        result = solve(puzzle("3.", "..", ".."), count=2, limit=limit, engine=DEDUCER)
        if result.solutions:
            break
    assert (result.status, result.complete, len(result.solutions)) == (Status.SOLVED, False, 1)


def test_counts_of_the_deducer(solve, deducer):
    """Its counters have 32 bits and wrap around; the sums do not."""
    deducer.LAZINESS, deducer.PAGES = 1 << 32, 20
    result = solve(puzzle("..", ".."), count=2, engine=DEDUCER)
    nodes, *others = result.counters
    assert nodes == 6, "the puzzle, four choices, and the last one the other way"
    assert others == [nodes * (deducer.COUNTED + number) for number in range(6)]


def test_counts(solve):
    """A single clue of 3 on a single cell: outside or inside, four patterns each, and none fits the frame."""
    result = solve(puzzle("3"))
    assert (result.status, result.counters) == (Status.NO_SOLUTION, (8, 0, 0))


@BOTH
def test_counts_that_nobody_asked_for(ask, engine, result_of):
    """They are not in the result, which is the same otherwise."""
    one = puzzle("..", "2.")
    (with_counts,), (without,) = (
        ask(number, job(one, 2, engine=engine, taken=number, counters=counters))[-1:]
        for number, counters in enumerate((True, False)))
    with_counts, without = result_of([with_counts], one), result_of([without], one)
    assert len(with_counts.counters) > 0 and without.counters == ()
    assert len(without.solutions) == 2 and set(without.solutions) == set(with_counts.solutions)
    agree(one, 2, without)


def test_cancel_of_a_waiting_job(ask, result_of):
    one = puzzle("3..3", "....", "....", "2..2")
    told, answer = ask(0, job(one, 2), Cancel())
    assert told == State(1, 0)
    result = result_of([answer], one)
    assert (result.status, result.complete) == (Status.CANCELLED, False)
    assert ask(0, Repeat(0)) == [answer, State(1, 1)]


@BOTH
@pytest.mark.parametrize("rows, cols, puzzles, reason", [
    (0, 0, b"", Reason.MALFORMED),
    (0, 1, b"", Reason.MALFORMED),
    (1, 0, b"", Reason.MALFORMED),
    (1, 2, b"", Reason.MALFORMED),
    (1, 2, b"\3", Reason.MALFORMED),
    (3, 3, b"\xff\1", Reason.MALFORMED),
    (3, 3, b"\xff\1\0\0", Reason.MALFORMED),
    (6, 1, b"\0", Reason.TOO_LARGE),
    (1, 5, b"\0", Reason.TOO_LARGE),
    (255, 255, bytes(32), Reason.TOO_LARGE),
])
def test_bad_puzzles(ask, rows, cols, puzzles, reason, engine):
    (answer,) = ask(0, Solve(0, 1, engine, 1, rows, cols, 1, 0, puzzles))
    assert answer == Results(Result(Status.REFUSED, reason=reason).encode())


@BOTH
def test_a_stored_slitherlink(ask, engine):
    (answer,) = ask(0, Solve(0, 1, engine, 1, 2, 2, 1, 0, bytes(4), stored=True))
    assert answer == Results(Result(Status.REFUSED, reason=Reason.MALFORMED).encode())


def test_each_engine_has_its_size(ask, result_of):
    tall = puzzle(*"3.2.3")
    (answer,) = ask(0, job(tall))
    assert answer == Results(Result(Status.REFUSED, reason=Reason.TOO_LARGE).encode())
    (answer,) = ask(1, job(tall, engine=DEDUCER))[-1:]
    agree(tall, 1, result_of([answer], tall))


@pytest.mark.parametrize("genre, engine", [(9, 1), (1, 9)])
def test_an_engine_that_is_not_there(ask, genre, engine):
    (answer,) = ask(0, Solve(0, genre, engine, 1, 1, 1, 1, 0, b"\0"))
    assert answer == Results(Result(Status.REFUSED, reason=Reason.UNKNOWN_GENRE).encode())


@pytest.mark.parametrize("count, number, stored", [(0, 1, False), (3, 1, False), (1, 0, False), (1, 2, True)])
def test_bad_requests(ask, count, number, stored, result_of):
    """They take no job's number."""
    bad = Solve(0, 1, CHECKER, count, 1, 1, number, 0, b"\0\0\0\0", stored=stored)
    assert ask(0, bad) == [Refused(Reason.MALFORMED)]
    one = puzzle(".")
    assert result_of([*ask(0, job(one))], one).status == Status.SOLVED


@pytest.mark.parametrize("length", range(18))
def test_a_request_that_is_cut_off(ask, length):
    """Somewhere in its head, or in the limit."""
    payload = Solve(0, 1, CHECKER, 1, 1, 1, 1, 1 << 63, b"").encode()[:length]
    assert ask.raw(0x02, payload) == Refused(Reason.MALFORMED)
