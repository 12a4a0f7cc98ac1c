"""``rowloom worker``: let this computer, and the boards at it, work for the commands of others.

Joins a scheduler (`dask scheduler`) and works for all commands that are given
its address with --cluster, until Ctrl-C or the scheduler's end. With --port, it
offers the board there. Without, it runs simulated boards and software engines
in a process for each processor.

Whoever reaches the scheduler over the network can run any program on this
computer, with your rights: only use networks that you trust.

examples:
  rowloom worker tcp://192.168.0.10:8786                      all processors
  rowloom worker tcp://192.168.0.10:8786 --port /dev/ttyUSB0  a board
  rowloom worker tcp://192.168.0.10:8786 --port /dev/ttyUSB0 --port /dev/ttyUSB1
                                                              two boards
  rowloom worker tcp://192.168.0.10:8786 --jobs 2             two processors
"""

import argparse
import os
from contextlib import suppress

from rowloom.host.arguments import BIT_RATES
from rowloom.host.cli.cluster import MOST_JOBS, importing, scheduler_address
from rowloom.host.cli.common import UsageError, counted, integer, say, tell
from rowloom.host.cli.connection import port_name
from rowloom.host.jobs.engines import abilities, in_words
from rowloom.host.link.opening import at_port
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "address", type=scheduler_address, metavar="ADDRESS", help="the scheduler's, such as tcp://192.168.0.10:8786"
    )
    parser.add_argument(
        "--port", dest="ports", type=port_name, action="append", default=[], metavar="PORT",
        help="offer the board at this port (/dev/ttyUSB0, COM3, socket://HOST:PORT); repeatable",
    )
    parser.add_argument(
        "--baud", type=integer(*BIT_RATES), metavar="N",
        help=f"bit rate of the boards (default: {DEFAULT_BIT_RATE})",
    )
    parser.add_argument(
        "--jobs", type=integer(0, MOST_JOBS), metavar="N",
        help="processes without a board (default: one per processor; none with --port)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    if len(set(args.ports)) < len(args.ports):
        raise UsageError("--port: a port is named twice")
    jobs = args.jobs if args.jobs is not None else 0 if args.ports else os.cpu_count() or 1
    if not args.ports and not jobs:
        raise UsageError("--jobs 0 without --port: there is nothing to offer")
    with importing():
        from rowloom.host.cluster.serving import serve
    for port in args.ports:
        with at_port(port, args.baud) as board:
            solves = ", ".join(map(in_words, abilities(board.identity.capabilities)))
            say(f"{port}: a board, which solves {solves}")
    offered = [counted(len(args.ports), "board")] * bool(args.ports) + [counted(jobs, "process")] * bool(jobs)

    def started() -> None:
        say(f"At work for {args.address} with {' and '.join(offered)}; Ctrl-C ends that")

    with suppress(KeyboardInterrupt):
        serve(args.address, [*args.ports, *[None] * jobs], args.baud, started, tell)
    return 0
