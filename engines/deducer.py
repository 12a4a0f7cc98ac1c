"""The description of the deducer."""

from math import floor

from rowloom.engines.deduction import counters_of, words_option
from rowloom.engines.engine import Default, Engine, Size, Unit, UpTo
from rowloom.engines.genres import SLITHERLINK, SLITHERLINK_BITS

__all__ = ["ENGINE"]

_HERE = "rowloom.hw.slitherlink.deducer"
_SIZE = {"rows": 64, "cols": 36}
_DEDUCTION = "rowloom.hw.deduction"

ENGINE = Engine(
    name="deducer",
    genre=SLITHERLINK,
    number=2,
    summary="deduces shapes of vertices and colours of cells, row by row, with lookahead",
    sizes=UpTo(64, 36),
    usual=Size(64, 36),
    peripheral=f"{_HERE}.peripheral:DeducerPeripheral",
    firmware="engines/deducer.c",
    counters=counters_of(
        "cells and edges tried both ways",
        {"sweeping": "sweeping rows", "joining": "joining lines", "flooding": "flooding"},
    ),
    # Its rows are memory, its columns logic.
    smaller=lambda size, logic, memory: Size(size.rows, max(1, floor(size.cols * logic))),
    options=(words_option(frame=1),),
    # An LFE5U-25F has no block RAM left for more.
    on_boards=(Default(20_000, Size(64, 32)), Default(40_000, Size(64, 36))),
    tasks=("thin", "count", "certain"),
    fast=True,
    units={
        "deducer-peripheral": Unit(f"{_HERE}.peripheral:DeducerPeripheral", {**_SIZE, "words": 512}),
        "deducer": Unit(f"{_HERE}.deducer:SlitherlinkDeducer", {**_SIZE, "words": 512}),
        "clue-unpacker": Unit(f"{_DEDUCTION}.clue_unpacker:ClueUnpacker", {**_SIZE, "bits": SLITHERLINK_BITS}),
        "solution-packer": Unit(f"{_DEDUCTION}.solution_packer:SolutionPacker", _SIZE),
        "candidates": Unit(f"{_HERE}.deducer:SlitherlinkCandidates", _SIZE),
        "fixpoint": Unit(f"{_HERE}.fixpoint:SlitherlinkFixpoint", _SIZE),
        "sweep": Unit(f"{_HERE}.sweep:Sweep", _SIZE),
        "row-rules": Unit(f"{_HERE}.row_rules:RowRules", {"cols": 36}),
        "paths": Unit(f"{_HERE}.paths:Paths", _SIZE),
        "new-lines": Unit(f"{_HERE}.new_lines:NewLines", _SIZE),
        "path-ends": Unit(f"{_HERE}.path_ends:PathEnds", _SIZE),
        "edge-removal": Unit(f"{_HERE}.edge_removal:EdgeRemoval", _SIZE),
        "row-flood": Unit(f"{_HERE}.row_flood:RowFlood", _SIZE),
    },
)
