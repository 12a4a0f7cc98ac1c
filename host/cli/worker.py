"""``rowloom worker``: run a worker: offer this computer and its boards to other machines.

Join a scheduler (`dask scheduler`), and work for all commands that use the scheduler's address with --cluster. Ctrl-C
or the end of the scheduler ends the worker. With --port, offer the board at that port. Without --port, run simulated
boards and software engines in one process per processor.

Anybody who can reach the scheduler over the network can run any program on this computer with your permissions: use
trusted networks only.

examples:
  rowloom worker tcp://192.168.0.10:8786                      use all processors
  rowloom worker tcp://192.168.0.10:8786 --port /dev/ttyUSB0  offer a board
  rowloom worker tcp://192.168.0.10:8786 --port /dev/ttyUSB0 --port /dev/ttyUSB1
                                                              offer two boards
  rowloom worker tcp://192.168.0.10:8786 --jobs 2             use two processors
"""

import os
from contextlib import suppress
from dataclasses import dataclass

from rowloom.errors import UsageError
from rowloom.host.arguments import BIT_RATES
from rowloom.host.cli.common import counted, echo, integer, log, requiring
from rowloom.host.cli.options import MOST_JOBS, option, port_name, scheduler_address
from rowloom.host.jobs.engines import abilities, describe_capability
from rowloom.host.link.connection import open_board
from rowloom.host.wire.protocol import DEFAULT_BIT_RATE


@dataclass(frozen=True, kw_only=True)
class WorkerOptions:
    address: str = option(type=scheduler_address, metavar="ADDRESS",
                          help="the address of the scheduler, such as tcp://192.168.0.10:8786")
    ports: tuple[str, ...] = option(
        "--port", type=port_name, action="append", metavar="PORT",
        help="offer the board at this port (/dev/ttyUSB0, COM3, socket://HOST:PORT); repeatable",
    )
    baud: int | None = option("--baud", type=integer(*BIT_RATES), metavar="N",
                              help=f"bit rate of the boards (default: {DEFAULT_BIT_RATE})")
    jobs: int | None = option("--jobs", type=integer(0, MOST_JOBS), metavar="N",
                              help="processes without a board (default: one per processor; none with --port)")

    def __post_init__(self) -> None:
        if len(set(self.ports)) < len(self.ports):
            raise UsageError("--port: a port is named twice")
        if not self.ports and not self.processes:
            raise UsageError("--jobs 0 without --port: there is nothing to offer")

    @property
    def processes(self) -> int:
        """The number of processes without a board."""
        return self.jobs if self.jobs is not None else 0 if self.ports else os.cpu_count() or 1


def run(options: WorkerOptions) -> int:
    jobs = options.processes
    with requiring("cluster"):
        from rowloom.host.cluster.cluster import serve
    for port in options.ports:
        with open_board(port, options.baud) as session:
            solves = ", ".join(map(describe_capability, abilities(session.board.capabilities)))
            echo(f"{port}: a board, which solves {solves}")
    offered = [counted(len(options.ports), "board")] * bool(options.ports) + [counted(jobs, "process")] * bool(jobs)

    def started() -> None:
        echo(f"Working for {options.address} with {' and '.join(offered)}; Ctrl-C ends it")

    with suppress(KeyboardInterrupt):
        serve(options.address, [*options.ports, *[None] * jobs], options.baud, started, log)
    return 0
