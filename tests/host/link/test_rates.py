"""Automatic bit rates: the rates that are tried, bad lines, and the return to the first rate."""

from dataclasses import replace
from itertools import pairwise, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowloom.errors import LinkError
from rowloom.host.jobs.job import Job
from rowloom.host.link import rates
from rowloom.host.link.pipeline import solve
from rowloom.host.link.rates import AutomaticRate, rates_for
from rowloom.host.link.session import Session
from rowloom.host.wire.protocol import Dropped, RateRequest, Reason, Refused
from support.channel import IDENTITY, RESEND_INTERVAL, Channel, FakeBoard
from support.jobs import ONE
from support.terminal import loop_solver

TIMEOUT = 4.6
"""The timeout for a real board."""

MBIT = 1_000_000


class QuickBoard(FakeBoard):
    """A board that solves dozens of puzzles in each step, so that only the line limits the speed."""

    def __init__(self, more=60, identity=IDENTITY):
        super().__init__(loop_solver(0.0), identity)
        self._more = more

    def step(self, seconds):
        super().step(seconds)
        for _ in range(self._more):
            super().step(0.0)


@pytest.fixture(autouse=True)
def no_ports(monkeypatch):
    """Make the limits of all adapters unknown unless a test sets a limit."""
    monkeypatch.setattr("rowloom.host.link.rates.rate_limit", lambda name: None)


@pytest.fixture(params=["fake board", "firmware"])
def board(request):
    return request.getfixturevalue("native") if request.param == "firmware" else QuickBoard()


def connect(channel, raised=False):
    """Return a session with an automatic rate; if ``raised`` is set, the rate has been raised."""
    session = Session(channel, TIMEOUT, RESEND_INTERVAL, channel.clock)
    session.identify()
    session.rate = AutomaticRate(session)
    if raised:
        session.rate.raise_now()
    return session


def solve_many(session, number):
    """Solve ``number`` puzzles; return the bit rate at which each outcome arrived."""
    seen = []
    for outcome in solve(session, map(Job, repeat(ONE, number))):
        assert outcome.verified
        seen.append(session.link.bit_rate)
    assert len(seen) == number
    return seen


@pytest.mark.parametrize("clock, limit, above, expected", [
    (50, 3, 1, [3, 2]), (50, None, 1, [3, 2]), (50, 2, 1, [2]), (50, 1, 1, []), (50, 0, 1, []),
    (50, None, 2, [3]), (50, None, 3, []),
    # Of the rates above 3 Mbit/s, only the highest that the clock allows is tried, and only if the adapter supports it.
    (60, 12, 1, [12, 3, 2]), (72, 12, 1, [12, 3, 2]), (84, 12, 1, [12, 3, 2]), (60, 12, 3, [12]),
    (57.142857, 12, 1, [8, 3, 2]), (66, 12, 1, [6, 3, 2]), (50, 12, 1, [5, 3, 2]),
    (60, None, 1, [3, 2]), (60, 3, 1, [3, 2]),
    # The board's nearest rates are not close enough to the wanted rates: 3.08 or 3.125 to 3, and 2.08 to 2 Mbit/s.
    (40, None, 1, [2]), (25, None, 1, []),
    # The receiver needs at least five clock cycles for each bit.
    (12, None, 1, [2]), (15, None, 1, [3]),
])  # fmt: skip
def test_the_rates_to_try(clock, limit, above, expected):
    """The figures are in MHz and Mbit/s."""
    found = rates_for(round(clock * 1e6), None if limit is None else limit * MBIT, above * MBIT)
    assert found == [rate * MBIT for rate in expected]


