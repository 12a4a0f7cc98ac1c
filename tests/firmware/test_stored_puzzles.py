"""Puzzles that are too large for a frame are stored in pieces, and their solutions are fetched in pieces."""

import random
import struct
import zlib
from functools import partial
from itertools import chain

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.firmware.protocol import Reason, Status
from rowloom.host.wire.protocol import Cancel, Fetch, Hello, Piece, Poll, Refused, Results, Solve, State, Store, Stored
from support.jobs import grid, open_rectangle
from support.native.talk import refused, result_in
from support.puzzles import full_grid

SIZE = 25
SCAN, CHECKER, PARALLEL = (ENGINES[name].number for name in ("scan", "checker", "parallel"))
PIECE = partial(Store, 2, SCAN)
REFUSED = refused(Reason.MALFORMED)
NOTHING_TO_FETCH = [Refused(Reason.MALFORMED)]


def cells_of(seed=0):
    """Return the cells of a grid with randomly permuted digits, in two forms: with an open first row, and complete."""
    digits = random.Random(seed).sample(range(1, SIZE + 1), SIZE)
    full = bytes(digits[digit - 1] for row in full_grid(5) for digit in row)
    return bytes(SIZE) + full[SIZE:], full


CELLS, SOLUTION = cells_of()
OTHER, OTHER_SOLUTION = cells_of(1)


def stored(cells=CELLS, size=SIZE, count=1):
    """Return a request to solve the cells that were stored before."""
    return Solve(0, 2, SCAN, count, size, size, 1, 0, struct.pack("<I", zlib.crc32(cells)), stored=True)


SMALL = Solve(0, 2, SCAN, 1, 4, 4, 1, 0, bytes(2))
TINY = Solve(0, 1, CHECKER, 1, 1, 1, 1, 0, b"\0")


@pytest.fixture
def store(ask):
    """Store a puzzle in pieces of 200 cells."""
    def store(sequence, cells=CELLS):
        for start in range(0, len(cells), 200):
            piece = cells[start:start + 200]
            assert ask(sequence, PIECE(start, piece)) == [Stored(start + len(piece))]

    return store


@pytest.fixture
def solve(ask, store):
    """Solve the puzzle in the stored cells. If ``cells`` are given, store them first."""
    def solve(sequence, cells=None):
        if cells:
            store(sequence, cells)
        result = result_in(ask(sequence, stored(cells or CELLS)), 0)
        assert (result.status, result.complete, result.solutions) == (Status.SOLVED, True, (b"",))

    return solve


def fetched(ask, sequence, solution=0):
    cells = b""
    while len(cells) < SIZE**2:
        (piece,) = ask(sequence, Fetch(solution, len(cells), min(200, SIZE**2 - len(cells))))
        assert (piece.solution, piece.offset) == (solution, len(cells))
        cells += piece.cells
    return cells


def test_one_puzzle_after_the_other(ask, store, solve):
    """Until the puzzle is solved, its pieces can be repeated in any order. Afterwards, these pieces have no effect."""
    store(0)
    assert ask(0, PIECE(200, CELLS[200:400]), PIECE(0, CELLS[:200])) == [Stored(400), Stored(200)]
    solve(0)
    assert fetched(ask, 0) == SOLUTION
    assert ask(0, Poll(1)) == [State(1, 1)]
    for offset in (0, 200):
        assert ask(0, PIECE(offset, OTHER[offset:offset + 200])) == [State(1, 1)]
    assert fetched(ask, 0) == SOLUTION
    assert ask(0, Fetch(0, 0, 625), Fetch(0, 625, 0)) == [Piece(0, 0, SOLUTION), Piece(0, 625, b"")]
    for request in Fetch(1, 0, 10), Fetch(0, 626, 0), Fetch(0, 1, 625), Fetch(0, 0xFFFFFFFF, 2):
        assert ask(0, request) == NOTHING_TO_FETCH
    # The first piece of the next puzzle overwrites the solution.
    assert ask(1, PIECE(200, OTHER[200:400])) == [State(1, 1)]
    assert ask(1, PIECE(0, OTHER[:200])) == [Stored(200)]
    assert ask(0, Fetch(0, 0, 10)) == [State(1, 1)]
    solve(1, OTHER)
    assert fetched(ask, 1) == OTHER_SOLUTION


def test_two_solutions(ask, store):
    """In the 36x36 grid, four cells are open, in two rows of a band and in two columns. In a solution, these cells have
    only two different digits, which can be swapped."""
    size, cells = 36, bytes(chain.from_iterable(grid(6, open_rectangle).cells))
    store(0, cells)
    assert result_in(ask(0, stored(cells, size, 2)), 0).solutions == (b"", b"")
    corners = []
    for solution in (0, 1):
        first, fourth = ([ask(0, Fetch(solution, size * row, size))[0].cells[col] for col in (0, 18)] for row in (0, 3))
        corners.append((first, fourth))
    assert sorted(corners) == [([1, 19], [19, 1]), ([19, 1], [1, 19])]


def test_stored_cells_of_another_puzzle(ask, store, solve):
    store(0, OTHER)
    assert ask(0, stored()) == [REFUSED]
    assert ask(0, Fetch(0, 0, 10)) == NOTHING_TO_FETCH
    solve(1, CELLS)


