"""The speed of a UART at the bit rates of an FT2232H.

``python -m support.fast_line FILE ...`` in the folder ``tests`` streams the puzzles of each file to a simulated board
with a clock of 60 MHz, at 3 and 12 Mbit/s (20 and 5 clocks per bit). The puzzles are repeated until there are 1,000.
"""

import sys
from contextlib import closing
from itertools import cycle, islice

from rowloom.engines.config import SoCConfig
from rowloom.host.link.session import SIMULATOR_TIMES, Session
from rowloom.host.link.stream import SimulatorLink
from rowloom.sim import Simulator
from support.usb.board import jobs_of, stream

ENGINES = {"slitherlink": "deducer:64x36", "sudoku": "parallel:9x9"}
CLOCK_HZ, BIT_RATES = 60_000_000, (3_000_000, 12_000_000)
NUMBER = 1000


def main():
    for name in sys.argv[1:]:
        jobs = list(islice(cycle(jobs_of(name)), NUMBER))
        config = SoCConfig.of(ENGINES[jobs[0].puzzle.genre], clock_hz=CLOCK_HZ)
        for rate in BIT_RATES:
            # Only the first connection to a simulator can change the bit rate.
            with Simulator(config) as simulator, closing(SimulatorLink(simulator, config.bit_rate)) as link:
                session = Session(link, *SIMULATOR_TIMES)
                stream(f"{name}, {session.rate.change(rate):,} bit/s", session, jobs)


if __name__ == "__main__":
    main()
