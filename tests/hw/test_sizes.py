"""Sizes that no unit can have, and what is said of them."""

import re
from collections.abc import Callable

import pytest

from rowloom.hw.deduction.clue_unpacker import ClueUnpacker
from rowloom.hw.deduction.clues import ClueMemory
from rowloom.hw.deduction.solution_packer import SolutionPacker
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.canal.clue_memory import CanalClueMemory
from rowloom.hw.shading.canal.clue_rule import ClueRule
from rowloom.hw.shading.canal.deducer import CanalDeducer
from rowloom.hw.shading.canal.strikes import Strikes
from rowloom.hw.shading.cuts import Cuts
from rowloom.hw.shading.smullyan.deducer import SmullyanDeducer
from rowloom.hw.slitherlink.checker.checker import Checker
from rowloom.hw.slitherlink.checker.connectivity import Connectivity
from rowloom.hw.slitherlink.deducer.deducer import SlitherlinkCandidates, SlitherlinkDeducer
from rowloom.hw.slitherlink.deducer.fixpoint import SlitherlinkFixpoint
from rowloom.hw.slitherlink.deducer.paths import Paths
from rowloom.hw.soc.line_break import LineBreak
from rowloom.hw.soc.memory import BusMemory
from rowloom.hw.sudoku.parallel.box_branching import BoxBranching
from rowloom.hw.sudoku.parallel.grid import check_order
from rowloom.hw.sudoku.parallel.round import Round
from rowloom.hw.sudoku.parallel.solver import Solver
from rowloom.hw.sudoku.scan.scan import Scan

GRIDS: dict[str, Callable[[int, int], object]] = {
    "ClueUnpacker": lambda rows, cols: ClueUnpacker(rows, cols, 2),
    "SolutionPacker": SolutionPacker,
    "ClueMemory": lambda rows, cols: ClueMemory(rows, cols, 2),
    "CanalClueMemory": CanalClueMemory,
    "ClueRule": ClueRule,
    "Strikes": Strikes,
    "Connectivity": Connectivity,
    "SlitherlinkCandidates": SlitherlinkCandidates,
    "SlitherlinkFixpoint": SlitherlinkFixpoint,
    "Paths": Paths,
    "SlitherlinkDeducer": SlitherlinkDeducer,
}
"""Some of the units for grids up to a size."""


@pytest.mark.parametrize("rows, cols, name", [(0, 3, "rows"), (3, 0, "cols")])
@pytest.mark.parametrize("unit", GRIDS)
def test_no_empty_grid(unit, rows, cols, name):
    with pytest.raises(ValueError, match=f"^{unit} needs at least 1 {name}, not 0$"):
        GRIDS[unit](rows, cols)


@pytest.mark.parametrize("rows, cols", [(-1, 1), (1, -1)])
def test_no_negative_grid(rows, cols):
    with pytest.raises(ValueError, match=r"^GridUnit needs at least 1 (rows|cols), not -1$"):
        GridUnit(rows, cols, {})


@pytest.mark.parametrize("make, message", [
    (lambda: Cuts(0), "Cuts needs at least 1 cols, not 0"),
    *((lambda bits=bits: ClueUnpacker(1, 1, bits), f"ClueUnpacker needs clues of 1, 2, 4, 8, 16 or 32 bits, not {bits}")
      for bits in (0, 3, 64)),
    (lambda: SlitherlinkDeducer(4, 4, 19), "SlitherlinkDeducer needs at least 20 words for 4 rows, not 19"),
    (lambda: SlitherlinkDeducer(128, 36, 512), "SlitherlinkDeducer needs at least 516 words for 128 rows, not 512"),
    (lambda: SmullyanDeducer(4, 4, 15), "SmullyanDeducer needs at least 16 words for 4 rows, not 15"),
    *((lambda size=size: CanalDeducer(*size, 19),
       f"CanalDeducer needs at least 20 words for {size[0]} rows and {size[1]} columns, not 19")
      for size in ((4, 5), (5, 4))),
    *((lambda size=size: Checker(*size), f"Checker can have 1 to 32 {name}, not {number}")
      for size, name, number in (
          ((0, 3), "rows", 0), ((3, 0), "cols", 0), ((33, 3), "rows", 33), ((3, 33), "cols", 33))),
    *((lambda unit=unit, order=order: unit(order), f"{unit.__name__} has order 2 or 3, not {order}")
      for unit in (BoxBranching, Round, Solver) for order in (1, 4)),
    (lambda: check_order("Unit", 1), "Unit has order 2 or 3, not 1"),
    *((lambda order=order: Scan(order, excluded=0, subsets=0), f"Scan needs an order of at least 2, not {order}")
      for order in (0, 1)),
    *((lambda cycles=cycles: LineBreak(cycles), f"a break lasts at least 2 clocks, not {cycles}") for cycles in (0, 1)),
    (lambda: BusMemory(1), "a memory has two words or more, not 1"),
])
def test_other_limits(make, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        make()
