"""One visit of a row: remove what clue cells, blocks of shaded cells, and shaded cells on their own exclude."""

from collections.abc import Sequence

from amaranth.hdl import Const, Module, Signal, Value

from rowloom.hw.shading.canal.clue_memory import PLANES
from rowloom.hw.shading.rules import ShadingRules

__all__ = ["JOINED", "RowRules"]

JOINED = 1
"""The shade whose cells are connected: the canal is shaded."""


class RowRules(ShadingRules):
    """The rules of rows; see :class:`.ShadingRules`.

    - A cell with a clue is not shaded. Of ``clues``, only ``free`` is looked at.
    - No block of 2x2 cells is shaded. Of a block with three cells that certainly are, the fourth one is removed where
      it lies in the middle row.
    """

    def __init__(self, cols: int):
        super().__init__(cols, PLANES, JOINED)

    def left(self, m: Module) -> Sequence[Sequence[Value]]:
        certain = [Signal(self._cols, name=f"certain_{name}") for name in ("above", "here", "below")]
        m.d.comb += [cells.eq(row.shaded & ~row.unshaded) for cells, row in zip(certain, self.rows, strict=True)]
        above, here, below = certain
        fourth, every = self._fourth(here, above) | self._fourth(here, below), Const(-1, self._cols)
        return (every, every), (every, self.clues.free & ~fourth), (every, every)

    def _fourth(self, here: Value, other: Value) -> Value:
        """Return the cells of a row that would be the fourth of a block, by the certain ones of it and of another."""
        pairs = other & other >> 1
        return (pairs & here >> 1) | ((pairs & here) << 1)[:self._cols]
