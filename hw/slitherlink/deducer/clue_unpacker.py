"""The clues of a puzzle as they come over the line, one cell after the other."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, stream, wiring
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.rows import check_size

__all__ = ["WORD", "ClueUnpacker"]

WORD = 32
"""Bits of packed cells, and of packed clues, at a time."""
_CLUE_BITS = 2


class ClueUnpacker(wiring.Component):
    """Finds the cell of each clue of a Slitherlink that is packed as in a request (docs/develop/protocol.md).

    The cells come in reading order, one each clock; one that has a clue waits until there is a word with it.

    Parameters
    ----------
    rows, cols : int, at least 1
        The largest puzzle.

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
        The next 16 clues, the first one in bits 0 and 1. Ready only when a cell waits for it.
    clue : Out(enable, row, col, value)
        With ``enable``, the clue of a cell, in the same clock. The clues of a row follow each other.
    number : Out(range(rows * cols + 1))
        How many clues there were since ``start``.

    Raises
    ------
    ValueError
        If a size is less than 1.
    """

    def __init__(self, rows: int, cols: int):
        check_size("ClueUnpacker", rows, cols)
        super().__init__({
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})), "start": In(1),
            "given": In(stream.Signature(WORD)), "values": In(stream.Signature(WORD)),
            "clue": Out(data.StructLayout({
                "enable": 1, "row": range(rows), "col": range(cols), "value": _CLUE_BITS})),
            "number": Out(range(rows * cols + 1)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        row, col = Signal.like(self.size.rows), Signal.like(self.size.cols)
        given, values = Signal(WORD), Signal(WORD)
        cells_left, values_left = Signal(range(WORD + 1)), Signal(range(WORD // _CLUE_BITS + 1))
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
                values.eq(values >> _CLUE_BITS), values_left.eq(values_left - 1), self.number.eq(self.number + 1)]
        with m.If(self.given.valid & self.given.ready):
            m.d.sync += [given.eq(self.given.payload), cells_left.eq(WORD)]
        with m.If(self.values.valid & self.values.ready):
            m.d.sync += [values.eq(self.values.payload), values_left.eq(WORD // _CLUE_BITS)]
        with m.If(self.start):
            m.d.sync += [row.eq(0), col.eq(0), cells_left.eq(0), values_left.eq(0), self.number.eq(0)]
        return m
