"""``rowloom sim``: the simulated board, for others to connect to."""

import argparse
import time

from rowloom.host.cli.boards import get_board
from rowloom.host.cli.common import CommandError, UsageError, integer, say
from rowloom.host.cli.connection import SIMULATED, add_simulator_options, open_simulator, usual_build
from rowloom.host.link import ending

__all__ = ["DESCRIPTION", "EPILOG", "SUMMARY", "add_arguments", "run"]

SUMMARY = "run the simulated board until Ctrl-C"

DESCRIPTION = """\
Runs the simulated board, and prints the address at which it listens. What
connects there talks to the UART of the simulated gateware; the other commands
start such a board by themselves when they get no --port.

With --netlist it is what a board's FPGA will hold: the cells that synthesis
made of the gateware, simulated one by one, some thirty times slower."""

EPILOG = """\
examples:
  rowloom sim                      then, in another terminal, what it prints
  rowloom sim --rows 20 --cols 30  a build of that size
  rowloom sim --engine checker     with the paper's way to solve
  rowloom sim --genre sudoku       a build for 9x9 Sudokus
  rowloom sim --genre sudoku --rows 25
                                   a build for those up to 25x25
  rowloom sim --wave board.vcd     with a waveform for GTKWave
  rowloom sim --netlist ulx3s-25f  the netlist of a bitstream
"""

_INTERVAL = 0.2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "--listen", type=integer(0, 65535), default=0, metavar="PORT", help="TCP port (default: a free one)"
    )
    parser.add_argument(
        "--netlist", metavar="BOARD", help="simulate the netlist of this board's usual bitstream (`rowloom boards`)"
    )
    add_simulator_options(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns the exit status."""
    *options, last = "engine", "genre", *(option for option in SIMULATED if option != "wave")
    if args.netlist and any(getattr(args, option) for option in (*options, last)):
        without = ", ".join(f"--{option}" for option in options)
        raise UsageError(f"a netlist is its board's: --netlist goes without {without} and --{last}")
    netlist = get_board(args.netlist) if args.netlist else None
    with open_simulator(usual_build(args), args.wave, args.listen, netlist) as simulator:
        say(f"The simulated board listens at {simulator.url}; Ctrl-C ends it. In another terminal:")
        say(f"  rowloom solve --port {simulator.url} FILE")
        try:
            while (status := simulator.poll()) is None:
                time.sleep(_INTERVAL)
        except KeyboardInterrupt:
            return 0
        raise CommandError(ending(simulator, status))
