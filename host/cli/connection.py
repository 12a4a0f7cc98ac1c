"""The options that choose a board, and the connection to it."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rowloom.engines.catalogue import ENGINES, FAST, parse
from rowloom.engines.config import SoCConfig
from rowloom.engines.engine import EngineError
from rowloom.host.arguments import BIT_RATES
from rowloom.host.cli.common import CommandError, UsageError, cycles, integer, tell
from rowloom.host.cli.defaults import SIMULATED_PORT, settle
from rowloom.host.jobs.engines import Unsuitable, check_any, engine_name, instances_for
from rowloom.host.link.opening import SimulationError, identified, start_simulator
from rowloom.host.link.rates import AutomaticRate
from rowloom.host.link.session import Session
from rowloom.host.link.stream import Link, SimulatorLink, is_socket
from rowloom.host.puzzles import Puzzle
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE, Identity

if TYPE_CHECKING:
    from rowloom.boards.build import Request
    from rowloom.sim import Simulator

__all__ = [
    "SIMULATED", "Connection", "add_board_options", "add_boards_options", "add_count_option", "add_port_options",
    "add_simulator_options", "add_solving_options", "add_with_option", "connect", "open_link", "open_simulator",
    "port_name", "simulated_config",
]  # fmt: skip

SIMULATED = "built", "wave"
"""Options of the simulated board."""

_MOST_SIMULATORS = 64

_WITHOUT = f"""\
Without --port, a simulated one is started, unless ROWLOOM_PORT or a
configuration file names a port; --port {SIMULATED_PORT} starts one even then."""


def _tell_slow(name: str, seconds: float) -> None:
    tell(f"{name}: no answer for {seconds:,.0f} s (is this computer busy?); still waiting, Ctrl-C ends that")


@dataclass(frozen=True)
class Connection:
    """An open session.

    Attributes
    ----------
    session : Session
    identity : Identity
        The board's.
    link : Link
    engine : str, optional
        The name of the requested engine, which the board has.
    simulated : bool
        The board is a simulator that this command started.
    """

    session: Session
    identity: Identity
    link: Link
    engine: str | None
    simulated: bool


def add_simulator_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the options of the simulated board; return their group."""
    group = parser.add_argument_group("simulated board")
    add_with_option(group, "those that the puzzles need")
    group.add_argument(
        "--wave", metavar="FILE",
        help="write a VCD file for GTKWave: registers and most other signals (slow, and large)",
    )
    return group


def add_with_option(group: argparse._ArgumentGroup, usual: str) -> None:
    """Add the option that chooses the engines; ``usual`` says which ones are built otherwise."""
    group.add_argument(
        "--with", dest="built", action="append", metavar="ENGINE",
        help=f"build this engine in, such as checker:10x10, instead of {usual}; repeatable (`rowloom build --help`"
        " lists them)",
    )


def add_port_options(parser: argparse.ArgumentParser, description: str | None = None, several: bool = False) -> None:
    """Add the options that choose an existing board, or ``several``."""
    group = parser.add_argument_group("board", description)
    more = "; repeatable: each board takes the next puzzle when it is free; auto: every board that answers"
    group.add_argument(
        "--port", type=port_name, metavar="PORT", action="append" if several else "store",
        help="a board's serial port (/dev/ttyUSB0, COM3), socket://HOST:PORT, or rfc2217://HOST:PORT for one that"
        f" another computer shares{more if several else ''}",
    )
    group.add_argument(
        "--baud", type=integer(*BIT_RATES), metavar="N",
        help=f"work at this bit rate (default: {DEFAULT_BIT_RATE}; for many puzzles the highest that the line carries)",
    )


def add_board_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the board, a simulated one if there is no other."""
    add_port_options(parser, _WITHOUT)
    parser.set_defaults(settle=settle)
    add_simulator_options(parser)


def add_boards_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose boards, several of them at once; without --port, simulated ones."""
    add_port_options(parser, _WITHOUT, several=True)
    parser.set_defaults(settle=settle)
    add_simulator_options(parser).add_argument(
        "--simulators", type=integer(1, _MOST_SIMULATORS), default=1, metavar="N",
        help="simulate N boards at once, a processor each (default: 1)",
    )


