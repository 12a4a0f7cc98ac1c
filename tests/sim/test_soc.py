"""The whole system is compared with brute force. The simulation includes the real firmware on the real gateware, and
each bit of the serial line."""

import os
import random
from contextlib import contextmanager
from signal import SIGCONT, SIGSTOP
from threading import Event, Thread, Timer

import pytest

from rowloom.errors import LinkError
from rowloom.firmware.build import build_hash
from rowloom.host.jobs.job import Job
from rowloom.host.link.pipeline import solve
from rowloom.host.link.rates import AutomaticRate
from rowloom.host.wire.protocol import Capability
from rowloom.sim import Simulator
from support.jobs import check_all, puzzle


def check(board, puzzles):
    """Assert that the board and brute force find the same solutions, up to two."""
    jobs = [Job(one, 2) for one in puzzles]
    check_all(jobs, solve(board, jobs))


# The last clue contradicts its neighbours, but the search discovers this only after it has tried all solutions of the
# rows above.
ENDLESS = puzzle("2.2.2.2.2. " * 9 + "........03")


def test_identity(board, config):
    identity = board.identify()
    assert identity.build.hex() == build_hash(config)
    assert (identity.clock, identity.bit_rate) == (50_000_000, 10_000_000)
    assert identity.capabilities == (
        Capability(1, 1, 10, 10), Capability(1, 2, 12, 11), Capability(2, 2, 4, 4), Capability(3, 1, 12, 13))


@pytest.mark.parametrize("engine", ["checker", "deducer"])
def test_a_search_is_the_same_each_time(board, engine):
    """Another search in between does not change the counters."""
    one = puzzle(".3. 2.2 .1.")
    again = Job(one, engine=engine, counters=True)
    first, *_, last = solve(board, [again, Job(puzzle("22 22")), again])
    assert first.counters == last.counters != {}


@pytest.mark.parametrize("engine, names", [
    ("checker", ["nodes", "backs", "candidates"]),
    ("deducer", ["nodes", "probes", "visits", "sweeping", "joining", "flooding", "probing"]),
])
def test_counters(board, engine, names):
    """A result has counters only if they are requested."""
    one = puzzle("2.2 ... 2.2")
    outcome, plain = solve(board, [Job(one, 2, engine=engine, counters=wanted) for wanted in (True, False)])
    assert list(outcome.counters) == names
    assert outcome.counters["nodes"] > 0
    assert (plain.counters, plain.solutions) == ({}, outcome.solutions)


def test_where_the_fast_engine_spends_its_time(board):
    """Each counted phase is a part of the search, so together they take fewer cycles than the whole search."""
    (outcome,) = solve(board, [Job(puzzle("........... " * 12), 2, counters=True)])
    counters = outcome.counters
    phases = [counters[name] for name in ("sweeping", "joining", "flooding", "probing")]
    assert 0 < sum(phases) < outcome.cycles
    assert counters["visits"] <= counters["sweeping"]


def test_limit_ends_the_fast_engine_s_work(board):
    limited, after = solve(board, [Job(puzzle("........... " * 12), 2, limit=2000), Job(puzzle("3. .."))])
    assert limited.status in ("limit", "solved") and not limited.complete
    # When the limit is reached, the CPU may still be receiving the next puzzle.
    assert 2000 <= limited.cycles < 12_000
    assert after.status == "solved" and after.complete


def test_cancel_ends_a_search(open_board, config):
    """The search is cancelled at its first progress report."""
    with Simulator(config) as simulator:
        board = open_board(simulator)
        job = Job(ENDLESS, engine="checker")
        cancel = Event()
        (outcome,) = solve(board, [job], lambda job, state: cancel.set() if state.cycles else None, cancel=cancel)
    assert outcome.status == "cancelled" and outcome.cycles > 0


@contextmanager
def given_a_tenth(simulator):
    """Let the simulator run for 10 % of the time."""
    ended = Event()

    def alternate():
        while not ended.is_set():
            for signal, seconds in ((SIGSTOP, 0.18), (SIGCONT, 0.02)):
                os.kill(simulator._process.pid, signal)
                ended.wait(seconds)
        os.kill(simulator._process.pid, SIGCONT)

    thread = Thread(target=alternate)
    thread.start()
    yield
    ended.set()
    thread.join()


def test_a_starved_simulator_answers_all(open_board, config):
    rng = random.Random(5)
    puzzles = [puzzle(" ".join("".join(rng.choices("..012233", k=4)) for _ in range(3))) for _ in range(20)]
    with Simulator(config) as simulator, given_a_tenth(simulator):
        # The host repeats requests before the slow simulator can answer. If the host did not limit the repetitions,
        # these would fill the line.
        check(open_board(simulator, resend_interval=0.1), puzzles)


def test_a_frozen_simulator_is_waited_for(open_board, config):
    waits = []
    with Simulator(config) as simulator:
        board = open_board(simulator, timeout=1.0, slow=waits.append)
        board.identify()
        os.kill(simulator._process.pid, SIGSTOP)
        Timer(2.6, os.kill, (simulator._process.pid, SIGCONT)).start()
        check(board, [puzzle("3. .."), puzzle("22 22")])
    assert [round(seconds, 1) for seconds in waits] == pytest.approx([1.0, 2.0], abs=0.2)


def test_rates_that_are_tested(open_board, config, monkeypatch):
    """Long frames without pauses pass through the gateware's UART and CPU, with 17 and 5 clocks for each bit."""
    # This limit is in real seconds, but simulating one second takes many real seconds.
    monkeypatch.setattr("rowloom.host.link.rates._PATIENCE", 20.0)
    with Simulator(config) as simulator:
        board = open_board(simulator)
        board.link.set_bit_rate(config.bit_rate)
        board.identify()
        for rate, made in ((3_000_000, 2_941_176), (10_000_000, 10_000_000)):
            board.rate = AutomaticRate(board)
            # Normally the adapter determines which rates to test, but a simulated board has no adapter.
            board.rate._rates = [rate]
            board.rate.raise_now()
            assert board.rate.is_changed and board.link.bit_rate == made
            # The simulation is much slower than real time, so the host must not react to silence or lost frames by
            # changing the rate.
            board.rate.is_automatic, board.rate.lost = False, lambda: None
            check(board, [puzzle("3. .."), puzzle("22 22")])
            board.rate.leave()
            assert board.link.bit_rate == config.bit_rate
        check(board, [puzzle("3. .."), puzzle("22 22")])


def test_the_wrong_bit_rate_is_reported(open_board, config):
    with Simulator(config) as simulator:
        simulator.set_bit_rate(115_200)
        with pytest.raises(LinkError, match=r"^simulator: (no answer|\d+ bytes arrived, but no valid answer)"):
            open_board(simulator, timeout=2.0, resend_interval=0.5).identify()
