"""The clients of a simulator: several clients at the same time, several in sequence, and badly behaved clients."""

import random
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from rowloom.host.jobs.job import Job
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.host.puzzles import slitherlink
from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import VERSION, Hello, Kind, RateRequest
from support.junk import junk
from support.waiting import until

PUZZLES = [
    slitherlink.Slitherlink("ring", 3, 3, ((2, 1, 2), (1, 0, 1), (2, 1, 2))),
    slitherlink.Slitherlink("diagonal", 2, 2, ((3, None), (None, 3))),
    slitherlink.Slitherlink("bar", 1, 3, ((3, 2, 3),)),
]
MOST_BOARDS = 16


def connect(simulator):
    connection = socket.create_connection(("127.0.0.1", int(simulator.url.rpartition(":")[2])), timeout=20)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def hello(session):
    return protocol.pack(Hello(VERSION), session)


def silent(connection, seconds):
    """Return whether the connection stays silent for this number of seconds."""
    connection.settimeout(seconds)
    try:
        return not connection.recv(1)
    except TimeoutError:
        return True


def peak_megabytes(simulator):
    status = Path(f"/proc/{simulator._process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024


def test_each_client_has_a_board_of_its_own(simulator, open_board):
    boards = [open_board(simulator) for _ in PUZZLES]
    for board in boards:
        board.identify()
    assert simulator.line_use().to_board > 0

    def outcomes(board, puzzle):
        return [(one.puzzle, one.verified) for one in solve(board, [Job(puzzle)] * 5)]

    with ThreadPoolExecutor(len(boards)) as pool:
        assert list(pool.map(outcomes, boards, PUZZLES)) == [[(puzzle, True)] * 5 for puzzle in PUZZLES]


def test_commands_are_for_the_first_cable(simulator, open_board):
    first, second = open_board(simulator), open_board(simulator)
    first.identify()
    simulator.line_use()
    second.identify()
    assert simulator.line_use() == (0, 0, 0)
    simulator.set_bit_rate(5_000_000)
    second.renew()
    second.identify()


def test_one_client_after_another_has_the_same_board(simulator, open_board):
    for _ in range(5):
        simulator.line_use()
        board = open_board(simulator)
        board.identify()
        assert simulator.line_use().to_board > 0
        board.link.close()


def test_a_client_hears_nothing_of_the_one_before(simulator):
    for attempt in range(10):
        with closing(connect(simulator)) as first:
            first.sendall(b"".join(hello(session) for session in range(20)))
            assert first.recv(1)
        with closing(connect(simulator)) as second:
            assert silent(second, 0.2)
            second.settimeout(20)
            second.sendall(hello(attempt))
            deframer = protocol.Deframer()
            answers = []
            while not answers:
                answers = list(deframer.feed(second.recv(4096)))
            assert [answer.session for answer in answers] == [attempt]


def test_a_client_may_leave_its_board_at_another_bit_rate(simulator, open_board):
    """The next client gets a board at the initial bit rate."""
    with closing(connect(simulator)) as first:
        first.sendall(hello(1) + protocol.pack(RateRequest(2_000_000), 1))
        deframer, kinds = protocol.Deframer(), []
        while Kind.RATE_ANSWER not in kinds:
            kinds += [body.kind for body in deframer.feed(first.recv(4096))]
    open_board(simulator).identify()


def test_when_all_boards_are_in_use_clients_wait(simulator):
    clients = [connect(simulator) for _ in range(MOST_BOARDS + 1)]
    try:
        for client in clients:
            client.sendall(hello(1))
        for client in clients[:-1]:
            assert client.recv(1) == b"\0"
        assert silent(clients[-1], 1)
        clients[5].close()
        clients[-1].settimeout(20)
        assert clients[-1].recv(1) == b"\0"
    finally:
        for client in clients:
            client.close()


RNG = random.Random(0)
FLOODS = {
    "answered": hello(1) * 5000,
    "ignored": bytes(100_000),
    "garbage": RNG.randbytes(100_000),
    "a frame without end": bytes(range(1, 256)) * 400,
    # These requests must not change the board's state, because the next client gets the same board.
    "frames of other sessions": b"".join(junk(RNG, RNG.getrandbits(32)) for _ in range(1000)),
}


@pytest.mark.parametrize("name, seconds", [
    ("answered", 3), ("frames of other sessions", 3),
    *(pytest.param(name, 60, marks=pytest.mark.slow) for name in FLOODS),
])
def test_a_flood_is_held_back(simulator, open_board, name, seconds):
    """A client writes for a while and never reads. Meanwhile, the simulator must serve other clients, and its use of
    memory must not grow."""
    usual = peak_megabytes(simulator)
    sent, total, served = 0, 10_000_000 * seconds, 0
    with closing(connect(simulator)) as client:
        client.settimeout(1)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            with suppress(TimeoutError):
                while sent < total and time.monotonic() < deadline:
                    sent += client.send(FLOODS[name])
            with closing(open_board(simulator).link) as link:
                board = Session(link, 20.0, 3.0)
                (outcome,) = solve(board, [Job(PUZZLES[0])])
                served += outcome.verified
    assert 4096 < sent < total and served
    # The client has disconnected. Its board still processes the rest of the client's data.
    until(lambda: not simulator.line_use().to_board, 60)
    open_board(simulator).identify()
    assert peak_megabytes(simulator) < usual + 4


def test_clients_that_come_and_go_leave_nothing_behind(simulator, open_board):
    """One third of the clients disconnect before they read the answers, one third in the middle of a frame, and one
    third before they send anything."""
    open_board(simulator).identify()
    files = Path(f"/proc/{simulator._process.pid}/fd")
    usual = len(list(files.iterdir())), peak_megabytes(simulator)
    for number in range(60):
        with closing(connect(simulator)) as client:
            client.sendall((hello(1) * 10, hello(1)[:-5], b"")[number % 3])
    board = open_board(simulator)
    board.identify()
    board.link.close()
    assert len(list(files.iterdir())) <= usual[0] + 2
    assert peak_megabytes(simulator) < usual[1] + 4
