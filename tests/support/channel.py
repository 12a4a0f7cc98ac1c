"""A board and the line to it, in virtual time: a test that simulates thousands of hours with faults takes only seconds.

:class:`Channel` is a link (see ``rowloom.host.link.stream.Link``) whose other end is a *board*: a :class:`FakeBoard`,
the native firmware, or any other object with these members:

- ``bit_rate`` is the current bit rate; 0 for a board on USB.
- ``feed(data)`` accepts bytes that arrive.
- ``take()`` returns the bytes that the board has sent since the last call.
- ``step(seconds)`` lets time pass.
- ``reset()`` restarts the board.
"""

import math
import random
import zlib
from collections import deque
from dataclasses import dataclass, replace

from rowloom.engines.sudoku import SCAN
from rowloom.errors import LinkError
from rowloom.host.doctor.board import cpu_result
from rowloom.host.link.session import Session
from rowloom.host.link.stream import TICK
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import SEQUENCES, Dropped, Identity, Part, Reason, Refused, Result, Solve, State

TIMEOUT, RESEND_INTERVAL = 10.0, 0.3
"""The timeout and the resend interval of sessions in tests, in seconds."""

IDENTITY = Identity(
    protocol.VERSION, 2048, bytes.fromhex("00112233445566ff"), 50_000_000, 1_000_000,
    (protocol.Capability(1, 1, 10, 10),))


@dataclass
class _Waiting:
    request: Solve  # with a single puzzle
    seconds: float
    result: Result
    waited: float = 0.0


