"""A solution as it goes over the line, 32 cells after the other."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import data, stream
from amaranth.lib.wiring import In, Out

from rowloom.hw.primitives.units import GridUnit

__all__ = ["SolutionPacker"]

_WORD = 32


class SolutionPacker(GridUnit):
    """Packs the cells of a page as in a result (docs/develop/protocol.md): in reading order, without gaps between rows.

    Latency: a clock for each cell and two for each row.

    Members
    -------
    size : In(rows, cols)
        The puzzle's size; must not change after ``start``.
    start : In(1)
        Begin with the first row. A word not yet taken is dropped.
    row : Out(range(rows))
        The row to read.
    cells : In(cols)
        Its cells, one clock later.
    packed : Out(stream of 32 bits)
        The next 32 cells, the first one in bit 0. Bits behind the last cell are 0.
    """

    def __init__(self, rows: int, cols: int):
        super().__init__(rows, cols, {
            "size": In(data.StructLayout({"rows": range(rows + 1), "cols": range(cols + 1)})), "start": In(1),
            "row": Out(range(rows)), "cells": In(cols), "packed": Out(stream.Signature(_WORD)),
        })

    def elaborate(self, platform) -> Module:
        m = Module()
        cells, left = Signal.like(self.cells), Signal.like(self.size.cols)
        reads, takes, fills = Signal(), Signal(), Signal()
        number, packs = Signal(range(_WORD + 1)), Signal()
        is_cell = left != 0
        m.d.comb += [
            self.packed.valid.eq(number == _WORD),
            packs.eq((is_cell | (fills & (number != 0))) & ~self.packed.valid),
        ]
        m.d.sync += [reads.eq(0), takes.eq(reads)]
        with m.If(takes):
            m.d.sync += [cells.eq(self.cells), left.eq(self.size.cols)]
        with m.If(packs):
            m.d.sync += [
                self.packed.payload.eq(Cat(self.packed.payload[1:], cells[0] & is_cell)), number.eq(number + 1),
                cells.eq(cells >> 1), left.eq(left - is_cell),
            ]
            with m.If(left == 1):
                is_last = self.row == self.size.rows - 1
                m.d.sync += [self.row.eq(self.row + 1), reads.eq(~is_last), fills.eq(is_last)]
        with m.If(self.packed.valid & self.packed.ready):
            m.d.sync += number.eq(0)
        with m.If(self.start):
            m.d.sync += [self.row.eq(0), reads.eq(1), takes.eq(0), left.eq(0), number.eq(0), fills.eq(0)]
        return m
