"""A board with all the engines that there are: each is found, by the firmware in the ROM and by a loaded one."""

from contextlib import closing

import pytest

from rowloom.firmware.build import image
from rowloom.host.board import Board
from rowloom.host.firmware import Image, load
from rowloom.host.generate.sudoku import generate
from rowloom.host.job import SOLVED, Job
from rowloom.host.link import SimulatorLink
from rowloom.host.protocol import Engine
from rowloom.host.puzzles.slitherlink import Slitherlink
from rowloom.hw.soc.config import ENGINES, Size, SoCConfig
from rowloom.sim import Simulator

pytestmark = pytest.mark.slow

SIZES = {"checker": Size(3, 3), "deducer": Size(4, 4), "sudoku": Size(4, 4), "scan": Size(9, 9)}


def test_all_of_them():
    config = SoCConfig.with_engines({engine: SIZES[engine] for engine in ENGINES}, bit_rate=5_000_000)
    loop = Slitherlink("loop", 2, 2, ((3, None), (None, 3)))
    jobs = [*(Job(loop, 2, engine=engine) for engine in (Engine.CHECKER, Engine.FAST)),
            *(Job(generate(2, "easy", 1), 2, engine=engine) for engine in (Engine.FAST, Engine.STEPS, Engine.SCAN)),
            Job(generate(3, "hard", 1), 2, engine=Engine.SCAN)]
    with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
        board = Board(link, patience=20.0, resend=3.0)
        assert len(board.identify().capabilities) == 5
        for _ in range(2):
            outcomes = list(board.solve(jobs))
            assert [(outcome.status, outcome.verified) for outcome in outcomes] == [(SOLVED, True)] * len(jobs)
            if not board.identify().loaded:
                load(board, Image.parse(image(config)))
        assert board.identify().loaded
