"""The engine ``z3``: the papers' formulas, searches for several models, time limits, and Ctrl-C."""

import gc
import os
import random
import re
import time
from itertools import product
from threading import Timer

import pytest
import z3
from pysat.examples.genhard import PHP

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
@pytest.mark.parametrize("connection, cases", [("distance", 10), *(
    pytest.param(connection, 200, marks=pytest.mark.slow) for connection in ("distance", "parity")
)])  # fmt: skip
def test_connections(genre, connection, cases):
    rng = random.Random(genre)
    puzzles = [small(genre, rng) for _ in range(cases)]
    found = [sorted(SEARCH[genre](puzzle, connection).solutions()) for puzzle in puzzles]
    assert found == [*map(brute.solutions, puzzles)] and any(found)


@pytest.mark.parametrize("kind, rows, cols", [(Smullyan, 3, 3), (Canal, 2, 3), (Canal, 1, 5)])
def test_weak_solutions(kind, rows, cols):
    puzzle = blank(kind, rows, cols)
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
    puzzle = blank(kind, 6, 7, r1c4=2)
    search = SEARCH[puzzle.genre](puzzle)
    for _, solution in zip(range(5), search.solutions()):
        parents = {(link.row, link.col): link for link in search.links}
        region = {cell for cell in puzzle.cells if solution[cell[0]][cell[1]] == shade}
        roots = region - parents.keys()
        assert 1 <= len(roots) <= 2 and parents.keys() < region
        for link in search.links:
            cell, steps = (link.row, link.col), 0
            while cell in parents:
                down, right = parents[cell].down, parents[cell].right
                ahead = cell[0] + down, cell[1] + right
                if ahead in parents:
                    turn = (down, right), (parents[ahead].down, parents[ahead].right)
                    notable = turn in [((-1, 0), (0, 1)), ((0, 1), (-1, 0))]
                    assert (parents[cell].marked != parents[ahead].marked) == notable
                cell, steps = ahead, steps + 1
                assert steps <= len(region)
            assert cell in roots


def test_all_loops_of_an_empty_grid():
    """All loops are found, including loops that do not touch the first row. No loop that touches itself is found."""
    puzzle = blank(Slitherlink, 3, 2)
    assert sorted(loops(puzzle).solutions()) == brute.solutions(puzzle)


def pigeons(holes):
    """Return formulas that take long to refute: each of ``holes + 1`` pigeons is alone in one of the holes."""
    solver = z3.Solver()
    solver.from_string(PHP(holes).to_dimacs())
    return solver.assertions()


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
    models = Models(solver(), pigeons(12), [])
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    with pytest.raises(OutOfTime):
        next(models.found(0.1))


@pytest.mark.parametrize("enabled", [True, False])
def test_no_garbage_is_collected_while_z3_runs(enabled):
    solver, states = z3.Solver(), []
    check = solver.check
    solver.check = lambda: (states.append(gc.isenabled()), check(), states.append(gc.isenabled()))[1]
    if not enabled:
        gc.disable()
    try:
        assert list(Models(solver, pigeons(6), []).found()) == []
        assert gc.isenabled() == enabled
    finally:
        gc.enable()
    assert states == [False, False]


def test_ctrl_c(press_ctrl_c):
    models = Models(z3.Solver(), pigeons(12), [])
    press_ctrl_c(0.2)
    with pytest.raises(KeyboardInterrupt):
        next(models.found())


def test_ctrl_c_afterwards(press_ctrl_c):
    list(Models(z3.Solver(), pigeons(2), []).found())
    read, write = os.pipe()
    press_ctrl_c(0.2)
    end = Timer(2, os.write, (write, b" "))
    end.start()
    with pytest.raises(KeyboardInterrupt):
        os.read(read, 1)
    assert end.is_alive()
    end.cancel()
    os.close(read)
    os.close(write)


def test_z3_gives_up():
    x, y = z3.Ints("x y")
    solver = z3.Solver()
    solver.set("rlimit", 1)
    models = Models(solver, [x > 1, y > 1, x * x * x + y * y * y == 1_000_003 * x * y + 7], [x])
    with pytest.raises(RuntimeError, match=f"^{re.escape('Z3 gave up: ')}"):
        list(models.found())