def add_solving_options(parser: argparse.ArgumentParser, more_engines: Sequence[str] = (), more: str = "") -> None:
    """Add the options of a command that solves puzzles: engine, limit, and board.

    ``more_engines`` are values of ``--engine`` that are not engines of boards, ``more`` is help on these.
    """
    names = (FAST, *ENGINES)
    parser.add_argument(
        "--engine", choices=(*names, *more_engines), metavar="ENGINE",
        help=f"how to solve: {', '.join(names)} on a board, where {FAST} is the genre's fast engine{more} (default:"
        f" {FAST}, where there is that and the puzzle fits)",
    )
    parser.add_argument(
        "--limit", type=cycles, default=0, metavar="CYCLES",
        help="give up on a puzzle after this many, such as 50M; a board looks at its clock every few thousand cycles,"
        " so a search that ends sooner still counts (default: none)",
    )
    add_boards_options(parser)


def add_count_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of solutions."""
    parser.add_argument(
        "--count", type=int, choices=(1, 2), default=1,
        help="find up to this many solutions; 2 to check that there is only one (default: 1)",
    )


@contextmanager
def connect(args: argparse.Namespace, puzzles: Iterable[Puzzle] = ()) -> Iterator[Connection]:
    """Open the board that the options choose; a simulated one is large enough for the puzzles."""
    if args.port and any(getattr(args, option, None) for option in SIMULATED):
        raise UsageError("--with and --wave are for the simulated board, not for --port")
    if args.port and args.baud and is_socket(args.port):
        raise UsageError("--baud is for serial ports; a socket has no bit rate")
    may_be_slow = not args.port or is_socket(args.port)
    with (
        open_link(args, puzzles) as link,
        identified(link, args.baud, may_be_slow, partial(_tell_slow, link.name) if may_be_slow else None) as opened,
    ):
        session, identity = opened.session, opened.identity
        if opened.rate == identity.bit_rate != (args.baud or opened.rate):
            tell(f"the line does not carry {args.baud:,} bit/s; going on at {opened.rate:,}")
        if args.port and not args.baud:
            session.automatic = AutomaticRate(session, link)
        engine = getattr(args, "engine", None)
        if engine not in (None, FAST):
            there = [engine_name(one.genre, one.engine) for one in identity.capabilities]
            if engine not in there:
                has = ", ".join(there) or "none"
                raise CommandError(f"{link.name}: the board has no {engine} engine; its engines: {has}")
        yield Connection(session, identity, link, engine, simulated=not args.port)


@contextmanager
def open_link(args: argparse.Namespace, puzzles: Iterable[Puzzle]) -> Iterator[Link]:
    """Open the link to the board: a port, or a simulator that runs as long as the link."""
    if args.port:
        with closing(Link(args.port, DEFAULT_BIT_RATE)) as link:
            yield link
    else:
        with (
            open_simulator(simulated_config(args, puzzles), args.wave) as simulator,
            closing(SimulatorLink(simulator, DEFAULT_BIT_RATE)) as link,
        ):
            yield link


def open_simulator(
    config: SoCConfig, wave: str | None, port: int = 0, netlist: "Request | None" = None
) -> "Simulator":
    """Start a simulator, see :func:`start_simulator`; :class:`CommandError` if it cannot be built or started."""
    try:
        return start_simulator(config, wave, port, tell, netlist)
    except SimulationError as error:
        raise CommandError(str(error)) from error


def simulated_config(args: argparse.Namespace, puzzles: Iterable[Puzzle] = ()) -> SoCConfig:
    """Return the build that the options of a simulated board request, or else the puzzles need.

    Raises
    ------
    UsageError
        If there can be no such build.
    CommandError, Unsuitable
        If no board solves any of the puzzles.
    """
    asked, puzzles = getattr(args, "engine", None), list(puzzles)
    try:
        instances = list(parse(args.built)) if args.built else instances_for(puzzles, asked)
    except EngineError as error:
        raise UsageError(f"--with: {error}") from error
    except Unsuitable as error:
        raise (UsageError(f"--engine: {error}") if asked else CommandError(str(error))) from error
    if asked not in (None, FAST, *(one.engine.name for one in instances)):
        raise UsageError(f"--engine: no --with builds the {asked} engine in")
    if puzzles:
        # Before building a simulator that takes none of the puzzles.
        check_any(puzzles, instances, asked)
    if not args.built and (grown := [str(one) for one in instances if one.size != one.engine.usual]):
        tell(f"simulating a board with {' and '.join(grown)}, for the largest puzzle")
    return SoCConfig.of(*instances)


def port_name(text: str) -> str:
    """Parse an option: the name of a port, or an address, which need not exist."""
    # An unset variable of a script must not select the simulator.
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a port, found nothing")
    return text
