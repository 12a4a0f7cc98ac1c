"""A board with all the engines that there are: each is found by the firmware, and solves."""

from contextlib import closing

import pytest

from rowloom.engines.catalogue import ENGINES
from rowloom.engines.config import SoCConfig
from rowloom.host.jobs.job import SOLVED, Job
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.host.puzzles.canal import Canal
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.puzzles.smullyan import Smullyan
from rowloom.sim import Simulator
from support.puzzles import made_whole

pytestmark = pytest.mark.slow

PUZZLES = {
    "slitherlink": Slitherlink("loop", 2, 2, ((3, None), (None, 3))), "sudoku": made_whole(3, "hard", 1),
    "smullyan": Smullyan("knights", 2, 2, ((0, None), (None, None))),
    "canal": Canal("canal", 2, 2, ((2, None), (None, None))),
}


def test_all_of_them():
    config = SoCConfig.of(*ENGINES, bit_rate=5_000_000)
    jobs = [Job(PUZZLES[engine.genre.name], 2, engine=name) for name, engine in ENGINES.items()]
    with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
        board = Session(link, timeout=20.0, resend_interval=3.0)
        assert len(board.identify().capabilities) == len(ENGINES)
        outcomes = list(solve(board, jobs))
        assert [(outcome.status, outcome.verified) for outcome in outcomes] == [(SOLVED, True)] * len(jobs)
