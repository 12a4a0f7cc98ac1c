"""The netlist that goes into a bitstream, solving puzzles over its pins."""

import re
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from rowloom.boards import BOARDS, find_board
from rowloom.boards.build import Request
from rowloom.host import puzzles
from rowloom.host.job import SOLVED, Job
from rowloom.host.link import SimulatorLink
from rowloom.host.pipeline import solve
from rowloom.host.session import Session
from rowloom.sim import Simulator
from rowloom.sim.netlist import build_netlist_simulator

EXAMPLES = Path(__file__).parents[2] / "examples"
MODELS = ["ulx3s-25f", "arty-a7-35"]
TIMEOUT, RESEND_INTERVAL = 120.0, 30.0


@pytest.mark.slow
@pytest.mark.parametrize("board", MODELS)
@pytest.mark.parametrize("example", ["slitherlink-5x5", "slitherlink-1x10", "slitherlink-10x10-easy"])
def test_it_solves_as_the_gateware_does(example, board):
    path = EXAMPLES / f"{example}.txt"
    puzzle, *_ = puzzles.read(path.read_text(), path.name)
    model = find_board(board)
    with ExitStack() as stack:
        simulators = [stack.enter_context(one) for one in (
            Simulator(netlist=model), Simulator(Request(model).config()))]
        links = [stack.enter_context(closing(SimulatorLink(one, 1_000_000))) for one in simulators]
        netlist, gateware = (Session(link, TIMEOUT, RESEND_INTERVAL) for link in links)
        assert netlist.identify() == gateware.identify()
        (outcome,), (expected,) = (list(solve(one, [Job(puzzle)])) for one in (netlist, gateware))
    assert (outcome.status, outcome.solutions) == (SOLVED, expected.solutions)
    # The same search, step by step. It took other cycles: the slower simulation is asked more often how it goes.
    assert outcome.counters == expected.counters


def test_a_board_without_all_lights():
    name = next(name for name, board in BOARDS.items() if board.is_ecp5 and board.solving is None)
    with pytest.raises(ValueError, match=re.escape(f"{name} lacks one of the three lights")):
        build_netlist_simulator(BOARDS[name])
