"""The description of the engine for Canal Views."""

from math import floor

from rowloom.engines.deduction import counters_of, words_option
from rowloom.engines.engine import Default, Engine, Size, Unit, UpTo
from rowloom.engines.genres import CANAL

__all__ = ["ENGINE"]

_HERE = "rowloom.hw.shading.canal"
_SIZE = {"rows": 36, "cols": 36}

ENGINE = Engine(
    name="canal",
    genre=CANAL,
    number=1,
    summary="deduces shades of cells, by rows and by clues, with lookahead",
    sizes=UpTo(36, 36),
    usual=Size(36, 36),
    peripheral=f"{_HERE}.peripheral:CanalPeripheral",
    firmware="engines/canal.c",
    counters=counters_of(
        "cells tried", {"sweeping": "visiting rows and clues", "flooding": "flooding"}, visited="rows and clues"),
    # Some 30 % of its logic is there for any size; the rest grows with both sides.
    smaller=lambda size, logic, memory: Size(*(max(1, floor(count * (logic - 0.3) / 0.7)) for count in size)),
    options=(words_option(columns=True),),
    on_boards=(Default(80_000, Size(36, 36), slow=False),),
    tasks=("thin", "count", "certain"),
    fast=True,
    units={
        "canal-peripheral": Unit(f"{_HERE}.peripheral:CanalPeripheral", {**_SIZE, "words": 512}),
        "canal": Unit(f"{_HERE}.deducer:CanalDeducer", {**_SIZE, "words": 512}),
        "canal-propagation": Unit(f"{_HERE}.propagation:Propagation", _SIZE),
        "canal-clue-rule": Unit(f"{_HERE}.clue_rule:ClueRule", _SIZE),
    },
)
"""The deducing engine for Canal Views."""
