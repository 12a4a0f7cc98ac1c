"""What is no board, or no good one, at the other end of a socket: told plainly, in time, and in little memory."""

import random
import re
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from rowloom.host.cli import main
from rowloom.host.link import opening
from rowloom.host.link.session import Session
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import Deframer, Hello, State
from support.channel import IDENTITY
from support.junk import junk
from support.says import Says


class Peer:
    """Listens, and behaves somehow to who connects, until it returns or the other one goes.

    Parameters
    ----------
    behave : callable
        Takes the connection, which is closed afterwards.
    """

    def __init__(self, behave):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = Thread(target=self._serve, args=(behave,))
        self.url = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"

    def _serve(self, behave):
        with suppress(OSError), self._listener.accept()[0] as connection:
            behave(connection)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *exception):
        with self._listener:
            # It may still wait for somebody.
            with suppress(OSError):
                socket.create_connection(self._listener.getsockname()).close()
            self._thread.join()


def requests(connection):
    """What comes."""
    deframer = Deframer()
    while data := connection.recv(4096):
        yield from deframer.feed(data)


# Each takes a connection and the number of a session.


def be_silent(connection, session):
    while connection.recv(4096):
        pass


def never_read(connection, session):
    Event().wait(1.5)


def close_in_a_frame(connection, session):
    connection.sendall(protocol.pack(IDENTITY, session)[:20])


def send(data):
    """Return what sends this for ever, and never reads."""
    def behave(connection, session):
        while True:
            connection.sendall(data)

    return behave


def send_of_session(make):
    """Return what sends for ever the frames that it makes for the session."""
    return lambda connection, session: send(b"".join(make(session) for _ in range(200)))(connection, session)


RNG = random.Random(0)
GARBAGE = send(RNG.randbytes(1 << 16))
OTHERS = send(b"".join(junk(RNG, RNG.getrandbits(32), 0, answers=bool(number % 2)) for number in range(500)))
NO_END = send(bytes(range(1, 256)) * 200)
ZEROS = send(bytes(1 << 16))
STATES = send_of_session(lambda session: protocol.pack(State(0, 0), session))
NONSENSE = send_of_session(lambda session: junk(RNG, session, answers=True))


@pytest.fixture
def puzzle(tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text("2 2\n33\n..\n")
    return str(path)


def solve(capsys, peer, puzzle):
    """Return the seconds that it took in vain, and what was said."""
    began = time.monotonic()
    status = main(["solve", "--no-draw", "--port", peer.url, puzzle])
    out, err = capsys.readouterr()
    assert (status, err[-1:]) == (1, "\n")
    return time.monotonic() - began, out.splitlines(), err.splitlines()


NO_BOARD = "bytes came", "no Rowloom board"
STOPPED = "stopped answering",
NEVER_IDENTIFIED = {
    "silent": (be_silent, ("no answer",)),
    "never reading": (never_read, ("no answer",)),
    "closing in a frame": (close_in_a_frame, ("closed",)),
    "garbage": (GARBAGE, NO_BOARD),
    "a frame without end": (NO_END, NO_BOARD),
    "zeros": (ZEROS, NO_BOARD),
    "frames of other sessions": (OTHERS, STOPPED),
    "states": (STATES, STOPPED),
    "nonsense": (NONSENSE, ("makes no sense",)),
}


def at_once(behave):
    """As soon as HELLO has told the session."""
    return lambda connection: behave(connection, next(requests(connection)).session)


@pytest.mark.parametrize("behave, facts", NEVER_IDENTIFIED.values(), ids=NEVER_IDENTIFIED)
def test_what_never_says_who_it_is(monkeypatch, capsys, puzzle, behave, facts):
    """It is given up; while a flood comes, too."""
    monkeypatch.setattr("rowloom.host.link.session._IDENTIFY_TIMEOUT", 0.5)
    with Peer(at_once(behave)) as peer:
        seconds, out, err = solve(capsys, peer, puzzle)
    assert (out, err) == ([], [Says(peer.url, *facts)])
    # The rest is for a busy computer.
    assert seconds < 5


def peak_megabytes(process):
    """Return the most memory that it has used, once it has ended."""
    peak = 0
    while process.poll() is None:
        if found := re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text()):
            peak = int(found[1]) / 1024
        time.sleep(0.05)
    return peak


@pytest.mark.slow  # each takes the whole time
@pytest.mark.parametrize("behave", [be_silent, GARBAGE, NO_END, ZEROS, OTHERS, STATES], ids=[
    "silent", "garbage", "a frame without end", "zeros", "frames of other sessions", "states"])  # fmt: skip
def test_a_flood_takes_little_memory(start, puzzle, behave):
    with Peer(at_once(behave)) as peer:
        began = time.monotonic()
        command = [sys.executable, "-m", "rowloom", "solve", "--port", peer.url, puzzle]
        process = start(command, stderr=subprocess.PIPE, text=True)
        peak = peak_megabytes(process)
        assert process.stderr.read().count("\n") == 1
    assert process.returncode == 1
    assert 20 < time.monotonic() - began < 40
    assert peak < 100


# Of those that do say who they are


def at_the_first_puzzle(behave):
    """A board until then."""
    def talk(connection):
        for body in requests(connection):
            if not isinstance(protocol.decode(body), Hello):
                return behave(connection, body.session)
            connection.sendall(protocol.pack(IDENTITY, body.session, body.sequence))

    return talk


def for_seconds(seconds, behave):
    """It goes away afterwards."""
    def briefly(connection, session):
        timer = Thread(target=lambda: (Event().wait(seconds), connection.shutdown(socket.SHUT_RDWR)))
        timer.start()
        with suppress(OSError):
            behave(connection, session)
        timer.join()

    return briefly


@pytest.mark.parametrize("behave", [be_silent, never_read, GARBAGE, NO_END, OTHERS], ids=[
    "silent", "never reading", "garbage", "a frame without end", "frames of other sessions"])  # fmt: skip
def test_a_simulator_that_says_nothing_of_use_is_waited_for(monkeypatch, capsys, puzzle, behave):
    """That is said again and again, until it ends."""
    monkeypatch.setattr(opening, "Session", lambda link, timeout, *args, **options: Session(
        link, 0.3, 0.1, **options))
    with Peer(at_the_first_puzzle(for_seconds(1.5, behave))) as peer:
        seconds, out, err = solve(capsys, peer, puzzle)
    *waited, end = err
    assert waited[1:] and waited == len(waited) * [Says(peer.url, "no answer for", "still waiting")]
    assert end == Says(peer.url, "the connection was closed", "1 puzzle not solved")
    assert (out, seconds < 6) == ([], True)


@pytest.mark.parametrize("behave, facts", [
    (close_in_a_frame, ("closed",)), (NONSENSE, ("makes no sense",)),
], ids=["closing in a frame", "nonsense"])  # fmt: skip
def test_a_simulator_that_fails(capsys, puzzle, behave, facts):
    with Peer(at_the_first_puzzle(behave)) as peer:
        seconds, out, err = solve(capsys, peer, puzzle)
    assert (out, err) == ([], [Says(peer.url, *facts, "1 puzzle not solved")])
    assert seconds < 5
