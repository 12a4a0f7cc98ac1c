"""The description of the scan engine."""

from math import floor, isqrt

from rowloom.engines.engine import Counter, Default, Engine, Option, Orders, Size, Unit
from rowloom.engines.genres import SUDOKU

__all__ = ["ENGINE"]

_HERE = "rowloom.hw.sudoku.scan"
_SIZE = {"order": 5}

ENGINE = Engine(
    name="scan",
    genre=SUDOKU,
    number=4,
    summary="any order up to 225x225, a house at a time",
    sizes=Orders(2, 15),
    usual=Size(9, 9),
    peripheral=f"{_HERE}.peripheral:ScanPeripheral",
    firmware="engines/scan.c",
    counters=(
        Counter("nodes", "nodes of the search"),
        Counter("guesses", "guesses", column="guesses"),
        Counter("visits", "houses visited", column="visits"),
        Counter("placed", "cells filled", column="placed"),
        Counter("hidden", "hidden singles among them", column="hidden"),
        Counter("excluded", "parts of lines from which locked candidates were excluded", column="excluded"),
        Counter("subsets", "cells from which subsets excluded candidates", column="subsets"),
    ),
    # Its logic grows with the digits, its memory with the cells.
    smaller=lambda size, logic, memory: Size.of_order(
        max(2, floor(isqrt(size.rows) * min(logic ** (1 / 2), memory ** (1 / 4))))
    ),
    on_boards=(Default(40_000, Size(25, 25), slow=True), Default(80_000, Size(25, 25))),
    hard_to_place=lambda size: size.rows >= 13**2,
    options=(
        Option(
            "subsets",
            "the largest order in which it looks for subsets, which takes the order's sixth power in bits; 0 for none",
            default=6,
            allowed=lambda size: range(16),
        ),
    ),
    whole=Size(16, 16),
    units={
        "scan-peripheral": Unit(f"{_HERE}.peripheral:ScanPeripheral", {**_SIZE, "subsets": 5}),
        "scan": Unit(f"{_HERE}.scan:Scan", {**_SIZE, "excluded": 5, "subsets": 5}),
        "cell-stream": Unit(f"{_HERE}.cell_stream:CellStream", _SIZE),
        "house-reader": Unit(f"{_HERE}.house_reader:HouseReader", _SIZE),
        "judge": Unit(f"{_HERE}.judge:Judge", _SIZE),
        "hidden": Unit(f"{_HERE}.hidden:Hidden", {"size": 25}),
        "subsets": Unit(f"{_HERE}.subsets:Subsets", {"size": 25}),
        "worklist": Unit(f"{_HERE}.worklist:Worklist", {"size": 25}),
    },
)
