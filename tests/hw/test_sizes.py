"""Error messages for invalid parameters of units."""

import re

import pytest

from rowloom.engines.config import SoCConfig
from rowloom.hw.deduction.peripheral import ClueUnpacker
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.canal.deducer import CanalDeducer
from rowloom.hw.shading.rules import Cuts
from rowloom.hw.shading.smullyan import SmullyanDeducer
from rowloom.hw.slitherlink.checker.checker import Checker
from rowloom.hw.slitherlink.deducer.deducer import SlitherlinkDeducer
from rowloom.hw.soc.bus import BusMemory
from rowloom.hw.soc.router import FrameDistributor, FrameMerger, FrameRouter
from rowloom.hw.soc.units import IdentityPeripheral, LineBreak
from rowloom.hw.sudoku.parallel.grid import check_order
from rowloom.hw.sudoku.parallel.removal import GivenRemoval, RandomOrder
from rowloom.hw.sudoku.parallel.round import Round
from rowloom.hw.sudoku.parallel.solver import BoxBranching, Solver
from rowloom.hw.sudoku.scan.scan import Scan


@pytest.mark.parametrize("make, message", [
    *((lambda size=size: GridUnit(*size, {}), f"GridUnit needs at least 1 {name}, not {min(size)}")
      for size, name in (((0, 3), "rows"), ((3, 0), "cols"), ((-1, 1), "rows"), ((1, -1), "cols"))),
    (lambda: ClueUnpacker(0, 3, 2), "ClueUnpacker needs at least 1 rows, not 0"),
    (lambda: SlitherlinkDeducer(3, 0), "SlitherlinkDeducer needs at least 1 cols, not 0"),
    (lambda: CanalDeducer(0, 3), "CanalDeducer needs at least 1 rows, not 0"),
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
      for unit in (BoxBranching, GivenRemoval, RandomOrder, Round, Solver) for order in (1, 4)),
    (lambda: check_order("Unit", 1), "Unit has order 2 or 3, not 1"),
    *((lambda order=order: Scan(order, excluded=0, subsets=0), f"Scan needs an order of at least 2, not {order}")
      for order in (0, 1)),
    *((lambda cycles=cycles: LineBreak(cycles), f"a break lasts at least 2 clocks, not {cycles}") for cycles in (0, 1)),
    *((lambda value=value: IdentityPeripheral(SoCConfig.of(), value),
       f"a build hash has 64 bits, which {value:#x} has not") for value in (-1, 1 << 64)),
    (lambda: BusMemory(1), "a memory has two words or more, not 1"),
    *((lambda unit=unit, socs=socs: unit(socs), f"a line is shared by 2 to 16 SoCs, not {socs}")
      for unit in (FrameDistributor, FrameMerger, FrameRouter) for socs in (1, 17)),
])
def test_impossible_parameters(make, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        make()
