"""``rowloom info``: show a board's build, and what it solves and makes.

Show a board's build, its clock and bit rate, the puzzles that the board solves, and those that `rowloom generate`
makes on it. The bit rate is the highest rate that the line carries, or the rate of --baud.

A board with several SoCs makes several puzzles at a time. To choose a build, see `rowloom boards BOARD`: it lists the
measured builds of a board, such as those with several SoCs.

examples:
  rowloom info --port /dev/ttyUSB0                 a real board
  rowloom info --port /dev/ttyUSB0 --baud 3000000  does it work at 3 Mbit/s?
  rowloom info --json                              the simulated board, as JSON
"""

import json
import time
from dataclasses import dataclass

from rowloom.host.cli.common import echo
from rowloom.host.cli.meter import Meter
from rowloom.host.cli.options import OneBoardOptions, flag
from rowloom.host.cli.report import duration
from rowloom.host.jobs.engines import abilities, describe_capability, makers
from rowloom.host.link.connection import open_boards


@dataclass(frozen=True, kw_only=True)
class InfoOptions(OneBoardOptions):
    json: bool = flag("--json", "print only a JSON object on standard output")


def run(options: InfoOptions) -> int:
    with open_boards(options.boards, Meter()) as [session, *others]:
        session.rate.raise_now()
        rate = session.link.bit_rate if session.board.bit_rate else 0
        start = time.monotonic()
        identity = session.identify()
        board = session.name.removesuffix(", SoC 0")
        round_trip = time.monotonic() - start
        socs = [abilities(one.board.capabilities) for one in (session, *others)]
    different = [soc for number, soc in enumerate(socs) if soc not in socs[:number]]
    solves, makes = [ability for soc in different for ability in soc], makers(socs)
    if options.json:
        record = {
            "board": board, "build": identity.build.hex(),
            "clock_hz": identity.clock, "protocol": identity.version, "room": identity.room, "bit_rate": rate,
            "reset_bit_rate": identity.bit_rate, "round_trip": round_trip, "solves": solves,
            "socs": socs, "makes": makes,
        }  # fmt: skip
        echo(json.dumps(record))
        return 0
    echo(f"board       {board}")
    echo(f"build       {identity.build.hex()}")
    echo(f"clock       {identity.clock / 1e6:g} MHz")
    echo(f"protocol    version {identity.version}, room for {identity.room:,} bytes of puzzles")
    rates = f"{rate:,} bit/s ({identity.bit_rate:,} after a reset)" if rate else "none, because the board is on USB"
    echo(f"bit rate    {rates}")
    echo(f"round trip  {duration(round_trip)}")
    for soc in different:
        if others:
            echo(f"SoCs        {socs.count(soc)} of {identity.socs} solve:")
        for what in soc:
            echo(f"solves      {describe_capability(what)}")
    for what in makes:
        several = f", {what['at_a_time']} at a time" if what["at_a_time"] > 1 else ""
        echo(f"makes       {describe_capability(what)}{several}")
    if not makes:
        echo("makes       no puzzles; `rowloom generate` makes them on this computer")
    return 0
