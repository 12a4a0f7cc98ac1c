"""One visit of a row: remove what clue cells, blocks of shaded cells, and shaded cells on their own exclude."""

from amaranth.hdl import Cat, Module, Signal, Value
from amaranth.lib.wiring import In, Out

from rowloom.hw.deduction.clues import ClueRow
from rowloom.hw.primitives.units import GridUnit
from rowloom.hw.shading.canal.clue_memory import PLANES
from rowloom.hw.shading.neighbours import Neighbours
from rowloom.hw.shading.shades import Cells

__all__ = ["RowRules"]


class RowRules(GridUnit):
    """Applies the rules to a row of cells, with the rows above and below it; combinational.

    - A cell with a clue is not shaded.
    - No block of 2x2 cells is shaded. Of a block with three cells that certainly are, the fourth one is removed where
      it lies in the middle row.
    - A shaded cell has a shaded one beside it; see :class:`.neighbours.Neighbours`.

    Members
    -------
    above, here, below : In(Cells)
        A row of cells, and the rows above and below.
    clues : In(ClueRow)
        Those of the row in the middle, of which only ``free`` is looked at.
    lonely : In(1)
        A shaded cell needs a neighbour. Must be 0 where there may be only one shaded cell.
    above_next, here_next, below_next : Out(Cells)
        All three after the visit.
    contradiction : Out(1)
        Some cell has lost both shades.
    """

    def __init__(self, cols: int):
        places = "above", "here", "below"
        super().__init__(1, cols, {
            **{name: In(Cells(cols)) for name in places},
            "clues": In(ClueRow(cols, PLANES)), "lonely": In(1),
            **{f"{name}_next": Out(Cells(cols)) for name in places}, "contradiction": Out(1),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        cols = self._cols
        m.submodules.neighbours = neighbours = Neighbours(cols)
        rows = self.above, self.here, self.below
        certain = [Signal(cols, name=f"certain_{name}") for name in ("above", "here", "below")]
        m.d.comb += [
            *(cells.eq(row.shaded & ~row.unshaded) for cells, row in zip(certain, rows, strict=True)),
            neighbours.above.eq(self.above.shaded), neighbours.here.eq(self.here.shaded),
            neighbours.below.eq(self.below.shaded), neighbours.certain.eq(certain[1]),
        ]
        fourth = self._fourth(certain[1], certain[0]) | self._fourth(certain[1], certain[2])
        needed = neighbours.needed_above, neighbours.needed_here, neighbours.needed_below
        lonely = self.lonely.replicate(cols)
        afters = self.above_next, self.here_next, self.below_next
        for row, after, shaded in zip(rows, afters, needed, strict=True):
            m.d.comb += [after.unshaded.eq(row.unshaded & ~(shaded & lonely)), after.shaded.eq(row.shaded)]
        m.d.comb += self.here_next.shaded.eq(
            self.here.shaded & self.clues.free & ~fourth & ~(neighbours.lonely & lonely))
        lost = [(row.unshaded | row.shaded) & ~(after.unshaded | after.shaded)
                for row, after in zip(rows, afters, strict=True)]
        m.d.comb += self.contradiction.eq(Cat(lost).any())
        return m

    def _fourth(self, here: Value, other: Value) -> Value:
        """Return the cells of a row that would be the fourth of a block, by the certain ones of it and of another."""
        pairs = other & other >> 1
        return (pairs & here >> 1) | ((pairs & here) << 1)[:self._cols]
