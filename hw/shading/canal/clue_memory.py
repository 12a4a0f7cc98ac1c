"""The clues of a Canal View in memory."""

from amaranth.hdl import Cat, Module, Mux
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from rowloom.engines.genres.canal import CLUE_BITS
from rowloom.hw.deduction.clues import ClueChange, ClueMemory, ClueRow
from rowloom.hw.primitives.memory import add_memory
from rowloom.hw.primitives.rows import check_size
from rowloom.hw.shading.canal.clues import PLANES, UNKNOWN

__all__ = ["CanalClueMemory"]


class CanalClueMemory(wiring.Component):
    """A :class:`.ClueMemory` for which cells have clues, and a memory for their numbers, one a word.

    Only one number is wanted at a time, and rows of numbers would be wide.

    Latency: a read takes one clock, a change two.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest grid.

    Members
    -------
    begin, clear, clue, change, row
        As in :class:`.ClueMemory`; clues have :data:`.genre.CLUE_BITS`.
    clues : Out(ClueRow)
        The row's clues, one clock later, each of :data:`.clues.PLANES`.
    col : In(range(cols))
        The column to read.
    number : Out(8)
        The clue in ``row`` and ``col``, one clock later.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int):
        check_size("CanalClueMemory", rows, cols)
        self._rows, self._cols = rows, cols
        row, col = range(rows), range(cols)
        super().__init__({
            "begin": In(1), "clear": In(data.StructLayout({"enable": 1, "row": row})),
            "clue": In(data.StructLayout({"enable": 1, "row": row, "col": col, "value": CLUE_BITS})),
            "change": In(ClueChange(rows, cols, CLUE_BITS)),
            "row": In(row), "clues": Out(ClueRow(cols, PLANES)), "col": In(col), "number": Out(CLUE_BITS),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        m.submodules.rows = rows = ClueMemory(self._rows, self._cols, PLANES)
        read, write = add_memory(m, "numbers", CLUE_BITS, self._rows << len(self.col))
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
