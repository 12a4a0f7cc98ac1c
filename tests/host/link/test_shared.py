"""A board with several SoCs behind one line, some of which hang."""

import random
from itertools import cycle

import pytest

from rowloom.errors import LinkError
from rowloom.host.jobs.job import Job
from rowloom.host.link.connection import share
from rowloom.host.link.pool import solve
from rowloom.host.link.rates import AutomaticRate
from rowloom.host.wire.protocol import Solve
from support.channel import Channel, connect
from support.frames import SharedLine
from support.jobs import NONE, ONE, check_all
from support.progress import Shown
from support.says import Says
from support.terminal import Switch, loop_board

JOBS = [Job(puzzle) for puzzle in (ONE, NONE)] * 50


def opened(socs, shown=None):
    """Return the session with SoC 0 of a board."""
    session = connect(Channel(SharedLine(socs), limit=2000.0))
    share(session, shown or Shown())
    return session


def boards(number):
    """Return SoCs that take 10 ms for a puzzle."""
    return [loop_board(socs=number) for _ in range(number)]


def solve_until(happened, session, shown=None):
    """Solve :data:`JOBS`, and then repeat them until ``happened()`` is true. On a busy computer, threads may start
    late, so :data:`JOBS` alone may not be enough. Return the outcomes."""
    asked, done = [], []

    def jobs():
        for job in cycle(JOBS):
            while len(asked) - len(done) >= len(JOBS) // 2:
                yield None  # send no further job before the next outcome
            if len(asked) >= len(JOBS) and happened():
                return
            assert len(asked) < 100 * len(JOBS)
            asked.append(job)
            yield job

    for outcome in solve(session.socs, jobs(), shown):
        done.append(outcome)
    assert len(asked) >= len(JOBS)
    check_all(asked, done)
    return done


@pytest.mark.parametrize("number", [2, 5, 16])
def test_all_socs_solve_and_outcomes_are_in_order(number):
    socs = boards(number)
    session = opened(socs)
    assert [one.name for one in session.socs] == [f"test board, SoC {soc}" for soc in range(number)]
    outcomes = solve_until(lambda: all(Solve in soc.heard for soc in socs), session)
    assert {outcome.board for outcome in outcomes} == {one.name for one in session.socs}


@pytest.mark.parametrize("hung", [0, 1, 2])
def test_a_soc_that_hangs_loses_nothing(hung):
    shown, socs = Shown(), boards(3)
    socs[hung] = Switch(socs[hung], answers=12)
    session = opened(socs, shown)
    solve_until(lambda: shown.messages, session, shown)
    (message,) = shown.messages
    assert message == Says(f"test board, SoC {hung}: ", "stopped answering", "the other boards continue")


def test_a_soc_that_hangs_from_the_beginning():
    shown, socs = Shown(), boards(3)
    socs[1] = Switch(socs[1], answers=0)
    session = opened(socs, shown)
    assert shown.messages == [Says("test board, SoC 1: no answer", "continuing without it")]
    assert [one.name for one in session.socs] == ["test board, SoC 0", "test board, SoC 2"]
    check_all(JOBS, solve(session.socs, JOBS, shown))


def test_a_cable_that_is_unplugged():
    session = opened(boards(2))
    session.link._shared.link.dies_at = session.clock() + 0.1
    with pytest.raises(LinkError, match="the connection was lost"):
        list(solve(session.socs, JOBS))


def test_a_break_restarts_all_socs():
    socs = boards(2)
    session = opened(socs)
    check_all(JOBS, solve(session.socs, JOBS))
    session.send_break()
    assert [soc._session is None for soc in socs] == [False, True]
    check_all(JOBS, solve(session.socs, JOBS))


def test_soc_0_keeps_a_changed_bit_rate_while_others_work():
    socs = boards(2)
    session = opened(socs)
    assert session.rate.change(2_000_000) == 2_000_000
    check_all(JOBS * 8, solve(session.socs[1:], JOBS * 8))
    assert session.clock() > 4 * socs[0].FALL_BACK and session.link.bit_rate == socs[0].bit_rate == 2_000_000
    session.rate.leave()
    assert session.link.bit_rate == session.socs[1].link.bit_rate == socs[0].bit_rate == 1_000_000


@pytest.fixture
def raised(monkeypatch):
    """Return a function that opens a board with SoCs, and raises the bit rate to 12 Mbit/s."""
    monkeypatch.setattr("rowloom.host.link.rates.rate_limit", {"test board": 12_000_000}.get)

    def raised(socs):
        session = opened(socs)
        session.rate = AutomaticRate(session)
        session.rate.raise_now()
        assert session.link.bit_rate == 12_000_000
        return session, session.link._shared.link

    return raised


def fast_boards():
    """Return two SoCs from whose clock of 60 MHz the bit rate of 12 Mbit/s can be made."""
    return [loop_board(socs=2, clock=60_000_000) for _ in range(2)]


def test_the_rate_is_raised_again_after_losses(raised):
    """While the SoCs work, the rate is only lowered. When they get their next jobs, it is raised again, but not to a
    rate at which frames were lost."""
    session, channel = raised(fast_boards())
    channel.doubtful_rate, channel.doubt = 10_000_000, 0.3
    check_all(JOBS * 16, solve(session.socs, JOBS * 16))
    assert channel.bit_rate == 1_000_000
    channel.doubt = 0.0
    check_all(JOBS, solve(session.socs, JOBS))
    assert {channel.bit_rate, *(soc.link.bit_rate for soc in session.socs)} == {3_000_000}


def test_the_rate_is_raised_again_after_a_pause(raised):
    socs = fast_boards()
    session, channel = raised(socs)
    for pause in (1.0, 3.0):
        channel.now += pause
        channel.board.step(pause)
        check_all(JOBS, solve(session.socs, JOBS))
        assert channel.bit_rate == socs[0].bit_rate == 12_000_000


def test_the_rate_is_not_raised_while_a_soc_has_jobs(raised):
    session, channel = raised(fast_boards())
    session.rate.leave()
    for soc in session.socs:
        with soc.turn(soc):
            session.rate.recover()
            assert channel.bit_rate == 1_000_000
        soc.end_turns(soc)
    session.rate.recover()
    assert channel.bit_rate == 12_000_000


def test_noise_between_frames():
    """Noise damages only the frames that arrive at the same time, and all puzzles are solved."""
    rng = random.Random(1)
    session = opened(boards(2))
    channel = session.link._shared.link
    outcomes = []
    for outcome in solve(session.socs, JOBS):
        outcomes.append(outcome)
        channel.inject(rng.randbytes(rng.randrange(40)))
    check_all(JOBS, outcomes)
