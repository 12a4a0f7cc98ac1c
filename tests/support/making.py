"""Count the clocks that a board needs to make a Sudoku: ``python -m support.making`` in the folder ``tests``.

The board is a WebAssembly module, whose line has 5 clocks per bit. Its clock stands still while the host works, so the
result does not depend on the speed of this computer.
"""

import sys
from functools import partial

from rowloom.host.generate.generator import generate_on_board
from rowloom.host.generate.specification import Specification
from rowloom.host.link.pipeline import solve
from rowloom.host.link.session import Session
from rowloom.sim.module import build_module, module_config
from support.module_board import BYTES, IDLE, ModuleBoard

__all__ = ["main"]

_CLOCKS, _SECONDS = 20_000, 600.0

_BEFORE = 64
"""The number of puzzles that are made before the clocks are counted."""


class _Patient(ModuleBoard):
    def read(self, least: int = 1) -> bytes:
        """Wait for bytes without a time limit."""
        while (reason := self.run(_CLOCKS)) not in (BYTES, IDLE):
            pass
        return self.take() if reason == BYTES else b""


def main(number: int = 1000) -> None:
    board = _Patient(build_module(module_config("parallel:9x9")))
    session = Session(board, _SECONDS, _SECONDS)
    make = partial(generate_on_board, Specification("sudoku", 9, 9, "any"), solve=partial(solve, session))
    list(make(range(100_000, 100_000 + _BEFORE)))
    begun = board.clocks()
    cycles = [made.cycles for made in make(range(1, 1 + number))]
    print(f"{number:,} Sudokus, {(board.clocks() - begun) / number:,.0f} clocks each;"
          f" removing clues takes {sum(cycles) / number:,.0f} on average, and at most {max(cycles):,}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
