"""The engines for the shading genres, Smullyanic Dynasty and Canal View."""

from math import floor

from rowloom.engines.engine import (
    Default,
    Engine,
    SelfTest,
    Size,
    Unit,
    UpTo,
    clued_genre,
    deduction_counters,
    words_option,
)

__all__ = ["CANAL", "CANAL_BITS", "DYNASTY", "SMULLYAN_BITS"]

SMULLYAN_BITS = 4
"""The number of bits of a clue in the protocol."""

CANAL_BITS = 8
"""The number of bits of a clue, in the protocol and in the engine. A clue is a number of shaded cells, or 255 for an
unknown number."""

_CANAL, _SMULLYAN = "rowloom.hw.shading.canal", "rowloom.hw.shading.smullyan"
_SIZE = {"rows": 36, "cols": 36}

DYNASTY = Engine(
    name="dynasty",
    genre=clued_genre("smullyan", 3, SMULLYAN_BITS),
    number=1,
    summary="deduces shades of cells, row by row, with lookahead",
    sizes=UpTo(36, 36),
    usual=Size(36, 36),
    peripheral=f"{_SMULLYAN}:DynastyPeripheral",
    firmware="engines/dynasty.c",
    counters=deduction_counters("cells tried", {"sweeping": "sweeping rows", "flooding": "flooding"}),
    # A quarter of the engine's logic is the same for any size; the rest grows with the number of columns.
    smaller=lambda size, logic, memory: Size(size.rows, max(1, floor(size.cols * (logic - 0.25) / 0.75))),
    options=(words_option(),),
    on_boards=(Default(80_000, Size(36, 20), slow=False),),
    tasks=("thin", "count", "certain"),
    fast=True,
    self_test=SelfTest(
        "smullyan 10 10\n. 2 . . 2 3 . . . .\n. 1 2 . . . . 2 . .\n. 2 2 . . 2 . . 3 .\n. . . . 3 . . . . 1\n"
        ". . . . 2 2 . . . 3\n. . 2 . . . . 2 . .\n2 . 2 . 3 . . 3 . 2\n. 2 2 . . 1 2 3 . .\n"
        "2 . 1 . . . . . . 3\n. . . 1 . . . . . .",
        cycles=5105, counters=(1, 156, 2139, 2783, 246, 2070)),
    units={
        "dynasty-peripheral": Unit(f"{_SMULLYAN}:DynastyPeripheral", {**_SIZE, "words": 512}),
        "dynasty": Unit(f"{_SMULLYAN}:SmullyanDeducer", {**_SIZE, "words": 512}),
        "dynasty-rules": Unit(f"{_SMULLYAN}:DynastyRules", {"cols": 36}),
        "dynasty-propagation": Unit(f"{_SMULLYAN}:DynastySweep", _SIZE),
    },
)

CANAL = Engine(
    name="canal",
    genre=clued_genre("canal", 4, CANAL_BITS),
    number=1,
    summary="deduces shades of cells, by rows and by clues, with lookahead",
    sizes=UpTo(36, 36),
    usual=Size(36, 36),
    peripheral=f"{_CANAL}.deducer:CanalPeripheral",
    firmware="engines/canal.c",
    counters=deduction_counters(
        "cells tried", {"sweeping": "visiting rows and clues", "flooding": "flooding"}, visited="rows and clues"),
    # About 30 % of the engine's logic is the same for any size; the rest grows with the rows and with the columns.
    smaller=lambda size, logic, memory: Size(*(max(1, floor(count * (logic - 0.3) / 0.7)) for count in size)),
    options=(words_option(columns=True),),
    on_boards=(Default(80_000, Size(36, 20), slow=False),),
    tasks=("thin", "count", "certain"),
    fast=True,
    self_test=SelfTest(
        "canal 10 10\n. . 2 . . . . . . 5\n. . . 4 . . . 1 . .\n. . . . . 9 . . . .\n3 . . . . . . . 5 .\n"
        ". . . . . . 1 . . .\n. 2 . . . . . . . .\n. . . . . . . . . .\n. . 4 . . . 1 . . .\n7 . . . . . 7 . 3 .\n"
        "1 . . . 3 . . . . .",
        cycles=6502, counters=(1, 62, 1304, 4289, 1232, 975)),
    units={
        "canal-peripheral": Unit(f"{_CANAL}.deducer:CanalPeripheral", {**_SIZE, "words": 512}),
        "canal": Unit(f"{_CANAL}.deducer:CanalDeducer", {**_SIZE, "words": 512}),
        "canal-propagation": Unit(f"{_CANAL}.propagation:CanalPropagation", _SIZE),
        "canal-clue-rule": Unit(f"{_CANAL}.clue_rule:ClueRule", _SIZE),
    },
)
