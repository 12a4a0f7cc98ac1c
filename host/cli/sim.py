"""``rowloom sim``: the simulated board, for others to connect to."""

import argparse
import time

from rowloom.host.cli.common import CommandError, integer, say
from rowloom.host.cli.connection import USUAL_SIZE, add_simulator_options, open_simulator
from rowloom.host.link import ending

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "run the simulated board until Ctrl-C"

DESCRIPTION = """\
Runs the simulated board, and prints the address at which it listens. What
connects there talks to the UART of the simulated gateware; the other commands
start such a board by themselves when they get no --port."""

EPILOG = """\
examples:
  rowloom sim                      then, in another terminal, what it prints
  rowloom sim --rows 20 --cols 30  a larger build
  rowloom sim --wave board.vcd     with a waveform for GTKWave
"""

_INTERVAL = 0.2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "--listen", type=integer(0, 65535), default=0, metavar="PORT", help="TCP port (default: a free one)"
    )
    add_simulator_options(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns the exit status."""
    with open_simulator(
        args.rows or USUAL_SIZE, args.cols or USUAL_SIZE, args.wave, args.listen
    ) as simulator:
        say(f"The simulated board listens at {simulator.url}; Ctrl-C ends it. In another terminal:")
        say(f"  rowloom solve --port {simulator.url} FILE")
        try:
            while (status := simulator.poll()) is None:
                time.sleep(_INTERVAL)
        except KeyboardInterrupt:
            return 0
        raise CommandError(ending(simulator, status))
