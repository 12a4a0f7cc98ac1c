"""Simulated boards that many tests share, so that each is built only once."""

from collections.abc import Callable, Iterator

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.host.link.session import Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.sim import Simulator
from rowloom.sim.module import build_module, module_config
from support.module_board import ModuleBoard
from support.simulated import simulated

TIMEOUT, RESEND_INTERVAL = 20.0, 3.0


@pytest.fixture
def open_board() -> Iterator[Callable[..., Session]]:
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
def config() -> SoCConfig:
    """A small build. It has the UART's highest bit rate, because most of the simulated clocks are spent on bytes on the
    line."""
    return SoCConfig.of("checker:10x10", "deducer:12x11", bit_rate=10_000_000)


@pytest.fixture
def simulator(config: SoCConfig) -> Iterator[Simulator]:
    """A new board of the small build."""
    with Simulator(config) as simulator:
        yield simulator


@pytest.fixture(scope="session")
def board(config: SoCConfig) -> Iterator[Session]:
    """A session with a shared board of the small build, for tests that do not change the board's state."""
    with simulated(config, TIMEOUT, RESEND_INTERVAL) as session:
        yield session


@pytest.fixture(scope="session")
def all_genres(four_genres: SoCConfig) -> Iterator[Session]:
    """A session with a board that has a fast engine for each genre."""
    with simulated(four_genres) as session:
        yield session


def page_board(engine: str) -> Session:
    """Return a session with a simulated board that is built as for the web page. The tests of the page use the same
    module."""
    return Session(ModuleBoard(build_module(module_config(engine))), timeout=120.0, resend_interval=30.0)


@pytest.fixture(scope="session")
def scan_board() -> Session:
    return page_board("scan:25x25")


@pytest.fixture(scope="session")
def parallel_board() -> Session:
    return page_board("parallel")
