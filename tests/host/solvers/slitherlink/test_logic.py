"""The engine slitherlink-logic: all solutions, the deducer's counters."""

from itertools import islice

import pytest

from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers.slitherlink.logic import LogicSearch
from support.puzzles import blank, made, solutions


@pytest.mark.parametrize("rows, cols, difficulty", [(10, 10, "hard"), (14, 20, "normal"), (30, 20, "easy")])
def test_made_puzzles(rows, cols, difficulty):
    puzzle = made("slitherlink", rows, cols, difficulty, 1)
    search = LogicSearch(puzzle)
    (solution,) = search.solutions()
    assert Slitherlink.verify(puzzle, solution) == [] and [solution] == solutions(puzzle)
    assert search.counters["nodes"] >= 1 and (search.counters["probes"] > 0 or difficulty == "easy")


def test_the_rules_alone_need_no_probe():
    search = LogicSearch(blank(Slitherlink, 2, 2, r1c1=2, r1c2=2, r2c1=2, r2c2=2))
    assert len(list(search.solutions())) == 1
    assert search.counters == {"nodes": 1, "probes": 0}


def test_counters_of_a_search_that_is_not_finished():
    search = LogicSearch(blank(Slitherlink, 10, 10))
    assert search.counters == {"nodes": 0, "probes": 0}
    assert len(set(islice(search.solutions(), 5))) == 5
    assert search.counters["nodes"] >= 1 and search.counters["probes"] > 1
