"""The description of the parallel engine."""

from rowloom.engines.engine import Counter, Default, Engine, Orders, Size, Unit
from rowloom.engines.genres import SUDOKU

__all__ = ["ENGINE"]

_HERE = "rowloom.hw.sudoku.parallel"
_SIZE = {"order": 3}

ENGINE = Engine(
    name="parallel",
    genre=SUDOKU,
    number=2,
    summary="all cells of a 9x9 grid at once, and the search in hardware",
    sizes=Orders(2, 3, exact=True),
    usual=Size(9, 9),
    peripheral=f"{_HERE}.peripheral:ParallelPeripheral",
    firmware="engines/parallel.c",
    counters=(
        Counter("nodes", "nodes of the search: guesses, and one"),
        Counter("guesses", "guesses", column="guesses"),
        Counter("rounds", "rounds of deduction", column="rounds"),
        Counter("clocks", "clock cycles in which the engine itself works", column="engine"),
    ),
    # It would fit into a 25F, too, but not beside the deducer.
    on_boards=(Default(40_000, Size(9, 9), slow=False),),
    tasks=("thin", "count", "certain"),
    fast=True,
    units={
        "parallel-peripheral": Unit(f"{_HERE}.peripheral:ParallelPeripheral", _SIZE),
        "solver": Unit(f"{_HERE}.solver:Solver", _SIZE),
        "round": Unit(f"{_HERE}.round:Round", _SIZE),
        "box-branching": Unit(f"{_HERE}.box_branching:BoxBranching", _SIZE),
    },
)
