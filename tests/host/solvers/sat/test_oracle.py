"""The SAT solver behind its wrapping."""

import os
import signal
import threading
import time
from itertools import product

import pytest

from rowloom.host.solvers import OutOfTime
from rowloom.host.solvers.sat.oracle import FOR_MANY, Oracle


def pigeons(holes: int) -> list[list[int]]:
    """One more pigeon than holes, each in one, no two in the same: there is no way, and resolution does not see it."""
    number = {place: index for index, place in enumerate(product(range(holes + 1), range(holes)), 1)}
    clauses = [[number[pigeon, hole] for hole in range(holes)] for pigeon in range(holes + 1)]
    for one, other in product(range(holes + 1), repeat=2):
        if one < other:
            clauses += [[-number[one, hole], -number[other, hole]] for hole in range(holes)]
    return clauses


def test_models():
    oracle = Oracle([(1, 2), (-1, 3)])
    assert oracle.model([1]) == [1, -2, 3] or oracle.model([1]) == [1, 2, 3]
    assert oracle.model([-2, -3]) is None
    oracle.add([(-1, -3)])
    assert oracle.model([1]) is None
    assert oracle.model()[:2] == [-1, 2]
    oracle.add([(-2,)])
    assert oracle.model() is None
    assert oracle.counters["checks"] in (5, 6)


def test_an_empty_clause():
    assert Oracle([(1,), ()]).model() is None
    assert Oracle([]).model() == []


def test_conflicts_are_counted():
    oracle = Oracle(pigeons(5))
    assert oracle.model() is None
    assert oracle.counters["conflicts"] > 10


def test_the_time_is_over():
    oracle = Oracle(pigeons(12))
    start = time.monotonic()
    with pytest.raises(OutOfTime):
        oracle.model(until=start + 0.3)
    assert time.monotonic() - start < 3
    with pytest.raises(OutOfTime):
        oracle.model(until=start)


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for another process")
def test_ctrl_c_while_it_answers_at_once():
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    oracle = Oracle(pigeons(7), FOR_MANY)
    with pytest.raises(KeyboardInterrupt):
        while True:
            oracle.is_satisfiable(())
    timer.join()
