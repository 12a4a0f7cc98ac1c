"""The deducer's registers, and the signals to watch."""

from amaranth.lib import data

from rowloom.engines.slitherlink import SLITHERLINK_BITS
from rowloom.hw.deduction.peripheral import FIXPOINT, DeductionPeripheral, watched_deducer
from rowloom.hw.slitherlink.deducer.deducer import KINDS, WORKS, SlitherlinkDeducer
from rowloom.hw.slitherlink.deducer.path_ends import Joined
from rowloom.hw.slitherlink.deducer.row_rules import RowState
from rowloom.hw.soc.peripheral import Watched

__all__ = ["DeducerPeripheral"]


class DeducerPeripheral(DeductionPeripheral):
    """The deducer of Slitherlinks on the register bus; the parameters are those of :class:`SlitherlinkDeducer`."""

    def __init__(self, rows: int, cols: int, words: int = 512):
        state = RowState(cols)
        deducer = watched_deducer(
            rows, cols, state=state, kinds=KINDS, works=WORKS, candidate="a cell, or the edge to the right of it",
            values="0 inside, 1 outside; of an edge 0 a line, 1 none")
        clues = data.StructLayout({"low": cols, "high": cols, "free": cols})
        wet = data.StructLayout({"inside": cols, "outside": cols})
        super().__init__(SlitherlinkDeducer(rows, cols, words), rows, cols, clue_bits=SLITHERLINK_BITS, watched=(
            *deducer,
            Watched("clues", "deducer.clue_memory.clue_rows", "the rows of clues: two bits of each; cells without one",
                    clues),
            Watched("sweep", f"{FIXPOINT}.sweep.fsm_state", "the state of the sweep"),
            Watched("visit", f"{FIXPOINT}.sweep.at", "the row below the window, which is `lower`"),
            Watched("down", f"{FIXPOINT}.sweep.passes.down", "whether the window moves down"),
            Watched("upper", f"{FIXPOINT}.sweep.upper", "the window's upper row, which is written when it leaves",
                    state),
            Watched("lower", f"{FIXPOINT}.sweep.lower", "its lower row", state),
            Watched("flood", f"{FIXPOINT}.row_flood.fsm_state", "the state of the flood"),
            Watched("flooded", f"{FIXPOINT}.row_flood.row", "the row that is being flooded"),
            Watched("wet", f"{FIXPOINT}.row_flood.wet", "the rows' cells that the flood has reached", wet),
            Watched("joined", f"{FIXPOINT}.paths.ends.joined", "the last line, from u to v, and the other ends of the "
                    "paths that it joins", Joined(rows, cols)),
        ))
