"""With models of the engines, the firmware's searches find the same solutions as brute force."""

import itertools
import random
from collections import Counter

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.host.jobs.tasks import Certain
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.encoding import SLITHERLINK, SUDOKU
from rowloom.host.puzzles.sudoku import Sudoku
from rowloom.host.wire.protocol import Capability, Hello, Reason, Refused, Solve, Status
from support import brute
from support.jobs import puzzle
from support.loops import common_of, small
from support.native.talk import refused, result_in
from support.puzzles import blank

LOOP_ENGINES, SUDOKU_ENGINES = ["checker", "deducer"], ["parallel", "scan"]
CHECKER = ENGINES["checker"].number
EMPTY = blank(Sudoku, 4, 4)
SIZES = (1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 4), (4, 1), (2, 4), (4, 2)


def job(one, name="checker", count=1, taken=0, counters=True):
    return Solve(taken, 1, ENGINES[name].number, count, one.rows, one.cols, 1, 0, SLITHERLINK.encode(one), counters)


@pytest.fixture
def deducer(native):
    return native.engines["deducer"]


def agree(one, count, result):
    """Assert that the result agrees with brute force; return the number of solutions in the result."""
    truth, genre = set(brute.solutions(one)), BOARD_GENRES[one.genre]
    found = [genre.decode_solution(one, data) for data in result.solutions]
    assert result.complete
    assert result.status == (Status.SOLVED if truth else Status.NO_SOLUTION)
    assert len(found) == len(set(found)) == min(count, len(truth))
    assert set(found) <= truth
    return len(found)


def test_engines(ask):
    (identity,) = ask(0, Hello())
    sizes = {"checker": (4, 4), "deducer": (5, 4), "parallel": (4, 4), "scan": (36, 36), "dynasty": (4, 4),
             "canal": (4, 4)}
    assert identity.capabilities == tuple(
        Capability(engine.genre.number, engine.number, *sizes[name]) for name, engine in ENGINES.items())


@pytest.mark.parametrize("name", LOOP_ENGINES)
@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1)])
def test_every_tiny_puzzle(work, rows, cols, name):
    for cells in itertools.product(".0123", repeat=rows * cols):
        one = puzzle(" ".join("".join(cells[row * cols:(row + 1) * cols]) for row in range(rows)))
        agree(one, 2, work(name, one, count=2))


def test_brute_force_finds_all_sudokus():
    assert len(brute.solutions(EMPTY)) == 288


@pytest.mark.parametrize("name", ENGINES)
def test_random_puzzles(work, name):
    rng, numbers = random.Random(0), set()
    for _ in range(60):
        one, count = small(ENGINES[name].genre.name, rng, SIZES, (0, 0.1, 0.3, 0.5, 0.8)), rng.choice((1, 2))
        result = work(name, one, count=count)
        numbers.add((count, agree(one, count, result)))
        assert result.counters[0] >= 1
    assert numbers == {(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)}


@pytest.mark.parametrize("name", ["deducer", "dynasty", "canal"])
@pytest.mark.parametrize("pages", [2, 4], ids=["few-pages", "more-pages"])
def test_certain(native, work, name, pages):
    native.engines[name].PAGES = pages
    rng, numbers, task = random.Random(pages), Counter(), Certain()
    for _ in range(40):
        one = small(ENGINES[name].genre.name, rng, SIZES, (0, 0.2, 0.5, 0.8))
        truth = brute.solutions(one)
        numbers[min(len(truth), 3)] += 1
        result = work(name, one, task)
        assert result.complete and result.status == (Status.SOLVED if truth else Status.NO_SOLUTION)
        if truth:
            (found,) = (task.decode(BOARD_GENRES[one.genre], one, data) for data in result.solutions)
            assert found.solutions[0] in truth
            assert (found.facts["certain"], found.facts.get("certain_edges")) == common_of(truth, name == "deducer")
            assert found.counters["searches"] > 1
    assert all(numbers[number] for number in (0, 1, 3)), numbers


