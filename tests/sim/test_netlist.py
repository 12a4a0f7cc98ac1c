"""The netlist that goes into a bitstream, solving puzzles over its pins."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from rowloom.boards import BOARDS, find_board
from rowloom.host import puzzles
from rowloom.host.board import Board
from rowloom.host.job import SOLVED, Job
from rowloom.host.link import SimulatorLink
from rowloom.sim import Simulator
from rowloom.sim.netlist import build_netlist_simulator

EXAMPLES = Path(__file__).parents[2] / "examples"
BOARD = "ulx3s-25f"
PATIENCE, RESEND = 120.0, 30.0


@pytest.mark.slow
@pytest.mark.parametrize("example", ["slitherlink-5x5", "slitherlink-1x10", "slitherlink-10x10-easy"])
def test_it_solves_as_the_gateware_does(board, example):
    path = EXAMPLES / f"{example}.txt"
    puzzle, *_ = puzzles.read(path.read_text(), path.name)
    with Simulator(netlist=find_board(BOARD)) as netlist, closing(SimulatorLink(netlist, 1_000_000)) as link:
        own = Board(link, PATIENCE, RESEND)
        assert own.identify() == board.identify()
        (outcome,), (expected,) = (list(one.solve([Job(puzzle)])) for one in (own, board))
    assert (outcome.status, outcome.solutions) == (SOLVED, expected.solutions)
    # The same search, step by step. It took other cycles: the slower simulation is asked more often how it goes.
    assert (outcome.nodes, outcome.backs, outcome.candidates) == (expected.nodes, expected.backs, expected.candidates)


def test_a_board_without_all_lights():
    name = next(name for name, board in BOARDS.items() if board.is_ecp5 and board.solving is None)
    with pytest.raises(ValueError, match=re.escape(f"{name} has not all three lights, and the simulator has to see")):
        build_netlist_simulator(BOARDS[name])


def test_a_board_with_another_device():
    with pytest.raises(ValueError, match=r"^arty-a7-35 has no ECP5, and only for that"):
        build_netlist_simulator(BOARDS["arty-a7-35"])
