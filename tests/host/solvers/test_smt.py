"""The engine ``z3``: the papers' formulas, searches for several models, time limits, and Ctrl-C."""

import os
import random
import re
import signal
import threading
import time
from itertools import product

import pytest
import z3

from rowloom.host.puzzles import genre
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.shading import UNKNOWN
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.host.solvers import OutOfTime
from rowloom.host.solvers.smt.models import Models
from rowloom.host.solvers.smt.shading import canal, smullyan
from rowloom.host.solvers.smt.slitherlink import LoopSearch as loops
from support import brute
from support.loops import small
from support.puzzles import blank

SEARCH = {"smullyan": smullyan, "canal": canal}


@pytest.mark.parametrize("genre", SEARCH)
@pytest.mark.parametrize("connection, cases", [("distance", 15), *(
    pytest.param(connection, 200, marks=pytest.mark.slow) for connection in ("distance", "parity")
)])  # fmt: skip
def test_connections(genre, connection, cases):
    rng = random.Random(genre)
    puzzles = [small(genre, rng) for _ in range(cases)]
    found = [sorted(SEARCH[genre](puzzle, connection).solutions()) for puzzle in puzzles]
    assert found == [*map(brute.solutions, puzzles)] and any(found)


@pytest.mark.parametrize("kind, rows, cols", [(Smullyan, 3, 3), (Canal, 2, 3), (Canal, 1, 5)])
def test_weak_solutions(kind, rows, cols):
    puzzle = kind("weak", rows, cols, ((None,) * cols,) * rows)
    verify = genre(puzzle.genre).verify
    shadings = product(["".join(row) for row in product("01", repeat=cols)], repeat=rows)
    expected = [shading for shading in shadings if not verify(puzzle, shading, weak=True)]
    assert sorted(SEARCH[puzzle.genre](puzzle, None).solutions()) == expected
    assert len(expected) > len(brute.solutions(puzzle))


def test_empty_canal():
    puzzle = Canal("dry", 3, 3, ((0, None, 0), (None, UNKNOWN, None), (0, None, 0)))
    for connection in ("parity", "distance", None):
        assert list(canal(puzzle, connection).solutions()) == [("000", "000", "000")]


@pytest.mark.parametrize("kind, shade", [(Smullyan, "0"), (Canal, "1")])
def test_links_lead_to_the_root_and_parities_change_at_notable_turns(kind, shade):
    puzzle = kind("tree", 6, 7, ((None,) * 3 + (2,) + (None,) * 3,) + ((None,) * 7,) * 5)
    search = SEARCH[puzzle.genre](puzzle)
    for _, solution in zip(range(5), search.solutions()):
        parents = {link.cell: link for link in search.links}
        region = {cell for cell in puzzle.cells if solution[cell[0]][cell[1]] == shade}
        roots = region - parents.keys()
        assert 1 <= len(roots) <= 2 and parents.keys() < region
        for link in search.links:
            cell, steps = link.cell, 0
            while cell in parents:
                down, right = parents[cell].direction
                ahead = cell[0] + down, cell[1] + right
                if ahead in parents:
                    turn = (down, right), parents[ahead].direction
                    notable = turn in [((-1, 0), (0, 1)), ((0, 1), (-1, 0))]
                    assert (parents[cell].parity != parents[ahead].parity) == notable
                cell, steps = ahead, steps + 1
                assert steps <= len(region)
            assert cell in roots


def test_without_parities_there_are_no_links():
    puzzle = Smullyan("small", 2, 2, ((None, None),) * 2)
    for connection in ("distance", None):
        search = smullyan(puzzle, connection)
        next(search.solutions())
        assert search.links == []


def test_all_loops_of_an_empty_grid():
    """All loops are found, including loops that do not touch the first row. No loop that touches itself is found."""
    assert sorted(loops(blank(Slitherlink, 3, 3)).solutions()) == sorted(brute.solutions(blank(Slitherlink, 3, 3)))


def test_counters():
    found = loops(blank(Slitherlink, 2, 2, r1c1=3))
    assert found.counters == {"checks": 0}
    solutions = list(found.solutions())
    assert found.counters["checks"] == len(solutions) + 2
    assert {*found.counters} == {"checks", "conflicts", "decisions"}


def pigeons(holes):
    """Return formulas that demand a separate hole for each pigeon, although there is one hole too few.

    A proof that does not count the pigeons and the holes takes a long time.
    """
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
def test_all_models(solver):
    a, b, c = z3.Bools("a b c")
    models = Models(solver(), [z3.Or(a, b), z3.Or(a, c, b)], [a, b])
    found = [tuple(z3.is_true(model.eval(v, model_completion=True)) for v in (a, b)) for model in models.found()]
    assert sorted(found) == [(False, True), (True, False), (True, True)]
    assert models.counters["checks"] == 4
    assert {"decisions", "conflicts"} < models.counters.keys()
    assert dict(models.statistics())["memory"] > 0


@pytest.mark.parametrize("solver", [z3.Solver, lambda: z3.SolverFor("QF_FD")])
def test_time_limit_of_z3(monkeypatch, solver):
    models = Models(solver(), *pigeons(12))
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    with pytest.raises(OutOfTime):
        next(models.found(0.1))


def test_ctrl_c():
    models = Models(z3.Solver(), *pigeons(12))
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        next(models.found())
    timer.join()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for another process")
def test_ctrl_c_afterwards():
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
