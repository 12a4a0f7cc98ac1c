"""The deducer of Smullyanic Dynasties."""

from amaranth.hdl import Module, Value

from rowloom.hw.shading.deducer import ShadingDeducer
from rowloom.hw.shading.smullyan.candidates import SmullyanCandidates
from rowloom.hw.shading.smullyan.propagation import JOINED, Propagation
from rowloom.hw.shading.smullyan.row_rules import CLUE_BITS

__all__ = ["SmullyanDeducer"]


class SmullyanDeducer(ShadingDeducer):
    """Deduces all that it can from a state of a Smullyanic Dynasty; see :class:`ShadingDeducer`.

    A clue is the number of knaves, or 6 for any number that there cannot be.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory.

    Raises
    ------
    ValueError
        If a size is less than 1, or four pages of the largest grid do not fit.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(rows, cols, words, clue_bits=CLUE_BITS, joined=JOINED)

    def make_propagation(self) -> Propagation:
        return Propagation(self._rows, self._cols)

    def make_candidates(self) -> SmullyanCandidates:
        return SmullyanCandidates(self._rows, self._cols)

    def lonely(self, m: Module, height: Value, width: Value) -> Value:
        # Knaves do not touch, so that of 2x2 cells two are knights.
        return (height != 1) & (width != 1)

    def see(self, m: Module, seen: Value, state: Value) -> None:
        m.d.comb += seen.undecided.eq(state.unshaded & state.shaded)
