"""What shows the scan engine's work."""

from amaranth.lib import data

from rowloom.hw.soc.peripheral import Watched
from rowloom.hw.sudoku.scan.house_words import HouseKind
from rowloom.hw.sudoku.scan.judge import CellAtHand
from rowloom.hw.sudoku.scan.scan import Counters
from rowloom.hw.sudoku.scan.trail import Entry

__all__ = ["watched"]


def watched(order: int, excluded: int, subsets: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch, of a unit as :class:`.scan.Scan`."""
    size = order * order
    kinds = [kind.name.lower() for kind in HouseKind]
    sequencers = ["loading", "propagation", "undoing", "branch_finder"]
    exclusions, searched = [], []
    if excluded:
        sequencers.append("locked")
        exclusions = [
            Watched(f"excluded_{lines}", f"scan.exclusions.{lines}.memory", "digits that locked candidates exclude "
                    f"from the parts of each {line}, its words from a power of two on")
            for lines, line in (("rows", "row"), ("cols", "column"))]
    if subsets:
        sequencers.append("subsets")
        exclusions.append(Watched(
            "excluded_cells", "scan.exclusions.cells.memory", "digits that subsets exclude from each cell, a row's "
            "words from a power of two on"))
        searched = [
            Watched("hidden", "scan.subsets.hidden", "whether hidden subsets are looked for, or naked ones"),
            Watched("columns", "scan.subsets.columns", "of the subset found: the digits of a naked one, the "
                    "positions of a hidden one's cells"),
        ]
    return (
        Watched("values", "scan.values.memory", "the cells' digits row by row, 0 for none; behind those of the largest "
                "grid, the first solution while another one is looked for"),
        *(Watched(f"{kind}_words", f"scan.words.{kind}.memory", "digits used in each house; then positions filled and "
                  "digits seen, each from the next power of two on") for kind in kinds),
        *exclusions,
        *(Watched(f"dirty_{kind}", f"scan.worklist.dirty_{kind}", "houses to visit") for kind in kinds),
        Watched("kind", "scan.reader.kind", "of the house at hand: 0 row, 1 column, 2 box"),
        Watched("house", "scan.reader.house", "its number"),
        Watched("cell", "scan.reader.judge.cell", "the last cell that was judged; `fresh` in the clock after that",
                CellAtHand(order)),
        Watched("clearing", "scan.clearing.busy", "the memories are cleared: a search begins"),
        *(Watched(name, f"scan.{name}.fsm_state", f"what is done by `{name}`") for name in sequencers),
        *searched,
        Watched("placer", "scan.placer.fsm_state", "what is done to place a digit in the cell at hand, or to erase it"),
        Watched("choice", "scan.propagation.choice", "whether the digit that is placed is a guess"),
        Watched("trail", "scan.trail.memory", "the cells in the order of their placement, as many as `depth`",
                Entry(size)),
        Watched("depth", "scan.trail.depth", "placements that can be undone"),
        Watched("level", "scan.trail.level", "choices among them"),
        Watched("contradiction", "scan.contradiction", "there is no solution"),
        Watched("solved", "scan.solved", "all cells are filled"),
        Watched("found", "scan.found", "the branch cell, or the choice undone",
                data.StructLayout({"row": range(size), "col": range(size), "value": range(size + 1)})),
        Watched("counters", "scan.counters", "the counters", Counters()),
    )
