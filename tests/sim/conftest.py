"""A simulated board with both engines, built once."""

from contextlib import closing

import pytest

from rowloom.host.board import Board
from rowloom.host.link import SimulatorLink
from rowloom.hw.soc.config import Size, SoCConfig
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
def config():
    """What most of the tests simulate: at five times the usual bit rate, for bits are most of what is simulated."""
    return SoCConfig(checker=Size(10, 10), deducer=Size(12, 11), bit_rate=5_000_000)


@pytest.fixture(scope="session")
def board(config):
    """A session with a board of that kind, for tests that leave it as it was."""
    with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
        yield Board(link, PATIENCE, RESEND)