@pytest.mark.parametrize("length", [0, 3, 5])
def test_a_checksum_of_another_length(ask, store, length):
    store(0)
    puzzles = (stored().puzzles + b"\0")[:length]
    assert ask(0, Solve(0, 2, SCAN, 1, SIZE, SIZE, 1, 0, puzzles, stored=True)) == [REFUSED]


def test_cells_that_are_no_puzzle_or_have_no_solution(ask, store):
    too_large = CELLS[:-1] + bytes([SIZE + 1])
    store(0, too_large)
    assert ask(0, stored(too_large)) == [REFUSED]
    wrong = bytes(SIZE) + CELLS[SIZE:-1] + CELLS[-2:-1]
    store(1, wrong)
    result = result_in(ask(1, stored(wrong)), 0)
    assert (result.status, result.complete, result.solutions) == (Status.NO_SOLUTION, True, ())
    assert ask(1, Fetch(0, 0, 10)) == NOTHING_TO_FETCH


@pytest.mark.parametrize("other", [0, 2, 0x7FFF, 0xFFFF])
def test_pieces_are_for_the_next_job(ask, store, other, solve):
    """Pieces for a job other than the next job have no effect."""
    ask(0, TINY)
    store(1)
    for offset in (0, 200):
        assert ask(other, PIECE(offset, OTHER[offset:offset + 200])) == [State(1, 1)]
    solve(1)
    assert fetched(ask, 1) == SOLUTION


@pytest.mark.parametrize("waiting", [SMALL, TINY])
def test_nothing_is_stored_while_a_puzzle_waits(ask, waiting, solve):
    """The waiting puzzle may be for any engine."""
    busy, *_, (_, answer) = ask.exchange((0, waiting), (1, PIECE(0, CELLS[:200])))
    assert busy == (1, Refused(Reason.BUSY))
    assert isinstance(answer, Results)
    solve(1, CELLS)


def test_nothing_is_stored_while_an_engine_works(ask, during):
    """The engine works for one session when a new session sends a piece. The piece is not stored."""
    during((0, Hello()), (0, PIECE(0, CELLS[:200])), session=78)
    answers = ask(0, Solve(0, 1, ENGINES["deducer"].number, 1, 1, 1, 1, 0, b"\0"))
    assert answers[-1] == Refused(Reason.BUSY)
    assert ask(0, PIECE(0, CELLS[:200]), session=78) == [Stored(200)]


@pytest.mark.parametrize("other", [SMALL, TINY])
def test_cells_that_were_stored_for_another_job(ask, store, other, solve):
    """Cells were stored for a job, but then a puzzle that was sent in a single frame has used the number of this
    job."""
    store(0)
    ask(0, other)
    assert ask(0, PIECE(200, CELLS[200:400])) == ask(1, PIECE(200, CELLS[200:400])) == [State(1, 1)]
    assert ask(1, stored()) == [REFUSED]
    solve(2, CELLS)


def test_which_puzzles_replace_the_solution(ask, solve):
    """The next puzzle for the same engine replaces the solution. Puzzles for other engines do not replace the
    solution."""
    solve(0, CELLS)
    ask(1, TINY)
    assert fetched(ask, 0) == SOLUTION
    for number, other in enumerate((SMALL, stored()), 2):
        ask(number, other)
        assert ask(0, Fetch(0, 0, 10)) == [State(number + 1, number + 1)]


def test_a_new_session_forgets_cells_and_solutions(ask, store, solve):
    store(0)
    ask(0, Hello(), session=78)
    assert ask(0, PIECE(200, CELLS[200:400]), session=78) == [State(0, 0)]
    assert ask(0, stored(), session=78) == [REFUSED]
    assert ask(0, Fetch(0, 0, 10), session=78) == [State(1, 1)]
    ask(0, Hello())
    solve(0, CELLS)
    ask(0, Hello(), session=78)
    assert ask(0, Fetch(0, 0, 10), session=78) == [State(0, 0)]
    ask(0, TINY, session=78)
    assert ask(0, Fetch(0, 0, 10), session=78) == [State(1, 1)]


def test_a_later_job_without_a_solution_has_not_that_of_an_earlier_one(ask, store, solve):
    """The later job is cancelled, has a checksum that the stored cells do not have, or is solved by another engine."""
    solve(0, CELLS)
    for number, requests in enumerate(((stored(OTHER), Cancel()), (stored(),), (TINY,)), 1):
        store(number, OTHER)
        ask(number, *requests)
        assert ask(number, Fetch(0, 0, 10)) == NOTHING_TO_FETCH


def test_fetch_before_there_is_a_solution(ask, store):
    assert ask(0, Fetch(0, 0, 10)) == [State(0, 0)]
    store(0)
    assert ask(0, Fetch(0, 0, 10)) == [State(0, 0)]
    waiting, *_ = ask(0, stored(), Fetch(0, 0, 10))
    assert waiting == State(1, 0)


@pytest.mark.parametrize("request_, reason", [
    (Store(2, SCAN, 0xFFFFFFFF, b"12"), Reason.TOO_LARGE), (Store(2, SCAN, 1296, b"1"), Reason.TOO_LARGE),
    (Store(2, PARALLEL, 0, b"1"), Reason.UNKNOWN_GENRE), (Store(1, CHECKER, 0, b"1"), Reason.UNKNOWN_GENRE),
])
def test_pieces_that_are_refused(ask, store, request_, reason):
    store(0)
    assert ask(0, request_) == [Refused(reason)]
    assert ask(0, stored(bytes(49 * 49), 49)) == [refused(Reason.TOO_LARGE)]
