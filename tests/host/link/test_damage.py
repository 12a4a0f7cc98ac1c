"""Jobs are done correctly even if the line damages thousands of frames, or if the board restarts."""

import random
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from rowloom.engines.sudoku import SCAN
from rowloom.errors import LinkError
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import RoundTrip, Session
from rowloom.host.wire.protocol import Capability
from support.channel import IDENTITY, Channel, FakeBoard, connect
from support.damage import DamagingLine, Harm
from support.jobs import POOL, SUDOKUS, check_begun, jobs_of, solve_truly, solver, some_jobs

PATIENCE = 600.0
"""A timeout in seconds that does not expire even if many successive frames are damaged."""


@pytest.fixture(params=["fake board", "firmware"])
def new_board(request, monkeypatch):
    """Return a function that makes a board: a fake board, whose searches last ``seconds``, or the firmware."""
    firmware = request.getfixturevalue("native") if request.param == "firmware" else None
    monkeypatch.setattr("rowloom.host.link.pipeline.MAX_PIECE", 300)
    identity = replace(IDENTITY, capabilities=(*IDENTITY.capabilities, Capability(2, SCAN.number, 36, 36)))

    def make(seconds):
        if firmware:
            firmware.reset()
            return firmware
        return FakeBoard(solver([*POOL, *SUDOKUS], seconds), identity)

    return make


@pytest.mark.parametrize("number", [1_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_damaged_frames(new_board, monkeypatch, number):
    """The host accepts no damaged frame and repairs every loss, so all outcomes are correct."""
    monkeypatch.setattr("rowloom.host.link.session._IDENTIFY_TIMEOUT", PATIENCE)
    rng, damage = random.Random(number), Counter()
    channel = Channel(new_board(0.01), seed=number, line=partial(DamagingLine, 0.5, damage, 0.1))
    session = Session(channel, PATIENCE, 0.02, channel.clock)
    session.round_trip = RoundTrip(0.02, 0.02, 1.0)
    while damage.total() < number:
        channel.limit = channel.now + 2 * PATIENCE
        # If all jobs are of one kind, several jobs can share a request. Sometimes, the jobs are of several kinds.
        kinds = rng.choices((POOL[:12], POOL, SUDOKUS[:3], SUDOKUS), (6, 1, 4, 1), k=rng.randrange(1, 4))
        pool = [rng.choice(kind) for kind in kinds for _ in range(rng.randrange(1, 4))]
        solve_truly(session, jobs_of(pool, rng, 40), rng, rng.choice((None, 1, 1, 3)))
    assert min(damage[harm] for harm in Harm) > number / 10


@pytest.mark.parametrize("number, share, delay, resets, least, most", [
    (30, 0.1, 0.1, 0.0, 0.96, 1.0),  # a line with some faults: hardly any batch fails
    (15, 0.9, 2.0, 0.0, 0.1, 0.9),  # a line that hardly works
    (30, 0.02, 0.1, 0.0005, 0.9, 1.0),  # a board that restarts about every twenty seconds
])  # fmt: skip
def test_batches(new_board, number, share, delay, resets, least, most):
    """All outcomes are correct. Some batches end early with a LinkError; the share of the others is between ``least``
    and ``most``."""
    whole = 0
    for seed in range(number):
        rng = random.Random(seed)
        jobs = some_jobs(rng)
        line = partial(DamagingLine, share, Counter(), delay)
        channel = Channel(new_board(rng.choice((0.0, 0.03, 0.5, 3.0))), seed, limit=600.0, line=line, resets=resets)
        session, outcomes = connect(channel), []
        try:
            if rng.random() < 0.5:
                assert session.rate.change(2_500_000) in (1_000_000, 2_500_000)
            outcomes += solve(session, jobs)
            assert len(outcomes) == len(jobs) and not any(outcome.lost for outcome in outcomes)
            whole += 1
        except LinkError:
            pass
        check_begun(jobs, outcomes)
    assert least * number <= whole <= most * number
