"""The whole system, with a line between host and simulator that damages frames."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.host.link.session import RoundTrip, Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.sim import Simulator
from support.damage import DamagedLink, DamagingLine, Harm
from support.jobs import POOL, SUDOKUS, grid, jobs_of, solve_truly, twice

CLIENTS = 2
TIMEOUT = 600.0
"""A time, in seconds, that is longer than any series of damaged frames."""
SHORTEST, LONGEST = 0.02, 0.2
"""The shortest and the longest time, in seconds, until a request is sent again."""


def some_jobs(puzzles, rng):
    """Return enough jobs to keep the line busy: while the host waits for a frame that was damaged, other frames arrive,
    and some of them are damaged, too."""
    pool = rng.sample(puzzles, rng.randrange(1, 4))
    return jobs_of(pool, rng, 100)


@pytest.fixture
def damage(monkeypatch):
    """Return a function that lets clients solve puzzles on a simulator until ``number`` frames have been damaged, and
    checks that all outcomes are correct."""
    monkeypatch.setattr("rowloom.host.link.session._IDENTIFY_TIMEOUT", TIMEOUT)
    monkeypatch.setattr("rowloom.host.link.stream.TICK", 0.002)

    def damage(config, puzzles, number):
        damaged = Counter()

        def be_client(seed, simulator):
            rng = random.Random(seed)
            with closing(SimulatorLink(simulator, config.bit_rate)) as link:
                line = DamagedLink(link, partial(DamagingLine, 0.5, damaged, SHORTEST), seed)
                session = Session(line, TIMEOUT, SHORTEST)
                session.round_trip = RoundTrip(SHORTEST, SHORTEST, LONGEST)
                while damaged.total() < number:
                    solve_truly(session, some_jobs(puzzles, rng), rng)

        with Simulator(config) as simulator, ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(be_client, range(CLIENTS), CLIENTS * [simulator]))
        assert min(damaged[harm] for harm in Harm) > number / 10

    return damage


def test_damaged_frames(config, damage):
    damage(config, POOL, 50)


@pytest.mark.slow  # ten minutes
def test_a_hundred_thousand_damaged_frames(damage):
    """The engines are as small as possible, because simulating the clocks takes most of the time."""
    config = SoCConfig.of("checker:3x3", "parallel:4x4", bit_rate=10_000_000)
    damage(config, [*(one for one in POOL if one.cols <= 3), SUDOKUS[0], grid(2, twice)], 100_000)
