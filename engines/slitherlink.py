"""The genre Slitherlink and its engines."""

from math import floor, sqrt

from rowloom.engines.engine import (
    Counter,
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

__all__ = ["CHECKER", "DEDUCER", "SLITHERLINK", "SLITHERLINK_BITS"]

SLITHERLINK_BITS = 2
"""The number of bits of a clue, in the protocol and in the engine."""

SLITHERLINK = clued_genre("slitherlink", 1, SLITHERLINK_BITS)

_CHECKER = "rowloom.hw.slitherlink.checker"
_CHECKER_SIZE = {"rows": 10, "cols": 10}

CHECKER = Engine(
    name="checker",
    genre=SLITHERLINK,
    number=1,
    summary="the paper's method: try patterns of lines around the clues, reject those that violate the rules",
    sizes=UpTo(32, 32),
    usual=Size(10, 10),
    peripheral=f"{_CHECKER}.checker:CheckerPeripheral",
    firmware="engines/checker.c",
    counters=(
        Counter("nodes", "assignments checked", column="checks", cost="check"),
        Counter("backs", "how often the search backtracked to an earlier cell"),
        Counter("candidates", "how often all clue cells were assigned"),
    ),
    smaller=lambda size, logic, memory: Size(*(max(1, floor(count * sqrt(logic))) for count in size)),
    self_test=SelfTest("5 5\n.11..\n..23.\n23.1.\n1221.\n3.23.", cycles=40_463, counters=(1092, 119, 1)),
    units={
        "checker-peripheral": Unit(f"{_CHECKER}.checker:CheckerPeripheral", _CHECKER_SIZE),
        "checker": Unit(f"{_CHECKER}.checker:Checker", _CHECKER_SIZE),
        "connectivity": Unit(f"{_CHECKER}.connectivity:Connectivity", _CHECKER_SIZE),
        "holes": Unit(f"{_CHECKER}.connectivity:Holes", _CHECKER_SIZE),
    },
)

_DEDUCER, _DEDUCTION = "rowloom.hw.slitherlink.deducer", "rowloom.hw.deduction"
_SIZE = {"rows": 64, "cols": 36}

DEDUCER = Engine(
    name="deducer",
    genre=SLITHERLINK,
    number=2,
    summary="deduces shapes of vertices and colours of cells, row by row, with lookahead",
    sizes=UpTo(64, 36),
    usual=Size(64, 36),
    peripheral=f"{_DEDUCER}.deducer:DeducerPeripheral",
    firmware="engines/deducer.c",
    counters=deduction_counters(
        "cells and edges tried both ways",
        {"sweeping": "sweeping rows", "joining": "joining lines", "flooding": "flooding"}),
    # More rows need only more memory; more columns also need more logic.
    smaller=lambda size, logic, memory: Size(size.rows, max(1, floor(size.cols * logic))),
    options=(words_option(frame=1),),
    # On an LFE5U-25F, 25 columns leave room for a Sudoku engine. They are enough for puzzles of 20x36 and 25x30: if a
    # puzzle has too many columns, the host turns it by 90 degrees.
    on_boards=(Default(20_000, Size(64, 32)), Default(24_000, Size(48, 25)), Default(40_000, Size(64, 36))),
    tasks=("thin", "count", "certain"),
    fast=True,
    self_test=SelfTest(
        "10 10\n.2..11..3.\n2..211..0.\n2..1.....3\n.3.3...2.3\n.....3.222\n"
        "....23....\n1322...31.\n13..3...2.\n..1..2..2.\n1..23.2221",
        cycles=2909, counters=(1, 37, 1837, 2109, 374, 40, 380)),
    units={
        "deducer-peripheral": Unit(f"{_DEDUCER}.deducer:DeducerPeripheral", {**_SIZE, "words": 512}),
        "deducer": Unit(f"{_DEDUCER}.deducer:SlitherlinkDeducer", {**_SIZE, "words": 512}),
        "clue-unpacker": Unit(f"{_DEDUCTION}.peripheral:ClueUnpacker", {**_SIZE, "bits": SLITHERLINK_BITS}),
        "solution-packer": Unit(f"{_DEDUCTION}.peripheral:SolutionPacker", _SIZE),
        "candidates": Unit(f"{_DEDUCER}.deducer:SlitherlinkCandidates", _SIZE),
        "fixpoint": Unit(f"{_DEDUCER}.fixpoint:SlitherlinkFixpoint", _SIZE),
        "sweep": Unit(f"{_DEDUCER}.sweep:SlitherlinkSweep", _SIZE),
        "row-rules": Unit(f"{_DEDUCER}.row_rules:RowRules", {"cols": 36}),
        "paths": Unit(f"{_DEDUCER}.paths:Paths", _SIZE),
        "new-lines": Unit(f"{_DEDUCER}.paths:NewLines", _SIZE),
        "path-ends": Unit(f"{_DEDUCER}.path_ends:PathEnds", _SIZE),
        "edge-removal": Unit(f"{_DEDUCER}.paths:EdgeRemoval", _SIZE),
        "row-flood": Unit(f"{_DEDUCER}.row_flood:RowFlood", _SIZE),
    },
)
