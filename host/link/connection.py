"""Connect to boards: the board at a port, all boards at the ports of this computer, or simulated boards."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING

from rowloom.engines.catalogue import FAST
from rowloom.engines.config import SoCConfig
from rowloom.engines.engine import EngineError
from rowloom.errors import CommandError, LinkError, NotInstalled, SimulationError, Unsuitable, UsageError
from rowloom.host.jobs.engines import check_any, engine_name, instances_for
from rowloom.host.jobs.job import Progress
from rowloom.host.link.ports import USUAL_RATES, Port, find_ports
from rowloom.host.link.rates import AutomaticRate
from rowloom.host.link.session import SIMULATOR_TIMES, BoardError, Session, board_times
from rowloom.host.link.shared import SharedLink
from rowloom.host.link.stream import Link, SimulatorLink, is_socket
from rowloom.host.puzzles import Puzzle
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE, Identity
from rowloom.tools import ToolError

if TYPE_CHECKING:
    from rowloom.boards.build import Request
    from rowloom.sim import Simulator

__all__ = [
    "AUTO", "BoardChoice", "PortAnswer", "config_for", "open_board", "open_boards", "open_link", "probe_ports",
    "share", "start_simulator",
]  # fmt: skip

AUTO = "auto"
"""The name that represents all ports at which a board answers."""

_TIMEOUT, _RESEND_INTERVAL, _GRACE = 0.7, 0.2, 0.3
"""In seconds: how long to wait for an answer at each bit rate; how often to repeat a request; and how long
a port may take to open and close."""


@dataclass(frozen=True)
class BoardChoice:
    """A selection of boards to open."""

    ports: tuple[str, ...] = ()
    """Ports or addresses (see :class:`Link`), or :data:`AUTO`. If no ports are given, boards are simulated."""
    baud: int | None = None
    """The bit rate; None for the automatic bit rate."""
    built: tuple[str, ...] = ()
    """The engines of simulated boards; by default, the engines that the puzzles need."""
    wave: str | None = None
    """See :class:`rowloom.sim.Simulator`."""
    simulators: int = 1
    """The number of simulated boards."""


@dataclass(frozen=True)
class PortAnswer:
    """A board's identity at a port, or the reason why no board answers there."""

    port: Port
    identity: Identity | None = None
    bit_rate: int | None = None
    """The rate at which the board answered."""
    problem: str = ""
    """The reason why no board answers; empty if a board answered."""


def probe_ports(ports: Sequence[Port], bit_rates: Iterable[int]) -> list[PortAnswer]:
    """Check at all ports at the same time whether a board answers; return the answers in the order of the ports.

    At each port, each bit rate is tried for about a second, until a board answers. A port that hangs, as Bluetooth
    ports may, does not delay other ports.
    """
    bit_rates = list(bit_rates)
    answers: dict[Port, PortAnswer] = {}
    threads = [Thread(target=_probe, args=(port, bit_rates, answers), daemon=True) for port in ports]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + len(bit_rates) * _TIMEOUT + _GRACE
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    hangs = "the port hangs; if it is a Bluetooth port, its device may be out of range"
    return [answers.get(port) or PortAnswer(port, problem=hangs) for port in ports]


def _probe(port: Port, bit_rates: Sequence[int], answers: dict[Port, PortAnswer]) -> None:
    """Add the answer at a port to ``answers``."""
    problem = ""
    try:
        with closing(Link(port.device, bit_rates[0])) as link:
            for bit_rate in bit_rates:
                link.set_bit_rate(bit_rate)
                try:
                    identity = Session(link, _TIMEOUT, _RESEND_INTERVAL).identify()
                    answers[port] = PortAnswer(port, identity, bit_rate)
                    return
                except LinkError as error:
                    problem = problem or str(error)
    except LinkError as error:
        problem = problem or str(error)
    # The caller shows the port's name next to the message.
    answers[port] = PortAnswer(port, problem=problem.removeprefix(port.device).lstrip(": "))


