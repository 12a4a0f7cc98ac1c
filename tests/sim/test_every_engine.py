"""A board with all the engines that there are: each is found, by the firmware in the ROM and by a loaded one."""

from contextlib import closing

import pytest

from rowloom.firmware.build import image
from rowloom.host.firmware import Image, load
from rowloom.host.generate.sudoku import generate
from rowloom.host.job import SOLVED, Job
from rowloom.host.link import SimulatorLink
from rowloom.host.pipeline import solve
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.host.session import Session
from rowloom.hw.engines import ENGINES
from rowloom.hw.soc.config import SoCConfig
from rowloom.sim import Simulator

pytestmark = pytest.mark.slow

SIZES = {"checker": "3x3", "deducer": "4x4", "parallel": "4x4", "scan": "9x9"}


def test_all_of_them():
    config = SoCConfig.of(*(f"{engine}:{SIZES[engine]}" for engine in ENGINES), bit_rate=5_000_000)
    loop = Slitherlink("loop", 2, 2, ((3, None), (None, 3)))
    jobs = [*(Job(loop, 2, engine=engine) for engine in ("checker", "deducer")),
            *(Job(generate(2, "easy", 1), 2, engine=engine) for engine in ("parallel", "scan")),
            Job(generate(3, "hard", 1), 2, engine="scan")]
    with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
        board = Session(link, timeout=20.0, resend_interval=3.0)
        assert len(board.identify().capabilities) == 4
        for _ in range(2):
            outcomes = list(solve(board, jobs))
            assert [(outcome.status, outcome.verified) for outcome in outcomes] == [(SOLVED, True)] * len(jobs)
            if not board.identify().loaded:
                load(board, Image.parse(image(config)))
        assert board.identify().loaded
