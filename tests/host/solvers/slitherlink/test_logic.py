"""The engine slitherlink-logic: all solutions, the deducer's counters."""

import random
from itertools import islice, product

import pytest

from rowloom.host.puzzles.slitherlink import Slitherlink, verify
from rowloom.host.solvers import OutOfTime
from rowloom.host.solvers.slitherlink.logic import LogicSearch
from support.loops import loops_with
from support.puzzles import blank, made, solutions


def test_all_solutions_of_small_puzzles():
    rng = random.Random(0)
    for rows, cols in ((1, 1), (1, 4), (2, 3), (3, 3), (4, 3)):
        for _ in range(12):
            share = rng.choice((0.1, 0.3, 0.6))
            clues = {cell: rng.randrange(4) for cell in product(range(rows), range(cols)) if rng.random() < share}
            found = list(LogicSearch(blank(Slitherlink, rows, cols).with_clues(clues)).solutions())
            assert sorted(found) == loops_with(rows, cols, clues)


@pytest.mark.parametrize("rows, cols, difficulty", [(10, 10, "hard"), (14, 20, "normal"), (30, 20, "easy")])
def test_made_puzzles(rows, cols, difficulty):
    puzzle = made("slitherlink", rows, cols, difficulty, 1)
    search = LogicSearch(puzzle)
    (solution,) = search.solutions()
    assert verify(puzzle, solution) == [] and [solution] == solutions(puzzle)
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


def test_out_of_time():
    with pytest.raises(OutOfTime):
        list(LogicSearch(blank(Slitherlink, 10, 10)).solutions(seconds=0.1))