class FakeBoard:
    """A board that follows the protocol, which docs/develop/protocol.md describes.

    ``solver`` maps a :class:`Solve` with one puzzle to its :class:`Result` and the seconds that the search takes.
    ``cells`` contains the cells of a stored puzzle, and ``heard`` the classes of all requests that have arrived.

    ``faults`` maps each faulty part of the board to the wrong bits in the answer to a test of this part; it is None if
    the board does not support such tests. ``changes`` is a function that modifies the bytes that arrive in a test of
    the line, before the board sends these bytes back.
    """

    FALL_BACK = 2.0
    CELLS = 225 * 225

    def __init__(self, solver, identity=IDENTITY):
        self._solver, self._identity = solver, identity
        self.heard, self.faults, self.changes = [], {}, bytes
        self._tests = 0
        self.reset()

    def reset(self):
        self.bit_rate = self._identity.bit_rate
        self.cells = bytearray(self.CELLS)
        self._output = bytearray()
        self._next_rate = None
        self._deframer = protocol.Deframer()
        self._session = None
        self._quiet = 0.0
        self._forget()

    def _forget(self):
        self._queue = deque()
        self._expected = self._ended = 0
        self._kept = {}
        self._owner = None  # the number of the job that the cells belong to
        self._fetched = ()  # the solutions of that job

    def feed(self, data):
        for body in self._deframer.feed(data):
            self._quiet = 0.0
            request = protocol.decode(body)
            self.heard.append(type(request))
            if answer := self._answer(body.session, body.sequence, request):
                about = 0 if isinstance(answer, State) and not isinstance(request, protocol.Poll) else body.sequence
                self._output += protocol.pack(answer, body.session, about)

    def take(self):
        output, self._output = bytes(self._output), bytearray()
        return output

    def step(self, seconds):
        self._quiet += seconds
        if self._quiet > self.FALL_BACK:
            self.bit_rate = self._identity.bit_rate
        if self._next_rate and not self._output:
            self.bit_rate, self._next_rate = self._next_rate, None
        if self._queue:
            one = self._queue[0]
            one.waited += seconds
            if one.waited >= one.seconds:
                self._finish(one.result)

    def _finish(self, result):
        """Send the result of the oldest job."""
        one = self._queue.popleft()
        if one.request.stored:
            # The result does not contain the solutions; the host fetches them.
            self._fetched = result.solutions
            result = result._replace(solutions=(b"",) * len(result.solutions))
        self._kept[self._ended] = result.encode()
        self._send(self._ended)
        self._ended = (self._ended + 1) % SEQUENCES

    def _send(self, number):
        self._output += protocol.pack(protocol.Results(self._kept[number]), self._session, number)

    def _answer(self, session, sequence, request):
        if isinstance(request, protocol.Hello):
            if request.version != protocol.VERSION:
                return Refused(Reason.VERSION)
            if session != self._session:
                self._forget()
                self._session = session
            return self._identity
        if session != self._session:
            return Refused(Reason.NO_SESSION)
        match request:
            case protocol.RateRequest():
                self._next_rate = request.rate
                return protocol.RateAnswer(request.rate)
            case protocol.Test():
                return self._test(request)
            case Solve():
                return self._solve(sequence, request)
            case protocol.Store():
                return self._store(sequence, request)
            case protocol.Fetch():
                return self._fetch(sequence, request)
            case protocol.Poll(taken):
                self._forget_results(taken)
                return self._state()
            case protocol.Repeat(taken):
                self._forget_results(taken)
                for number in self._kept:
                    self._send(number)
                return self._state()
            case protocol.Cancel():
                self._cancel(sequence)
                return self._state()

    def _test(self, request):
        if self.faults is None:
            return Refused(Reason.UNKNOWN_KIND)
        self._tests += request.part == Part.LINE
        right = {Part.LINE: self._tests, Part.CPU: cpu_result(request.number)}.get(request.part, 0)
        number = right ^ self.faults.get(request.part, 0)
        return protocol.Tested(number, request.part, self.changes(request.padding))

    def _solve(self, sequence, request):
        self._forget_results(request.taken)
        if sequence != self._expected:
            return self._state(Dropped.GAP if is_ahead(sequence, self._expected) else Dropped.NOTHING)
        if sum(len(one.request.puzzles) for one in self._queue) + len(request.puzzles) > self._identity.room:
            return self._state(Dropped.FULL)
        if request.engine == SCAN.number and not (request.stored and self._owner == sequence):
            self._owner = None
        for puzzle in split(request):
            one = replace(request, number=1, puzzles=puzzle)
            reason = self._refuses(one)
            result, seconds = (Result(protocol.Status.REFUSED, reason=reason), 0) if reason else self._solver(one)
            self._queue.append(_Waiting(one, seconds, result))
        self._expected = (self._expected + request.number) % SEQUENCES
        return self._state()

    def _cancel(self, sequence):
        while self._queue and is_ahead(sequence + 1, self._ended):
            self._finish(Result(protocol.Status.CANCELLED))

    def _refuses(self, request):
        """Return the reason for refusing a request, or None."""
        crc = zlib.crc32(self.cells[: request.rows * request.cols]).to_bytes(4, "little")
        if request.stored and (self._owner != self._expected or request.puzzles != crc):
            return Reason.MALFORMED
        return None

    def _store(self, sequence, request):
        if sequence != self._expected or (request.offset != 0 and sequence != self._owner):
            return self._state()
        if self._queue:
            return Refused(Reason.BUSY)
        self._owner = sequence
        end = request.offset + len(request.cells)
        self.cells[request.offset : end] = request.cells
        return protocol.Stored(end)

    def _fetch(self, sequence, request):
        if sequence != self._owner or not is_ahead(self._ended, sequence):
            return self._state()
        cells = self._fetched[request.solution][request.offset :][: request.length]
        return protocol.Piece(request.solution, request.offset, cells)

    def _forget_results(self, taken):
        for number in list(self._kept):
            if is_ahead(taken, number):
                del self._kept[number]

    def _state(self, dropped=Dropped.NOTHING):
        waited = self._queue[0].waited if self._queue else 0
        return State(self._expected, self._ended, dropped, int(waited * 50e6), 1)


