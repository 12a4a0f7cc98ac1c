"""The genre Sudoku and its engines."""

from math import floor, isqrt

from rowloom.engines.engine import Counter, Default, Engine, Genre, Option, Orders, SelfTest, Size, Unit

__all__ = ["PARALLEL", "SCAN", "SUDOKU"]

SUDOKU = Genre(
    name="sudoku",
    number=2,
    # A puzzle has one bit for each cell, followed by four bits for each given digit. The bit of a cell is 1 if the cell
    # has a given digit. A solution is sent without its last row and column.
    puzzle_bytes=lambda size: (size.rows * size.cols + 7) // 8 + (size.rows * size.cols + 1) // 2,
    solution_bytes=lambda size: ((size.rows - 1) * (size.cols - 1) + 1) // 2,
)

_PARALLEL, _SCAN = "rowloom.hw.sudoku.parallel", "rowloom.hw.sudoku.scan"

PARALLEL = Engine(
    name="parallel",
    genre=SUDOKU,
    number=2,
    summary="all cells of a 9x9 grid at once, and the search in hardware",
    sizes=Orders(2, 3, exact=True),
    usual=Size(9, 9),
    peripheral=f"{_PARALLEL}.peripheral:ParallelPeripheral",
    firmware="engines/parallel.c",
    counters=(
        Counter("nodes", "nodes of the search: the number of guesses plus one"),
        Counter("guesses", "guesses", column="guesses"),
        Counter("rounds", "rounds of deduction", column="rounds"),
        Counter("clocks", "clock cycles in which the engine itself works", column="engine"),
    ),
    # The engine would also fit into a 25F, but not together with the deducer.
    on_boards=(Default(40_000, Size(9, 9), slow=False),),
    tasks=("thin", "count", "certain"),
    fast=True,
    self_test=SelfTest(
        ".9.4......4.56..3.7..3.....1....5.72..........3.2...6..2....5.7.54.8.9.......2..8",
        cycles=139, counters=(9, 8, 113, 129)),
    units={
        "parallel-peripheral": Unit(f"{_PARALLEL}.peripheral:ParallelPeripheral", {"order": 3}),
        "solver": Unit(f"{_PARALLEL}.solver:Solver", {"order": 3}),
        "round": Unit(f"{_PARALLEL}.round:Round", {"order": 3}),
        "box-branching": Unit(f"{_PARALLEL}.solver:BoxBranching", {"order": 3}),
        "given-removal": Unit(f"{_PARALLEL}.removal:GivenRemoval", {"order": 3}),
    },
)

SCAN = Engine(
    name="scan",
    genre=SUDOKU,
    number=4,
    summary="any order up to 225x225, a house at a time",
    sizes=Orders(2, 15),
    usual=Size(9, 9),
    peripheral=f"{_SCAN}.peripheral:ScanPeripheral",
    firmware="engines/scan.c",
    counters=(
        Counter("nodes", "nodes of the search"),
        Counter("guesses", "guesses", column="guesses"),
        Counter("visits", "houses visited", column="visits"),
        Counter("placed", "cells filled", column="placed"),
        Counter("hidden", "hidden singles among the filled cells", column="hidden"),
        Counter("excluded", "parts of lines that lost digits because of locked candidates", column="excluded"),
        Counter("subsets", "cells that lost digits because of subsets", column="subsets"),
    ),
    # The engine's logic grows with the number of digits, and its memory grows with the number of cells.
    smaller=lambda size, logic, memory: Size.of_order(
        max(2, floor(isqrt(size.rows) * min(logic ** (1 / 2), memory ** (1 / 4))))),
    # Beside the deducer, a 45F has room either for this engine or for the parallel engine, which needs a fast device.
    on_boards=(Default(24_000, Size(16, 16)), Default(40_000, Size(25, 25), slow=True),
               Default(40_000, None, slow=False), Default(80_000, Size(25, 25))),
    hard_to_place=lambda size: size.rows >= 13**2,
    options=(Option(
        "subsets",
        "the largest order of Sudokus in which the engine looks for subsets; takes order**6 bits of memory; 0: none",
        default=6, allowed=lambda size: range(16)),),
    whole=Size(16, 16),
    self_test=SelfTest(
        "4..57.....6.....735..98...........81...7.....83.19...2.....4.17.....93...5....42.",
        cycles=10_718, counters=(1, 0, 225, 81, 24, 2, 0)),
    units={
        "scan-peripheral": Unit(f"{_SCAN}.peripheral:ScanPeripheral", {"order": 5, "subsets": 5}),
        "scan": Unit(f"{_SCAN}.scan:Scan", {"order": 5, "excluded": 5, "subsets": 5}),
        "cell-stream": Unit(f"{_SCAN}.house_reader:CellStream", {"order": 5}),
        "house-reader": Unit(f"{_SCAN}.house_reader:HouseReader", {"order": 5}),
        "judge": Unit(f"{_SCAN}.judge:Judge", {"order": 5}),
        "hidden": Unit(f"{_SCAN}.judge:Hidden", {"size": 25}),
        "subsets": Unit(f"{_SCAN}.subsets:Subsets", {"size": 25}),
        "worklist": Unit(f"{_SCAN}.propagation:HouseWorklist", {"size": 25}),
    },
)