@contextmanager
def open_boards(choice: BoardChoice, progress: Progress, puzzles: Sequence[Puzzle] = (),
                engine: str | None = None) -> Iterator[list[Session]]:
    """Open boards, and yield a session for each SoC of each board; report the boards that cannot be opened, and
    continue with the other boards.

    Simulated boards are large enough for ``puzzles``. If ``engine`` is given, each board must have this engine. If no
    board can be opened, raise the error of the first board.
    """
    config = None if choice.ports else config_for(choice.built, progress, puzzles, engine)
    boards: Iterable[tuple[str | SoCConfig, int | None]] = (
        [(config, choice.baud)] * choice.simulators if config else _ports_of(choice)
    )
    with ExitStack() as stack:
        sessions: list[Session] = []
        failures: list[LinkError | CommandError | SimulationError] = []
        for number, (where, baud) in enumerate(boards, 1):
            try:
                session = stack.enter_context(open_board(where, baud, choice.wave, progress))
                _check_has(session.socs, engine)
            except (LinkError, CommandError, SimulationError) as error:
                failures.append(error)
                continue
            for one in session.socs:
                if config and choice.simulators > 1:
                    one.link.name = one.link.name.replace("simulator", f"simulator {number}")
                sessions.append(one)
        if not sessions:
            raise failures[0]
        for failure in failures:
            progress.message(f"{failure}; continuing without it")
        yield sessions


def _ports_of(choice: BoardChoice) -> Iterator[tuple[str, int | None]]:
    """Yield the port of each board and the board's bit rate; None means the default bit rate."""
    named = [name for name in choice.ports if name != AUTO]
    for number, name in enumerate(named):
        # A serial port that is named twice leads to the same board, but two connections to the same socket may lead to
        # two boards.
        if is_socket(name) or name not in named[:number]:
            yield name, choice.baud
    if AUTO not in choice.ports:
        return
    others = [port for port in find_ports() if port.device not in named]
    found = [answer for answer in probe_ports(others, (DEFAULT_BIT_RATE, *USUAL_RATES)) if answer.identity]
    if not found and not named:
        raise CommandError(
            f"--port {AUTO}: no board answers at a serial port of this computer; `rowloom ports` lists the ports"
        )
    for answer in found:
        rate = None if answer.bit_rate == DEFAULT_BIT_RATE else answer.bit_rate
        yield answer.port.device, choice.baud or rate


def _check_has(socs: Sequence[Session], engine: str | None) -> None:
    there = [engine_name(one.genre, one.engine) for soc in socs for one in soc.board.capabilities]
    if engine not in (None, FAST, *there):
        has = ", ".join(there) or "none"
        raise CommandError(f"{socs[0].name}: the board has no {engine} engine; its engines: {has}")


def config_for(built: Iterable[str], progress: Progress, puzzles: Sequence[Puzzle] = (),
               engine: str | None = None) -> SoCConfig:
    """Return the configuration of a simulated board with the engines in ``built`` or, if ``built`` is empty, with the
    engines that the puzzles need.

    Raises UsageError if no build can have these engines, and CommandError or Unsuitable if no board solves any of the
    puzzles.
    """
    built = list(built)
    try:
        config = SoCConfig.of(*(built or instances_for(puzzles, engine)))
    except EngineError as error:
        raise UsageError(f"--with: {error}") from error
    except Unsuitable as error:
        raise (UsageError(f"--engine: {error}") if engine else CommandError(str(error))) from error
    instances = config.instances
    if engine not in (None, FAST, *(one.engine.name for one in instances)):
        raise UsageError(f"--engine: none of the engines in --with is {engine}")
    if puzzles:
        # Without this check, a simulator might be built that can solve none of the puzzles.
        check_any(puzzles, instances, engine)
    if not built and (grown := [str(one) for one in instances if one.size != one.engine.usual]):
        progress.message(f"simulating a board with {' and '.join(grown)}, for the largest puzzle")
    return config


