"""The firmware's queues. Two queues are built on the queue of blocks: the queue of puzzles that wait, and the queue of
results to send."""

import _ctypes
import ctypes
import random
from collections import deque
from dataclasses import replace
from itertools import cycle, islice, permutations

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.firmware.protocol import REQUEST_BYTES, Dropped, Kind, Reason, Status, Task
from rowloom.host.jobs.tasks import Thin
from rowloom.host.puzzles import BOARD_GENRES
from rowloom.host.puzzles.encoding import SUDOKU
from rowloom.host.wire.protocol import SEQUENCES, Cancel, Hello, Poll, Refused, Repeat, Result, Results, Solve, State
from support.native.talk import Talk, results_in
from support.puzzles import full_grid, sudoku

# Blocks of bytes


class Queue(ctypes.Structure):
    """``struct queue``."""

    _fields_ = [
        ("memory", ctypes.c_void_p),
        *((name, ctypes.c_uint32) for name in ("words", "blocks", "first", "end", "top", "reserved")),
    ]


class Blocks:
    """A queue of ``words`` words, and its expected contents."""

    GUARD = b"guardian"

    def __init__(self, library, words):
        self._library, self._words = library, words
        for name in ("reserve", "bytes"):
            getattr(library, f"native_queue_{name}").restype = ctypes.c_void_p
        library.native_queue_length.restype = ctypes.c_size_t
        guarded = self.GUARD + bytes(4 * words) + self.GUARD
        self._memory = ctypes.create_string_buffer(guarded, len(guarded))
        self._start = ctypes.addressof(self._memory) + len(self.GUARD)
        self._queue = Queue(memory=self._start, words=words)
        self.blocks = deque()  # for each block: its start and end in words, and its content

    def _call(self, name, *args):
        return getattr(self._library, f"native_queue_{name}")(ctypes.byref(self._queue), *args)

    def reserve(self, length):
        """Reserve a block and fill it; return whether there was room. There must be room if a gap is large enough."""
        address = self._call("reserve", ctypes.c_size_t(length))
        words = 1 + -(-length // 4)
        assert (address is not None) == any(end - start >= words for start, end in self._gaps())
        if address is None:
            return False
        begin = (address - 4 - self._start) // 4
        assert address % 4 == 0 and 0 <= begin <= self._words - words
        assert all(begin + words <= start or end <= begin for start, end, _ in self.blocks)
        ctypes.memset(address, 0xEE, length)
        self._reserved = begin, address
        return True

    def add(self, content):
        """Add the reserved block; its content may be shorter than the reserved length."""
        begin, address = self._reserved
        ctypes.memmove(address, content, len(content))
        self._call("add", ctypes.c_size_t(len(content)))
        self.blocks.append((begin, begin + 1 + -(-len(content) // 4), content))

    def remove(self):
        self._call("remove")
        self.blocks.popleft()

    def check(self):
        """Assert that the queue has all blocks in order, and that no memory around the queue was written."""
        assert self._queue.blocks == len(self.blocks)
        block = self._queue.first
        for _, _, content in self.blocks:
            assert block < self._words and self._call("length", block) == len(content)
            assert ctypes.string_at(self._call("bytes", block), len(content)) == content
            block = self._call("next", block)
        assert self._memory.raw.startswith(self.GUARD) and self._memory.raw.endswith(self.GUARD)

    def _gaps(self):
        if not self.blocks:
            return [(0, self._words)]
        first, end = self.blocks[0][0], self.blocks[-1][1]
        return [(end, first)] if end <= first else [(end, self._words), (0, first)]


@pytest.fixture
def library(firmware_library):
    loaded = ctypes.CDLL(str(firmware_library))
    yield loaded
    _ctypes.dlclose(loaded._handle)


@pytest.mark.parametrize("words", [2, 3, 8, 21, 100, REQUEST_BYTES // 4])
@pytest.mark.parametrize("greed", [0.2, 0.8])
def test_a_queue_of_blocks(library, words, greed):
    """The larger ``greed`` is, the fuller the queue becomes. Blocks may be removed while another block is reserved."""
    rng = random.Random(0)
    room = set()
    for _ in range(5):
        queue = Blocks(library, words)
        for _ in range(200):
            if rng.random() < greed:
                most = rng.choice((0, 1, rng.randrange(1 + words), rng.randrange(1 + 4 * words)))
                room.add(reserved := queue.reserve(most))
                while queue.blocks and rng.random() < 0.2:
                    queue.remove()
                queue.check()
                if reserved and rng.random() < 0.9:
                    queue.add(rng.randbytes(rng.choice((most, rng.randrange(1 + most)))))
            elif queue.blocks:
                queue.remove()
            queue.check()
    assert room == {False, True}


# Puzzles and results

PARALLEL, DEDUCER = ENGINES["parallel"].number, ENGINES["deducer"].number
GATHERED = 497
"""The largest total size, in bytes, of the results in a frame with several results. For frames of this size, COBS adds
only two bytes."""
OVERHEAD = 96
"""The largest size of a SOLVE in bytes, not counting its puzzles."""


def grids(number):
    """Return this number of full Sudokus; consecutive Sudokus differ."""
    grid = full_grid(2)
    swapped = ([[digits[cell - 1] for cell in row] for row in grid] for digits in permutations((1, 2, 3, 4)))
    return list(islice(cycle(map(sudoku, swapped)), number))


def sudokus(puzzles, taken=0):
    return Solve(taken, 2, PARALLEL, 1, 4, 4, len(puzzles), 0, b"".join(map(SUDOKU.encode, puzzles)))


def slitherlink(taken=0):
    """Return a request for a puzzle that keeps the deducer busy for a while."""
    return Solve(taken, 1, DEDUCER, 1, 1, 1, 1, 0, b"\0")


UNKNOWN = Solve(0, 9, 9, 1, 1, 1, 200, 0, b"")
"""A request with jobs for an engine that does not exist."""


def results_of(answers, length=5):
    """Return (job number, result) pairs for the results in all answers; a solution has ``length`` bytes."""
    return [((first + place) % SEQUENCES, result)
            for first, answer in answers for place, result in enumerate(results_in([answer], length))]


def states_of(answers):
    return [answer for _, answer in answers if isinstance(answer, State)]


def rest(ask, answers, number):
    """Poll the board until it has sent ``number`` results, including the results in ``answers``; return the new
    answers."""
    more = []
    while (found := len(results_of(answers + more))) < number:
        more += ask((0, Poll(found)))
        assert len(results_of(answers + more)) > found
    return more


def one_by_one(ask, puzzles):
    """Solve puzzles one at a time, so that each result comes in a separate RESULT."""
    for number in range(len(puzzles)):
        ask((number, sudokus(puzzles[number:number + 1])))


def check(puzzles, results, first=0):
    """Assert that there is a correct result for each puzzle, in order."""
    assert [number for number, _ in results] == list(range(first, first + len(puzzles)))
    for puzzle, (_, result) in zip(puzzles, results, strict=True):
        assert result.status == Status.SOLVED
        assert [SUDOKU.decode_solution(puzzle, data) for data in result.solutions] == [puzzle.cells]


@pytest.fixture
def ask(ask):
    """Send (job number, request) pairs to a board, all at the same time; return its (job number, answer) pairs."""
    return ask.exchange


def test_several_results_in_a_frame(ask):
    """Each frame has as many results as fit into ``GATHERED`` bytes."""
    puzzles = grids(100)
    answers = ask((0, sudokus(puzzles)))
    check(puzzles, results_of(answers))
    lengths = [len(answer.data) for _, answer in answers]
    assert all(GATHERED - 10 < length <= GATHERED for length in lengths[:-1])


def test_a_request_behind_a_gap(ask):
    puzzles = grids(3)
    for number in (1, 2, 0x7FFF):
        assert ask((number, sudokus(puzzles[1:]))) == [(0, State(0, 0, Dropped.GAP))]
    check(puzzles[:1], results_of(ask((0, sudokus(puzzles[:1])))))
    check(puzzles[1:], results_of(ask((1, sudokus(puzzles[1:])))), 1)


def test_a_request_that_comes_twice(ask):
    """The second request is dropped, no matter whether the first request still waits or has been answered."""
    puzzles = grids(3)
    first, *rest = ask((0, sudokus(puzzles)), (0, sudokus(puzzles)))
    assert first == (0, State(3, 0))
    check(puzzles, results_of(rest))
    for number in (0, 2, 0xFFFF):
        assert ask((number, sudokus(puzzles))) == [(0, State(3, 3))]


def test_a_request_without_room(ask):
    """The request is dropped, and so are later requests. When the dropped requests are repeated, their puzzles are
    solved."""
    puzzles = grids(90 * 4)
    requests = [(number, sudokus(puzzles[number:number + 90])) for number in range(0, 360, 90)]
    full, gap, *answers = ask(*requests)
    assert full == (0, State(180, 0, Dropped.FULL))
    assert gap == (0, State(180, 0, Dropped.GAP))
    answers += rest(ask, answers, 180)
    answers += ask(*requests[2:])
    check(puzzles, results_of(answers + rest(ask, answers, 360)))


@pytest.mark.parametrize("number", [1, 3, 19])
def test_there_is_as_much_room_as_the_board_says(ask, number):
    ((_, identity),) = ask((0, Hello()))
    each = min((identity.room // number - OVERHEAD) // 10, 110)
    puzzles = grids(each * number)
    starts = range(0, each * number, each)
    answers = ask(*((start, sudokus(puzzles[start:start + each])) for start in starts))
    check(puzzles, results_of(answers + rest(ask, answers, each * number)))


@pytest.mark.parametrize("request_", [
    (3, sudokus(grids(1), 2)), (0, Poll(2)), (0, Repeat(2)), (5, sudokus(grids(1), 2)), (0, sudokus(grids(1), 2)),
], ids=["solve", "poll", "repeat", "solve-behind-a-gap", "solve-twice"])
def test_results_that_were_taken_are_dropped(ask, request_):
    one_by_one(ask, grids(3))
    ask(request_)
    assert results_of(ask((0, Repeat(0))))[0][0] == 2


@pytest.mark.parametrize("request_", [Poll, Repeat])
def test_results_that_were_not_taken_are_kept(ask, request_):
    """Results are kept even if earlier results were acknowledged."""
    puzzles = grids(3)
    one_by_one(ask, puzzles)
    ask((0, request_(1)))
    for taken in (0, 0xFFFF, 0x8002, 1):
        ask((0, request_(taken)))
    check(puzzles[1:], results_of(ask((0, Repeat(1)))), 1)


def test_results_that_were_never_sent_are_not_taken(ask):
    puzzles = grids(2)
    assert ask((0, Poll(2)))[-1] == (0, State(0, 0))
    answers = ask((0, sudokus(puzzles)), (0, Poll(2)))
    check(puzzles, results_of(answers))
    check(puzzles, results_of(ask((0, Repeat(0)))))


def test_a_host_that_takes_no_results(ask):
    """The board stops when its queue is full, and continues after the host has received results."""
    puzzles = grids(406)
    answers = []
    for start in range(0, 406, 58):
        answers += ask((start, sudokus(puzzles[start:start + 58])))
    stopped = State(406, len(results_of(answers)))
    assert 200 < stopped.ended < 406
    assert ask((0, Poll(0))) == [(0, stopped)]
    # After the host has received one result, there is still too little room; after half of the results, there is
    # enough.
    assert ask((0, Poll(1))) == [(0, stopped)]
    answers += ask((0, Poll(stopped.ended // 2)))
    assert stopped.ended < len(results_of(answers))
    check(puzzles, results_of(answers + rest(ask, answers, 406)))


def test_results_are_sent_again_wherever_they_are(ask):
    """A REPEAT returns all results that the host has not acknowledged. A RESULT is sent again as a whole, unless the
    host has received all its results."""
    rng = random.Random(0)
    puzzles, taken, starts = grids(600), 0, []
    for start in range(0, 600, 30):
        end = start + 30
        answers = ask((start, sudokus(puzzles[start:end], taken)))
        check(puzzles[start:end], results_of(answers), start)
        starts += [sequence for sequence, answer in answers if isinstance(answer, Results)]
        for _ in range(2):
            first = max(one for one in starts if one <= taken)
            *again, (_, state) = ask((0, Repeat(taken)))
            check(puzzles[first:end], results_of(again), first)
            assert state == State(end, end)
            taken = rng.randrange(max(taken, start - 60), end)
    assert ask((0, Repeat(600))) == [(0, State(600, 600))]


def test_jobs_are_numbered_for_ever(ask):
    """The numbers of jobs start again at 0 after 65535."""
    number = 0
    while number < SEQUENCES + 200:
        first = number % SEQUENCES
        results = results_of(ask((first, replace(UNKNOWN, taken=first))))
        assert [job for job, _ in results] == [job % SEQUENCES for job in range(number, number + 200)]
        number += 200


def test_jobs_of_an_engine_that_is_not_there(ask):
    """Each job for the missing engine has a result, and later jobs are not affected."""
    puzzles = grids(2)
    answers = ask((0, replace(UNKNOWN, number=3)), (3, sudokus(puzzles)))
    results = results_of(answers)
    assert results[:3] == [(number, Result(Status.REFUSED, reason=Reason.UNKNOWN_GENRE)) for number in range(3)]
    check(puzzles, results[3:], 3)


# Cancellation


def statuses(answers):
    return [result.status for _, result in results_of(answers)]


@pytest.mark.parametrize("last", [0, 1, 4, 5, 9])
def test_jobs_that_wait_are_cancelled(ask, last):
    """A CANCEL cancels the job with the CANCEL's number, all earlier jobs, and all other jobs in the same SOLVE."""
    puzzles = grids(10)
    state, *answers = ask((0, sudokus(puzzles[:5])), (5, sudokus(puzzles[5:])), (last, Cancel()))
    assert state == (0, State(10, 0))
    left = 5 if last < 5 else 10
    assert statuses(answers)[:left] == [Status.CANCELLED] * left
    check(puzzles[left:], results_of(answers)[left:], left)
    assert statuses(ask((10, sudokus(puzzles)))) == [Status.SOLVED] * 10


def test_jobs_that_have_results_are_not_cancelled(ask):
    puzzles = grids(3)
    ask((0, sudokus(puzzles)))
    assert states_of(ask((2, Cancel()))) == [State(3, 3)]
    check(puzzles, results_of(ask((0, Repeat(0)))))
    assert statuses(ask((3, sudokus(puzzles)))) == [Status.SOLVED] * 3


def test_jobs_that_come_after_they_are_cancelled(ask):
    """A CANCEL may arrive before the jobs that it cancels."""
    ask((1, Cancel()))
    answers = ask((0, sudokus(grids(2))), (2, sudokus(grids(1))))
    assert statuses(answers) == [Status.CANCELLED, Status.CANCELLED, Status.SOLVED]


def test_a_running_search_is_cancelled(native, ask, during):
    """Jobs after the cancelled job are not affected: the second job finds that its puzzle has no solution, and the
    third job is solved."""
    native.engines["deducer"].BUSY = 50
    during((0, Cancel()))
    answers = ask((0, replace(slitherlink(), number=2, puzzles=b"\0\1\3")), (2, sudokus(grids(1))))
    assert statuses(answers) == [Status.CANCELLED, Status.NO_SOLUTION, Status.SOLVED]


# Requests during a search


def test_a_poll_during_a_search(ask, during):
    during((0, Poll(0)))
    state, *_ = states_of(ask((0, slitherlink())))
    assert (state.expected, state.ended, state.dropped, state.nodes) == (1, 0, Dropped.NOTHING, 1)
    assert ask((0, Poll(0))) == [(0, State(1, 1))]


def test_an_answer_tells_which_poll_it_is_to(ask):
    """A STATE has the number of the POLL that it answers. For other requests, this number is 0."""
    assert ask((5, Poll(0)), (6, Poll(0)), (7, Repeat(0))) == [(number, State(0, 0)) for number in (5, 6, 0)]


def test_what_has_ended_is_sent_during_a_search(ask, during):
    """The results are sent before the STATE that reports that the jobs have ended."""
    during((0, Poll(0)))
    answers = ask((0, sudokus(grids(3))), (3, slitherlink()))
    kinds = [type(answer) for _, answer in answers]
    assert kinds[:2] == [Results, State]
    assert states_of(answers)[0].ended == 3
    assert statuses(answers[:1]) == [Status.SOLVED] * 3


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("counters", [False, True])
@pytest.mark.parametrize("seldom", [2, 20])
def test_what_has_ended_is_sent_whatever_search_is_long(native, monkeypatch, ask, seldom, count, counters):
    """When results are sent during a search, the unfinished result of the search moves to the next RESULT. All results
    can be sent again."""
    rng = random.Random(0)
    busy = property(lambda engine: 1 if rng.randrange(seldom) else 3)
    monkeypatch.setattr(type(native.engines["parallel"]), "BUSY", busy)
    puzzles = grids(150)
    for start in range(0, 150, 30):
        request = replace(sudokus(puzzles[start:start + 30], start), count=count, counters=counters)
        answers = ask((start, request))
        check(puzzles[start:start + 30], results_of(answers), start)
        check(puzzles[start:start + 30], results_of(ask((0, Repeat(start)))), start)
        assert any(len(results_of([answer])) > 1 for answer in answers)


def test_what_is_sent_leaves_the_running_result_as_it_is(native, monkeypatch, ask):
    """Clue removal sets the bits of its result one by one. Other results are sent in the meantime."""
    number, (puzzle,) = 60, grids(1)
    task = Thin(puzzle.cells, 0, some=False)
    data = task.head(BOARD_GENRES["sudoku"], puzzle) + bytes(range(number))
    request = Solve(0, 2, PARALLEL, 1, 4, 4, number, 0, data, task=Task.THIN)
    calm = [result.solutions for _, result in results_of(ask((0, request)), 2)]
    assert len(set(calm)) > 1
    rng = random.Random(0)
    monkeypatch.setattr(
        type(native.engines["parallel"]), "BUSY", property(lambda engine: 1 if rng.randrange(50) else 3))
    assert [result.solutions for _, result in results_of(ask((number, replace(request, taken=number))), 2)] == calm


def test_a_request_that_is_heard_during_a_search(ask, during):
    """The board answers with a STATE, and the request waits."""
    puzzles = grids(5)
    during((1, sudokus(puzzles)))
    answers = ask((0, slitherlink()))
    assert [(state.expected, state.ended) for state in states_of(answers)] == [(6, 0)]
    check(puzzles, results_of(answers[-1:])[-5:], 1)


def test_results_are_sent_again_during_a_search(ask, during):
    puzzles = grids(3)
    one_by_one(ask, puzzles)
    during((0, Repeat(1)))
    answers = ask((3, slitherlink(taken=1)))
    check(puzzles[1:], results_of(answers[:2]), 1)
    assert states_of(answers)[0].ended == 3


def test_a_new_session_ends_a_search(native, ask, during):
    native.engines["deducer"].BUSY = 1 << 31
    during((0, Hello()), session=78)
    (_, identity), = ask((0, slitherlink()), (1, sudokus(grids(1))))
    assert identity.room == REQUEST_BYTES
    assert ask((0, Poll(0)), session=78) == [(0, State(0, 0))]
    native.engines["deducer"].BUSY = 1
    check(grids(5), results_of(ask((0, sudokus(grids(5))), session=78)))


def test_puzzles_of_a_new_session_that_come_during_a_search_of_the_old_one(native, ask, during):
    """In memory, the new puzzles overwrite the puzzle of the running search."""
    puzzles = grids(7)
    native.engines["deducer"].BUSY = 1 << 31
    during((0, Hello()), (0, sudokus(puzzles)), session=78)
    answers = ask((0, slitherlink()))
    check(puzzles, results_of(answers))


@pytest.mark.parametrize("kind, length", [
    *((kind, length) for kind in (Kind.POLL, Kind.REPEAT) for length in (0, 1, 3)),
    (Kind.STORE, 5), (Kind.FETCH, 6), (Kind.FETCH, 8), *((Kind.TEST, length) for length in range(5))])
def test_requests_of_another_length(native, kind, length):
    assert Talk(native).raw(kind, bytes(length)) == Refused(Reason.MALFORMED)
