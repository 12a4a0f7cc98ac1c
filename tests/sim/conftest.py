"""A simulated board with both engines, built once."""

from contextlib import closing

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.host.link.session import Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.sim import Simulator

TIMEOUT, RESEND_INTERVAL = 20.0, 3.0


@pytest.fixture
def open_board():
    """Open a session with a simulator."""
    links = []

    def open_board(simulator, timeout=TIMEOUT, resend_interval=RESEND_INTERVAL, slow=None):
        link = SimulatorLink(simulator, 1_000_000)
        links.append(link)
        return Session(link, timeout, resend_interval, slow=slow)

    yield open_board
    for link in links:
        link.close()


@pytest.fixture(scope="session")
def config():
    """Return what most tests simulate, at the UART's highest bit rate, because bits are most of what is simulated."""
    return SoCConfig.of("checker:10x10", "deducer:12x11", bit_rate=10_000_000)


@pytest.fixture(scope="session")
def board(config):
    """A session with a board of that kind, for tests that leave it as it was."""
    with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
        yield Session(link, TIMEOUT, RESEND_INTERVAL)