@pytest.mark.parametrize("pages", [2, 3, 5, 20])
@pytest.mark.parametrize("laziness", [1, 2, 7, 1 << 32])
def test_pages_that_are_restored(work, deducer, pages, laziness):
    """The search finds the right solutions with any number of pages, and however few conclusions the deducer draws."""
    deducer.PAGES, deducer.LAZINESS = pages, laziness
    for one in puzzle(".. .. .. .."), puzzle(".3. ... .2."), puzzle("2.2 ... 2.0"):
        agree(one, 2, work("deducer", one, count=2))


@pytest.mark.parametrize("keeping", [1, 2, 1 << 32])
def test_a_solution_that_lookahead_keeps(work, deducer, keeping):
    """A solution that lookahead finds is counted, no matter at which point of the search it is found."""
    deducer.KEEPING, deducer.LAZINESS = keeping, 4
    for cells in itertools.product(".23", repeat=4):
        one = puzzle("{}{} .. {}{}".format(*cells))
        for count in 1, 2:
            agree(one, count, work("deducer", one, count=count))


# Limits, progress and counters

LONG = puzzle("..1. 2.1. .222 2022")  # after 2,480 nodes, the checker has proved that there is no solution


def test_a_long_search_reports_its_state_before_its_result(ask):
    state, answer = ask(0, job(LONG))
    assert (state.expected, state.ended, state.nodes) == (1, 0, 512)
    assert state.cycles > 0
    assert result_in([answer], 2).status == Status.NO_SOLUTION
    (answer,) = ask(1, job(puzzle("3"), taken=1))
    assert result_in([answer], 1).status == Status.NO_SOLUTION


def test_limit(work):
    result = work("checker", LONG, limit=1)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())
    assert result.counters[0] == 512, "a search checks the limit every 512 nodes"
    result = work("checker", LONG, limit=10_000_000)
    assert (result.status, result.complete, result.counters[0]) == (Status.NO_SOLUTION, True, 2480)


def test_limit_of_the_deducer(work, deducer):
    """The limit is checked between the nodes of the search, and while the deducer works."""
    deducer.LAZINESS = deducer.KEEPING = 1 << 32
    result = work("deducer", puzzle(".... .... ...."), count=2, limit=100)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())
    deducer.BUSY = 1 << 31
    result = work("deducer", puzzle("3"), limit=1000)
    assert (result.status, result.complete, result.counters[0]) == (Status.LIMIT, False, 1)


def test_the_deducer_keeps_what_it_found_before_the_limit(work, deducer):
    deducer.LAZINESS = 1 << 32
    result = work("deducer", puzzle(".. .. .."), count=2, limit=1)
    assert result.status == Status.LIMIT
    for limit in range(100, 2000, 100):
        result = work("deducer", puzzle("3. .. .."), count=2, limit=limit)
        if result.solutions:
            break
    assert (result.status, result.complete, len(result.solutions)) == (Status.SOLVED, False, 1)


@pytest.mark.parametrize("name", SUDOKU_ENGINES)
def test_limit_of_the_sudoku_engines(work, native, name):
    native.engines[name].BUSY = 200
    result = work(name, EMPTY, limit=1000)
    assert (result.status, result.complete, result.solutions) == (Status.LIMIT, False, ())


