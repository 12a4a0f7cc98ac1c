"""Which board a command talks to, and the way there."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rowloom.host.board import Board
from rowloom.host.cli.common import CommandError, UsageError, cycles, integer, tell
from rowloom.host.engines import KINDS, NAMES, Size, boardless, engine_name, engine_named, soc_config, title
from rowloom.host.link import Link, LinkError, SimulatorLink, is_socket
from rowloom.host.protocol import DEFAULT_BIT_RATE, MAX_BODY, Capability, Engine, Identity
from rowloom.host.puzzles import BOARD_GENRES, slitherlink, sudoku

if TYPE_CHECKING:
    from rowloom.boards import Board as BoardModel
    from rowloom.hw.soc.config import SoCConfig
    from rowloom.sim import Simulator

__all__ = [
    "SIMULATED",
    "USUAL_ENGINE",
    "Build",
    "Connection",
    "add_board_options",
    "add_build_options",
    "add_count_option",
    "add_grown_board_options",
    "add_port_options",
    "add_simulator_options",
    "add_solving_options",
    "connect",
    "open_link",
    "open_simulator",
    "port_name",
    "usual_build",
]

USUAL_ENGINE = Engine.FAST
"""Of a simulated board, if nothing else is asked for."""

SIMULATED = "rows", "cols", "lanes", "peers", "wave"
"""Options of the simulated board, of every command that can start one."""

LARGEST = {engine: kind.largest for (genre, engine), kind in KINDS.items() if genre == slitherlink.GENRE_ID}

_USUAL_SIZES = {Engine.CHECKER: Size(10, 10), Engine.FAST: LARGEST[Engine.FAST]}


def _times(args: argparse.Namespace) -> tuple[float, float]:
    """Patience, and time before a request is sent again, in seconds.

    The longest message must have arrived by then: if it were sent again and again before, the line would carry nothing
    else. A board answers within a tenth of a second after that, even if it reads 50,625 cells again first; a simulated
    second takes many, of a large board on a busy machine up to a thousand.
    """
    if not args.port or is_socket(args.port):
        return 120.0, 12.0
    longest = 10 * MAX_BODY / (args.baud or DEFAULT_BIT_RATE)
    return 4.5 + 2 * longest, 0.3 + longest


@dataclass(frozen=True)
class Connection:
    """An open session.

    Attributes
    ----------
    board : Board
    identity : Identity
        What is at the other end.
    link : Link
    engine : Engine, optional
        The one that was asked for; the board has it.
    rate : int
        Bits a second on the line.
    simulated : bool
        The board is a simulator that this command started.
    """

    board: Board
    identity: Identity
    link: Link
    engine: Engine | None
    rate: int
    simulated: bool


class Build(NamedTuple):
    """A board that is to be simulated: what it solves, and whether how long it takes is only estimated."""

    capabilities: tuple[Capability, ...]
    lanes: int = 1
    peers: bool = False
    estimate: bool = False

    def config(self) -> "SoCConfig":
        """Its parameters; ImportError or ValueError as of :func:`rowloom.host.engines.soc_config`."""
        # The scan engine's model looks for no subsets.
        subsets = {"scan_subsets": 0} if self.estimate else {}
        return soc_config(self.capabilities, deducer_lanes=self.lanes, sudoku_peers=int(self.peers), **subsets)


def add_build_options(group: argparse._ActionsContainer, growing: bool = False) -> None:
    """Adds the options that choose a simulated build's size; ``growing``: the checker's grows with the puzzles."""
    for name, what in (("rows", "rows"), ("cols", "columns")):
        fast, checker = (getattr(_USUAL_SIZES[engine], name) for engine in (Engine.FAST, Engine.CHECKER))
        grown = " or as needed" if growing else ""
        group.add_argument(
            f"--{name}",
            type=integer(1, max(getattr(kind.largest, name) for kind in KINDS.values())),
            metavar=name[0].upper(),
            help=f"most {what} (default: {fast}; for the checker {checker}{grown}; for Sudoku 9{grown})",
        )


def add_simulator_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the simulated board."""
    group = parser.add_argument_group("simulated board")
    group.add_argument("--engine", choices=NAMES, help=f"what solves (default: {engine_name(USUAL_ENGINE)})")
    group.add_argument("--genre", choices=BOARD_GENRES, help=f"what is solved (default: {slitherlink.GENRE})")
    add_build_options(group)
    _add_simulation_options(group)


def add_port_options(parser: argparse.ArgumentParser, description: str | None = None) -> None:
    """Adds the options that choose a board that is there already."""
    group = parser.add_argument_group("board", description)
    group.add_argument(
        "--port",
        type=port_name,
        metavar="PORT",
        help="a board's serial port (/dev/ttyUSB0, COM3), or socket://HOST:PORT",
    )
    group.add_argument(
        "--baud",
        type=integer(1, (1 << 32) - 1),
        metavar="N",
        help=f"bit rate to work at (default: {DEFAULT_BIT_RATE})",
    )


