"""The description of the engine for Smullyanic Dynasties."""

from math import floor

from rowloom.engines.deduction import counters_of, words_option
from rowloom.engines.engine import Default, Engine, Size, Unit, UpTo
from rowloom.engines.genres import SMULLYAN

__all__ = ["ENGINE"]

_HERE = "rowloom.hw.shading.smullyan"
_SIZE = {"rows": 36, "cols": 36}

ENGINE = Engine(
    name="dynasty",
    genre=SMULLYAN,
    number=1,
    summary="deduces shades of cells, row by row, with lookahead",
    sizes=UpTo(36, 36),
    usual=Size(36, 36),
    peripheral=f"{_HERE}.peripheral:DynastyPeripheral",
    firmware="engines/dynasty.c",
    counters=counters_of("cells tried", {"sweeping": "sweeping rows", "flooding": "flooding"}),
    # A quarter of its logic is there for any size; the rest grows with the columns.
    smaller=lambda size, logic, memory: Size(size.rows, max(1, floor(size.cols * (logic - 0.25) / 0.75))),
    options=(words_option(),),
    on_boards=(Default(80_000, Size(36, 36), slow=False),),
    tasks=("thin", "count", "certain"),
    fast=True,
    units={
        "dynasty-peripheral": Unit(f"{_HERE}.peripheral:DynastyPeripheral", {**_SIZE, "words": 512}),
        "dynasty": Unit(f"{_HERE}.deducer:SmullyanDeducer", {**_SIZE, "words": 512}),
        "dynasty-rules": Unit(f"{_HERE}.row_rules:RowRules", {"cols": 36}),
        "dynasty-propagation": Unit(f"{_HERE}.deducer:Propagation", _SIZE),
    },
)
"""The deducing engine for Smullyanic Dynasties."""