@pytest.mark.parametrize("name", SUDOKU_ENGINES)
def test_the_sudoku_engines_keep_what_they_found_before_the_limit(work, native, name):
    native.engines[name].BUSY = 4
    numbers, enough = set(), work(name, EMPTY, count=2).cycles
    for limit in [*range(10, enough, enough // 20), *range(max(10, enough - 300), enough + 20, 10)]:
        result = work(name, EMPTY, count=2, limit=limit)
        numbers.add((len(result.solutions), result.complete))
        for data in result.solutions:
            assert EMPTY.verify(SUDOKU.decode_solution(EMPTY, data)) == []
    assert {(0, False), (1, False), (2, True)} == numbers


def test_counters(work, deducer):
    """The deducer's counters have 32 bits and wrap around. The sums in the result do not wrap around."""
    # The puzzle is a single cell with a 3. The cell can be outside or inside, with four patterns for each colour, but
    # each of these eight assignments contradicts the frame.
    result = work("checker", puzzle("3"))
    assert (result.status, result.counters) == (Status.NO_SOLUTION, (8, 0, 0))
    deducer.LAZINESS, deducer.PAGES = 1 << 32, 20
    nodes, *others = work("deducer", puzzle(".. .."), count=2).counters
    assert nodes == 6, "the puzzle, a guess in each of the four cells, and the second guess in the last cell"
    assert others == [nodes * (deducer.COUNTED + number) for number in range(6)]


@pytest.mark.parametrize("name", LOOP_ENGINES)
def test_counters_that_nobody_asked_for(ask, name):
    """A result without counters has the same solutions as a result with counters."""
    one = puzzle(".. 2.")
    with_counts, without = (
        result_in(ask(number, job(one, name, 2, number, counters)), 1) for number, counters in enumerate((True, False)))
    assert len(with_counts.counters) > 0 and without.counters == ()
    assert len(without.solutions) == 2 and set(without.solutions) == set(with_counts.solutions)
    agree(one, 2, without)


# Requests that are refused


@pytest.mark.parametrize("names, reason, puzzles", [
    (LOOP_ENGINES, Reason.MALFORMED, [
        (0, 0, b""), (0, 1, b""), (1, 0, b""), (1, 2, b""), (1, 2, b"\3"), (3, 3, b"\xff\1"), (3, 3, b"\xff\1\0\0")]),
    (LOOP_ENGINES, Reason.TOO_LARGE, [(6, 1, b"\0"), (1, 5, b"\0"), (255, 255, bytes(32))]),
    (SUDOKU_ENGINES, Reason.MALFORMED, [
        (0, 0, b""), (1, 1, b"\0"), (4, 5, bytes(3)), (5, 4, bytes(3)), (5, 5, bytes(4)), (4, 4, b""), (4, 4, b"\0"),
        (4, 4, b"\1\0"), (4, 4, b"\7\0\0"), (4, 4, b"\1\0\4"), (4, 4, b"\0\x80\x0f"), (4, 4, b"\3\0\x40"),
        (255, 255, b"")]),
    (SUDOKU_ENGINES, Reason.TOO_LARGE, [(25, 25, bytes(79))]),
    (["parallel"], Reason.TOO_LARGE, [(9, 9, bytes(11))]),
])
def test_bad_puzzles(ask, names, reason, puzzles):
    for number, (name, (rows, cols, data)) in enumerate(itertools.product(names, puzzles)):
        engine = ENGINES[name]
        request = Solve(number, engine.genre.number, engine.number, 1, rows, cols, 1, 0, data)
        assert ask(number, request) == [refused(reason)], request


@pytest.mark.parametrize("name, size", [("checker", 2), ("deducer", 2), ("parallel", 4)])
def test_engines_that_store_no_puzzle(ask, name, size):
    engine = ENGINES[name]
    request = Solve(0, engine.genre.number, engine.number, 1, size, size, 1, 0, bytes(4), stored=True)
    assert ask(0, request) == [refused(Reason.MALFORMED)]


def test_each_engine_has_its_size(ask, work):
    tall = puzzle("3 . 2 . 3")
    assert ask(0, job(tall)) == [refused(Reason.TOO_LARGE)]
    (*_, answer) = ask(1, job(tall, "deducer", taken=1))
    assert answer != refused(Reason.TOO_LARGE)


@pytest.mark.parametrize("genre, engine", [(9, 1), (1, 9)])
def test_an_engine_that_does_not_exist(ask, genre, engine):
    assert ask(0, Solve(0, genre, engine, 1, 1, 1, 1, 0, b"\0")) == [refused(Reason.UNKNOWN_GENRE)]


@pytest.mark.parametrize("count, number, stored", [(0, 1, False), (3, 1, False), (1, 0, False), (1, 2, True)])
def test_bad_requests(ask, count, number, stored):
    """After a bad request, the next request can have the same job number."""
    bad = Solve(0, 1, CHECKER, count, 1, 1, number, 0, b"\0\0\0\0", stored=stored)
    assert ask(0, bad) == [Refused(Reason.MALFORMED)]
    assert result_in(ask(0, job(puzzle("."))), 1).status == Status.SOLVED


@pytest.mark.parametrize("length", range(18))
def test_a_request_that_is_cut_off(ask, length):
    """Each request is cut off somewhere in its head or in its limit."""
    payload = Solve(0, 1, CHECKER, 1, 1, 1, 1, 1 << 63, b"").encode()[:length]
    assert ask.raw(0x02, payload) == Refused(Reason.MALFORMED)