def add_board_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that choose the board, a simulated one if there is no other."""
    add_port_options(parser, _OR_SIMULATED)
    add_simulator_options(parser)


def add_solving_options(parser: argparse.ArgumentParser, more_engines: Sequence[str] = (), more: str = "") -> None:
    """Adds the options of a command that solves puzzles: how, how far to search, and on what board.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    more_engines : sequence of str
        Values of ``--engine`` that are no engines of boards.
    more : str
        What the help says of these.
    """
    parser.add_argument(
        "--engine",
        choices=(*NAMES, *more_engines),
        metavar="ENGINE" if more else None,
        help="how to solve: fast; as in the papers, by the checker (Slitherlink) or the scan engine (Sudoku of any"
        " size); in steps (Sudoku: fast, but the CPU decides). Default: fast, where there is that and the puzzle fits"
        + more,
    )
    parser.add_argument(
        "--limit",
        type=cycles,
        default=0,
        metavar="CYCLES",
        help="give up on a puzzle after that many, such as 50M (default: none)",
    )
    simulated = add_grown_board_options(parser)
    simulated.add_argument(
        "--estimate",
        action="store_true",
        help="Sudoku: run models of the engines instead of simulating them. That of the fast one is ten times as fast,"
        " and its cycles are exact for a first solution; that of scan, which looks for no subsets, a hundred times; all"
        " other cycles are about right",
    )


def add_grown_board_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Adds the options that choose the board, a simulated one for the puzzles if there is no other.

    Returns the group of those of the simulated one.
    """
    add_port_options(parser, _OR_SIMULATED)
    group = parser.add_argument_group("simulated board")
    add_build_options(group, growing=True)
    _add_simulation_options(group)
    return group


def add_count_option(parser: argparse.ArgumentParser) -> None:
    """Adds the option of how many solutions to look for."""
    parser.add_argument(
        "--count",
        type=int,
        choices=(1, 2),
        default=1,
        help="how many solutions to look for; 2 tells whether there is only one (default: 1)",
    )


_OR_SIMULATED = "Without --port, a simulated one is started."


def _add_simulation_options(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "--lanes",
        type=int,
        choices=(1, 2),
        help="how many colours of a cell the fast engine tries at once (default: 1)",
    )
    group.add_argument(
        "--peers",
        action="store_true",
        help="Sudoku: the fast engine guesses at the cell that shares most with its peers (docs/sudoku-fast.md)",
    )
    group.add_argument(
        "--wave",
        metavar="FILE",
        help="write a VCD file for GTKWave: registers and most other signals (slow, and large)",
    )


@contextmanager
def connect(args: argparse.Namespace, puzzles: Iterable[Any] = ()) -> Iterator[Connection]:
    """Opens the board that the options choose, large enough for the puzzles if it is a simulated one."""
    if args.port and (any(getattr(args, option) for option in SIMULATED) or _estimates(args)):
        *options, last = (f"--{option}" for option in (*SIMULATED, "estimate"))
        raise UsageError(f"{', '.join(options)} and {last} are for the simulated board, not for --port")
    if args.port and args.baud and is_socket(args.port):
        raise UsageError("--baud is for serial ports; a socket has no bit rate")
    with open_link(args, puzzles) as link:
        board = Board(link, *_times(args))
        identity, rate = _identify(board, link, args.baud)
        engine = engine_named(args.engine) if args.engine else None
        if engine is not None and engine not in (there := [one.engine for one in identity.capabilities]):
            names = " and ".join(map(title, there)) or "none"
            raise CommandError(f"{link.name}: the board has no {title(engine)}; its engines: {names}")
        yield Connection(board, identity, link, engine, rate, simulated=not args.port)


@contextmanager
def open_link(args: argparse.Namespace, puzzles: Iterable[Any]) -> Iterator[Link]:
    """The way to the board: a port, or a simulator that lives as long as the link."""
    if args.port:
        with closing(Link(args.port, DEFAULT_BIT_RATE)) as link:
            yield link
    else:
        with (
            open_simulator(usual_build(args, puzzles), args.wave) as simulator,
            closing(SimulatorLink(simulator, DEFAULT_BIT_RATE)) as link,
        ):
            yield link


