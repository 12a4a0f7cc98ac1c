"""The simulated boards that workers start."""

import os
import signal

import psutil
import pytest

from rowloom.errors import ClusterError
from rowloom.host.cluster import cluster
from rowloom.host.cluster.work import SolveWork
from rowloom.host.jobs.job import Question
from support.cluster import threads
from support.puzzles import examples
from support.waiting import has_ended, until

BUILT = ("deducer:64x36",)
"""The engine of the simulator that `rowloom solve` starts for Slitherlinks by default. Several tests share this
build."""


def simulators():
    """Return the running simulators."""
    return [child for child in psutil.Process().children(recursive=True) if child.name().startswith("deducer-64x36")]


def loops(times):
    return examples("slitherlink-5x5") * times


def test_each_worker_has_a_simulator_as_long_as_it_works():
    assert simulators() == []
    with threads(2) as (crew, _):
        for _ in range(2):
            outcomes = list(crew.run(SolveWork(Question(counters=True), BUILT), loops(5)))
            assert len(outcomes) >= 5
            assert all(one.verified and one.engine == "deducer" and one.cycles and one.counters for one in outcomes)
            assert 1 <= len(simulators()) <= 2
    until(lambda: not simulators())


def test_a_simulator_that_ends_is_started_again():
    with threads(1) as (crew, _):
        outcomes = crew.run(SolveWork(Question(), BUILT), loops(40))
        first = next(outcomes)
        (simulator,) = simulators()
        simulator.kill()
        assert all(one.verified for one in (first, *outcomes))
        (another,) = simulators()
        assert another != simulator


def test_a_simulator_that_cannot_be_built(monkeypatch):
    with threads(1) as (crew, _):
        monkeypatch.setenv("ROWLOOM_CACHE", "/dev/null/nowhere")
        outcomes = crew.run(SolveWork(Question(), BUILT), loops(1))
        assert next(outcomes).lost
        with pytest.raises(ClusterError, match="ROWLOOM_CACHE"):
            list(outcomes)


@pytest.mark.slow  # it starts and kills processes
def test_the_simulator_of_a_worker_that_is_killed_ends_with_it():
    with cluster.local(3) as crew:
        outcomes = crew.run(SolveWork(Question(), BUILT), loops(60))
        first = [next(outcomes)]
        orphan = simulators()[0]
        os.kill(orphan.ppid(), signal.SIGKILL)
        rest = list(outcomes)
        assert [one.puzzle for one in (*first, *rest)] == loops(60)
        assert all(one.verified for one in (*first, *rest))
        until(lambda: has_ended(orphan.pid))
    until(lambda: not simulators())
