"""The engine ``sat``: its solver, its counters, and Ctrl-C. ``test_agreement.py`` checks its solutions."""

import pytest
from pysat.examples.genhard import PHP

from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.sat.oracle import FOR_MANY, Oracle
from rowloom.host.solvers.sat.slitherlink import SlitherlinkSearch
from support.puzzles import blank


def test_models_and_counters_of_the_oracle():
    oracle = Oracle([(1, 2), (-1, 3)])
    assert oracle.model([1]) in ([1, -2, 3], [1, 2, 3])
    assert oracle.model([-2, -3]) is None
    oracle.add([(-1, -3)])
    assert oracle.model([1]) is None
    assert oracle.model()[:2] == [-1, 2]
    oracle.add([(-2,)])
    assert oracle.model() is None
    assert oracle.counters["checks"] == 5
    oracle = Oracle(PHP(5).clauses)
    assert oracle.model() is None
    assert oracle.counters["conflicts"] > 10


def test_ctrl_c_during_short_questions(press_ctrl_c):
    oracle = Oracle(PHP(7).clauses, FOR_MANY)
    press_ctrl_c(0.05)
    with pytest.raises(KeyboardInterrupt):
        while True:
            oracle.is_satisfiable(())


def test_counters():
    """Cuts forbid rings around a hole, and regions that are separate from each other."""
    search = SlitherlinkSearch(blank(Slitherlink, 3, 3))
    found = list(search.solutions())
    assert len(found) == 213
    assert search.counters["checks"] > len(found)
    assert search.counters["cuts"] > 0
    assert set(search.counters) == {"checks", "conflicts", "cuts"}
