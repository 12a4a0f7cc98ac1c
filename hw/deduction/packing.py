"""Clues and solutions as they are sent over the line, 32 bits at a time (docs/develop/protocol.md)."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, stream
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import GridUnit

__all__ = ["WORD", "ClueUnpacker", "SolutionPacker"]

WORD = 32
"""The number of bits in a word of packed cells or packed clues."""


class ClueUnpacker(GridUnit):
    """Find the cell of each clue of a packed puzzle.

    The unit visits the cells in reading order, one per clock. A cell with a clue waits for the word that contains the
    clue.

    A clue has ``bits`` bits; a ValueError is raised if a word does not hold a whole number of clues.
    """

    def __init__(self, rows: int, cols: int, bits: int):
        if bits < 1 or WORD % bits:
            raise ValueError(f"ClueUnpacker needs clues of 1, 2, 4, 8, 16 or 32 bits, not {bits}")
        self._bits = bits
        super().__init__(rows, cols, {
            # The puzzle's size; must not change after ``start``.
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})),
            "start": In(1),  # begin with the first cell, and drop the rest of earlier words
            # A mask of the next 32 cells, 1 for a cell with a clue, the first cell in bit 0. Bits after the last cell
            # are ignored. After the last cell and before ``start``, the stream is always ready.
            "given": In(stream.Signature(WORD)),
            # A word of the next clues, the first clue in the lowest bits. Ready only when a cell waits for this word.
            "values": In(stream.Signature(WORD)),
            # With ``enable``, the clue of a cell, in the same clock. The clues of a row follow each other.
            "clue": Out(data.StructLayout({"enable": 1, "row": range(rows), "col": range(cols), "value": bits})),
            "number": Out(range(rows * cols + 1)),  # the number of clues since ``start``
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


class SolutionPacker(GridUnit):
    """Pack the cells of a page for a result: in reading order, without gaps between rows.

    Latency: a clock for each cell and two for each row.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            # The puzzle's size; must not change after ``start``.
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})),
            "start": In(1),  # begin with the first row, and drop any word not yet transferred
            "row": Out(range(rows)),  # the row to read
            "cells": In(cols),  # its cells, one clock later
            # The next 32 cells, the first one in bit 0. Bits after the last cell are 0.
            "packed": Out(stream.Signature(WORD)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        cells, left = Signal.like(self.cells), Signal.like(self.size.cols)
        reads, loads, pads = Signal(), Signal(), Signal()
        number, packs = Signal(range(WORD + 1)), Signal()
        is_cell = left != 0
        m.d.comb += [
            self.packed.valid.eq(number == WORD),
            packs.eq((is_cell | (pads & (number != 0))) & ~self.packed.valid),
        ]
        m.d.sync += [reads.eq(0), loads.eq(reads)]
        with m.If(loads):
            m.d.sync += [cells.eq(self.cells), left.eq(self.size.cols)]
        with m.If(packs):
            m.d.sync += [
                self.packed.payload.eq(Cat(self.packed.payload[1:], cells[0] & is_cell)), number.eq(number + 1),
                cells.eq(cells >> 1), left.eq(left - is_cell),
            ]
            with m.If(left == 1):
                is_last = self.row == self.size.rows - 1
                m.d.sync += [self.row.eq(self.row + 1), reads.eq(~is_last), pads.eq(is_last)]
        with m.If(self.packed.valid & self.packed.ready):
            m.d.sync += number.eq(0)
        with m.If(self.start):
            m.d.sync += [self.row.eq(0), reads.eq(1), loads.eq(0), left.eq(0), number.eq(0), pads.eq(0)]
        return m
