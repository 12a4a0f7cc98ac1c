"""Automatic bit rates: the rates that are tried, rates that the line does not carry, and the return to the first rate.
"""

from dataclasses import replace
from itertools import cycle, islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowloom.errors import LinkError
from rowloom.host.jobs.job import Job
from rowloom.host.link import rates
from rowloom.host.link.pipeline import solve
from rowloom.host.link.rates import AutomaticRate, rates_for
from rowloom.host.link.session import Session
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.wire.protocol import RateRequest, Reason, Refused
from support.channel import IDENTITY, RESEND_INTERVAL, Channel, FakeBoard
from support.terminal import loop_solver

TIMEOUT = 4.6
"""The timeout for a real board."""

PUZZLE = Slitherlink("p", 2, 2, ((3, 3), (None, None)))


class QuickBoard(FakeBoard):
    """A board that solves dozens of puzzles in each step of the virtual time, so that only the line limits the
    speed."""

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
    """Return a session with an automatic rate, which has been raised if ``raised`` is set."""
    session = Session(channel, TIMEOUT, RESEND_INTERVAL, channel.clock)
    session.identify()
    session.rate = AutomaticRate(session)
    if raised:
        session.rate.raise_now()
    return session


def solve_many(session, number):
    """Solve ``number`` puzzles; return the bit rate at which each outcome arrived."""
    seen = []
    for outcome in solve(session, islice(map(Job, cycle([PUZZLE])), number)):
        assert outcome.verified
        seen.append(session.link.bit_rate)
    assert len(seen) == number
    return seen


# The rates to try


@pytest.mark.parametrize("clock, limit, above, expected", [
    (50_000_000, 3_000_000, 1_000_000, [3_000_000, 2_000_000]),
    (50_000_000, None, 1_000_000, [3_000_000, 2_000_000]),
    # Of the rates above 3 Mbit/s, only the highest that the clock allows is tried, and only if the adapter makes it.
    (60_000_000, 12_000_000, 1_000_000, [12_000_000, 3_000_000, 2_000_000]),
    (72_000_000, 12_000_000, 1_000_000, [12_000_000, 3_000_000, 2_000_000]),
    (84_000_000, 12_000_000, 1_000_000, [12_000_000, 3_000_000, 2_000_000]),
    (66_000_000, 12_000_000, 1_000_000, [6_000_000, 3_000_000, 2_000_000]),
    (57_142_857, 12_000_000, 1_000_000, [8_000_000, 3_000_000, 2_000_000]),
    (50_000_000, 12_000_000, 1_000_000, [5_000_000, 3_000_000, 2_000_000]),
    (60_000_000, None, 1_000_000, [3_000_000, 2_000_000]),
    (60_000_000, 3_000_000, 1_000_000, [3_000_000, 2_000_000]),
    (60_000_000, 12_000_000, 3_000_000, [12_000_000]),
    (50_000_000, 2_000_000, 1_000_000, [2_000_000]),
    (50_000_000, 1_000_000, 1_000_000, []),
    (50_000_000, 0, 1_000_000, []),
    (50_000_000, None, 2_000_000, [3_000_000]),
    (50_000_000, None, 3_000_000, []),
    # The nearest rates that the clock allows are not close enough: 3.08 and 3.125 MHz instead of 3 MHz, and 2.08 MHz
    # instead of 2 MHz.
    (40_000_000, None, 1_000_000, [2_000_000]),
    (25_000_000, None, 1_000_000, []),
    # The receiver needs at least five clock cycles for each bit.
    (12_000_000, None, 1_000_000, [2_000_000]),
    (15_000_000, None, 1_000_000, [3_000_000]),
])  # fmt: skip
def test_rates(clock, limit, above, expected):
    assert rates_for(clock, limit, above) == expected


