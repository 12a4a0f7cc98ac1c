"""The connections of a command that takes several boards."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from rowloom.host.cli.common import CommandError, UsageError, tell
from rowloom.host.cli.connection import Connection, connect, simulated_config
from rowloom.host.link.ports import USUAL_RATES, ask, find_ports
from rowloom.host.link.stream import LinkError, is_socket
from rowloom.host.puzzles import Puzzle
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE

__all__ = ["AUTO", "connect_all"]

AUTO = "auto"
"""The value of ``--port`` for every port where a board answers."""


@contextmanager
def connect_all(args: argparse.Namespace, puzzles: Sequence[Puzzle] = ()) -> Iterator[list[Connection]]:
    """Open the boards that the options choose; tell of those that cannot be opened, and go on with the others.

    Simulated ones are large enough for the puzzles. Raises what :func:`connect` does if there is none.
    """
    with ExitStack() as stack:
        connections: list[Connection] = []
        failures: list[LinkError | CommandError] = []
        for number, one in enumerate(_each(args, puzzles), 1):
            try:
                connection = stack.enter_context(connect(one, puzzles))
            except (LinkError, CommandError) as error:
                failures.append(error)
                continue
            if connection.simulated and args.simulators > 1:
                connection.link.name = f"{connection.link.name} {number}"
            connections.append(connection)
        if not connections:
            raise failures[0]
        for failure in failures:
            tell(f"{failure}; going on without it")
        yield connections


def _each(args: argparse.Namespace, puzzles: Sequence[Puzzle]) -> Iterator[argparse.Namespace]:
    """Yield the options of each board."""
    if args.port:
        if args.simulators > 1:
            raise UsageError("--simulators is for simulated boards, not for --port")
        named = [name for name in args.port if name != AUTO]
        # Each connection to a socket may be to a board of its own, a port is one.
        ports = dict.fromkeys((name, number if is_socket(name) else 0) for number, name in enumerate(named))
        for name, _ in ports:
            yield _with(args, port=name)
        if AUTO in args.port:
            yield from _found(args, named)
    elif args.simulators > 1:
        if args.wave:
            raise UsageError("--wave is for one simulated board, not for --simulators")
        built = list(simulated_config(args, puzzles).names)
        for _ in range(args.simulators):
            yield _with(args, built=built)
    else:
        yield args


def _found(args: argparse.Namespace, others: Sequence[str]) -> Iterator[argparse.Namespace]:
    """Yield the options of the boards that answer at the ports that are plugged in, except some."""
    ports = [port for port in find_ports() if port.device not in others]
    found = [finding for finding in ask(ports, (DEFAULT_BIT_RATE, *USUAL_RATES)) if finding.identity]
    if not found and not others:
        raise CommandError(
            f"--port {AUTO}: no board answers at a serial port of this computer; `rowloom ports` shows what is there"
        )
    for finding in found:
        rate = None if finding.bit_rate == DEFAULT_BIT_RATE else finding.bit_rate
        yield _with(args, port=finding.port.device, baud=args.baud or rate)


def _with(args: argparse.Namespace, **options: object) -> argparse.Namespace:
    return argparse.Namespace(**{**vars(args), **options})
