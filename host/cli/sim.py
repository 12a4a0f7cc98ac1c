"""``rowloom sim``: run the simulated board until Ctrl-C.

Run a simulated board, and print the address at which it listens. Programs that connect to this address exchange bytes
with the UART of the simulated gateware. The other commands start such a board themselves if --port is missing.

Each of up to 16 connections has its own board. A new connection gets the free board that was used most recently.

With --netlist, simulate each cell of a board's bitstream, which is about thirty times slower.

examples:
  rowloom sim                       then run the printed command
  rowloom sim --with checker:10x10  with the paper's method
  rowloom sim --with parallel       a build for 9x9 Sudokus
  rowloom sim --with deducer --with scan:25x25
                                    two engines
  rowloom sim --wave board.vcd      with a waveform for GTKWave
  rowloom sim --netlist ulx3s-25f   the netlist of a bitstream
  rowloom sim --netlist ulx3s-25f --with checker:10x10
                                    a netlist with this engine instead of
                                    the board's default engines
"""

import time
from dataclasses import dataclass

from rowloom.errors import CommandError
from rowloom.host.cli.boards import get_board
from rowloom.host.cli.common import echo, integer, log
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import SimulatorOptions, option
from rowloom.host.link.connection import config_for, start_simulator
from rowloom.host.link.stream import ending

_INTERVAL = 0.2


@dataclass(frozen=True, kw_only=True)
class SimOptions(SimulatorOptions):
    listen: int = option("--listen", type=integer(0, 65535), default=0, metavar="PORT",
                         help="TCP port (default: a free one)")
    netlist: str | None = option("--netlist", metavar="BOARD",
                                 help="simulate the netlist of this board's bitstream (`rowloom boards`)")


def run(options: SimOptions) -> int:
    config = config_for(options.built, Meter())
    netlist = None
    if options.netlist:
        board = get_board(options.netlist)  # raises NotInstalled if the next import would fail
        from rowloom.boards.build import Request

        netlist = Request(board, options.built)
    with start_simulator(config, options.wave, options.listen, log, netlist) as simulator:
        echo(f"The simulated board listens at {simulator.url}; Ctrl-C ends it. In another terminal:")
        echo(f"  rowloom solve --port {simulator.url} FILE")
        try:
            while (status := simulator.poll()) is None:
                time.sleep(_INTERVAL)
        except KeyboardInterrupt:
            return 0
        raise CommandError(ending(simulator, status))
