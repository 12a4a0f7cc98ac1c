"""The engine ``slitherlink-logic`` counts as many probes as a board's deducer, so it tries the same candidates."""

import random
from collections import Counter
from itertools import islice

import pytest

from rowloom.host.generate.slitherlink import random_loop, with_all_clues
from rowloom.host.jobs.job import Job
from rowloom.host.link.pipeline import solve
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.solvers import ENGINES
from support.loops import with_some_clues
from support.puzzles import made

ROWS, COLS = 10, 8


def random_puzzle(rng: random.Random) -> Slitherlink:
    """Return a puzzle with some clues of a random loop. Sometimes a clue is wrong."""
    loop = random_loop(rng.randint(2, ROWS), rng.randint(2, COLS), rng)
    return with_some_clues(with_all_clues("random", loop, rng), rng, (0, 0.1, 0.3, 0.4, 0.5, 0.6, 0.8, 1), 0.2)


@pytest.mark.parametrize("count", [40, pytest.param(3000, marks=pytest.mark.slow)])
def test_counters_without_branches(board, count):
    rng = random.Random(4)
    puzzles = [*(random_puzzle(rng) for _ in range(count)),
               *(made("slitherlink", ROWS, COLS, "any", seed) for seed in range(6))]
    ends: Counter = Counter()
    jobs = (Job(puzzle, count=2, counters=True) for puzzle in puzzles)
    for puzzle, outcome in zip(puzzles, solve(board, jobs), strict=True):
        search = ENGINES["slitherlink-logic"].search(puzzle)
        found = len([*islice(search.solutions(), 2)])
        branches, probes = search.counters["nodes"] > 1, search.counters["probes"]
        assert found == len(outcome.solutions) and branches == (outcome.counters["nodes"] > 1), puzzle
        assert branches or probes == outcome.counters["probes"], puzzle
        ends["branches" if branches else found, probes > 0] += 1
    assert all(ends[end, True] for end in (1, 2, "branches")) and ends[1, False] and ends[0, False], ends
