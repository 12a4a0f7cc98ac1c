"""The deducer of Canal Views, and what of one is worth a lookahead."""

from collections.abc import Sequence

from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib import data

from rowloom.engines.shading import CANAL_BITS
from rowloom.hw.deduction.candidates import Candidates
from rowloom.hw.deduction.fixpoint import Fixpoint
from rowloom.hw.primitives.rows import fill
from rowloom.hw.shading.canal.clue_memory import PLANES, UNKNOWN, CanalClueMemory, numbered
from rowloom.hw.shading.canal.propagation import Propagation
from rowloom.hw.shading.canal.row_rules import JOINED
from rowloom.hw.shading.deducer import ShadingDeducer

__all__ = ["KINDS", "CanalCandidates", "CanalDeducer"]

KINDS = "likely", "other"
"""The kinds of candidates."""


class CanalCandidates(Candidates):
    """Selects undecided cells that have a decided neighbour or lie at the frame.

    First come those at the end of what is known of an arm in their row, beside its clue, too, and those above or below
    an unshaded cell; then the others. Of a row are seen the cells that may have both shades, and those that certainly
    have one.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(
            rows, cols, clue_bits=PLANES, first_values=(0, 0),
            seen=data.StructLayout(dict.fromkeys(("undecided", "unshaded", "shaded"), cols)), beyond=0, skips=True)

    def kinds(self, m: Module, above: Value, here: Value, below: Value, clues: Value) -> Sequence[Value]:
        decided = ~here.undecided
        beside = Cat(1, decided[:-1]) | Cat(decided[1:], 1) | ~above.undecided | ~below.undecided
        cells, numbers = here.undecided & beside, numbered(clues)
        arms = fill(m, here.shaded | numbers, numbers)
        likely = Cat(0, arms[:-1]) | arms[1:] | above.unshaded | below.unshaded
        return cells & likely, cells & ~likely


class CanalDeducer(ShadingDeducer):
    """Deduces all that it can from a state of a Canal View; see :class:`ShadingDeducer`.

    A clue is the number of shaded cells in view, or :data:`.clue_memory.UNKNOWN`.

    Parameters
    ----------
    rows, cols, words : int
        As of :class:`.Deducer`; there are as many columns in memory as rows.
    """

    def __init__(self, rows: int, cols: int, words: int = 512):
        super().__init__(
            rows, cols, words, clue_bits=CANAL_BITS, propagation=Propagation, candidates=CanalCandidates,
            clue_memory=CanalClueMemory, joined=JOINED, columns=True)

    def connect_clues(self, m: Module, clues: CanalClueMemory, fixpoint: Fixpoint) -> None:
        super().connect_clues(m, clues, fixpoint)
        m.d.comb += [clues.col.eq(fixpoint.clue_col), fixpoint.number.eq(clues.number)]

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
