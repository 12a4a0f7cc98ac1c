"""The deducer of Smullyanic Dynasties, with its parts that only this genre has."""

from collections.abc import Sequence

from amaranth.hdl import Module, Value
from amaranth.lib import data

from rowloom.hw.deduction.candidates import Candidates
from rowloom.hw.shading.deducer import ShadingDeducer
from rowloom.hw.shading.smullyan.row_rules import CLUE_BITS, JOINED, RowRules
from rowloom.hw.shading.sweep import Sweep

__all__ = ["KINDS", "Propagation", "SmullyanCandidates", "SmullyanDeducer"]

KINDS = "clue", "blank"
"""The kinds of candidates."""


class Propagation(Sweep):
    """A :class:`.sweep.Sweep` with :class:`.row_rules.RowRules`.

    Parameters
    ----------
    rows, cols
        As of :class:`.GridUnit`.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, RowRules(cols), JOINED)


class SmullyanCandidates(Candidates):
    """Selects undecided cells, those with a clue first. Of a row, they are seen."""

    def __init__(self, rows: int, cols: int):
        super().__init__(
            rows, cols, clue_bits=CLUE_BITS, first_values=(0, 0), seen=data.StructLayout({"undecided": cols}), beyond=0,
            skips=True)

    def kinds(self, m: Module, above: Value, here: Value, below: Value, clues: Value) -> Sequence[Value]:
        return here.undecided & ~clues.free, here.undecided & clues.free


class SmullyanDeducer(ShadingDeducer):
    """Deduces all that it can from a state of a Smullyanic Dynasty; see :class:`ShadingDeducer`.

    A clue is the number of knaves, or 6 for any number that there cannot be.

    Parameters
    ----------
    rows, cols, words : int
        As of :class:`.Deducer`.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            rows, cols, words, clue_bits=CLUE_BITS, propagation=Propagation, candidates=SmullyanCandidates,
            joined=JOINED)

    def lonely(self, m: Module, height: Value, width: Value) -> Value:
        # Knaves do not touch, so that of 2x2 cells two are knights.
        return (height != 1) & (width != 1)

    def see(self, m: Module, seen: Value, state: Value) -> None:
        m.d.comb += seen.undecided.eq(state.unshaded & state.shaded)