@given(st.integers(10_000_000, 100_000_000))
def test_the_board_can_make_the_rates(clock):
    """Every rate meets the conditions that the firmware's function change_rate checks."""
    for rate in rates_for(clock, 12_000_000, 0):
        divisor = (clock + rate // 2) // rate
        assert divisor >= 5 and abs(clock // divisor - rate) <= rate // 32


# The search for a rate


@pytest.mark.parametrize("highest, expected", [(9_000_000, 3_000_000), (2_500_000, 2_000_000), (1_500_000, 1_000_000)])
def test_the_highest_rate_of_the_line(board, highest, expected):
    channel = Channel(board, limit=60.0)
    channel.highest_rate = highest
    session = connect(channel)
    start = channel.now
    session.rate.raise_now()
    assert channel.bit_rate == pytest.approx(expected, rel=0.02)
    assert board.bit_rate == pytest.approx(expected, rel=0.02)
    assert channel.now - start < (0.2 if expected == 3_000_000 else 3.0)
    sent = channel.sent
    session.rate.raise_now()
    assert channel.sent == sent
    solve_many(session, 20)


@pytest.mark.parametrize("seed", range(3))
def test_a_line_that_only_seems_to_carry_a_rate(board, seed):
    """About one in ten pieces of data is damaged, so a HELLO may arrive, but some of the frames that test the rate do
    not."""
    channel = Channel(board, seed=seed, limit=60.0)
    channel.doubtful_rate, channel.doubt = 2_500_000, 0.1
    session = connect(channel)
    start = channel.now
    session.rate.raise_now()
    assert channel.bit_rate in (1_000_000, 2_000_000)
    assert channel.now - start < 3.5
    solve_many(session, 20)


def test_the_test_has_long_frames_and_fits_the_queues():
    """Only the line limits the speed at which the frames that test a rate are exchanged."""
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
    board = QuickBoard()
    handle = board._answer
    monkeypatch.setattr(board, "_answer", lambda session, sequence, request: (
        answer(request) if isinstance(request, RateRequest) else handle(session, sequence, request)))
    channel = Channel(board, limit=60.0)
    session = connect(channel, raised=True)
    assert channel.bit_rate == board.bit_rate == 1_000_000
    solve_many(session, 20)


def test_an_adapter_that_refuses_a_rate(monkeypatch):
    """The board gets no request for a rate that the adapter refuses."""
    board = QuickBoard()
    channel = Channel(board)
    change = channel.set_bit_rate

    def refuse(rate):
        if rate > 2_000_000:
            raise LinkError("cannot be set")
        change(rate)

    monkeypatch.setattr(channel, "set_bit_rate", refuse)
    connect(channel, raised=True)
    assert channel.bit_rate == board.bit_rate == 2_000_000
    assert board.heard.count(RateRequest) == 1


@pytest.mark.parametrize("change", [{"has_bit_rate": False}, {"name": "rfc2217://host:1"}])
def test_links_other_than_ports_of_this_computer_keep_their_rate(monkeypatch, change):
    channel = Channel(board := QuickBoard())
    for name, value in change.items():
        monkeypatch.setattr(channel, name, value)
    session = connect(channel, raised=True)
    solve_many(session, 2000)
    assert RateRequest not in board.heard


def test_a_board_on_usb_has_no_rate(monkeypatch):
    board = QuickBoard()
    monkeypatch.setattr(board, "_identity", replace(board._identity, bit_rate=0))
    session = connect(Channel(board), raised=True)
    solve_many(session, 2000)
    assert RateRequest not in board.heard


def test_the_host_never_asks_its_adapter_for_more_than_the_rate(monkeypatch):
    """A board may answer that it will use 3,007,518 bit/s instead of 3,000,000 bit/s.

    If the host requested the higher rate from an adapter with a limit of 3,000,000 bit/s, the adapter would use
    9,600 bit/s.
    """
    board = QuickBoard()
    handle = board._answer

    def more(session, sequence, request):
        answer = handle(session, sequence, request)
        return type(answer)(3_007_518) if isinstance(request, RateRequest) else answer

    monkeypatch.setattr(board, "_answer", more)
    channel = Channel(board)
    connect(channel, raised=True)
    assert channel.bit_rate == 3_000_000


# The time to raise the rate


def test_few_puzzles_do_not_wait_for_it():
    channel = Channel(board := QuickBoard())
    solve_many(connect(channel), 200)
    assert channel.now < 0.25 and RateRequest not in board.heard


def test_a_line_that_waits_for_the_board_stays_as_it_is():
    channel = Channel(board := QuickBoard(more=0))
    solve_many(connect(channel), 200)
    assert channel.now > 1.0 and RateRequest not in board.heard


def test_many_puzzles_raise_it_while_they_are_solved(board, monkeypatch):
    monkeypatch.setattr(rates, "_BUSY", 0.01)
    channel = Channel(board)
    session = connect(channel)
    seen = solve_many(session, 5000)
    assert seen[0] == 1_000_000
    assert set(seen) == {1_000_000, seen[-1]} and seen[-1] > 2_900_000
    session.close()
    channel.read()
    assert channel.bit_rate == board.bit_rate == 1_000_000


def test_it_is_not_raised_after_the_last_puzzle(monkeypatch):
    monkeypatch.setattr(rates, "_BUSY", 0.0)
    monkeypatch.setattr(rates, "_WINDOW", 0.0)
    channel = Channel(board := QuickBoard())
    solve_many(connect(channel), 1)
    assert RateRequest not in board.heard


@pytest.mark.parametrize("pause", [0.5, 1.5, 2.1, 100.0])
def test_a_source_of_puzzles_that_pauses(pause):
    """No time is lost after the pause, even if the board has returned to its own bit rate."""
    channel = Channel(board := QuickBoard())
    session = connect(channel, raised=True)

    def jobs():
        yield from [Job(PUZZLE)] * 300
        channel.now += pause
        board.step(pause)
        yield from [Job(PUZZLE)] * 300

    start = channel.now
    assert all(outcome.verified for outcome in solve(session, jobs()))
    assert channel.now - start - pause < 1.0
    assert channel.bit_rate == board.bit_rate == (3_000_000 if pause < 2.0 else 1_000_000)
    # The pause is not a fault of the line, so the rate can be raised again.
    session.rate.raise_now()
    assert channel.bit_rate == board.bit_rate == 3_000_000


# Lines that become worse


@pytest.mark.parametrize("bad, doubt, rates, seed", [
    (2_500_000, 0.1, [2_000_000], 0), (2_500_000, 1.0, [2_000_000], 1), (1_500_000, 1.0, [], 0),
])
def test_a_line_that_becomes_bad(board, bad, doubt, rates, seed):
    """All puzzles are solved; the rate returns to the first rate. After that, only rates below the failed rate are
    tried."""
    channel = Channel(board, seed=seed, limit=60.0)
    session = connect(channel, raised=True)
    assert channel.bit_rate > 2_900_000
    channel.doubtful_rate, channel.doubt = bad, doubt
    start = channel.now
    seen = solve_many(session, 4000)
    assert channel.now - start < 8.0
    session.rate.raise_now()
    assert channel.bit_rate == board.bit_rate == max(rates, default=1_000_000)
    lost = seen.index(1_000_000)
    assert set(seen[lost:]) <= {1_000_000, *rates}


def test_an_adapter_of_12_mbit_falls_back_to_a_usual_rate(monkeypatch):
    """If the line does not carry 12 Mbit/s, or no longer does, the highest usual rate that it carries is used."""
    monkeypatch.setattr("rowloom.host.link.rates.rate_limit", lambda name: 12_000_000)
    identity = replace(IDENTITY, clock=60_000_000)
    for highest, expected in ((15_000_000, 12_000_000), (9_000_000, 3_000_000), (2_500_000, 2_000_000)):
        channel = Channel(board := QuickBoard(identity=identity), limit=60.0)
        channel.highest_rate = highest
        session = connect(channel, raised=True)
        assert channel.bit_rate == board.bit_rate == expected
    channel = Channel(board := QuickBoard(identity=identity), limit=60.0)
    session = connect(channel, raised=True)
    channel.highest_rate = 9_000_000
    seen = solve_many(session, 4000)
    session.rate.raise_now()
    assert channel.bit_rate == board.bit_rate == 3_000_000
    assert set(seen) <= {12_000_000, 1_000_000, 3_000_000}


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
    assert channel.bit_rate == board.bit_rate == 1_000_000


def test_a_rate_that_the_user_chose_is_not_lowered():
    channel = Channel(QuickBoard())
    session = Session(channel, TIMEOUT, RESEND_INTERVAL, channel.clock)
    session.rate.change(3_000_000)
    channel.doubtful_rate, channel.doubt = 2_500_000, 0.02
    assert set(solve_many(session, 1000)) == {3_000_000}


# The return to the first rate


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
