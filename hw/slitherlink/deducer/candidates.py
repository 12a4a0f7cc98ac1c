"""What of a Slitherlink is worth a lookahead."""

from collections.abc import Sequence

from amaranth.hdl import Cat, Module, Value
from amaranth.lib import data

from rowloom.engines.genres.slitherlink import CLUE_BITS
from rowloom.hw.deduction.candidates import Candidates

__all__ = ["KINDS", "SlitherlinkCandidates"]

KINDS = "clue", "blank", "edge"


class SlitherlinkCandidates(Candidates):
    """Selects undecided cells that have a decided neighbour or lie at the frame, and edges between undecided cells.

    The kinds are cells with a clue; those without one; and the edge to the right of a cell, between two undecided cells
    with a clue, if it is open. Of a row are seen its ``known`` cells, which are decided, with all cells beyond the
    puzzle; and those whose right edge is ``open``: it may be a line and may be none. The last column's does not count.
    """

    def __init__(self, rows: int, cols: int):
        seen = data.StructLayout({"known": cols, "open": cols})
        super().__init__(
            rows, cols, clue_bits=CLUE_BITS, first_values=(1, 1, 0), seen=seen,
            beyond=seen.const({"known": -1, "open": 0}).as_bits())

    def kinds(self, m: Module, above: Value, here: Value, below: Value, clues: Value) -> Sequence[Value]:
        undecided, free = ~here.known, clues.free
        beside = Cat(1, here.known[:-1]) | Cat(here.known[1:], 1)
        cells = undecided & (above.known | below.known | beside)
        with_clue = undecided & ~free
        return cells & ~free, cells & free, with_clue & with_clue[1:] & here.open
