"""Peers that are not boards, and faulty boards. The host soon reports a clear error."""

import random
import time
from contextlib import suppress
from dataclasses import replace
from threading import Event, Timer

import pytest

from rowloom.errors import LinkError
from rowloom.host.jobs.job import Job
from rowloom.host.link import connection
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.host.wire import protocol
from support.channel import IDENTITY, Channel, FakeBoard, connect
from support.jobs import POOL, check_all, some_jobs
from support.junk import junk
from support.peer import peer, received
from support.says import Says

# Each of these functions is the behaviour of a peer. The arguments are a connection, the number of the session, and an
# event that ends the behaviour.


def be_silent(connection, session, over):
    for _ in received(connection, over):
        pass


def never_read(connection, session, over):
    over.wait(20)


def close_in_a_frame(connection, session, over):
    connection.sendall(protocol.pack(IDENTITY, session)[:20])


def flood(make):
    """Return a peer that sends the same bytes over and over, and never reads."""
    def behave(connection, session, over):
        data = make(session)
        while not over.is_set():
            with suppress(TimeoutError):
                connection.sendall(data)

    return behave


RNG = random.Random(0)
GARBAGE = flood(lambda session: RNG.randbytes(1 << 16))
OTHERS = flood(lambda session: b"".join(
    junk(RNG, RNG.getrandbits(32), 0, answers=bool(number % 2)) for number in range(100)))
NO_END = flood(lambda session: bytes(range(1, 256)) * 200)
ZEROS = flood(lambda session: bytes(1 << 16))
STATES = flood(lambda session: 200 * protocol.pack(protocol.State(0, 0), session))
NONSENSE = flood(lambda session: b"".join(junk(RNG, session, answers=True) for _ in range(200)))


def after_hello(behave, identity=None):
    """Return a peer that calls ``behave`` at the first request. If ``identity`` is given, the peer first answers HELLO
    with ``identity``, and calls ``behave`` at the first request that is not a HELLO."""
    def talk(connection, over):
        deframer = protocol.Deframer()
        for data in received(connection, over):
            for body in deframer.feed(data):
                if identity and body.kind == protocol.Kind.HELLO:
                    connection.sendall(protocol.pack(identity, body.session, body.sequence))
                else:
                    end = Event()
                    Timer(1.5, end.set).start()
                    return behave(connection, body.session, end)

    return talk


@pytest.fixture
def solve_in_vain(command, tmp_path):
    """Return a function that runs `rowloom solve` with a peer, and returns the peer's URL and the messages."""
    (tmp_path / "puzzle.txt").write_text("2 2\n33\n..\n")

    def run(behave):
        with peer(behave) as port:
            url, began = f"socket://127.0.0.1:{port}", time.monotonic()
            status, out, err = command("solve", "--no-draw", "--port", url, "puzzle.txt")
            assert (status, out, err[-1:]) == (1, "", "\n")
            assert time.monotonic() - began < 15  # the command usually needs much less time
        return url, err.splitlines()

    return run


NO_BOARD, STOPPED = ("bytes arrived", "no Rowloom board"), ("stopped answering",)


@pytest.mark.parametrize("identity, behave, facts", [
    (None, be_silent, ("no answer",)), (None, never_read, ("no answer",)), (None, close_in_a_frame, ("closed",)),
    (None, GARBAGE, NO_BOARD), (None, NO_END, NO_BOARD), (None, ZEROS, NO_BOARD), (None, OTHERS, STOPPED),
    (None, STATES, STOPPED), (None, NONSENSE, ("makes no sense",)),
    (IDENTITY, close_in_a_frame, ("closed", "1 puzzle not solved")),
    (IDENTITY, NONSENSE, ("makes no sense", "1 puzzle not solved")),
], ids=["silent", "unread", "closing", "garbage", "endless", "zeros", "others", "states", "nonsense",
        "closing after HELLO", "nonsense after HELLO"])  # fmt: skip
def test_peers_that_fail(monkeypatch, solve_in_vain, identity, behave, facts):
    monkeypatch.setattr("rowloom.host.link.session._IDENTIFY_TIMEOUT", 0.5)
    url, err = solve_in_vain(after_hello(behave, identity))
    assert err == [Says(url, *facts)]


@pytest.mark.parametrize("behave", [be_silent, GARBAGE, OTHERS], ids=["silent", "garbage", "others"])
def test_a_simulator_that_stops_answering(monkeypatch, solve_in_vain, behave):
    """Until the simulator ends, the host reports again and again that it is waiting."""
    monkeypatch.setattr(connection, "Session", lambda link, *args, **options: Session(link, 0.3, 0.1, **options))
    url, (*waiting, end) = solve_in_vain(after_hello(behave, IDENTITY))
    assert waiting[1:] and waiting == len(waiting) * [Says(url, "no answer for", "still waiting")]
    assert end == Says(url, "the connection was closed", "1 puzzle not solved")


class Confused:
    """A board that sometimes also sends a frame that the function ``frame`` returns."""

    def __init__(self, board, rng):
        self._board, self._rng = board, rng
        self.frame = None

    def take(self):
        sent = self._board.take()
        return sent + self.frame() if self.frame and self._rng.random() < 0.1 else sent

    def __getattr__(self, name):
        return getattr(self._board, name)


@pytest.mark.parametrize("rounds", [50, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("session_of", ["own", "other"])
def test_junk_during_jobs(native, monkeypatch, session_of, rounds):
    """Frames of other sessions change nothing. Frames of this session may cause a LinkError, but no other exception."""
    monkeypatch.setattr("rowloom.host.link.pipeline.MAX_PIECE", 300)
    rng = random.Random(session_of)
    board = Confused(native, rng)
    channel = Channel(board)
    session = connect(channel)
    errors = []
    for _ in range(rounds):
        channel.limit = channel.now + 1000.0
        board.frame = lambda: junk(
            rng, session._number if session_of == "own" else rng.getrandbits(32), rng.randrange(9), answers=True)
        jobs, outcomes = some_jobs(rng), []
        try:
            outcomes += solve(session, jobs)
        except LinkError as error:
            assert str(error).startswith("test board: ")
            errors.append(error)
        assert all(outcome.puzzle is job.puzzle for job, outcome in zip(jobs, outcomes))
        if session_of == "other":
            check_all(jobs, outcomes)
        board.frame = None
        session.renew()
        check_all(jobs := [Job(replace(POOL[0]))], solve(session, jobs))
    assert bool(errors) == (session_of == "own")


@pytest.mark.parametrize("rounds", [300, pytest.param(100_000, marks=pytest.mark.slow)])
def test_junk_between_jobs(rounds):
    """Restarts and changes of the bit rate succeed or raise a LinkError."""
    rng = random.Random(rounds)
    board = Confused(FakeBoard(None), rng)
    channel = Channel(board)
    session = connect(channel)
    errors = []
    for _ in range(rounds):
        channel.limit = channel.now + 1000.0
        board.frame = lambda: junk(rng, session._number, 0, answers=True)
        try:
            for _ in range(3):
                rng.choice((
                    session.identify, session.send_break, session.renew,
                    lambda: session.rate.change(rng.choice((500_000, 3_000_000))),
                ))()
        except LinkError as error:
            assert str(error).startswith("test board: ")
            errors.append(error)
        board.frame = None
        channel.set_bit_rate(board.bit_rate)
        session.renew()
        assert session.identify().version == protocol.VERSION
    assert 0 < len(errors) < rounds
