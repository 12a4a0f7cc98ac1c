"""What shows the parallel engine's work."""

from amaranth.lib import data

from rowloom.hw.soc.peripheral import Watched
from rowloom.hw.sudoku.parallel.solver import Counters

__all__ = ["watched"]


def watched(order: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch. A vector of cells is in the order of :mod:`.grid`."""
    cells, digits = order ** 4, order ** 2
    guess = data.StructLayout({"before": cells, "cell": cells, "others": digits})
    return (
        *(Watched(f"digit_{digit}", f"solver.candidates__{digit - 1}", f"the cells that can be {digit}")
          for digit in range(1, digits + 1)),
        Watched("open", "solver.open", "the cells that are not settled"),
        Watched("search", "solver.fsm_state", "what the engine does"),
        Watched("cell", "solver.cell", "the branch cell, as a bit; valid when `search` is TRY"),
        Watched("again", "solver.again", "whether its next digit is tried, after a contradiction"),
        Watched("depth", "solver.depth", "the guesses that the state hangs on"),
        Watched("guess", "solver.last", "the last of them: the cells settled before it, its cell as a bit, the "
                "digits of it that are left", guess),
        Watched("heard", "solver.heard", "whether there was a round in the clock before; then `bad` and `new` are its"),
        Watched("bad", "solver.bad", "a contradiction, if any bit is set"),
        Watched("new", "solver.new", "cells of which candidates were removed"),
        Watched("solutions", "solver.solutions", "solutions found, modulo 4"),
        Watched("counters", "solver.counters", "the counters", Counters),
    )
