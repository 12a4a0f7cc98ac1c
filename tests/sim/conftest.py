"""The simulated board of the usual size, built once."""

from contextlib import closing

import pytest

from rowloom.host.board import Board
from rowloom.host.link import SimulatorLink
from rowloom.sim import Simulator

PATIENCE, RESEND = 20.0, 3.0


@pytest.fixture
def open_board():
    """Opens a session with a simulator."""
    links = []

    def open_board(simulator, patience=PATIENCE, resend=RESEND):
        link = SimulatorLink(simulator, 1_000_000)
        links.append(link)
        return Board(link, patience, resend)

    yield open_board
    for link in links:
        link.close()


@pytest.fixture(scope="session")
def board():
    """A session with the simulated 10x10 board, for tests that leave it as it was."""
    with Simulator(10, 10) as simulator, closing(SimulatorLink(simulator, 1_000_000)) as link:
        yield Board(link, PATIENCE, RESEND)
