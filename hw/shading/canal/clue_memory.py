"""The clues of a Canal View, and their memory."""

from amaranth.hdl import Cat, Module, Mux, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.engines.shading import CANAL_BITS
from rowloom.hw.deduction.clues import ClueChange, ClueMemory, ClueRow
from rowloom.hw.primitives.units import GridUnit, add_memory

__all__ = ["PLANES", "UNKNOWN", "CanalClueMemory", "numbered"]

UNKNOWN = 255
"""The clue of an unshaded cell whose number is unknown."""

PLANES = 1
"""The number of bits of a clue in a :class:`.ClueRow`. The only bit says whether the clue is :data:`UNKNOWN`; numbers
are stored cell by cell."""


def numbered(clues: Value) -> Value:
    """Return the cells of a :class:`.ClueRow` whose clue is a number."""
    return ~clues.free & ~clues.bits[0]


class CanalClueMemory(GridUnit):
    """A :class:`.ClueMemory` that knows which cells have clues, and a memory whose words hold one number each.

    Only one number is needed at a time, and rows of numbers would be wide. Latency: one clock for a read, two for a
    change.
    """

    def __init__(self, rows: int, cols: int):
        row, col = range(rows), range(cols)
        super().__init__(rows, cols, {
            # As in ClueMemory; clues are CANAL_BITS wide.
            "begin": In(1), "clear": In(data.StructLayout({"enable": 1, "row": row})),
            "clue": In(data.StructLayout({"enable": 1, "row": row, "col": col, "value": CANAL_BITS})),
            "change": In(ClueChange(rows, cols, CANAL_BITS)),
            "row": In(row), "clues": Out(ClueRow(cols, PLANES)),
            "col": In(col), "number": Out(CANAL_BITS),  # a column; the clue there in ``row`` comes one clock later
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.rows = rows = ClueMemory(self._rows, self._cols, PLANES)
        read, write = add_memory(m, "numbers", CANAL_BITS, self._rows << len(self.col))
        clue, change = self.clue, self.change
        m.d.comb += [
            rows.begin.eq(self.begin), rows.clear.eq(self.clear), rows.row.eq(self.row), self.clues.eq(rows.clues),
            *(rows.clue[name].eq(clue[name]) for name in ("enable", "row", "col")),
            *(rows.change[name].eq(change[name]) for name in ("enable", "row", "col", "valued", "free", "unlike")),
            *(unit.value.eq(value == UNKNOWN) for unit, value in (
                (rows.clue, clue.value), (rows.change, change.value))),
            read.addr.eq(Cat(self.col, self.row)), self.number.eq(read.data),
            write.en.eq(clue.enable | change.enable & change.valued),
            write.addr.eq(Mux(change.enable, Cat(change.col, change.row), Cat(clue.col, clue.row))),
            write.data.eq(Mux(change.enable, change.value, clue.value)),
        ]
        return m
