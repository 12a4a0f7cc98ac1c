"""The options of commands as typed, frozen values.

The options of a command are a dataclass. Each of its fields is an :func:`option`, and the command's parser is made from
the fields. Several commands inherit the same options. After parsing, the options never change.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from rowloom.engines.catalogue import ENGINES, FAST
from rowloom.errors import UsageError
from rowloom.host.arguments import BIT_RATES
from rowloom.host.cli.common import checked_type, cycles, integer, seconds
from rowloom.host.link.connection import AUTO, BoardChoice
from rowloom.host.link.stream import is_socket
from rowloom.host.puzzles import GENRES
from rowloom.host.solvers import ENGINES as SOFTWARE
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE

__all__ = [
    "FILES", "IN_PLACE", "MOST_JOBS", "SIMULATED_PORT", "BatchOptions", "BoardPoolOptions", "EngineOptions",
    "OneBoardOptions", "PuzzleOptions", "SimulatorOptions", "add_to", "engine_option", "flag", "limit_option", "option",
    "parsed", "port_name", "port_option", "scheduler_address", "time_limit_option",
]  # fmt: skip

T = TypeVar("T")

Group = str | tuple[str, str]
"""A group of options in the help: its title, or its title and its description."""


def option(*flags: str, default: Any = None, group: Group = "", either: str = "", **how: Any) -> Any:
    """Return a dataclass field that holds an option or, without flags such as "--json", a positional argument.

    Without ``default``, the default is () for a repeatable option and None for any other option. Options with the same
    word in ``either`` exclude each other. ``how`` are the arguments of :meth:`argparse.ArgumentParser.add_argument`. Of
    these arguments, ``choices`` and ``help`` may be functions, which are called when the parser is made, because
    engines may still be registered until then.
    """
    if default is None and _repeats(how):
        default = ()
    return field(default=default, metadata={"flags": flags, "group": group, "either": either, "how": how})


def flag(name: str, help: str, **how: Any) -> Any:
    """Return a dataclass field that holds an option without a value; False by default."""
    return option(name, action="store_true", default=False, help=help, **how)


_MADE = "choices", "help"
"""The arguments of :func:`option` whose values may be functions."""


def _repeats(how: Mapping[str, Any]) -> bool:
    return how.get("action") == "append" or how.get("nargs") in ("*", "+")


def add_to(parser: argparse.ArgumentParser, options: type) -> None:
    """Add the options of a dataclass to a parser: first the options of the class itself, then the inherited options."""
    groups: dict[str, argparse._ActionsContainer] = {}
    known = {one.name: one for one in fields(options) if "flags" in one.metadata}
    names = dict.fromkeys(name for one in options.__mro__ for name in vars(one).get("__annotations__", ()))
    for one in (known[name] for name in names if name in known):
        flags = one.metadata["flags"]
        how = {key: made() if key in _MADE and callable(made) else made for key, made in one.metadata["how"].items()}
        place: argparse._ActionsContainer = parser
        if group := one.metadata["group"]:
            title, description = (group, None) if isinstance(group, str) else group
            place = groups.get(title) or groups.setdefault(title, parser.add_argument_group(title, description))
        if either := one.metadata["either"]:
            place = groups.get(either) or groups.setdefault(either, place.add_mutually_exclusive_group())
        if flags:
            how |= {"dest": one.name, "default": None if _repeats(how) else one.default}
        place.add_argument(*(flags or [one.name]), **how)


def parsed(options: type[T], values: Mapping[str, Any]) -> T:
    """Return the options with the parsed values; UsageError if the values exclude each other."""
    given = {
        one.name: tuple(value) if isinstance(value, list) else value
        for one in fields(options)  # type: ignore[arg-type]
        if (value := values.get(one.name)) is not None
    }
    return options(**given)


IN_PLACE = "instead of a file, you can give a link, a game id or the 81 characters of a Sudoku"
"""A part of the help of arguments that name a file for :func:`rowloom.host.cli.files.read_from`."""


FILES = f"puzzles; {IN_PLACE}; - for standard input"
"""The help for files with puzzles."""


@dataclass(frozen=True, kw_only=True)
class PuzzleOptions:
    """Options for the files to read, and for their genre."""

    files: tuple[str, ...] = option(nargs="+", metavar="FILE", help=FILES)
    genre: str | None = option("--genre", choices=GENRES, help="the files' genre (default: detected)")


SIMULATED_PORT = "simulated"
"""The value of ``--port`` that requests a simulated board even if there is a default port."""

_WITHOUT = f"""\
Without --port, a simulated board is started, unless ROWLOOM_PORT or a
configuration file sets a port; --port {SIMULATED_PORT} ignores these settings."""

_PORT = (
    "a board's serial port (/dev/ttyUSB0, COM3), socket://HOST:PORT, or rfc2217://HOST:PORT for a port that another"
    " computer shares"
)

_MOST_SIMULATORS = 64


# An empty string usually comes from an unset variable in a script, and must not select the default port.
port_name = checked_type(str, bool, "the name of a port")
scheduler_address = checked_type(str, bool, "the address of a scheduler")


def port_option(group: Group = ("board", _WITHOUT)) -> Any:
    """Return the option for the port of one board."""
    return option("--port", type=lambda text: (port_name(text),), default=(), metavar="PORT", group=group, help=_PORT)


@dataclass(frozen=True, kw_only=True)
class SimulatorOptions:
    """Options of the simulated board."""

    built: tuple[str, ...] = option(
        "--with", action="append", metavar="ENGINE", group="simulated board",
        help="build the board with this engine, such as checker:10x10, instead of the engines that the puzzles need;"
        " repeatable (`rowloom build --help` lists the engines)",
    )
    wave: str | None = option("--wave", metavar="FILE", group="simulated board",
                              help="write a VCD file for GTKWave: registers and most other signals (slow, and large)")


@dataclass(frozen=True, kw_only=True)
class OneBoardOptions(SimulatorOptions):
    """Options for one board, which is simulated by default."""

    ports: tuple[str, ...] = port_option()
    baud: int | None = option(
        "--baud", type=integer(*BIT_RATES), metavar="N", group="board",
        help=f"use this bit rate (default: {DEFAULT_BIT_RATE} or, for many puzzles, the highest rate of the line)",
    )
    simulators: int = 1
    port_source: str = ""
    """The variable or file from which a default port comes; empty without a default port."""

    def __post_init__(self) -> None:
        if self.ports and (self.built or self.wave):
            raise UsageError("--with and --wave are for the simulated board, not for --port")
        if self.baud and any(map(is_socket, self.ports)):
            raise UsageError("--baud is for serial ports; a socket has no bit rate")
        if self.simulators > 1 and self.ports:
            raise UsageError("--simulators is for simulated boards, not for --port")
        if self.simulators > 1 and self.wave:
            raise UsageError("--wave is for one simulated board, not for --simulators")

    @property
    def boards(self) -> BoardChoice:
        """The boards to open."""
        return BoardChoice(self.ports, self.baud, self.built, self.wave, self.simulators)


def limit_option(default: int = 0, about: str = "default: none") -> Any:
    """Return the option for the cycle limit of boards."""
    return option(
        "--limit", type=cycles, default=default, metavar="CYCLES",
        help="give up on a puzzle after this many cycles, such as 50M; a board checks the limit only every few thousand"
        f" cycles, so a search may exceed the limit a little ({about})",
    )


@dataclass(frozen=True, kw_only=True)
class BoardPoolOptions(OneBoardOptions):
    """Options for one or several boards, which are simulated by default, and for the limit of their searches."""

    ports: tuple[str, ...] = option(
        "--port", type=port_name, action="append", metavar="PORT", group=("board", _WITHOUT),
        help=f"{_PORT}; repeatable: each puzzle is sent to the next free board; {AUTO}: every board that answers",
    )
    simulators: int = option("--simulators", type=integer(1, _MOST_SIMULATORS), default=1, metavar="N",
                             group="simulated board", help="simulate N boards, one per processor (default: 1)")
    limit: int = limit_option()


def engine_option(more: tuple[str, ...], about: str) -> Any:
    """Return the option for the engine: a board engine, or a name in ``more``. ``about`` explains these names."""
    return option(
        "--engine", choices=lambda: (FAST, *ENGINES, *more), metavar="ENGINE",
        help=lambda: f"the engine; on a board: {', '.join(ENGINES)}, or {FAST} for the genre's fast engine{about}"
        f" (default: {FAST} if the genre has a fast engine that accepts the size of the puzzle)",
    )


def time_limit_option(default: float | None = None, about: str = "default: none") -> Any:
    """Return the option for the time limit of engines on this computer."""
    return option("--time-limit", type=seconds, default=default, metavar="SECONDS",
                  help=f"give up on a puzzle after this time, on this computer ({about})")


@dataclass(frozen=True, kw_only=True)
class EngineOptions(BoardPoolOptions):
    """Options for the engine and its limits, on boards or on this computer."""

    engine: str | None = engine_option(tuple(SOFTWARE),
                                       f"; on this computer: {', '.join(SOFTWARE)} (see `rowloom solve --help`)")
    time_limit: float | None = time_limit_option()


MOST_JOBS = 256
"""The maximum number of processes that a user can request; each process takes about 100 MB."""


@dataclass(frozen=True, kw_only=True)
class BatchOptions:
    """Options for many processes or machines, and for output that programs read."""

    json: bool = flag("--json", "write only JSON, one object per line")
    jobs: int | None = option("--jobs", type=integer(1, MOST_JOBS), metavar="N", group="many processes or machines",
                              either="workers", help="use N processes of this computer")
    cluster: str | None = option(
        "--cluster", type=scheduler_address, metavar="ADDRESS", group="many processes or machines", either="workers",
        help="use the workers, and their boards, of the Dask scheduler at this address, such as"
        " tcp://192.168.0.10:8786 (see `rowloom worker --help`)",
    )

    @property
    def on_workers(self) -> str:
        """The name of the option that requests workers; empty if no such option is given."""
        return "--jobs" if self.jobs else "--cluster" if self.cluster else ""
