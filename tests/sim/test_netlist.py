"""The simulated netlist of a bitstream receives puzzles at its pins, and solves them."""

import re
from contextlib import ExitStack, closing

import pytest

from rowloom.boards import BOARDS, find_board
from rowloom.boards.build import Request
from rowloom.host.jobs.job import Job
from rowloom.host.jobs.status import SOLVED
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.sim import Simulator, netlist
from rowloom.sim.netlist import build_netlist_simulator
from support.puzzles import examples

TIMEOUT, RESEND_INTERVAL = 120.0, 30.0


@pytest.mark.slow  # synthesis and the compilation of the simulator take a quarter of an hour or more
@pytest.mark.parametrize("board, engines, names", [
    ("ulx3s-25f", (), ("slitherlink-5x5", "sudoku-9x9-easy", "slitherlink-10x10-easy")),
    ("ulx3s-25f", ("dynasty:30x20", "canal:30x20"), ("smullyan-10x10-hard", "canal-10x10-hard")),
    ("ecpix5-45f", (), ("slitherlink-5x5", "sudoku-9x9-easy", "slitherlink-10x10-easy")),
    ("arty-a7-35", (), ("slitherlink-5x5", "slitherlink-1x10", "slitherlink-10x10-easy")),
])
def test_it_solves_as_the_gateware_does(board, engines, names):
    """The puzzles include all genres that the bitstream solves, and are solved in a single session."""
    first = [examples(name)[0] for name in names]
    request = Request(find_board(board), engines)
    assert {puzzle.genre for puzzle in first} == {one["genre"] for one in request.config().solves}
    jobs = [Job(puzzle, counters=True) for puzzle in first]
    with ExitStack() as stack:
        simulators = [stack.enter_context(one) for one in (
            Simulator(netlist=request), Simulator(request.config()))]
        links = [stack.enter_context(closing(SimulatorLink(one, 1_000_000))) for one in simulators]
        cells, gateware = (Session(link, TIMEOUT, RESEND_INTERVAL) for link in links)
        assert cells.identify() == gateware.identify()
        outcomes, expected = (list(solve(one, jobs)) for one in (cells, gateware))
    assert [one.status for one in outcomes] == [SOLVED] * len(first)
    assert [one.solutions for one in outcomes] == [one.solutions for one in expected]
    # Both simulations search in the same steps. Only the numbers of cycles differ: the host polls the slower simulation
    # more often, and each poll takes cycles.
    assert [one.counters for one in outcomes] == [one.counters for one in expected]


@pytest.mark.parametrize("name, sign", [("ecpix5-45f", "~"), ("ulx3s-25f", "")])
def test_a_light_that_is_on_when_its_pin_is_low(name, sign):
    top = netlist._top(netlist._ports(BOARDS[name]))
    assert all(f"assign {light} = {sign}{light}_pin;" in top for light in ("alive", "solving", "error"))


def test_a_board_without_all_lights():
    name = next(name for name, board in BOARDS.items() if board.is_ecp5 and board.solving is None)
    with pytest.raises(ValueError, match=re.escape(f"{name} lacks one of the three lights")):
        build_netlist_simulator(Request(BOARDS[name]))
