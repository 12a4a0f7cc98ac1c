"""``rowloom info``: show a board's build, and what it solves.

Shows a board's build, clock and bit rate, and which puzzles it solves.
The bit rate is the highest that the line carries, or the one of --baud.

examples:
  rowloom info --port /dev/ttyUSB0                 a real board
  rowloom info --port /dev/ttyUSB0 --baud 3000000  does it work at 3 Mbit/s?
  rowloom info --json                              the simulated board, as JSON
"""

import argparse
import json
import time

from rowloom.host.cli.common import say
from rowloom.host.cli.connection import add_board_options, connect
from rowloom.host.cli.report import duration
from rowloom.host.engines import abilities, in_words

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print only a JSON object on standard output")
    add_board_options(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    with connect(args) as connection:
        connection.session.raise_rate()
        rate = connection.link.bit_rate
        start = time.monotonic()
        identity = connection.session.identify()
        round_trip = time.monotonic() - start
    solves = abilities(identity.capabilities)
    if args.json:
        record = {
            "board": connection.link.name, "build": identity.build.hex(),
            "clock_hz": identity.clock, "protocol": identity.version, "room": identity.room, "bit_rate": rate,
            "reset_bit_rate": identity.bit_rate, "round_trip": round_trip, "solves": solves,
        }  # fmt: skip
        say(json.dumps(record))
        return 0
    say(f"board       {connection.link.name}")
    say(f"build       {identity.build.hex()}")
    say(f"clock       {identity.clock / 1e6:g} MHz")
    say(f"protocol    version {identity.version}, room for {identity.room:,} bytes of puzzles")
    say(f"bit rate    {rate:,} bit/s ({identity.bit_rate:,} after a reset)")
    say(f"round trip  {duration(round_trip)}")
    for what in solves:
        say(f"solves      {in_words(what)}")
    return 0