def split(request):
    """Return the bytes of each puzzle in a SOLVE."""
    if request.stored:
        return [request.puzzles]
    cells, puzzles, data = request.rows * request.cols, [], request.puzzles
    mask_bytes, bits = (cells + 7) // 8, {1: 2, 2: 4, 3: 4, 4: 8}[request.genre]
    for _ in range(request.number):
        given = int.from_bytes(data[:mask_bytes], "little").bit_count()
        end = mask_bytes + (given * bits + 7) // 8
        puzzles.append(data[:end])
        data = data[end:]
    assert not data
    return puzzles


def is_ahead(number, other):
    """Return whether job ``number`` comes after job ``other``; job numbers wrap around."""
    return 0 < (number - other) % SEQUENCES < SEQUENCES // 2


class _Line:
    """One direction of a line without faults."""

    LATENCY = 0.001

    def __init__(self, rng):
        self._pieces = deque()

    def send(self, data, now):
        self._pieces.append((now + self.LATENCY, data))

    def receive(self, now):
        arrived = b""
        while self._pieces and self._pieces[0][0] <= now:
            arrived += self._pieces.popleft()[1]
        return arrived


class Channel:
    """A link to a board.

    ``seed`` is the seed of all random decisions. At the time ``dies_at``, the cable is unplugged. If the test is still
    waiting at the time ``limit``, it fails. In each step, the board restarts with the probability ``resets``.

    ``line`` is a function that returns an object for one direction of the line; its argument is a random.Random. The
    object's method ``send(data, now)`` sends bytes, and ``receive(now)`` returns the bytes that have arrived by the
    time ``now``, which is in seconds.
    """

    STEP = TICK / 5
    name = port = "test board"
    has_bit_rate = True
    highest_rate = math.inf
    """If the bit rate is higher than this, all bytes are damaged."""
    doubtful_rate, doubt = math.inf, 0.0
    """If the bit rate is at least ``doubtful_rate``, each piece of data is damaged with the probability ``doubt``."""

    def __init__(self, board, seed=0, dies_at=math.inf, limit=math.inf, line=_Line, resets=0.0):
        self.board, self.dies_at, self.limit, self._resets = board, dies_at, limit, resets
        self.bit_rate = board.bit_rate
        self.now = 0.0
        self.sent = self.received = 0
        self._rng = random.Random(seed)
        self._to_board, self._from_board = line(self._rng), line(self._rng)

    def clock(self):
        return self.now

    def write(self, data):
        self._alive()
        self.sent += len(data)
        self._to_board.send(self._on_the_wire(data), self.now)

    def read(self, least=1):
        self._alive()
        heard = b""
        assert self.now < self.limit, "the test hangs"
        for _ in range(round(TICK / self.STEP)):
            self.now += self.STEP
            if self._rng.random() < self._resets:
                self.board.reset()
            if arrived := self._to_board.receive(self.now):
                self.board.feed(arrived)
            if sent := self.board.take():
                self._from_board.send(self._on_the_wire(sent), self.now)
            self.board.step(self.STEP)
            heard += self._from_board.receive(self.now)
            if len(heard) >= least:
                break
        self.received += len(heard)
        return heard

    def inject(self, data):
        """Let the host receive bytes that the board has not sent."""
        self._from_board.send(data, self.now)

    def set_bit_rate(self, rate):
        self.bit_rate = rate

    def send_break(self):
        self._alive()
        if not self.has_bit_rate:
            raise LinkError(f"{self.name}: no break")
        self.board.reset()

    def line_use(self):
        return None

    def close(self):
        self.dies_at = 0.0

    def _on_the_wire(self, data):
        """Return the bytes that arrive at the other end, which may be damaged."""
        differs = 0 < self.board.bit_rate * 0.03 < abs(self.bit_rate - self.board.bit_rate)
        doubtful = self.bit_rate >= self.doubtful_rate and self._rng.random() < self.doubt
        return self._rng.randbytes(len(data)) if differs or doubtful or self.bit_rate > self.highest_rate else data

    def _alive(self):
        if self.now >= self.dies_at:
            raise LinkError(f"{self.name}: the connection was lost (was the cable unplugged?)")


def connect(channel):
    """Return a session over a channel."""
    return Session(channel, TIMEOUT, RESEND_INTERVAL, channel.clock)