def open_board(
    where: str | SoCConfig, baud: int | None = None, wave: str | None = None, progress: Progress | None = None
) -> Session:
    """Open the board at a port or address, or simulate a board with a configuration.

    Closing the session closes the port, or ends the simulation. Raises LinkError if there is no board, or the board
    does not answer. Also raises the errors of :func:`start_simulator`.

    Parameters
    ----------
    where : str or SoCConfig
    baud : int, optional
        The bit rate; by default, the session raises the bit rate of a port when that saves time.
    wave : str, optional
        See :class:`rowloom.sim.Simulator`.
    progress : Progress, optional
        Receives messages. With ``progress``, the session also waits without limit for a board at a socket, because that
        board may be a slow simulator.
    """
    simulated, patient = not isinstance(where, str), progress is not None
    progress = progress or Progress()
    link = open_link(where, wave, progress.message)
    with ExitStack() as stack:
        stack.callback(link.close)
        may_be_slow = simulated or is_socket(str(where))
        times = SIMULATOR_TIMES if may_be_slow else board_times(baud or DEFAULT_BIT_RATE)

        def report_slow(seconds: float) -> None:
            progress.message(
                f"{link.name}: no answer for {seconds:,.0f} s (is this computer busy?); still waiting, Ctrl-C to stop"
            )

        slow = report_slow if simulated or (may_be_slow and patient) else None
        session = Session(link, *times, slow=slow, owns_link=True)
        _set_rate(session, baud or DEFAULT_BIT_RATE)
        if baud and not session.board.bit_rate:
            progress.message(f"{link.name}: the board is on USB, which has no bit rate: --baud has no effect")
        elif baud and link.bit_rate == session.board.bit_rate != baud:
            progress.message(f"the line does not carry {baud:,} bit/s; continuing at {link.bit_rate:,}")
        if session.board.socs > 1:
            share(session, progress)
        if not simulated and not baud:
            session.rate = AutomaticRate(session)
            if len(session.socs) > 1:
                # Raise the rate before the other SoCs send frames, because these frames would disturb the search for a
                # rate.
                session.rate.raise_now()
        stack.pop_all()
        return session


def share(session: Session, progress: Progress) -> None:
    """Open sessions with the other SoCs of a board, after SoC 0 has answered; report SoCs that do not answer."""
    shared = SharedLink(session.link, session.board.socs, session.keep_awake, session.clock)
    session.link, *others = shared.parts
    socs = [session]
    for number, part in enumerate(others, 1):
        one = Session(
            part, session.timeout, session.round_trip.least, clock=session.clock, slow=session.slow, soc=number
        )
        try:
            one.identify()
            socs.append(one)
        except BoardError as error:
            progress.message(f"{error}; continuing without it")
    session.socs = socs


def _set_rate(session: Session, rate: int) -> None:
    """Identify the board, and change to ``rate`` if the line carries this rate. If the board does not answer at the
    default bit rate, identify it at ``rate``."""
    try:
        session.identify()
    except LinkError:
        if rate == DEFAULT_BIT_RATE:
            raise
        # The board may have been built with this rate as its initial rate.
        session.link.set_bit_rate(rate)
        session.identify()
    else:
        if rate != DEFAULT_BIT_RATE and session.board.bit_rate:
            session.rate.change(rate)


def open_link(where: str | SoCConfig, wave: str | None, report: Callable[[str], None]) -> Link:
    """Open the link to a port, or to a new simulator that ends when the link is closed; see :func:`open_board`."""
    if isinstance(where, str):
        return Link(where, DEFAULT_BIT_RATE)
    return SimulatorLink(start_simulator(where, wave, report=report), DEFAULT_BIT_RATE, owned=True)


def start_simulator(
    config: SoCConfig, wave: str | None = None, port: int = 0, report: Callable[[str], None] = lambda message: None,
    netlist: "Request | None" = None,
) -> "Simulator":  # fmt: skip
    """Start a simulated board, or the simulation of a bitstream's netlist; build the simulator if needed.

    The parameters are the same as for :class:`rowloom.sim.Simulator`. Raises NotInstalled if a required package is
    missing, and SimulationError if the simulator cannot be built or started.
    """
    try:
        from rowloom.sim import Simulator
    except ImportError as error:
        raise NotInstalled(
            f"the simulated board is not installed ({error}): pip install 'rowloom[sim]', or use a board with --port"
        ) from error
    try:
        return Simulator(config, wave, port, report, netlist)
    except (ToolError, ValueError) as error:
        raise SimulationError(str(error)) from error
