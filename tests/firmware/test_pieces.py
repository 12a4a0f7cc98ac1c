"""Puzzles that are too large for a frame: what the firmware does with their pieces, whatever comes in which order."""

import random
import struct
import zlib
from functools import partial
from itertools import chain

import pytest

from rowloom.host.protocol import (
    Cancel,
    Deframer,
    Fetch,
    Hello,
    Piece,
    Poll,
    Reason,
    Refused,
    Result,
    Solve,
    Stage,
    State,
    Status,
    Store,
    Stored,
    decode,
    frame,
    pack,
)
from rowloom.hw.engines import ENGINES

SESSION, SIZE = 77, 25
SCAN, CHECKER, PARALLEL = (ENGINES[name].number for name in ("scan", "checker", "parallel"))
PIECE = partial(Store, 2, SCAN)
UNKNOWN = State(Stage.UNKNOWN)


def cells_of(seed=0, size=SIZE):
    """A full grid, its digits exchanged, with the first row open."""
    order = round(size**0.5)
    digits = random.Random(seed).sample(range(1, size + 1), size)
    shifts = [order * (row % order) + row // order for row in range(size)]
    full = bytes(digits[(shift + col) % size] for shift in shifts for col in range(size))
    return bytes(size) + full[size:], full


CELLS, SOLUTION = cells_of()
OTHER, OTHER_SOLUTION = cells_of(1)


def large(cells=CELLS, count=1):
    return Solve(2, SCAN, count, 0, struct.pack("<BBI", SIZE, SIZE, zlib.crc32(cells)))


SMALL = Solve(2, SCAN, 1, 0, b"\4\4" + bytes(8))
TINY = Solve(1, CHECKER, 1, 0, b"\1\1\xff")


class Line:
    """Says things to a board and returns what it answers."""

    def __init__(self, native):
        self._native = native

    def exchange(self, *requests, session=SESSION):
        """Requests with the numbers of their jobs, all at once; so are the answers."""
        self._native.feed(b"".join(pack(request, session, sequence) for sequence, request in requests))
        return [(body.sequence, decode(body)) for body in Deframer().feed(self._native.take())]

    def __call__(self, sequence, *requests, session=SESSION):
        """All about one job."""
        answers = self.exchange(*((sequence, request) for request in requests), session=session)
        return [answer for _, answer in answers]


@pytest.fixture
def ask(native):
    line = Line(native)
    line(0, Hello())
    return line


@pytest.fixture
def store(ask):
    """Stores a puzzle in pieces of 200 cells."""
    def store(sequence, cells=CELLS):
        for start in range(0, len(cells), 200):
            piece = cells[start:start + 200]
            assert ask(sequence, PIECE(start, piece)) == [Stored(start + len(piece))]

    return store


def fetched(ask, sequence, solution=0):
    cells = b""
    while len(cells) < SIZE**2:
        (piece,) = ask(sequence, Fetch(solution, len(cells), min(200, SIZE**2 - len(cells))))
        assert (piece.solution, piece.offset) == (solution, len(cells))
        cells += piece.cells
    return cells


def solve(ask, sequence, cells=CELLS, solutions=1):
    *_, result = ask(sequence, large(cells))
    assert (result.status, result.rows, result.cols) == (Status.SOLVED, SIZE, SIZE)
    assert result.solutions == (b"",) * solutions
    return result


def test_a_puzzle_in_pieces(ask, store):
    store(5)
    result = solve(ask, 5)
    assert fetched(ask, 5) == SOLUTION
    assert ask(5, Poll()) == [result]
    store(6, OTHER)
    solve(ask, 6, OTHER)
    assert fetched(ask, 6) == OTHER_SOLUTION


def test_two_solutions(ask, store):
    """Of 36x36: two rows of a band and two columns that hold the same two digits."""
    size, order = 36, 6
    rows = [[(order * (row % order) + row // order + col) % size + 1 for col in range(size)] for row in range(size)]
    for row in (0, 3):
        rows[row][0] = rows[row][18] = 0
    cells = bytes(chain.from_iterable(rows))
    store(0, cells)
    *_, result = ask(0, Solve(2, SCAN, 2, 0, struct.pack("<BBI", size, size, zlib.crc32(cells))))
    assert result.solutions == (b"", b"")
    corners = []
    for solution in (0, 1):
        first, fourth = ([ask(0, Fetch(solution, size * row, size))[0].cells[col] for col in (0, 18)] for row in (0, 3))
        corners.append((first, fourth))
    assert sorted(corners) == [([1, 19], [19, 1]), ([19, 1], [1, 19])]


def test_pieces_that_come_again(ask, store):
    store(0)
    assert ask(0, PIECE(200, CELLS[200:400]), PIECE(0, CELLS[:200])) == [Stored(400), Stored(200)]
    solve(ask, 0)


def test_stored_cells_that_are_not_those_of_the_puzzle(ask, store):
    store(0, OTHER)
    assert ask(0, large()) == [Refused(Reason.MALFORMED)]
    store(0)
    solve(ask, 0)


def test_the_beginning_has_to_come_first(ask):
    assert ask(0, PIECE(200, CELLS[200:400])) == [UNKNOWN]
    assert ask(0, PIECE(0, CELLS[:200]), PIECE(200, CELLS[200:400])) == [Stored(200), Stored(400)]
    assert ask(1, PIECE(200, CELLS[200:400])) == [UNKNOWN]


def test_an_older_puzzle_takes_nothing_away(ask, store):
    store(7)
    assert ask(6, PIECE(0, OTHER[:200])) == [UNKNOWN]
    assert ask(6, PIECE(200, OTHER[200:400])) == [UNKNOWN]
    solve(ask, 7)
    assert ask(6, PIECE(0, OTHER[:200])) == [UNKNOWN]
    assert fetched(ask, 7) == SOLUTION


def test_a_newer_puzzle_takes_the_place(ask, store):
    store(0xFFFF)
    store(0, OTHER)
    assert ask(0xFFFF, large()) == [Refused(Reason.MALFORMED)]
    solve(ask, 0, OTHER)
    assert fetched(ask, 0) == OTHER_SOLUTION


def test_pieces_behind_their_puzzle_are_echoes(ask, store):
    store(0)
    result = solve(ask, 0)
    assert ask(0, PIECE(0, OTHER[:200])) == [result]
    assert fetched(ask, 0) == SOLUTION


def test_pieces_for_a_slot_that_went_on_are_echoes(ask, store):
    (identity,) = ask(0, Hello())
    store(0)
    solve(ask, 0)
    ask(identity.window, TINY)
    assert ask(0, PIECE(0, OTHER[:200])) == [UNKNOWN]
    assert ask(0, Fetch(0, 0, 10)) == [UNKNOWN]
    # What was stored long ago says nothing about which number is newer.
    for sequence in range(2 * identity.window, 40_001, identity.window):
        ask(sequence, TINY)
    store(40_001)
    solve(ask, 40_001)


def test_nothing_is_stored_where_a_puzzle_waits(ask, store):
    refused, _, result = ask.exchange((1, SMALL), (2, PIECE(0, CELLS[:200])))
    assert refused == (2, Refused(Reason.BUSY))
    assert isinstance(result[1], Result)
    store(2)
    solve(ask, 2)


def test_a_stored_puzzle_waits_for_the_engine(ask, store):
    store(0)
    refused, _, result = ask.exchange((1, SMALL), (0, large()))
    assert refused == (0, Refused(Reason.BUSY))
    assert isinstance(result[1], Result)
    # The other one was where its cells had been.
    assert ask(0, large()) == [Refused(Reason.MALFORMED)]


def test_a_puzzle_for_the_same_engine_takes_the_solution_away(ask, store):
    store(0)
    solve(ask, 0)
    ask(1, SMALL)
    assert ask(0, Fetch(0, 0, 10)) == [UNKNOWN]


def test_other_engines_work_meanwhile(ask):
    assert ask(3, PIECE(0, CELLS[:400])) == [Stored(400)]
    ask(4, TINY)
    assert ask(3, PIECE(400, CELLS[400:])) == [Stored(625)]
    ask(5, TINY)
    solve(ask, 3)
    ask(6, TINY)
    assert fetched(ask, 3) == SOLUTION


def test_a_new_session_forgets_what_is_stored(ask, store):
    store(0)
    ask(0, Hello(), session=78)
    assert ask(0, PIECE(200, CELLS[200:400]), session=78) == [UNKNOWN]
    assert ask(0, Fetch(0, 0, 10), session=78) == [UNKNOWN]


def test_cancel(ask, store):
    store(0)
    assert ask(0, Cancel()) == [UNKNOWN]
    (cancelled,) = ask(0, large(), Cancel())
    assert (cancelled.status, cancelled.rows, cancelled.solutions) == (Status.CANCELLED, SIZE, ())
    assert ask(0, Fetch(0, 0, 10)) == [Refused(Reason.MALFORMED)]


def test_fetch_before_there_is_a_solution(ask, store):
    assert ask(0, Fetch(0, 0, 10)) == [UNKNOWN]
    store(0)
    waiting, *_ = ask(0, large(), Fetch(0, 0, 10))
    assert waiting == State(Stage.WAITING)


def test_a_result_that_has_no_solution_to_fetch(ask, store):
    wrong = bytes(SIZE) + CELLS[SIZE:-1] + CELLS[-2:-1]
    store(0, wrong)
    *_, result = ask(0, large(wrong))
    assert (result.status, result.complete, result.solutions) == (Status.NO_SOLUTION, True, ())


@pytest.mark.parametrize("request_", [
    Fetch(1, 0, 10), Fetch(0, 626, 0), Fetch(0, 1, 625), Fetch(0, 0xFFFFFFFF, 2),
])
def test_what_cannot_be_fetched(ask, store, request_):
    store(0)
    solve(ask, 0)
    assert ask(0, request_) == [Refused(Reason.MALFORMED)]


def test_the_largest_piece(ask, store):
    store(0)
    solve(ask, 0)
    assert ask(0, Fetch(0, 0, 625), Fetch(0, 625, 0)) == [Piece(0, 0, SOLUTION), Piece(0, 625, b"")]


@pytest.mark.parametrize("request_, reason", [
    (Store(2, SCAN, 0xFFFFFFFF, b"12"), Reason.TOO_LARGE),
    (Store(2, SCAN, 1296, b"1"), Reason.TOO_LARGE),
    (Store(2, PARALLEL, 0, b"1"), Reason.UNKNOWN_GENRE),
    (Store(1, CHECKER, 0, b"1"), Reason.UNKNOWN_GENRE),
    (Solve(2, SCAN, 1, 0, b"\x31\x31" + bytes(4)), Reason.TOO_LARGE),
])
def test_what_is_not_taken(ask, store, request_, reason):
    store(0)
    assert ask(0, request_) == [Refused(reason)]


@pytest.mark.parametrize("kind, length", [(0x09, 5), (0x0A, 6), (0x0A, 8)])
def test_requests_of_another_length(native, ask, kind, length):
    native.feed(frame(struct.pack("<BIH", kind, SESSION, 0) + bytes(length)))
    (body,) = Deframer().feed(native.take())
    assert decode(body) == Refused(Reason.MALFORMED)
