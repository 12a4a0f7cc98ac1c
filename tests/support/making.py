"""Count the clocks that a board needs to make a puzzle, and measure the time that the host needs:
``python -m support.making [NUMBER [GENRE SIZE ENGINE]]`` in the folder ``tests``.

The board is a WebAssembly module, whose line has 5 clocks per bit. Its clock stands still while the host works, so the
number of clocks does not depend on the speed of this computer.
"""

import sys
import time
from functools import partial

from rowloom.engines.engine import Size
from rowloom.host.generate.generator import generate_on_board
from rowloom.host.generate.specification import Specification
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.sim.module import build_module, module_config
from support.module_board import BYTES, CLOCKS, IDLE, ModuleBoard

__all__ = ["main"]

_SECONDS = 600.0

_BEFORE = 64
"""The number of puzzles that are made before the clocks are counted."""


class _Patient(ModuleBoard):
    """``busy`` is the processor time of the simulation, in seconds."""

    busy = 0.0

    def write(self, data: bytes) -> None:
        begun = time.thread_time()
        super().write(data)
        self.busy += time.thread_time() - begun

    def read(self, least: int = 1) -> bytes:
        """Wait for bytes without a time limit."""
        begun, data = time.thread_time(), b""
        while len(data) < least and (reason := self.run(CLOCKS)) != IDLE:
            if reason == BYTES:
                data += self.take()
        self.busy += time.thread_time() - begun
        return data


def main(number: str = "1000", genre: str = "sudoku", size: str = "9x9", engine: str = "parallel:9x9") -> None:
    board = _Patient(build_module(module_config(engine)))
    session = Session(board, _SECONDS, _SECONDS)
    specification, seeds = Specification(genre, *Size.parse(size), "any"), range(1, 1 + int(number))
    make = partial(generate_on_board, specification, solve=partial(solve, session))
    list(make(range(100_000, 100_000 + _BEFORE)))
    clocks, seconds = board.clocks(), time.thread_time() - board.busy
    cycles = [made.cycles for made in make(seeds)]
    clocks, seconds = board.clocks() - clocks, time.thread_time() - board.busy - seconds
    print(f"{number} puzzles, {clocks / len(cycles):,.0f} clocks each; removing clues takes"
          f" {sum(cycles) / len(cycles):,.0f} on average, and at most {max(cycles):,};"
          f" the host takes {seconds / len(cycles) * 1e6:,.0f} µs each")


if __name__ == "__main__":
    main(*sys.argv[1:])
