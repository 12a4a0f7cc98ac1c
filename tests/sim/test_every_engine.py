"""A board with all the engines that there are: each is found by the firmware, and solves."""


import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.config import SoCConfig
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import SOLVED
from rowloom.host.link.pipeline import solve
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from support.puzzles import made_whole
from support.simulated import simulated

pytestmark = pytest.mark.slow

PUZZLES = {
    "slitherlink": Slitherlink("loop", 2, 2, ((3, None), (None, 3))), "sudoku": made_whole(3, "hard", 1),
    "smullyan": Smullyan("knights", 2, 2, ((0, None), (None, None))),
    "canal": Canal("canal", 2, 2, ((2, None), (None, None))),
}


def test_all_of_them():
    config = SoCConfig.of(*ENGINES, bit_rate=5_000_000)
    jobs = [Job(PUZZLES[engine.genre.name], 2, engine=name) for name, engine in ENGINES.items()]
    with simulated(config) as board:
        assert len(board.identify().capabilities) == len(ENGINES)
        outcomes = list(solve(board, jobs))
        assert [(outcome.status, outcome.verified) for outcome in outcomes] == [(SOLVED, True)] * len(jobs)
