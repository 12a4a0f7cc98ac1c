"""The description of the engine for Smullyanic Dynasties."""

from rowloom.hw.engine import Counter, Engine, Option, Size, Unit, UpTo
from rowloom.hw.shading.smullyan.genre import SMULLYAN

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
    counters=(
        Counter("nodes", "nodes of the search", column="nodes"),
        Counter("probes", "cells tried", column="lookaheads"),
        Counter("visits", "rows visited", column="visits"),
        Counter("sweeping", "clock cycles of sweeping rows", column="sweeping", share=True),
        Counter("flooding", "clock cycles of flooding", column="flooding", share=True),
        Counter("probing", "clock cycles of lookahead beyond these", column="probing", share=True),
    ),
    options=(
        Option(
            "words",
            "rows of state in memory: as many as the puzzle has for each page of the search and for two more",
            default=512,
            allowed=lambda size: range(4 * size.rows, 1 << 16),
        ),
    ),
    tasks=("count", "certain"),
    fast=True,
    units={
        "dynasty-peripheral": Unit(f"{_HERE}.peripheral:DynastyPeripheral", {**_SIZE, "words": 512}),
        "dynasty": Unit(f"{_HERE}.deducer:SmullyanDeducer", {**_SIZE, "words": 512}),
        "dynasty-rules": Unit(f"{_HERE}.row_rules:RowRules", {"cols": 36}),
        "dynasty-propagation": Unit(f"{_HERE}.propagation:Propagation", _SIZE),
    },
)
"""The deducing engine for Smullyanic Dynasties."""