@given(st.integers(10 * MBIT, 100 * MBIT))
def test_the_board_can_make_the_rates(clock):
    """Every rate meets the conditions that the firmware's function change_rate checks."""
    for rate in rates_for(clock, 12 * MBIT, 0):
        divisor = (clock + rate // 2) // rate
        assert divisor >= 5 and abs(clock // divisor - rate) <= rate // 32


@pytest.mark.parametrize("highest, expected", [(9_000_000, 3 * MBIT), (2_500_000, 2 * MBIT), (1_500_000, MBIT)])
def test_the_highest_rate_of_the_line(board, highest, expected):
    channel = Channel(board, limit=60.0)
    channel.highest_rate = highest
    session = connect(channel)
    start = channel.now
    session.rate.raise_now()
    assert channel.bit_rate == pytest.approx(expected, rel=0.02)
    assert board.bit_rate == pytest.approx(expected, rel=0.02)
    assert channel.now - start < (0.2 if expected == 3 * MBIT else 3.0)
    sent = channel.sent
    session.rate.raise_now()
    assert channel.sent == sent
    solve_many(session, 20)


@pytest.mark.parametrize("seed", range(3))
def test_a_line_that_only_seems_to_carry_a_rate(board, seed):
    """A HELLO may arrive although the line damages every tenth piece of data."""
    channel = Channel(board, seed=seed, limit=60.0)
    channel.doubtful_rate, channel.doubt = 2_500_000, 0.1
    session = connect(channel)
    start = channel.now
    session.rate.raise_now()
    assert channel.bit_rate in (MBIT, 2 * MBIT)
    assert channel.now - start < 3.5
    solve_many(session, 20)


def test_the_test_has_long_frames_and_fits_the_queues():
    """The test of a bit rate sends long frames, and short frames between them. The answers to the short frames between
    two long frames fit into the board's queue."""
    channel = Channel(QuickBoard())
    session = connect(channel)
    sizes, write = [], channel.write
    channel.write = lambda data: sizes.append(len(data)) or write(data)
    session.rate.raise_now()
    long = [index for index, size in enumerate(sizes) if size > 1200]
    assert len(long) == 8 and len(sizes) > 50
    assert max(after - before for before, after in pairwise(long)) * 60 < 512


@pytest.mark.parametrize("answer", [lambda rate: Refused(Reason.BIT_RATE), lambda rate: None])
def test_a_board_that_refuses_rates(monkeypatch, answer):
    channel = Channel(board := QuickBoard(), limit=60.0)
    handle = board._answer
    monkeypatch.setattr(board, "_answer", lambda session, sequence, request: (
        answer(request) if isinstance(request, RateRequest) else handle(session, sequence, request)))
    session = connect(channel, raised=True)
    assert channel.bit_rate == board.bit_rate == MBIT
    solve_many(session, 20)


def test_an_adapter_that_refuses_a_rate(monkeypatch):
    """The board gets no request for a rate that the adapter refuses."""
    channel = Channel(board := QuickBoard())
    change = channel.set_bit_rate

    def refuse(rate):
        if rate > 2 * MBIT:
            raise LinkError("cannot be set")
        change(rate)

    monkeypatch.setattr(channel, "set_bit_rate", refuse)
    connect(channel, raised=True)
    assert channel.bit_rate == board.bit_rate == 2 * MBIT
    assert board.heard.count(RateRequest) == 1


@pytest.fixture
def impatient(monkeypatch):
    """Raise the rate as soon as possible, even if the line is seldom busy."""
    monkeypatch.setattr(rates, "_BUSY", 0.0)
    monkeypatch.setattr(rates, "_WINDOW", 0.0)


@pytest.mark.parametrize("name, value, bit_rate", [
    ("has_bit_rate", False, MBIT), ("name", "rfc2217://host:1", MBIT), ("name", "a board on USB", 0),
])  # fmt: skip
def test_rates_that_cannot_be_changed(monkeypatch, impatient, name, value, bit_rate):
    channel = Channel(board := QuickBoard(identity=replace(IDENTITY, bit_rate=bit_rate)))
    channel.set_bit_rate(MBIT)
    monkeypatch.setattr(channel, name, value)
    session = connect(channel)
    solve_many(session, 20)
    session.rate.raise_now()
    assert RateRequest not in board.heard


def test_the_rate_is_not_raised_after_the_last_puzzle(impatient):
    channel = Channel(board := QuickBoard())
    solve_many(connect(channel), 1)
    assert RateRequest not in board.heard


@pytest.mark.parametrize("more, least, most", [(60, 0.0, 0.25), (0, 1.0, 3.0)])
def test_the_rate_is_not_raised_for_few_puzzles_or_a_slow_board(more, least, most):
    channel = Channel(board := QuickBoard(more))
    solve_many(connect(channel), 200)
    assert least < channel.now < most and RateRequest not in board.heard


def test_many_puzzles_raise_the_rate_while_they_are_solved(board, monkeypatch):
    monkeypatch.setattr(rates, "_BUSY", 0.01)
    channel = Channel(board)
    session = connect(channel)
    seen = solve_many(session, 3000)
    assert seen[0] == MBIT
    assert set(seen) == {MBIT, seen[-1]} and seen[-1] > 2_900_000
    session.close()
    channel.read()
    assert channel.bit_rate == board.bit_rate == MBIT


@pytest.mark.parametrize("pause", [0.5, 1.5, 2.1, 100.0])
def test_a_source_of_puzzles_that_pauses(pause):
    """The host continues at once after the pause, even if the board has returned to its initial bit rate."""
    channel = Channel(board := QuickBoard())
    session = connect(channel, raised=True)

    def jobs():
        yield from [Job(ONE)] * 300
        channel.now += pause
        board.step(pause)
        yield from [Job(ONE)] * 300

    start = channel.now
    assert all(outcome.verified for outcome in solve(session, jobs()))
    assert channel.now - start - pause < 1.0
    assert channel.bit_rate == board.bit_rate == (3 * MBIT if pause < 2.0 else MBIT)
    # The pause is not a fault of the line, so the rate can be raised again.
    session.rate.raise_now()
    assert channel.bit_rate == board.bit_rate == 3 * MBIT


@pytest.mark.parametrize("bad, doubt, seed", [(2_500_000, 0.3, 0), (2_500_000, 1.0, 1), (1_500_000, 1.0, 0)])
def test_a_line_that_becomes_bad(board, bad, doubt, seed):
    """All puzzles are solved. The rate that failed is not tried again, even if the line becomes good again."""
    channel = Channel(board, seed=seed, limit=60.0)
    session = connect(channel, raised=True)
    assert channel.bit_rate > 2_900_000
    channel.doubtful_rate, channel.doubt = bad, doubt
    start = channel.now
    seen = solve_many(session, 1500)
    assert channel.now - start < 8.0
    channel.doubt = 0.0
    session.rate.raise_now()
    assert channel.bit_rate == board.bit_rate == 2 * MBIT
    lost = seen.index(MBIT)
    assert set(seen[lost:]) <= {MBIT, 2 * MBIT}


def test_an_adapter_of_12_mbit_falls_back_to_a_usual_rate(monkeypatch):
    """If the line fails at 12 Mbit/s, in the test of this rate or later, the host falls back to the highest usual rate
    at which the line works."""
    monkeypatch.setattr("rowloom.host.link.rates.rate_limit", lambda name: 12 * MBIT)
    for highest, expected in ((2.5, 2), (9, 3), (15, 12)):
        channel = Channel(board := QuickBoard(identity=replace(IDENTITY, clock=60_000_000)), limit=60.0)
        channel.highest_rate = highest * MBIT
        session = connect(channel, raised=True)
        assert channel.bit_rate == board.bit_rate == expected * MBIT
    channel.highest_rate = 9 * MBIT
    seen = solve_many(session, 1000)
    session.rate.raise_now()
    assert channel.bit_rate == board.bit_rate == 3 * MBIT
    assert set(seen) <= {12 * MBIT, MBIT, 3 * MBIT}


def test_a_few_losses_do_not_lower_the_rate():
    channel = Channel(board := QuickBoard())
    session = connect(channel, raised=True)
    for _ in range(50):
        session.rate.lost()
        channel.now += 1.0
        board.feed(b"")
        session.now += 1.0
    assert session.rate.is_changed
    for _ in range(4):
        session.rate.lost()
    assert not session.rate.is_changed
    assert channel.bit_rate == board.bit_rate == MBIT


class FullBoard(QuickBoard):
    """A board that has less room for requests than it reports. In the ring buffer of a real board, the bytes at the end
    may be too few for the next request."""

    refused = 0

    def _solve(self, sequence, request):
        if self._queue and sequence == self._expected:
            self.refused += 1
            return self._state(Dropped.FULL)
        return super()._solve(sequence, request)


def test_a_request_that_is_refused_is_not_lost():
    channel = Channel(board := FullBoard(), limit=60.0)
    assert set(solve_many(connect(channel, raised=True), 3000)) == {3 * MBIT}
    assert board.refused > 10


def test_a_rate_that_the_user_chose_is_not_lowered():
    channel = Channel(QuickBoard())
    session = Session(channel, TIMEOUT, RESEND_INTERVAL, channel.clock)
    session.rate.change(3 * MBIT)
    channel.doubtful_rate, channel.doubt = 2_500_000, 0.02
    assert set(solve_many(session, 1000)) == {3 * MBIT}


@pytest.mark.parametrize("unplugged", [True, False])
def test_closing_does_not_wait_for_a_board_that_is_gone(unplugged):
    channel = Channel(board := QuickBoard())
    session = connect(channel, raised=True)
    if unplugged:
        channel.dies_at = channel.now
    else:
        board.feed = lambda data: None
    start = channel.now
    session.close()
    assert channel.now - start < 2.0
