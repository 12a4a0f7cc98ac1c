"""The deducer of Canal Views."""

from amaranth.hdl import Module, Signal, Value

from rowloom.engines.genres.canal import CLUE_BITS
from rowloom.hw.shading.canal.candidates import CanalCandidates
from rowloom.hw.shading.canal.clue_memory import CanalClueMemory
from rowloom.hw.shading.canal.clues import UNKNOWN
from rowloom.hw.shading.canal.propagation import JOINED, Propagation
from rowloom.hw.shading.deducer import ShadingDeducer

__all__ = ["CanalDeducer"]


class CanalDeducer(ShadingDeducer):
    """Deduces all that it can from a state of a Canal View; see :class:`ShadingDeducer`.

    A clue is the number of shaded cells in view, or :data:`.clues.UNKNOWN`.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.
    words : int
        Rows of state in memory, and as many columns.

    Raises
    ------
    ValueError
        If a size is less than 1, or four pages of the largest grid do not fit.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(rows, cols, words, clue_bits=CLUE_BITS, joined=JOINED, columns=True)

    def make_propagation(self) -> Propagation:
        return Propagation(self._rows, self._cols)

    def make_clue_memory(self) -> CanalClueMemory:
        return CanalClueMemory(self._rows, self._cols)

    def make_candidates(self) -> CanalCandidates:
        return CanalCandidates(self._rows, self._cols)

    def lonely(self, m: Module, height: Value, width: Value) -> Value:
        # Of a puzzle with other clues than it came with, nothing is known.
        several = Signal()
        with m.If(self.clue.enable & (self.clue.value > 1) & (self.clue.value != UNKNOWN)):
            m.d.sync += several.eq(1)
        with m.If(self.change.enable | self.begin & ~self.same_clues):
            m.d.sync += several.eq(0)
        return several

    def see(self, m: Module, seen: Value, state: Value) -> None:
        m.d.comb += [
            seen.undecided.eq(state.unshaded & state.shaded), seen.unshaded.eq(state.unshaded & ~state.shaded),
            seen.shaded.eq(state.shaded & ~state.unshaded),
        ]
