"""Simulated boards that many tests share, so that each is built only once."""

from collections.abc import Callable, Iterator
from functools import cache

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
def page_board() -> Callable[[str], Session]:
    """Return a function that returns a session with a simulated board that has the given engine and is built as for the
    web page. The tests of the page use the same module."""
    return cache(lambda engine: Session(ModuleBoard(build_module(module_config(engine))), 120.0, 30.0))


@pytest.fixture
def board_of(request: pytest.FixtureRequest, page_board: Callable[[str], Session]) -> Callable[[str], Session]:
    """Return a function that returns a board with a given engine, or for a given genre."""
    pages = {"scan": "scan:25x25", "canal": "canal"}
    return lambda name: page_board(pages[name]) if name in pages else request.getfixturevalue("board")
