"""What of a Canal View is worth a lookahead."""

from collections.abc import Sequence

from amaranth.hdl import Cat, Module, Value
from amaranth.lib import data

from rowloom.hw.deduction.candidates import Candidates
from rowloom.hw.primitives.rows import fill
from rowloom.hw.shading.canal.clues import PLANES, numbered

__all__ = ["KINDS", "CanalCandidates"]

KINDS = "likely", "other"


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
