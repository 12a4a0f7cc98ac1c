"""The firmware survives valid frames with random content, and the next session works."""

import random
from contextlib import suppress

import pytest

from rowloom.errors import LinkError
from rowloom.host.link.pipeline import solve
from rowloom.host.wire.protocol import Deframer, State, decode
from support.channel import Channel, connect
from support.jobs import check_all, check_begun, some_jobs
from support.junk import junk


class Intruded:
    """A board that also receives frames that the host did not send. ``frame``, if set, is a function that makes such a
    frame from the number of the next job."""

    def __init__(self, board, rng):
        self._board, self._rng, self._deframer = board, rng, Deframer()
        self._next_job = 0
        self.frame = None

    def feed(self, data):
        self._board.feed(data)
        while self.frame and self._rng.random() < 0.5:
            self._board.feed(self.frame(self._next_job))

    def take(self):
        sent = self._board.take()
        for body in self._deframer.feed(sent):
            if isinstance(answer := decode(body), State):
                self._next_job = answer.expected
        return sent

    def __getattr__(self, name):
        return getattr(self._board, name)


@pytest.mark.parametrize("whose", ["own", "foreign"])
@pytest.mark.parametrize("rounds", [60, pytest.param(5000, marks=pytest.mark.slow)])
def test_junk(native, monkeypatch, whose, rounds):
    monkeypatch.setattr("rowloom.host.link.pipeline.MAX_PIECE", 300)
    rng = random.Random(whose)
    board = Intruded(native, rng)
    channel = Channel(board)
    session = connect(channel)

    def number():
        return session._number if whose == "own" else rng.choice((0, 1, rng.getrandbits(32)))

    for _ in range(rounds):
        channel.limit = channel.now + 1000
        board.frame = lambda job: junk(rng, number(), job)
        jobs, outcomes = some_jobs(rng), []
        with suppress(LinkError):
            for outcome in solve(session, jobs):
                outcomes.append(outcome)
        if whose == "foreign":
            check_begun(jobs, outcomes)
        board.frame = None
        session.renew()
        jobs = some_jobs(rng)
        check_all(jobs, solve(session, jobs))
