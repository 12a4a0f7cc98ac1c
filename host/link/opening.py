"""Opening boards: those at a port, and simulated ones, which are built if needed."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from rowloom.engines.config import SoCConfig
from rowloom.host.link.session import SIMULATOR_TIMES, Session, board_times
from rowloom.host.link.stream import Link, SimulatorLink, is_socket
from rowloom.host.solvers import NotInstalled
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE, Identity

if TYPE_CHECKING:
    from rowloom.boards.build import Request
    from rowloom.sim import Simulator

__all__ = ["Opened", "SimulationError", "at_port", "identified", "simulated", "start_simulator"]


class SimulationError(Exception):
    """A simulated board cannot be built or started; the message says why."""


class Opened(NamedTuple):
    """A board that has said what it is.

    Attributes
    ----------
    session : Session
    identity : Identity
    link : Link
    rate : int
        The bit rate in use.
    """

    session: Session
    identity: Identity
    link: Link
    rate: int


@contextmanager
def at_port(port: str, baud: int | None = None) -> Iterator[Opened]:
    """Open the board at a port, or at a socket, behind which it may be a simulated one.

    Parameters
    ----------
    port : str
        See :class:`Link`.
    baud : int, optional
        The bit rate to work at, if not the usual one.

    Raises
    ------
    LinkError
        If there is none, or it does not answer.
    """
    with closing(Link(port, DEFAULT_BIT_RATE)) as link, identified(link, baud, is_socket(port)) as opened:
        yield opened


@contextmanager
def simulated(config: SoCConfig) -> Iterator[Opened]:
    """Simulate a board as long as it is open; errors as of :func:`start_simulator`, and LinkError."""
    with (
        start_simulator(config) as simulator,
        closing(SimulatorLink(simulator, DEFAULT_BIT_RATE)) as link,
        # Nobody has to be told that it is slow, and it does not break.
        identified(link, None, True, lambda seconds: None) as opened,
    ):
        yield opened


@contextmanager
def identified(
    link: Link, baud: int | None = None, may_be_slow: bool = False, slow: Callable[[float], None] | None = None
) -> Iterator[Opened]:
    """Open a session with the board at the other end of a link.

    Parameters
    ----------
    link : Link
    baud : int, optional
        See :func:`at_port`.
    may_be_slow : bool
        The board may be a simulated one.
    slow : callable, optional
        See :class:`Session`.

    Raises
    ------
    LinkError
        If it does not answer.
    """
    times = SIMULATOR_TIMES if may_be_slow else board_times(baud or DEFAULT_BIT_RATE)
    with closing(Session(link, *times, slow=slow)) as session:
        identity, rate = session.identify_at(baud)
        yield Opened(session, identity, link, rate)


def start_simulator(
    config: SoCConfig,
    wave: str | None = None,
    port: int = 0,
    report: Callable[[str], None] = lambda message: None,
    netlist: "Request | None" = None,
) -> "Simulator":
    """Start a simulated board, or the simulation of a bitstream's netlist; build it if needed.

    The parameters are those of :class:`rowloom.sim.Simulator`.

    Raises
    ------
    NotInstalled
        If a package for it is missing.
    SimulationError
        If it cannot be built or started.
    """
    try:
        from rowloom.sim import Simulator, SimulatorError
        from rowloom.tools import ToolError
    except ImportError as error:
        raise NotInstalled(
            f"the simulated board is not installed ({error}): pip install 'rowloom[sim]', or use a board with --port"
        ) from error
    try:
        return Simulator(config, wave, port, report, netlist)
    except (ToolError, SimulatorError, ValueError) as error:
        raise SimulationError(str(error)) from error
