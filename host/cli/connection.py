"""Which board a command talks to, and the way there."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rowloom.host.board import Board
from rowloom.host.cli.common import CommandError, UsageError, cycles, integer, tell
from rowloom.host.job import LARGEST_BUILD
from rowloom.host.link import Link, LinkError, SimulatorLink
from rowloom.host.protocol import DEFAULT_BIT_RATE, Identity

if TYPE_CHECKING:
    from rowloom.boards import Board as BoardModel
    from rowloom.sim import Simulator

__all__ = [
    "USUAL_SIZE",
    "Connection",
    "add_board_options",
    "add_port_options",
    "add_simulator_options",
    "add_solving_options",
    "connect",
    "open_link",
    "open_simulator",
]

USUAL_SIZE = 10

# A real board answers within milliseconds; a simulated second takes many.
_BOARD_TIMES, _SIMULATOR_TIMES = (4.5, 0.3), (20.0, 3.0)
"""Patience and time before resending, in seconds."""


@dataclass(frozen=True)
class Connection:
    """An open session.

    Attributes
    ----------
    board : Board
    identity : Identity
        What is at the other end.
    where : str
        The link's name.
    rate : int
        Bits a second on the line.
    simulated : bool
        The board is a simulator that this command started.
    """

    board: Board
    identity: Identity
    where: str
    rate: int
    simulated: bool


def add_simulator_options(parser: argparse.ArgumentParser, usual: str = str(USUAL_SIZE)) -> None:
    """Adds the options of the simulated board, whose size is the usual one if none is given."""
    group = parser.add_argument_group("simulated board")
    size = integer(1, LARGEST_BUILD)
    group.add_argument("--rows", type=size, metavar="R", help=f"most rows (default: {usual})")
    group.add_argument("--cols", type=size, metavar="C", help=f"most columns (default: {usual})")
    group.add_argument(
        "--wave",
        metavar="FILE",
        help="write all signals to a VCD file for GTKWave (slow, and about 0.4 GB a second even for a tiny puzzle)",
    )


def add_port_options(parser: argparse.ArgumentParser, description: str | None = None) -> None:
    """Adds the options that choose a board that is there already."""
    group = parser.add_argument_group("board", description)
    group.add_argument(
        "--port", type=_port, metavar="PORT", help="a board's serial port (/dev/ttyUSB0, COM3), or socket://HOST:PORT"
    )
    group.add_argument(
        "--baud",
        type=integer(1, (1 << 32) - 1),
        metavar="N",
        help=f"bit rate to work at (default: {DEFAULT_BIT_RATE})",
    )


def add_board_options(parser: argparse.ArgumentParser, usual: str = str(USUAL_SIZE)) -> None:
    """Adds the options that choose the board, a simulated one if there is no other."""
    add_port_options(parser, "Without --port, a simulated one is started.")
    add_simulator_options(parser, usual)


def add_solving_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a command that solves puzzles: how far to search, and on what board."""
    parser.add_argument(
        "--limit",
        type=cycles,
        default=0,
        metavar="CYCLES",
        help="give up on a puzzle after that many, such as 50M (default: none)",
    )
    add_board_options(parser, f"{USUAL_SIZE}, or as needed")


@contextmanager
def connect(args: argparse.Namespace, puzzles: Iterable[Any] = ()) -> Iterator[Connection]:
    """Opens the board that the options choose, large enough for the puzzles if it is a simulated one."""
    socket = bool(args.port) and args.port.startswith("socket://")
    if args.port and (args.rows or args.cols or args.wave):
        raise UsageError("--rows, --cols and --wave are for the simulated board, not for --port")
    if socket and args.baud:
        raise UsageError("--baud is for serial ports; a socket has no bit rate")
    patience, resend = _SIMULATOR_TIMES if socket or not args.port else _BOARD_TIMES
    with open_link(args, puzzles) as link:
        board = Board(link, patience, resend)
        identity, rate = _identify(board, link, args.baud)
        yield Connection(board, identity, link.name, rate, simulated=not args.port)


@contextmanager
def open_link(args: argparse.Namespace, puzzles: Iterable[Any]) -> Iterator[Link]:
    """The way to the board: a port, or a simulator that lives as long as the link."""
    if args.port:
        with closing(Link(args.port, DEFAULT_BIT_RATE)) as link:
            yield link
    else:
        rows, cols = _simulated_size(args, puzzles)
        with (
            open_simulator(rows, cols, args.wave) as simulator,
            closing(SimulatorLink(simulator, DEFAULT_BIT_RATE)) as link,
        ):
            yield link


def open_simulator(
    rows: int, cols: int, wave: str | None, port: int = 0, netlist: "BoardModel | None" = None
) -> "Simulator":
    """Starts a simulated board, and builds it if need be; instead of one of that size, a board's netlist.

    Raises
    ------
    CommandError
        If it is not installed, or cannot be built or started.
    """
    try:
        from rowloom.hw.tools import ToolError
        from rowloom.sim import Simulator, SimulatorError
    except ImportError as error:
        raise CommandError(
            f"the simulated board is not installed ({error}): pip install 'rowloom[sim]', or use a board with"
            " --port"
        ) from error
    try:
        return Simulator(rows, cols, wave, port, tell, netlist)
    except (ToolError, SimulatorError, ValueError) as error:
        raise CommandError(str(error)) from error


def _port(text: str) -> str:
    # An unset variable of a script must not put the simulator in the board's place.
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a port, found nothing")
    return text


def _simulated_size(args: argparse.Namespace, puzzles: Iterable[Any]) -> tuple[int, int]:
    """The size asked for, or else one that is large enough for every puzzle that can be simulated."""
    sizes = [
        (puzzle.rows, puzzle.cols)
        for puzzle in puzzles
        if puzzle.rows <= LARGEST_BUILD and puzzle.cols <= LARGEST_BUILD
    ]
    rows = args.rows or max([USUAL_SIZE, *(rows for rows, _ in sizes)])
    cols = args.cols or max([USUAL_SIZE, *(cols for _, cols in sizes)])
    if (args.rows is None and rows > USUAL_SIZE) or (args.cols is None and cols > USUAL_SIZE):
        tell(f"simulating a {rows}x{cols} board, for the largest puzzle")
    return rows, cols


def _identify(board: Board, link: Link, baud: int | None) -> tuple[Identity, int]:
    """Meets the board at the usual bit rate, or at the one asked for, and goes on at the latter."""
    if baud in (None, DEFAULT_BIT_RATE):
        return board.identify(), DEFAULT_BIT_RATE
    try:
        identity = board.identify()
    except LinkError:
        # It may have been built for that rate.
        link.set_bit_rate(baud)
        return board.identify(), baud
    rate = board.change_rate(baud)
    if rate == identity.bit_rate:
        tell(f"the line does not carry {baud:,} bit/s; going on at {rate:,}")
    return identity, rate
