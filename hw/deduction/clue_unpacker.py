"""The clues of a puzzle as they come over the line, one cell after the other."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, stream
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import GridUnit

__all__ = ["WORD", "ClueUnpacker"]

WORD = 32
"""Bits of packed cells, and of packed clues, at a time."""


class ClueUnpacker(GridUnit):
    """Finds the cell of each clue of a puzzle that is packed as in a request (docs/develop/protocol.md).

    The cells come in reading order, one each clock; one that has a clue waits until there is a word with it.

    Parameters
    ----------
    rows, cols
        As of :class:`.GridUnit`.
    bits : 1, 2, 4, 8, 16 or 32
        Of a clue.

    Members
    -------
    size : In(rows, cols)
        The puzzle's size; must not change after ``start``.
    start : In(1)
        Begin with the first cell. What is left of earlier words is dropped.
    given : In(stream of 32 bits)
        Which of the next 32 cells have a clue, the first cell in bit 0. Bits behind the last cell are ignored; then,
        and before ``start``, it is always ready.
    values : In(stream of 32 bits)
        As many of the next clues as a word holds, the first one in the lowest bits. Ready only when a cell waits
        for it.
    clue : Out(enable, row, col, value)
        With ``enable``, the clue of a cell, in the same clock. The clues of a row follow each other.
    number : Out(range(rows * cols + 1))
        How many clues there were since ``start``.

    Raises
    ------
    ValueError
        If a size is less than 1, or a word does not hold a whole number of clues.
    """

    def __init__(self, rows: int, cols: int, bits: int):
        if bits < 1 or WORD % bits:
            raise ValueError(f"ClueUnpacker needs clues of 1, 2, 4, 8, 16 or 32 bits, not {bits}")
        self._bits = bits
        super().__init__(rows, cols, {
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})), "start": In(1),
            "given": In(stream.Signature(WORD)), "values": In(stream.Signature(WORD)),
            "clue": Out(data.StructLayout({
                "enable": 1, "row": range(rows), "col": range(cols), "value": bits})),
            "number": Out(range(rows * cols + 1)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        row, col = Signal.like(self.size.rows), Signal.like(self.size.cols)
        given, values = Signal(WORD), Signal(WORD)
        cells_left, values_left = Signal(range(WORD + 1)), Signal(range(WORD // self._bits + 1))
        is_cell, has_clue, steps = Signal(), given[0], Signal()
        m.d.comb += [
            is_cell.eq((cells_left != 0) & (row != self.size.rows)),
            steps.eq(is_cell & ~self.values.ready),
            self.given.ready.eq(~is_cell), self.values.ready.eq(is_cell & has_clue & (values_left == 0)),
            self.clue.enable.eq(steps & has_clue), self.clue.row.eq(row), self.clue.col.eq(col),
            self.clue.value.eq(values),
        ]
        with m.If(steps):
            last = col == self.size.cols - 1
            m.d.sync += [
                given.eq(given >> 1), cells_left.eq(cells_left - 1), row.eq(row + last), col.eq(Mux(last, 0, col + 1))]
        with m.If(self.clue.enable):
            m.d.sync += [
                values.eq(values >> self._bits), values_left.eq(values_left - 1), self.number.eq(self.number + 1)]
        with m.If(self.given.valid & self.given.ready):
            m.d.sync += [given.eq(self.given.payload), cells_left.eq(WORD)]
        with m.If(self.values.valid & self.values.ready):
            m.d.sync += [values.eq(self.values.payload), values_left.eq(WORD // self._bits)]
        with m.If(self.start):
            m.d.sync += [row.eq(0), col.eq(0), cells_left.eq(0), values_left.eq(0), self.number.eq(0)]
        return m
