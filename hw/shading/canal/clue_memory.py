"""The clues of a Canal View, and the memory that holds them."""

from amaranth.hdl import Cat, Module, Mux, Value
from amaranth.lib import data
from amaranth.lib.wiring import In, Out

from rowloom.engines.shading import CANAL_BITS
from rowloom.hw.deduction.clues import ClueChange, ClueMemory, ClueRow
from rowloom.hw.primitives.units import GridUnit, add_memory

__all__ = ["PLANES", "UNKNOWN", "CanalClueMemory", "numbered"]

UNKNOWN = 255
"""The clue of a cell that is unshaded, and of which no more is known."""

PLANES = 1
"""Of a :class:`.ClueRow`: whether a clue is :data:`UNKNOWN`. Numbers are kept cell by cell."""


def numbered(clues: Value) -> Value:
    """Return the cells of a :class:`.ClueRow` whose clue is a number."""
    return ~clues.free & ~clues.bits[0]


class CanalClueMemory(GridUnit):
    """A :class:`.ClueMemory` for which cells have clues, and a memory for their numbers, one a word.

    Only one number is wanted at a time, and rows of numbers would be wide.

    Latency: a read takes one clock, a change two.

    Members
    -------
    begin, clear, clue, change, row
        As in :class:`.ClueMemory`; clues have :data:`.genre.CANAL_BITS`.
    clues : Out(ClueRow)
        The row's clues, one clock later, each of :data:`.clues.PLANES`.
    col : In(range(cols))
        The column to read.
    number : Out(8)
        The clue in ``row`` and ``col``, one clock later.
    """

    def __init__(self, rows: int, cols: int):
        row, col = range(rows), range(cols)
        super().__init__(rows, cols, {
            "begin": In(1), "clear": In(data.StructLayout({"enable": 1, "row": row})),
            "clue": In(data.StructLayout({"enable": 1, "row": row, "col": col, "value": CANAL_BITS})),
            "change": In(ClueChange(rows, cols, CANAL_BITS)),
            "row": In(row), "clues": Out(ClueRow(cols, PLANES)), "col": In(col), "number": Out(CANAL_BITS),
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
