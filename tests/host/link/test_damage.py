"""Jobs through the real firmware over a line that damages frames by the thousand."""

import random
from collections import Counter
from functools import partial

import pytest

from rowloom.host.link.session import RoundTrip, Session
from support.channel import Channel
from support.damage import DamagingLine, Harm
from support.jobs import POOL, SUDOKUS, jobs_of, solve_truly

MILLION = 1_000_000
TIMEOUT = 600.0
"""Long enough that never so many frames are damaged in a row."""


def some_jobs(rng):
    """Of one kind, so that they share requests, or of many."""
    kinds = rng.choices((POOL[:12], POOL, SUDOKUS[:3], SUDOKUS), (6, 1, 4, 1), k=rng.randrange(1, 4))
    pool = [rng.choice(kind) for kind in kinds for _ in range(rng.randrange(1, 4))]
    counters = rng.random() < 0.3
    return jobs_of(pool, rng, 40, counters)


@pytest.mark.parametrize("number", [8_000, pytest.param(MILLION, marks=pytest.mark.slow)])
def test_damaged_frames(native, monkeypatch, number):
    """None of them is believed, none is waited for for ever, and every puzzle is answered and verified."""
    monkeypatch.setattr("rowloom.host.link.pipeline.MAX_PIECE", 300)
    monkeypatch.setattr("rowloom.host.link.session._IDENTIFY_TIMEOUT", TIMEOUT)
    rng, damage = random.Random(number), Counter()
    channel = Channel(native, seed=number, line=partial(DamagingLine, 0.5, damage, 0.1))
    session = Session(channel, TIMEOUT, 0.02, channel.clock)
    session.round_trip = RoundTrip(0.02, 0.02, 1.0)
    while damage.total() < number:
        channel.limit = channel.now + 2 * TIMEOUT
        solve_truly(session, some_jobs(rng), rng, rng.choice((None, 1, 1, 3)))
    assert min(damage[harm] for harm in Harm) > number / 10
