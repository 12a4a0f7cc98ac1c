"""The description of the checker."""

from math import floor, sqrt

from rowloom.engines.engine import Counter, Default, Engine, Size, Unit, UpTo
from rowloom.engines.genres import SLITHERLINK

__all__ = ["ENGINE"]

_HERE = "rowloom.hw.slitherlink.checker"
_SIZE = {"rows": 10, "cols": 10}

ENGINE = Engine(
    name="checker",
    genre=SLITHERLINK,
    number=1,
    summary="the paper's method: try patterns of lines around the clues, reject what breaks the rules",
    sizes=UpTo(32, 32),
    usual=Size(10, 10),
    peripheral=f"{_HERE}.peripheral:CheckerPeripheral",
    firmware="engines/checker.c",
    counters=(
        Counter("nodes", "assignments checked", column="checks", cost="check"),
        Counter("backs", "how often the search backtracked to an earlier cell"),
        Counter("candidates", "how often all clue cells were assigned"),
    ),
    smaller=lambda size, logic, memory: Size(*(max(1, floor(count * sqrt(logic))) for count in size)),
    # Beside the fast engine, to compare with it. Larger ones would fit, but the search seldom ends on larger puzzles.
    on_boards=(Default(80_000, Size(10, 10)),),
    units={
        "checker-peripheral": Unit(f"{_HERE}.peripheral:CheckerPeripheral", _SIZE),
        "checker": Unit(f"{_HERE}.checker:Checker", _SIZE),
        "connectivity": Unit(f"{_HERE}.connectivity:Connectivity", _SIZE),
        "holes": Unit(f"{_HERE}.holes:Holes", _SIZE),
    },
)
