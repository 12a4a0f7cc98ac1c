"""What of a Smullyanic Dynasty is worth a lookahead."""

from collections.abc import Sequence

from amaranth.hdl import Module, Value
from amaranth.lib import data

from rowloom.hw.deduction.candidates import Candidates
from rowloom.hw.shading.smullyan.row_rules import CLUE_BITS

__all__ = ["KINDS", "SmullyanCandidates"]

KINDS = "clue", "blank"


class SmullyanCandidates(Candidates):
    """Selects undecided cells, those with a clue first. Of a row, they are seen."""

    def __init__(self, rows: int, cols: int):
        super().__init__(
            rows, cols, clue_bits=CLUE_BITS, first_values=(0, 0), seen=data.StructLayout({"undecided": cols}), beyond=0,
            skips=True)

    def kinds(self, m: Module, above: Value, here: Value, below: Value, clues: Value) -> Sequence[Value]:
        return here.undecided & ~clues.free, here.undecided & clues.free
