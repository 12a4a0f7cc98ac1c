"""Z3's models: all of them, in time, and interrupted."""

import os
import re
import signal
import threading
import time

import pytest
import z3

from rowloom.host.solvers import OutOfTime
from rowloom.host.solvers.smt.models import Models


def pigeons(holes):
    """One more pigeon than there are holes: easy to say, and long to refute without counting."""
    sits = [[z3.Bool(f"p{pigeon}_{hole}") for hole in range(holes)] for pigeon in range(holes + 1)]
    formulas = [z3.Or(row) for row in sits]
    formulas += [
        z3.Or(z3.Not(one[hole]), z3.Not(other[hole]))
        for hole in range(holes)
        for at, one in enumerate(sits)
        for other in sits[:at]
    ]
    return formulas, [variable for row in sits for variable in row]


@pytest.mark.parametrize("solver", [z3.Solver, lambda: z3.SolverFor("QF_FD")])
def test_all_models_that_differ_in_the_variables(solver):
    a, b, c = z3.Bools("a b c")
    models = Models(solver(), [z3.Or(a, b), z3.Or(a, c, b)], [a, b])
    found = [tuple(z3.is_true(model.eval(v, model_completion=True)) for v in (a, b)) for model in models.found()]
    assert sorted(found) == [(False, True), (True, False), (True, True)]
    assert models.counters["checks"] == 4
    assert {"decisions", "conflicts"} < models.counters.keys()
    assert dict(models.statistics())["memory"] > 0


def test_the_time_is_over():
    models = Models(z3.Solver(), *pigeons(12))
    start = time.monotonic()
    with pytest.raises(OutOfTime):
        next(models.found(0.2))
    assert time.monotonic() - start < 5
    with pytest.raises(OutOfTime):
        next(models.found(0))


@pytest.mark.parametrize("solver", [z3.Solver, lambda: z3.SolverFor("QF_FD")])
def test_the_time_is_over_by_the_clock_of_z3(monkeypatch, solver):
    models = Models(solver(), *pigeons(12))
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    with pytest.raises(OutOfTime):
        next(models.found(0.1))


def test_an_interruption_ends_the_search():
    models = Models(z3.Solver(), *pigeons(12))
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        next(models.found())
    timer.join()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for another process")
def test_what_waits_afterwards_can_be_interrupted():
    list(Models(z3.Solver(), *pigeons(2)).found())
    read, write = os.pipe()
    timers = [threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)), threading.Timer(2, os.write, (write, b" "))]
    for timer in timers:
        timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        os.read(read, 1)
    assert time.monotonic() - start < 2
    for timer in timers:
        timer.join()
    os.close(read)
    os.close(write)


def test_z3_gives_up():
    x, y = z3.Ints("x y")
    solver = z3.Solver()
    solver.set("rlimit", 1)
    models = Models(solver, [x > 1, y > 1, x * x * x + y * y * y == 1_000_003 * x * y + 7], [x])
    with pytest.raises(RuntimeError, match=f"^{re.escape('Z3 gave up: ')}"):
        list(models.found())
