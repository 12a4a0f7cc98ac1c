"""What shows the scan engine's work."""

from amaranth.lib import data

from rowloom.hw.soc.peripheral import Watched
from rowloom.hw.sudoku.scan.house_words import HouseKind
from rowloom.hw.sudoku.scan.scan import Counters

__all__ = ["watched"]


def watched(order: int) -> tuple[Watched, ...]:
    """Return the registers and memories to watch, of a unit for the largest ``order``."""
    size = order * order
    kinds = [kind.name.lower() for kind in HouseKind]
    return (
        Watched("values", "scan.values.memory", "the cells' digits row by row, 0 for none; behind those of the largest "
                "grid, the first solution while another one is looked for"),
        *(Watched(f"{kind}_words", f"scan.words.{kind}.memory", "digits used in each house; then positions filled and "
                  "digits seen, each from the next power of two on") for kind in kinds),
        *(Watched(f"dirty_{kind}", f"scan.worklist.dirty_{kind}", "houses to visit") for kind in kinds),
        Watched("kind", "scan.reader.kind", "of the house at hand: 0 row, 1 column, 2 box"),
        Watched("house", "scan.reader.house", "its number"),
        *(Watched(name, f"scan.{name}.fsm_state", f"what is done by `{name}`")
          for name in ("loading", "propagation", "undoing", "branch_finder")),
        Watched("depth", "scan.trail.depth", "placements that can be undone"),
        Watched("level", "scan.trail.level", "choices among them"),
        Watched("contradiction", "scan.contradiction", "there is no solution"),
        Watched("solved", "scan.solved", "all cells are filled"),
        Watched("found", "scan.found", "the branch cell, or the choice undone",
                data.StructLayout({"row": range(size), "col": range(size), "value": range(size + 1)})),
        Watched("counters", "scan.counters", "the counters", Counters()),
    )
