"""Valid frames of random content as a board's answers: told as such, or ignored."""

import random
from dataclasses import replace
from functools import partial

import pytest

from rowloom.errors import LinkError
from rowloom.host.jobs.job import Job
from rowloom.host.link.pipeline import solve
from rowloom.host.wire.protocol import VERSION
from support.channel import Channel, FakeBoard, connect
from support.jobs import POOL, check, some_jobs
from support.junk import junk
from support.terminal import loop_board


class Confused:
    """A board that says something else, too.

    Parameters
    ----------
    board : object
    rng : random.Random
    """

    def __init__(self, board, rng):
        self._board, self._rng = board, rng
        self.frame = None

    def take(self):
        said = self._board.take()
        if self.frame and self._rng.random() < 0.1:
            said += self.frame()
        return said

    def __getattr__(self, name):
        return getattr(self._board, name)


@pytest.mark.parametrize("rounds", [150, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("whose", ["own", "foreign"])
def test_junk(native, monkeypatch, whose, rounds):
    monkeypatch.setattr("rowloom.host.link.pipeline.MAX_PIECE", 300)
    rng = random.Random(whose)
    board = Confused(native, rng)
    channel = Channel(board)
    session = connect(channel)
    ended = []
    for _ in range(rounds):
        channel.limit = channel.now + 1000.0
        board.frame = lambda: junk(rng, session._number if whose == "own" else rng.getrandbits(32), rng.randrange(9),
                                   answers=True)
        jobs = some_jobs(rng)
        outcomes = []
        try:
            for outcome in solve(session, jobs):
                outcomes.append(outcome)
        except LinkError as error:
            assert str(error).startswith("test board: ")
            ended.append(error)
        assert all(outcome.puzzle is job.puzzle for job, outcome in zip(jobs, outcomes))
        if whose == "foreign":
            for job, outcome in zip(jobs, outcomes, strict=True):
                check(job, outcome)
        board.frame = None
        session.renew()
        jobs = [Job(replace(POOL[0]))]
        for job, outcome in zip(jobs, solve(session, jobs), strict=True):
            check(job, outcome)
    assert bool(ended) == (whose == "own")


@pytest.mark.parametrize("rounds", [1_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_junk_while_there_is_no_puzzle(rounds):
    """Other bit rates and restarts: all ends well, or with an error that says how."""
    rng = random.Random(rounds)
    board = Confused(FakeBoard(None), rng)
    channel = Channel(board)
    session = connect(channel)
    ended = []
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
            ended.append(error)
        board.frame = None
        channel.set_bit_rate(board.bit_rate)
        session.renew()
        assert session.identify().version == VERSION
    assert 0 < len(ended) < rounds


def answer(rng, board):
    """Of the board's session."""
    return junk(rng, board._session or 0, rng.randrange(9), answers=True)


COMMANDS = [
    ("info",), ("info", "--json"), ("info", "--baud", 500_000), ("solve", "mixed.txt"), ("solve", "--json", "ten.txt"),
    ("solve", "--count", 2, "mixed.txt"), ("bench", "ten.txt"),
]


@pytest.mark.parametrize("rounds", [20, pytest.param(3_000, marks=pytest.mark.slow)])
def test_commands(terminal, rounds):
    """They end with a message, whatever a board says."""
    rng = random.Random(rounds)
    messages = []
    for _ in range(rounds):
        board = Confused(loop_board(), rng)
        terminal.plug(board)
        board.frame = partial(answer, rng, board)
        status, _, err = terminal.run(*rng.choice(COMMANDS), "--port", "/dev/ttyUSB0")
        assert status in (0, 1)
        assert status == 0 or err
        messages += err
    assert any("makes no sense" in message for message in messages)