def open_simulator(
    build: Build, wave: str | None, port: int = 0, netlist: "BoardModel | None" = None
) -> "Simulator":
    """Starts a simulated board, and builds it if need be; instead of that one, a board's netlist.

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
        return Simulator(build.config(), wave, port, tell, netlist, build.estimate)
    except (ToolError, SimulatorError, ValueError) as error:
        raise CommandError(str(error)) from error


def usual_build(args: argparse.Namespace, puzzles: Iterable[Any] = ()) -> Build:
    """What the options of a simulated board ask for, with the engines that the puzzles need.

    Raises
    ------
    UsageError
        If an engine cannot be built so large, or has no lanes.
    CommandError
        If no board solves any of the puzzles.
    """
    puzzles = list(puzzles)
    if puzzles and all(puzzle.genre not in BOARD_GENRES for puzzle in puzzles):
        raise CommandError(boardless(puzzles[0].genre))
    asked = getattr(args, "genre", None) or slitherlink.GENRE
    genres = dict.fromkeys(puzzle.genre for puzzle in puzzles if puzzle.genre in BOARD_GENRES) or [asked]
    engine = engine_named(args.engine) if args.engine else None
    if args.lanes and slitherlink.GENRE not in genres:
        raise UsageError("--lanes is for Slitherlink")
    if args.peers and sudoku.GENRE not in genres:
        raise UsageError("--peers is for Sudoku")
    if _estimates(args) and (list(genres) != [sudoku.GENRE] or args.wave):
        raise UsageError("--estimate is for Sudokus, and without --wave: there are no signals")
    capabilities = []
    for genre in genres:
        sizes = [Size(puzzle.rows, puzzle.cols) for puzzle in puzzles if puzzle.genre == genre]
        capabilities += _SIMULATED[genre](args, engine, sizes)
    return Build(tuple(capabilities), args.lanes or 1, bool(args.peers), _estimates(args))


def _estimates(args: argparse.Namespace) -> bool:
    """Not every command can."""
    return getattr(args, "estimate", False)


def _for_slitherlink(args: argparse.Namespace, engine: Engine | None, sizes: Sequence[Size]) -> list[Capability]:
    """A checker grows with every row and column, so it is no larger than the puzzles need that it can take at all; the
    fast engine is built for all of them."""
    engine = engine or USUAL_ENGINE
    if engine not in _USUAL_SIZES:
        raise UsageError(f"--engine: there is no {title(engine)} for Slitherlink")
    usual = _USUAL_SIZES[engine]
    needed = [usual, *(filter(LARGEST[engine].holds, sizes) if engine is Engine.CHECKER else ())]
    size = Size(args.rows or max(size.rows for size in needed), args.cols or max(size.cols for size in needed))
    if not LARGEST[engine].holds(size):
        raise UsageError(f"--rows, --cols: {size} is too large for the {title(engine)}, {LARGEST[engine]} is the most")
    if size != Size(args.rows or usual.rows, args.cols or usual.cols):
        tell(f"simulating a {size} board, for the largest puzzle")
    if args.lanes and engine is not Engine.FAST:
        raise UsageError(f"--lanes is for the fast engine; the {title(engine)} has none")
    return [Capability(slitherlink.GENRE_ID, engine, *size)]


def _for_sudoku(args: argparse.Namespace, engine: Engine | None, sizes: Sequence[Size]) -> list[Capability]:
    """The fast engine has one size, in which it also goes in steps; the scan engine takes all that are left, and is no
    larger than these need."""
    if engine is Engine.CHECKER:
        raise UsageError(f"--engine: there is no {title(engine)} for Sudoku")
    fast = KINDS[sudoku.GENRE_ID, Engine.FAST].largest
    if args.rows or args.cols:
        asked = Size(args.rows or args.cols, args.cols or args.rows)
        if asked not in [Size(order**2, order**2) for order in sudoku.ORDERS]:
            raise UsageError(f"--rows, --cols: a Sudoku is 4x4, 9x9, 16x16 and so on up to 225x225, not {asked}")
        sizes = [asked]
    if engine not in (None, Engine.SCAN):
        return [Capability(sudoku.GENRE_ID, engine, *fast)]
    scanned = [size for size in sizes if engine is Engine.SCAN or size != fast]
    if engine is Engine.SCAN and not sizes:
        scanned = [fast]
    capabilities = [Capability(sudoku.GENRE_ID, Engine.SCAN, *max(scanned))] if scanned else []
    if engine is None and (fast in sizes or not sizes):
        capabilities.append(Capability(sudoku.GENRE_ID, Engine.FAST, *fast))
    elif args.peers:
        raise UsageError(f"--peers is for the fast engine, {fast}; the {title(Engine.SCAN)} has one way to guess")
    return capabilities


_SIMULATED = {slitherlink.GENRE: _for_slitherlink, sudoku.GENRE: _for_sudoku}
"""What a simulated board has for puzzles of a genre."""


def port_name(text: str) -> str:
    """An argparse type: the name of a port, or an address, which need not be there."""
    # An unset variable of a script must not put the simulator in the board's place.
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a port, found nothing")
    return text


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
